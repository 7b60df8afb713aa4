package dev.partita.lint;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tries help before it is shown: each way is pasted, and the file judged again. A way that takes its finding away and brings
 * no error and no warning stays as it is. One that brings a finding with help of its own takes that along, so that both are
 * one change. Any other is left out; when no way is left, it is said in words, with what has to be seen to as well.
 */
final class TriedHelp {

    /** A way grows by so many helps of what it brings. */
    private static final int MOST_STEPS = 4;

    /** So many lines are read again at most, for the gravest findings; somebody with more of them will check again. */
    private static final int MOST_LINES = 100_000;

    private static final int FEWEST_TRIED = 20;
    /** What no help can know: how many items there are, where the design does not say so. */
    private static final Set<String> ABOUT_VOLUME =
            Set.of("low-cardinality-partition", "single-value-partition", "time-bucket-partition");

    private static final String APART = "; not together with what is said of the others: check again after it";
    private static final String UNTRIED = "; not tried, since so much else is found: check again after it";

    private final Source source;
    private final Pasted file;
    private final List<Finding> before;
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<Trial, List<Finding>> trials = new ConcurrentHashMap<>();
    private final Map<List<List<Edit>>, String> joint = new HashMap<>();

    /** @param advice the rule of advice that is to be judged as well; empty for none */
    private record Trial(String text, String advice) {
        Trial(String text, Finding mended) {
            this(text, mended.severity() == Severity.ADVICE ? mended.rule() : "");
        }
    }

    /** @param edits what to paste, the way's own first; null when it cannot be pasted
     *  @param brought the rules of what comes with it */
    private record Outcome(List<Edit> edits, Set<String> brought) {}

    static List<Finding> of(Source source, List<Finding> findings) {
        return source == null ? findings : new TriedHelp(source, findings).tried();
    }

    private TriedHelp(Source source, List<Finding> before) {
        this.source = source;
        this.file = new Pasted(source.text());
        this.before = before;
        before.forEach(finding -> counts.merge(what(finding), 1, Integer::sum));
    }

    private List<Finding> tried() {
        Set<Finding> gravest = before.stream()
                .filter(TriedHelp::isPasted)
                .sorted(Comparator.comparing(Finding::severity))
                .limit(Math.max(
                        FEWEST_TRIED, MOST_LINES / (1 + source.text().lines().count())))
                .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
        List<Finding> tried = before.parallelStream()
                .map(finding ->
                        !isPasted(finding) ? finding : gravest.contains(finding) ? tried(finding) : untried(finding))
                .toList();
        return withoutCollisions(tried);
    }

    /** What was not pasted is not shown as if it could be. */
    private static Finding untried(Finding finding) {
        return with(finding, Help.words(finding.advice() + UNTRIED));
    }

    /**
     * Helps that are shown together can be pasted together. The gravest findings come first; of the others, a way that writes otherwise
     * what one of them writes becomes another that does not, or is said to stand instead of that one.
     */
    private List<Finding> withoutCollisions(List<Finding> tried) {
        Finding[] settled = tried.toArray(new Finding[0]);
        List<Integer> order = Stream.iterate(0, i -> i + 1)
                .limit(settled.length)
                .filter(i -> isPasted(settled[i]))
                // What is found by its place is changed from the end of the file, before the lines move. What one
                // finding calls
                // unneeded may be what another needs.
                .sorted(Comparator.comparing((Integer i) -> placeLooked(settled[i]))
                        .reversed()
                        .thenComparing(i -> settled[i].severity())
                        .thenComparing(
                                i -> pasted(settled[i]).edits().stream().allMatch(Edit.Remove.class::isInstance)))
                .toList();
        List<Finding> writers = new ArrayList<>();
        for (int i : order) {
            Finding one = shared(settled[i], writers);
            Set<Finding> others = new LinkedHashSet<>();
            while (others.addAll(colliding(one, writers)) && others.size() <= MOST_STEPS) {
                one = beside(settled[i], others);
            }
            List<Finding> left = colliding(one, writers);
            settled[i] = left.isEmpty() ? one : instead(one, left.get(0));
            if (left.isEmpty() && isPasted(one)) {
                for (int j : order) {
                    Finding earlier = settled[j];
                    if (writers.contains(earlier) && mendsToo(one, earlier)) {
                        settled[j] = withFirst(earlier, pasted(one).edits());
                        writers.set(writers.indexOf(earlier), settled[j]);
                    }
                }
                writers.add(one);
            }
        }
        Set<String> apart = oddOnes(writers);
        for (int i : order) {
            settled[i] = apart.contains(what(settled[i]))
                    ? with(settled[i], Help.words(settled[i].advice() + APART))
                    : withoutOthers(settled[i], writers);
        }
        return List.of(settled);
    }

