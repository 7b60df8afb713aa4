package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.Endpoint;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.Page;
import dev.partita.runtime.PageRequest;
import dev.partita.runtime.Range;
import dev.partita.runtime.Saved;
import dev.partita.runtime.Write;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The generated client of a design, called by the names of its patterns: now at once, now asynchronously; items value by
 * value or as records; lists by page or as a stream.
 */
final class Client implements Calls {

    /** Where the build puts the generated packages. */
    private static final String PACKAGE = "dev.partita.systems.";

    private final Design design;
    private final Object client;
    private final AtomicReference<Instant> now;
    private int turn;

    private Client(Design design, Object client, AtomicReference<Instant> now) {
        this.design = design;
        this.client = client;
        this.now = now;
    }

    static Client of(String name, Endpoint endpoint) {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        Design design = design(name);
        Database database = Tables.database(design, endpoint, now::get);
        try {
            Method on = type(name, "").getMethod("on", Database.class);
            return new Client(design, Steps.call(on, null, database), now);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** The design as generated code has it. */
    static Design design(String name) {
        try {
            return (Design) type(name, "Design").getMethod("design").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** A class of the generated code: the client itself, or what begins with its name. */
    static Class<?> type(String design, String ending) {
        String simple = Arrays.stream(design.split("-"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        return record(design, simple + ending);
    }

    /** The record of an entity, or any other class by its name. */
    static Class<?> record(String design, String simple) {
        try {
            return Class.forName(PACKAGE + design.replace("-", "") + "." + simple);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Calls.Outcome call(
            String pattern, Map<String, Object> arguments, Instant at, String me, Integer limit, String cursor) {
        now.set(at);
        turn++;
        try {
            Object as = me == null ? client : Steps.call(client.getClass().getMethod("as", String.class), client, me);
            Pattern called = design.patterns().get(pattern);
            return called.verb().writes()
                    ? new Calls.Outcome(null, written(called, write(called, as, arguments)), null, null)
                    : new Calls.Outcome(read(called, as, arguments, limit, cursor), null, null, null);
        } catch (WriteRefused e) {
            return new Calls.Outcome(
                    null, null, e.rule().name().toLowerCase(Locale.ROOT).replace('_', '-'), e.getMessage());
        } catch (InvalidValues e) {
            return new Calls.Outcome(null, null, "invalid", e.getMessage());
        } catch (Typed.DoesNotCompile e) {
            return new Calls.Outcome(null, null, "invalid", "does not compile: " + e.getMessage());
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private Object write(Pattern pattern, Object on, Map<String, Object> arguments) {
        Map<String, Object> left = new LinkedHashMap<>(arguments);
        boolean isNew = pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
        List<String> by = new ArrayList<>();
        if (!isNew) {
            pattern.by().forEach(variable -> by.add(variable.attribute()));
            by.addAll(Naive.wanted(pattern.when()));
        }
        Object whole = isNew && turn % 4 == 0 ? item(pattern, arguments) : null;
        if (whole != null) {
            Method method = method(on, pattern.name(), 1, false);
            return done(new Steps(Steps.call(method, on, whole), method.getReturnType()));
        }
        Method method = method(on, pattern.name(), by.size(), false);
        Object[] given = new Object[by.size()];
        for (int i = 0; i < given.length; i++) {
            given[i] = Typed.of(method.getGenericParameterTypes()[i], left.remove(by.get(i)));
        }
        return done(new Steps(Steps.call(method, on, given), method.getReturnType()).give(left));
    }

    private Object done(Steps write) {
        return turn % 3 == 0 ? joined(write.end("runAsync")) : write.end("run");
    }

    /** The arguments of a create as the record of its entity; null when it takes more, or less. */
    private Object item(Pattern pattern, Map<String, Object> arguments) {
        Class<?> record = record(design.name(), pattern.entities().get(0));
        List<String> names = Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
        try {
            Method builder = record.getMethod("builder");
            return names.containsAll(arguments.keySet()) && names.containsAll(pattern.require())
                    ? new Steps(Steps.call(builder, null), builder.getReturnType())
                            .give(arguments)
                            .end("build")
                    : null;
        } catch (Typed.DoesNotCompile e) {
            // Such as an owner, who is whoever calls.
            return null;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private static Object joined(Object future) {
        try {
            return ((CompletableFuture<?>) future).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw e;
        }
    }

    private static Method method(Object on, String name, int parameters, boolean isPaged) {
        // Every object has a notify() of its own, so the generator says what it does.
        String called = name.equals("notify") ? "createNotification" : name;
        return Arrays.stream(on.getClass().getMethods())
                .filter(method -> method.getName().equals(called) && method.getParameterCount() == parameters)
                .filter(method -> isPaged == List.of(method.getParameterTypes()).contains(PageRequest.class))
                // An update takes an item as it was read and as it should be, too; what finds an item is no record of
                // it.
                .filter(method -> !isOfDifference(method))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no method " + called + " with " + parameters + " parameters"));
    }

    private static boolean isOfDifference(Method method) {
        return method.getParameterCount() == 2
                && Write.class.isAssignableFrom(method.getReturnType())
                && method.getParameterTypes()[0].isRecord()
                && method.getParameterTypes()[0] == method.getParameterTypes()[1];
    }

    /** What a write returned, as a plan says it. */
    private static Written written(Pattern pattern, Object result) {
        if (result instanceof Written written) {
            return written;
        }
        Object item = result;
        Written.Outcome outcome = pattern.verb() == Verb.CREATE ? Written.Outcome.CREATED : Written.Outcome.UPDATED;
        if (result instanceof Optional<?> removed) {
            outcome = Written.Outcome.DELETED;
            item = removed.orElse(null);
        }
        if (result instanceof Saved<?> saved) {
            outcome = saved.outcome();
            item = saved.item();
        }
        List<Written> parts = new ArrayList<>();
        if (pattern.with() != null) {
            RecordComponent[] components = result.getClass().getRecordComponents();
            item = Steps.call(components[0].getAccessor(), result);
            ((List<?>) Steps.call(components[1].getAccessor(), result))
                    .forEach(child -> parts.add(
                            new Written(Written.Outcome.CREATED, pattern.with(), Typed.values(child), List.of(), 0)));
        }
        return new Written(outcome, pattern.entities().get(0), item == null ? Map.of() : Typed.values(item), parts, 0);
    }

    private Result read(Pattern pattern, Object client, Map<String, Object> arguments, Integer limit, String cursor) {
        Map<String, Object> left = new LinkedHashMap<>(arguments);
        List<String> names = new ArrayList<>();
        pattern.by().stream()
                .filter(variable ->
                        pattern.each() == null || !pattern.each().attribute().equals(variable.attribute()))
                .map(Naive::argument)
                .forEach(names::add);
        if (pattern.searchOn() != null) {
            names.add(pattern.searchOn());
        }
        boolean isRanged = pattern.range() != null
                && arguments.keySet().stream().anyMatch(name -> name.endsWith("From") || name.endsWith("To"));
        boolean isPaged = limit != null || cursor != null;
        boolean isStream = pattern.verb() == Verb.LIST && !isPaged && turn % 5 == 0;
        Object on = isStream || turn % 3 > 0 ? client : async(client);
        String name = isStream ? pattern.name() + "Pages" : pattern.name();
        Method method = method(on, name, names.size() + (isRanged ? 1 : 0) + (isPaged ? 1 : 0), isPaged);
        List<Object> given = new ArrayList<>();
        for (String argument : names) {
            given.add(Typed.of(method.getGenericParameterTypes()[given.size()], left.remove(argument)));
        }
        if (isRanged) {
            String range = Naive.argument(pattern.range());
            Type bound =
                    ((ParameterizedType) method.getGenericParameterTypes()[given.size()]).getActualTypeArguments()[0];
            given.add(new Range<>(
                    Typed.bound(bound, left.remove(range + "From"), false),
                    Typed.bound(bound, left.remove(range + "To"), true)));
        }
        if (isPaged) {
            given.add(new PageRequest(limit, cursor == null ? null : Cursor.of(cursor)));
        }
        if (!left.isEmpty()) {
            throw new Typed.DoesNotCompile(pattern.name() + " takes no " + left.keySet());
        }
        Object answer = Steps.call(method, on, given.toArray());
        return result(
                pattern,
                answer instanceof Stream<?> pages
                        ? pages.findFirst().orElseThrow()
                        : answer instanceof CompletableFuture ? joined(answer) : answer);
    }

    private static Object async(Object client) {
        try {
            return Steps.call(client.getClass().getMethod("async"), client);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** What a read returned, as a plan says it. */
    private Result result(Pattern pattern, Object answer) {
        if (answer instanceof Long count) {
            return new Result(List.of(), count, Map.of(), null, Map.of(), 0, 0);
        }
        if (answer instanceof Map<?, ?> counted) {
            Map<Object, Long> counts = new LinkedHashMap<>();
            counted.forEach((value, count) -> counts.put(Typed.plain(value), (Long) count));
            long sum = counts.values().stream().mapToLong(Long::longValue).sum();
            return new Result(List.of(), sum, counts, null, Map.of(), 0, 0);
        }
        if (pattern.verb() == Verb.GATHER) {
            Map<String, Result> parts = new LinkedHashMap<>();
            for (RecordComponent component : answer.getClass().getRecordComponents()) {
                parts.put(
                        component.getName(),
                        result(
                                design.patterns().get(component.getName()),
                                Steps.call(component.getAccessor(), answer)));
            }
            return new Result(List.of(), parts.size(), Map.of(), null, parts, 0, 0);
        }
        Pattern last = pattern.then() == null ? pattern : design.patterns().get(pattern.then());
        List<Result.Found> items = new ArrayList<>();
        String next = null;
        String stoppedAt = null;
        if (answer instanceof Page<?> page) {
            String entity = design.entities().containsKey(pattern.fetch())
                    ? pattern.fetch()
                    : pattern.entities().get(0);
            page.items().forEach(item -> items.add(new Result.Found(entity, Typed.values(item))));
            next = page.next() == null ? null : page.next().text();
            stoppedAt = page.stoppedAt();
        } else if (((Optional<?>) answer).isPresent()) {
            Object one = ((Optional<?>) answer).orElseThrow();
            if (last.verb() == Verb.READ) {
                collection(last, one, items);
            } else {
                items.add(new Result.Found(last.entities().get(0), Typed.values(one)));
            }
        }
        return new Result(items, items.size(), Map.of(), next, stoppedAt, Map.of(), 0, 0);
    }

    private static void collection(Pattern pattern, Object whole, List<Result.Found> items) {
        RecordComponent[] components = whole.getClass().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            String entity = pattern.entities().get(i);
            Object part = Steps.call(components[i].getAccessor(), whole);
            (part instanceof List<?> list ? list : List.of(part))
                    .forEach(item -> items.add(new Result.Found(entity, Typed.values(item))));
        }
    }
}
