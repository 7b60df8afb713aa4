package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Severity;
import dev.partita.lint.rule.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Help is pasted as it is printed: the finding is gone then, and no error and no warning has come. */
class PasteTest {

    private static final int ROUNDS = Integer.getInteger("fuzz.rounds", 200);

    @TestFactory
    Stream<DynamicTest> everyHelpOfARuleIsPastedIntoItsBadDesign() {
        return Rules.ALL.stream()
                .map(rule -> DynamicTest.dynamicTest(rule.id(), () -> wrongOnes(rule.bad(), rule.id())));
    }

    /** Where somebody has to decide first, help is in words. A new one has to have a reason to be here. */
    @Test
    void theseRulesHelpInWordsAlone() {
        List<String> inWords = Rules.ALL.stream()
                .filter(rule -> lint(rule.bad()).stream()
                        .filter(finding -> finding.rule().equals(rule.id()) && finding.help() != null)
                        .flatMap(finding -> finding.help().ways().stream())
                        .allMatch(way -> way.edits().isEmpty()))
                .map(Rule::id)
                .toList();
        assertThat(inWords)
                .containsExactly(
                        "cascade-without-index",
                        "child-outlives-parent",
                        "condition-never-holds",
                        "condition-on-own-number",
                        "copies-overwrite",
                        "copy-without-source",
                        "costly-scan",
                        "count-reads-everything",
                        "deleted-items-fill-pages",
                        "each-without-values",
                        "entity-never-read",
                        "entity-never-written",
                        "expires-too-soon",
                        "filter-discards-most",
                        "gather-not-served",
                        "hidden-value-guessed",
                        "hot-counter",
                        "hot-partition",
                        "id-used-again",
                        "illegal-name",
                        "index-key-two-templates",
                        "index-keys-invalid",
                        "item-can-pass-its-limit",
                        "key-type-mismatch",
                        "large-item-often-written",
                        "launch-peak-over-warm",
                        "limit-nobody-checks",
                        "local-index-is-forever",
                        "long-attribute-names",
                        "low-cardinality-partition",
                        "mixed-naming-styles",
                        "mutable-key-part",
                        "names-differ-in-case",
                        "nobody-can-sign-up",
                        "number-unsortable-as-text",
                        "one-way-relation",
                        "owner-list-not-by-owner",
                        "partition-key-not-exact",
                        "parts-meet-side-by-side",
                        "prefix-matches-other-entity",
                        "quota-of-several-kinds",
                        "read-your-write-through-index",
                        "reserved-word-stored",
                        "role-needs-other-account",
                        "sample-does-not-fit",
                        "scan-without-reason",
                        "shard-asked-alone",
                        "single-value-partition",
                        "sort-key-repeats-partition",
                        "tenant-chosen-by-caller",
                        "then-not-served",
                        "through-not-served",
                        "time-bucket-partition",
                        "together-with-nothing",
                        "too-many-indexes",
                        "transaction-touches-item-twice",
                        "unbounded-collection-with-local-index");
    }

    /** Every design there is, and every help for it: those of other rules' examples, of the docs and of the systems. */
    @Tag("slow")
    @Test
    void everyHelpIsPastedIntoEveryDesignThereIs() throws IOException {
        Map<String, List<String>> wrong = new TreeMap<>();
        int pasted = 0;
        for (String design : Corpus.all()) {
            pasted += paste(design, wrong);
        }
        System.out.println("pasted " + pasted + " helps into the designs there are");
        assertThat(wrong).as(shown(wrong)).isEmpty();
    }