    /** Those whose help does not go with that of the others, taken out of them. What errors need may bring warnings; nothing else may. */
    private Set<String> oddOnes(List<Finding> writers) {
        Set<String> odd = new HashSet<>();
        List<Finding> errors = writers.stream().filter(Finding::isError).toList();
        Map<String, Integer> known = new HashMap<>(counts);
        for (Finding one = oddOne(errors, known, true); one != null; one = oddOne(errors, known, true)) {
            Finding out = one;
            errors = errors.stream().filter(error -> error != out).toList();
            odd.add(what(one));
        }
        writers.removeIf(writer -> odd.contains(what(writer)));
        Map<String, Integer> needed = new HashMap<>();
        together(errors).forEach(one -> needed.merge(what(one), 1, Integer::sum));
        needed.forEach((what, count) -> known.merge(what, count, Math::max));
        for (Finding one = oddOne(writers, known, false); one != null; one = oddOne(writers, known, false)) {
            writers.remove(one);
            odd.add(what(one));
        }
        return odd;
    }

    /** The first that brings something when its help is pasted with those before it; null when all go together. */
    private Finding oddOne(List<Finding> writers, Map<String, Integer> known, boolean isErrorOnly) {
        int fine = 1;
        int wrong = writers.size();
        if (wrong < 2 || goTogether(writers, known, isErrorOnly)) {
            return null;
        }
        while (wrong - fine > 1) {
            int middle = (fine + wrong) / 2;
            if (goTogether(writers.subList(0, middle), known, isErrorOnly)) {
                fine = middle;
            } else {
                wrong = middle;
            }
        }
        return writers.get(wrong - 1);
    }

    private boolean goTogether(List<Finding> writers, Map<String, Integer> known, boolean isErrorOnly) {
        List<Finding> now = together(writers);
        Map<String, Integer> left = new HashMap<>(known);
        Set<String> mended = writers.stream().map(TriedHelp::what).collect(Collectors.toSet());
        Set<String> unjudged = before.stream()
                .filter(one -> one.isError() && !mended.contains(what(one)))
                .map(Finding::subject)
                .collect(Collectors.toSet());
        return now != null
                && now.stream()
                        .filter(one -> one.isError()
                                || !isErrorOnly
                                        && one.severity() == Severity.WARNING
                                        && !ABOUT_VOLUME.contains(one.rule()))
                        .filter(one -> !unjudged.contains(one.subject()))
                        .noneMatch(one -> left.merge(what(one), -1, Integer::sum) < 0);
    }

    /** What is found when the helps of all of them are pasted; null when that cannot be done. */
    private List<Finding> together(List<Finding> writers) {
        String text = pastedTogether(writers);
        return text == null ? null : judged(new Trial(text, ""));
    }

    /** The file with all of them, made of the file with all but the last; null when they cannot be pasted. */
    private String pastedTogether(List<Finding> writers) {
        if (writers.isEmpty()) {
            return source.text();
        }
        List<List<Edit>> ways =
                writers.stream().map(writer -> pasted(writer).edits()).toList();
        if (!joint.containsKey(ways)) {
            int last = writers.size() - 1;
            String before = pastedTogether(writers.subList(0, last));
            Set<Edit> made =
                    ways.subList(0, last).stream().flatMap(List::stream).collect(Collectors.toSet());
            List<Edit> more =
                    ways.get(last).stream().filter(edit -> !made.contains(edit)).toList();
            joint.put(ways, before == null ? null : pastedInto(before, writers.get(last), more));
        }
        return joint.get(ways);
    }

    private static String pastedInto(String text, Finding finding, List<Edit> edits) {
        try {
            return edits.isEmpty() ? text : Pasted.into(text, finding, new Help.Way(edits, null));
        } catch (RuntimeException cannotBePasted) {
            return null;
        }
    }

    private static Place placeLooked(Finding finding) {
        boolean isByPath = pasted(finding).edits().stream()
                .allMatch(edit -> edit instanceof Edit.Put || edit instanceof Edit.Remove);
        return isByPath ? Place.START : finding.place();
    }

    /** An index that is proposed for another pattern, where it helps here as well. */
    private Finding shared(Finding finding, List<Finding> writers) {
        return writers.stream()
                .filter(writer -> mendsToo(writer, finding))
                .findFirst()
                .map(writer -> withFirst(finding, pasted(writer).edits()))
                .orElse(finding);
    }

    /** Whether the index that one finding asks for does for another one. */
    private boolean mendsToo(Finding writer, Finding other) {
        Set<String> entities = indexed(pasted(other));
        if (pasted(writer).edits().equals(pasted(other).edits())
                || indexed(pasted(writer)).stream().noneMatch(entities::contains)) {
            return false;
        }
        List<Finding> now = judged(other, pasted(writer));
        return now != null && !isLeft(other, now) && brought(other, now).isEmpty();
    }

