package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Design.Ignore;
import dev.partita.design.Reading;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges a design by every rule: what reading and compiling it found, then the rules, then what {@code ignore:} accepts.
 *
 * <p>Where the file could not be understood the model has holes, and rules would complain about the holes. So whatever
 * belongs to something with a reader's error is not judged until that is mended.
 */
public final class Linter {

    static final String UNUSED_IGNORE = "unused-ignore";
    static final String RULE_FAILED = "rule-failed";

    private static final String REMOVE = "remove the ignore";

    private static final Comparator<Finding> BY_PLACE = Comparator.comparing(Finding::place)
            .thenComparing(Finding::severity)
            .thenComparing(Finding::rule)
            .thenComparing(Finding::message);

    /** All findings of a file, in its order. */
    public static List<Finding> lint(Reading reading) {
        return lint(reading, reading.design() == null ? null : Compiler.compile(reading.design()));
    }

    /** The same, of a design that was compiled before. {@code compiled} is null when there was nothing to compile. */
    public static List<Finding> lint(Reading reading, Compiled compiled) {
        return tried(reading, untried(reading, compiled));
    }

    /** Findings of a file, all or those that are to be shown, with help that was tried. */
    public static List<Finding> tried(Reading reading, List<Finding> findings) {
        return TriedHelp.of(reading.source(), findings);
    }

    /** The same, with help as the rules propose it: many times faster where there is much to help with, and not to be shown. */
    public static List<Finding> untried(Reading reading, Compiled compiled) {
        return lint(reading, compiled, Rules.ALL);
    }

    static List<Finding> untried(Reading reading) {
        return untried(reading, reading.design() == null ? null : Compiler.compile(reading.design()));
    }

    /** All errors and warnings, and what the rule {@code advice} has to say: enough to judge a change. */
    static List<Finding> grave(Reading reading, String advice) {
        if (reading.design() == null) {
            return reading.findings();
        }
        // An ignore that finds nothing to ignore is a warning, so what it names is looked for as well.
        Set<String> named =
                reading.design().ignores().stream().map(Ignore::rule).collect(Collectors.toSet());
        named.add(advice);
        Stream<Rule> rules = Rules.BY_ID.entrySet().stream()
                .filter(entry -> entry.getValue().severity() != Severity.ADVICE || named.contains(entry.getKey()))
                .map(Map.Entry::getValue);
        return lint(reading, Compiler.compile(reading.design()), rules);
    }

    static List<Finding> lint(Reading reading, Compiled compiled, List<Rule> rules) {
        // Rules only look; side by side they are loaded and run in half the time, which a first check feels.
        return lint(reading, compiled, rules.parallelStream());
    }

    private static List<Finding> lint(Reading reading, Compiled compiled, Stream<Rule> rules) {
        Set<Finding> findings = new LinkedHashSet<>(reading.findings());
        if (compiled != null) {
            Set<String> broken = brokenSubjects(reading);
            List<Finding> judged = new ArrayList<>(compiled.findings());
            rules.map(rule -> findingsOf(rule, compiled, reading.isClean()))
                    .toList()
                    .forEach(judged::addAll);
            judged.removeIf(finding -> broken.contains(head(finding.subject()))
                    || finding.rule().equals(Compiler.FAILED) && !reading.isClean());
            findings.addAll(judged);
        }
        List<Finding> kept =
                new ArrayList<>(reading.design() == null ? findings : withoutIgnored(findings, reading.design()));
        kept.sort(BY_PLACE);
        return kept;
    }

    // A rule that fails must not keep the author from the findings of the others.
    private static List<Finding> findingsOf(Rule rule, Compiled compiled, boolean clean) {
        try {
            return rule.check(compiled).toList();
        } catch (RuntimeException failure) {
            return clean ? List.of(failed(rule, compiled.design(), failure)) : List.of();
        }
    }

    private static Finding failed(Rule rule, Design design, RuntimeException failure) {
        return new Finding(
                RULE_FAILED,
                Severity.WARNING,
                design.name(),
                Place.START,
                "the rule " + rule.id() + " could not be checked (" + failure + "); this is a fault of Partita",
                "report it, with the design if you can");
    }

    /** What has a reader's error, and what hangs on it: the entities of a table, the patterns of an entity. */
    private static Set<String> brokenSubjects(Reading reading) {
        Set<String> broken = reading.findings().stream()
                .filter(Finding::isError)
                .map(finding -> head(finding.subject()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Design design = reading.design();
        design.entities().values().stream()
                .filter(entity -> entity.table() == null || broken.contains(entity.table()))
                .forEach(entity -> broken.add(entity.name()));
        design.patterns().values().stream()
                .filter(pattern -> pattern.entities().stream().anyMatch(broken::contains))
                .forEach(pattern -> broken.add(pattern.name()));
        return broken;
    }

    private static String head(String subject) {
        if (subject == null) {
            return "";
        }
        int dot = subject.indexOf('.');
        return dot < 0 ? subject : subject.substring(0, dot);
    }

    private static Set<Finding> withoutIgnored(Set<Finding> findings, Design design) {
        Set<Finding> kept = new LinkedHashSet<>(findings);
        for (Ignore ignore : design.ignores()) {
            List<Finding> matching =
                    findings.stream().filter(f -> matches(ignore, f)).toList();
            if (matching.isEmpty()) {
                kept.add(unused(ignore, whyNothing(ignore), whatInstead(ignore)));
            } else if (matching.stream().anyMatch(Finding::isError)) {
                // What cannot work does not begin to work because somebody has a reason for it.
                kept.add(unused(ignore, ignore.rule() + " is an error, and errors cannot be ignored", REMOVE));
            }
            if (ignore.reason() != null && !ignore.reason().isBlank()) {
                matching.stream().filter(f -> !f.isError()).forEach(kept::remove);
            }
        }
        return kept;
    }

    /** Whether the finding is about what the ignore names, or something inside it. */
    private static boolean matches(Ignore ignore, Finding finding) {
        if (!finding.rule().equals(ignore.rule())) {
            return false;
        }
        String subject = finding.subject();
        return ignore.at() == null
                || subject != null && (subject.equals(ignore.at()) || subject.startsWith(ignore.at() + "."));
    }

    private static String whyNothing(Ignore ignore) {
        Optional<Rule> successor = Rules.successor(ignore.rule());
        if (successor.isPresent()) {
            return ignore.rule() + " is no rule any more: " + successor.get().id() + " finds what it found";
        }
        Optional<String> reason = Rules.whyDropped(ignore.rule());
        if (reason.isPresent()) {
            return ignore.rule() + " is no rule any more: " + reason.get();
        }
        if (Rules.find(ignore.rule()).isEmpty()) {
            return "there is no rule " + ignore.rule();
        }
        return "nothing to ignore: " + (ignore.at() == null ? "the design" : ignore.at()) + " has no finding "
                + ignore.rule();
    }

    private static String whatInstead(Ignore ignore) {
        String nearest = Rules.find(ignore.rule()).isPresent()
                        || Rules.successor(ignore.rule()).isPresent()
                        || Rules.whyDropped(ignore.rule()).isPresent()
                ? null
                : Spelling.nearest(
                        ignore.rule(), Rules.ALL.stream().map(Rule::id).toList());
        return nearest == null ? REMOVE : "did you mean `" + nearest + "`?";
    }

    private static Finding unused(Ignore ignore, String message, String advice) {
        return new Finding(
                UNUSED_IGNORE, Severity.WARNING, ignore.at(), ignore.node().placeOf("rule"), message, advice);
    }

    private Linter() {}
}