    /** Designs as they are while somebody changes them, as long as they can be read. */
    @Tag("slow")
    @Test
    void everyHelpIsPastedIntoDesignsThatWereChangedByChance() throws IOException {
        List<String> designs = new ArrayList<>(Corpus.docs());
        Rules.ALL.forEach(rule -> designs.addAll(List.of(rule.bad(), MendedExample.of(rule))));
        designs.add(PlantedMistakes.design());
        Reworded reworded = new Reworded(designs);
        Seed seed = Seed.draw();
        Random random = seed.random();
        Map<String, List<String>> wrong = new TreeMap<>();
        int pasted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String design = reworded.next(random);
            if (Reader.read(new Source("test.yaml", design)).isClean()) {
                pasted += paste(design, wrong);
            }
        }
        System.out.println("pasted " + pasted + " helps into changed designs, seed " + seed);
        assertThat(wrong).as("seed " + seed + "\n" + shown(wrong)).isEmpty();
    }

    /** Pastes all there is to paste, and tells what does not hold, by rule. */
    private static int paste(String design, Map<String, List<String>> wrong) {
        int pasted = 0;
        List<Finding> before = lint(design);
        for (Finding finding : before) {
            for (Help.Way way : finding.help() == null
                    ? List.<Help.Way>of()
                    : finding.help().ways()) {
                if (!way.edits().isEmpty()) {
                    pasted++;
                    List<String> found;
                    try {
                        found = wrong(design, before, finding, way);
                    } catch (RuntimeException failure) {
                        found = List.of(failure + "\n" + finding.advice() + "\n" + design);
                    }
                    if (!found.isEmpty()) {
                        wrong.computeIfAbsent(finding.rule(), rule -> new ArrayList<>())
                                .addAll(found);
                    }
                }
            }
        }
        return pasted;
    }

    private static String shown(Map<String, List<String>> wrong) {
        StringBuilder out = new StringBuilder();
        wrong.forEach((rule, all) -> {
            out.append("== ").append(rule).append(' ').append(all.size()).append('\n');
            all.stream().limit(9).forEach(one -> out.append(one).append('\n'));
        });
        return out.toString();
    }

    private static void wrongOnes(String design, String rule) {
        List<String> wrong = new ArrayList<>();
        List<Finding> before = lint(design);
        before.stream()
                .filter(finding -> finding.rule().equals(rule) && finding.help() != null)
                .forEach(finding -> finding.help().ways().stream()
                        .filter(way -> !way.edits().isEmpty())
                        .forEach(way -> wrong.addAll(wrong(design, before, finding, way))));
        assertThat(wrong).as(design).isEmpty();
    }

    /** What does not hold after pasting one way; empty when all is well. */
    static List<String> wrong(String design, List<Finding> before, Finding finding, Help.Way way) {
        String after = Pasted.into(design, finding, way);
        List<Finding> now = Linter.untried(Reader.read(new Source("test.yaml", after)));
        Map<String, Integer> counts = new HashMap<>();
        before.forEach(one -> counts.merge(one.rule() + " @" + one.subject(), 1, Integer::sum));
        List<String> wrong = new ArrayList<>();
        String same = finding.rule() + " @" + finding.subject();
        if (now.stream()
                        .filter(one -> (one.rule() + " @" + one.subject()).equals(same))
                        .count()
                >= counts.get(same)) {
            wrong.add("still there: " + same + " " + finding.message());
        }
        for (Finding one : now) {
            if (one.severity() != Severity.ADVICE
                    && !isRevealed(before, finding, one)
                    && counts.merge(one.rule() + " @" + one.subject(), -1, Integer::sum) < 0) {
                wrong.add("new: " + one.severity().word() + " " + one.rule() + " @" + one.subject() + ": "
                        + one.message());
            }
        }
        if (!wrong.isEmpty()) {
            wrong.add("after pasting: " + finding.advice() + "\n" + after);
        }
        return wrong;
    }

    /**
     * What was so before and could not be judged: a pattern that another error kept from being compiled, indexes while a
     * pattern has no plan. And what no help can know: how many items there are, where the design does not say so.
     */
    private static boolean isRevealed(List<Finding> before, Finding mended, Finding now) {
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

    static List<Finding> lint(String design) {
        return Linter.lint(Reader.read(new Source("test.yaml", design)));
    }
}