    /** The entities that a way gives a line for a new index. */
    private static Set<String> indexed(Help.Way way) {
        boolean isNew = way.edits().stream()
                .anyMatch(edit -> edit instanceof Edit.Put put
                        && put.path().size() == 4
                        && put.path().get(2).equals("indexes"));
        return way.edits().stream()
                .filter(edit ->
                        isNew && edit instanceof Edit.Put put && put.path().size() == 3)
                .map(edit -> ((Edit.Put) edit).path().get(1))
                .collect(Collectors.toSet());
    }

    private static List<Finding> colliding(Finding finding, List<Finding> writers) {
        return !isPasted(finding)
                ? List.of()
                : writers.stream()
                        .filter(writer -> collide(pasted(finding), pasted(writer)))
                        .toList();
    }

    private static boolean collide(Help.Way way, Help.Way other) {
        return way.edits().stream().anyMatch(one -> other.edits().stream().anyMatch(two -> one.collides(two)));
    }

    /** The help of a finding as it is once those of the others have been pasted; or that one of theirs helps both. */
    private Finding beside(Finding finding, Set<Finding> others) {
        String text = null;
        Help then = null;
        for (Finding other : others) {
            Help.Way way = pasted(other);
            text = text == null ? file.after(other, way) : Pasted.into(text, other, way);
            then = judged(new Trial(text, finding)).stream()
                    .filter(one -> what(one).equals(what(finding)))
                    .findFirst()
                    .map(Finding::help)
                    .orElse(null);
            if (then == null) {
                return brought(finding, judged(new Trial(text, finding))).isEmpty()
                        ? with(
                                finding,
                                Help.words("what " + other.rule() + " says of " + other.subject() + " helps here, too"))
                        : finding;
            }
        }
        for (Help.Way way : then == null ? List.<Help.Way>of() : then.ways()) {
            Outcome outcome = way.edits().isEmpty() ? null : outcome(finding, way);
            if (outcome != null && outcome.edits() != null) {
                return withFirst(finding, outcome.edits());
            }
        }
        return finding;
    }

    /** Other edits in the place of the first way that can be pasted. */
    private static Finding withFirst(Finding finding, List<Edit> edits) {
        List<Help.Way> ways = new ArrayList<>(finding.help().ways());
        int first = ways.indexOf(pasted(finding));
        ways.set(first, new Help.Way(edits, ways.get(first).words()));
        return with(finding, new Help(ways));
    }

    /** What cannot stand beside the help of another is said in words, and that. */
    private static Finding instead(Finding finding, Finding other) {
        Help.Way first = pasted(finding);
        List<Help.Way> ways = finding.help().ways().stream()
                .map(way -> way != first
                        ? way
                        : new Help.Way(
                                List.of(),
                                new Help(List.of(way)).text(finding.subject()) + ", instead of what " + other.rule()
                                        + " says of " + other.subject()))
                .toList();
        return with(finding, new Help(ways));
    }

    /** Without a second way that others' first ways collide with. */
    private static Finding withoutOthers(Finding finding, List<Finding> writers) {
        Help.Way first = isPasted(finding) ? pasted(finding) : null;
        List<Help.Way> ways = finding.help().ways().stream()
                .filter(way -> way.edits().isEmpty()
                        || way == first
                        || writers.stream()
                                .noneMatch(
                                        writer -> !what(writer).equals(what(finding)) && collide(way, pasted(writer))))
                .toList();
        return ways.size() == finding.help().ways().size() ? finding : with(finding, new Help(ways));
    }

