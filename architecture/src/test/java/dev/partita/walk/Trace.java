package dev.partita.walk;

import dev.partita.cli.Shell;
import java.lang.instrument.Instrumentation;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Which files of ours were entered while something ran: in which order, on which thread, and from where. An agent has every method
 * say when it is entered and left; constructors do not count, since to make a request is not yet to be called by it.
 *
 * <p>Calls inside a file are one stay in it: a file is what the map speaks of, and its nested classes belong to it.
 */
public final class Trace {

    private static final String OURS = "dev.partita.";

    private static volatile Trace current;

    /** A file that was entered, with the files it was entered from. Of one thread. */
    static final class Place {
        private final String file;
        private final Place caller;
        private final Map<String, Place> called = new ConcurrentHashMap<>();

        private Place(String file, Place caller) {
            this.file = file;
            this.caller = caller;
        }

        String file() {
            return file;
        }

        private Place enter(String type) {
            return called.computeIfAbsent(type, entered -> {
                String next = fileOf(entered);
                return next.equals(file) ? this : new Place(next, this);
            });
        }

        /** From where the thread began up to this file. */
        List<String> way() {
            Deque<String> way = new ArrayDeque<>();
            for (Place at = this; at.caller != null; at = at.caller) {
                way.addFirst(at.file);
            }
            return List.copyOf(way);
        }
    }

    /** One entry of a file from another. */
    record Step(String thread, Place place) {}

    private final Set<String> watched;
    private final Map<Thread, Place> beginnings = new ConcurrentHashMap<>();
    private final ThreadLocal<Place[]> here = ThreadLocal.withInitial(() -> {
        Place beginning = beginnings.computeIfAbsent(Thread.currentThread(), thread -> new Place("", null));
        return new Place[] {beginning};
    });
    private final Collection<Step> steps = new ConcurrentLinkedQueue<>();

    private Trace(Set<String> watched) {
        this.watched = watched;
    }

    /** From now on every method of ours tells. Called before the first of our classes is loaded. */
    static void prepare() {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .type(ElementMatchers.nameStartsWith(OURS)
                        .and(ElementMatchers.not(ElementMatchers.nameStartsWith(OURS + "walk.")))
                        .and(ElementMatchers.not(ElementMatchers.nameStartsWith(Shell.class.getName()))))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Told.class).on(ElementMatchers.isMethod())))
                .installOn(instrumentation);
    }

    /** Begins one; {@code files} are those whose order is kept. */
    static Trace begin(Collection<String> files) {
        Trace begun = new Trace(Set.copyOf(files));
        current = begun;
        return begun;
    }

    /** Nothing more is written down. */
    Trace end() {
        current = null;
        return this;
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }

    /**
     * How many other files worked for each.
     *
     * @param threads which threads are looked at
     * @param closed files that are not looked into
     */
    Map<String, Integer> weights(Predicate<String> threads, Predicate<String> closed) {
        Map<String, Set<String>> below = new TreeMap<>();
        beginnings.forEach((thread, beginning) -> {
            if (threads.test(thread.getName())) {
                weigh(beginning, Set.of(), closed, below);
            }
        });
        Map<String, Integer> weights = new TreeMap<>();
        below.forEach((file, others) -> weights.put(file, others.size()));
        return weights;
    }

    private static void weigh(
            Place place, Set<String> above, Predicate<String> closed, Map<String, Set<String>> below) {
        for (Place next : place.called.values()) {
            if (next != place && !closed.test(next.file)) {
                Set<String> way = new TreeSet<>(above);
                way.remove(next.file);
                way.forEach(file ->
                        below.computeIfAbsent(file, first -> new TreeSet<>()).add(next.file));
                way.add(next.file);
                weigh(next, way, closed, below);
            }
        }
    }

    /** Called by every method of ours; null when nobody listens. */
    public static Object entered(String type) {
        Trace trace = current;
        return trace == null ? null : trace.enter(type);
    }

    /** Where the thread was before is where it is again. */
    public static void left(Object before) {
        if (before instanceof Return back) {
            back.at[0] = back.place;
        }
    }

    private record Return(Place[] at, Place place) {}

    private Return enter(String type) {
        Place[] at = here.get();
        Place before = at[0];
        Place now = before.enter(type);
        at[0] = now;
        if (now != before && watched.contains(now.file)) {
            steps.add(new Step(Thread.currentThread().getName(), now));
        }
        return new Return(at, before);
    }

    /** {@code engine/Writer} for {@code dev.partita.engine.Writer$Task}. */
    private static String fileOf(String type) {
        int nested = type.indexOf('$');
        String outer = nested < 0 ? type : type.substring(0, nested);
        return outer.substring(OURS.length()).replace('.', '/');
    }

    /** What is woven into every method. */
    static final class Told {

        private Told() {}

        @Advice.OnMethodEnter
        static Object enter(@Advice.Origin("#t") String type) {
            return Trace.entered(type);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter Object before) {
            Trace.left(before);
        }
    }
}
