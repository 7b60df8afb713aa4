package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pasted;
import dev.partita.design.Reader;
import dev.partita.design.Severity;
import dev.partita.design.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final String UNTRIED = "; not tried, since so much else is found: check again after it";

    private final Source source;
    private final Pasted file;
    private final List<Finding> before;
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<Trial, List<Finding>> trials = new ConcurrentHashMap<>();

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

    /** Two helps that write the same line differently, such as an index of the same name, cannot both be pasted. */
    private List<Finding> withoutCollisions(List<Finding> tried) {
        Map<List<String>, Finding> writers = new HashMap<>();
        List<Finding> settled = new ArrayList<>();
        for (Finding finding : tried) {
            Set<Finding> others = new LinkedHashSet<>();
            Finding one = finding;
            while (others.addAll(colliding(one, writers)) && others.size() <= MOST_STEPS) {
                one = beside(finding, others);
            }
            Finding writer = one;
            first(one).forEach(put -> writers.putIfAbsent(put.path(), writer));
            settled.add(one);
        }
        return settled;
    }

    private static List<Finding> colliding(Finding finding, Map<List<String>, Finding> writers) {
        return first(finding)
                .flatMap(
                        put -> Optional.ofNullable(writers.get(put.path()))
                                .filter(writer -> first(writer).noneMatch(put::equals))
                                .stream())
                .toList();
    }

    /** The lines of an entity or an index that the first way to be pasted writes. */
    private static Stream<Edit.Put> first(Finding finding) {
        return finding.help() == null
                ? Stream.empty()
                : finding.help().ways().stream()
                        .filter(way -> !way.edits().isEmpty())
                        .limit(1)
                        .flatMap(way -> way.edits().stream())
                        .filter(edit -> edit instanceof Edit.Put put
                                && (put.path().size() == 3 && put.path().get(0).equals("entities")
                                        || put.path().size() == 4
                                                && put.path().get(2).equals("indexes")))
                        .map(Edit.Put.class::cast);
    }

    /** The help of a finding as it is once those of the others have been pasted; one of theirs where that helps both. */
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
                then = new Help(List.of(way));
                break;
            }
        }
        if (then == null || then.ways().get(0).edits().isEmpty()) {
            return finding;
        }
        Outcome outcome = outcome(finding, then.ways().get(0));
        if (outcome.edits() == null) {
            return finding;
        }
        List<Help.Way> ways = new ArrayList<>(finding.help().ways());
        ways.set(0, new Help.Way(outcome.edits(), ways.get(0).words()));
        return with(finding, new Help(ways));
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
            if (now == null
                    || now.stream()
                                    .filter(one -> what(one).equals(what(finding)))
                                    .count()
                            >= counts.get(what(finding))) {
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
     * pattern has no plan. And what no help can know: how many items there are, where the design does not say so.
     */
    private boolean isRevealed(Finding mended, Finding now) {
        boolean wasUnjudged = before.stream()
                .anyMatch(one -> one.isError()
                        && (now.rule().equals("unused-index")
                                || one.subject().equals(now.subject())
                                        && !one.subject().equals(mended.subject())));
        boolean isAboutVolume = mended.isError()
                && List.of("low-cardinality-partition", "single-value-partition", "time-bucket-partition")
                        .contains(now.rule());
        // Whether the owner is asked for or returned can be said only once there is one.
        boolean isAboutOwner =
                mended.rule().equals("owner-missing") && now.rule().startsWith("owner-");
        return wasUnjudged || isAboutVolume || isAboutOwner;
    }

    private static String what(Finding finding) {
        return finding.rule() + " @" + finding.subject();
    }
}