    /** The first way that can be pasted. */
    private static Help.Way pasted(Finding finding) {
        return finding.help().ways().stream()
                .filter(way -> !way.edits().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private static Finding with(Finding finding, Help help) {
        return new Finding(
                finding.rule(), finding.severity(), finding.subject(), finding.place(), finding.message(), help);
    }

    private static boolean isPasted(Finding finding) {
        return finding.help() != null
                && finding.help().ways().stream().anyMatch(way -> !way.edits().isEmpty());
    }

    private Finding tried(Finding finding) {
        List<Help.Way> ways = new ArrayList<>();
        List<Help.Way> refused = new ArrayList<>();
        List<Help.Way> bringing = new ArrayList<>();
        for (Help.Way way : finding.help().ways()) {
            Outcome outcome = way.edits().isEmpty() ? null : outcome(finding, way);
            if (outcome == null) {
                ways.add(way);
            } else if (outcome.edits() != null) {
                ways.add(outcome.edits().equals(way.edits()) ? way : new Help.Way(outcome.edits(), way.words()));
            } else {
                refused.add(inWords(finding, way, outcome));
                if (!outcome.brought().isEmpty()) {
                    bringing.add(inWords(finding, way, outcome));
                }
            }
        }
        if (ways.isEmpty()) {
            ways.addAll(refused);
        } else if (ways.stream().allMatch(way -> way.edits().isEmpty())) {
            // What was meant first is not lost for what is said beside it.
            ways.addAll(0, bringing);
        }
        return with(finding, new Help(ways));
    }

    private static Help.Way inWords(Finding finding, Help.Way way, Outcome outcome) {
        String text = new Help(List.of(way)).text(finding.subject());
        return new Help.Way(
                List.of(),
                outcome.brought().isEmpty()
                        ? text + ", and see to what is left then"
                        : text + ", and see to `" + String.join("`, `", outcome.brought()) + "` then");
    }

    private Outcome outcome(Finding finding, Help.Way way) {
        List<Edit> edits = new ArrayList<>(way.edits());
        Set<String> followed = new HashSet<>();
        while (true) {
            List<Finding> now = judged(finding, new Help.Way(edits, null));
            if (now == null || isLeft(finding, now)) {
                return new Outcome(null, Set.of());
            }
            List<Finding> brought = brought(finding, now);
            if (brought.isEmpty()) {
                return new Outcome(List.copyOf(edits), Set.of());
            }
            List<Edit> more = followed.size() < MOST_STEPS ? next(brought, followed) : List.of();
            if (more.isEmpty()) {
                Set<String> rules = new TreeSet<>();
                brought.forEach(one -> rules.add(one.rule()));
                return new Outcome(null, rules);
            }
            more.forEach(edit -> add(edits, edit));
        }
    }

    private boolean isLeft(Finding finding, List<Finding> now) {
        return now.stream().filter(one -> what(one).equals(what(finding))).count() >= counts.get(what(finding));
    }

    /** What changes a line that the way writes anyway, changes it there. */
    private static void add(List<Edit> edits, Edit edit) {
        for (int i = 0; i < edits.size(); i++) {
            if (edit instanceof Edit.Put put
                    && put.instead() == null
                    && edits.get(i) instanceof Edit.Put there
                    && put.path().size() >= there.path().size()
                    && put.path().subList(0, there.path().size()).equals(there.path())) {
                edits.set(i, new Edit.Put(there.path(), Pasted.into(there, put), there.instead()));
                return;
            }
        }
        edits.add(edit);
    }

    /** The first help of what was brought that can be pasted behind the rest. */
    private static List<Edit> next(List<Finding> brought, Set<String> followed) {
        for (Finding one : brought) {
            for (Help.Way way :
                    one.help() == null ? List.<Help.Way>of() : one.help().ways()) {
                // A word is found by its place, and that is another one by now.
                if (!way.edits().isEmpty()
                        && way.edits().stream()
                                .allMatch(edit -> edit instanceof Edit.Put || edit instanceof Edit.Remove)
                        && followed.add(what(one))) {
                    return way.edits();
                }
            }
        }
        return List.of();
    }

    private List<Finding> judged(Finding finding, Help.Way way) {
        try {
            return judged(new Trial(file.after(finding, way), finding));
        } catch (RuntimeException cannotBePasted) {
            return null;
        }
    }

    /** The same change is proposed by several findings at times. */
    private List<Finding> judged(Trial trial) {
        List<Finding> known = trials.get(trial);
        if (known == null) {
            known = Linter.grave(Reader.read(new Source(source.name(), trial.text())), trial.advice());
            trials.put(trial, known);
        }
        return known;
    }

    /** The errors and warnings that were not there before. */
    private List<Finding> brought(Finding mended, List<Finding> now) {
        Map<String, Integer> left = new HashMap<>(counts);
        return now.stream()
                .filter(one -> one.severity() != Severity.ADVICE
                        && !isRevealed(mended, one)
                        && left.merge(what(one), -1, Integer::sum) < 0)
                .toList();
    }

    /**
     * What was so before and could not be judged: a pattern that another error kept from being compiled, indexes while a
     * pattern has no plan.
     */
    private boolean isRevealed(Finding mended, Finding now) {
        boolean wasUnjudged = before.stream()
                .anyMatch(one -> one.isError()
                        && (now.rule().equals("unused-index")
                                || one.subject().equals(now.subject())
                                        && !one.subject().equals(mended.subject())));
        boolean isAboutVolume = mended.isError() && ABOUT_VOLUME.contains(now.rule());
        // Whether the owner is asked for or returned can be said only once there is one.
        boolean isAboutOwner =
                mended.rule().equals("owner-missing") && now.rule().startsWith("owner-");
        return wasUnjudged || isAboutVolume || isAboutOwner;
    }

    private static String what(Finding finding) {
        return finding.rule() + " @" + finding.subject();
    }
}
