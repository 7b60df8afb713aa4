package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pasted;
import dev.partita.design.Reader;
import dev.partita.design.Severity;
import dev.partita.design.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Help is pasted as it is printed: the finding is gone then, and no error and no warning has come. */
class PasteTest {

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
                        "comparison-never-holds",
                        "costly-scan",
                        "count-reads-everything",
                        "deleted-items-fill-pages",
                        "each-without-values",
                        "expires-too-soon",
                        "filter-discards-most",
                        "gather-not-served",
                        "hot-counter",
                        "hot-partition",
                        "illegal-name",
                        "index-key-two-templates",
                        "index-keys-invalid",
                        "item-can-pass-its-limit",
                        "key-named-after-field",
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
                        "number-unsortable-as-text",
                        "one-way-relation",
                        "owner-list-not-by-owner",
                        "partition-key-not-exact",
                        "prefix-matches-other-entity",
                        "read-your-write-through-index",
                        "reserved-word-stored",
                        "sample-does-not-fit",
                        "scan-without-reason",
                        "shard-asked-alone",
                        "single-value-partition",
                        "sort-key-repeats-partition",
                        "tenant-chosen-by-caller",
                        "then-not-served",
                        "through-not-served",
                        "time-bucket-partition",
                        "too-many-indexes",
                        "transaction-touches-item-twice",
                        "unbounded-collection-with-local-index");
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
        List<Finding> now = lint(after);
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

    static List<Finding> lint(String design) {
        return Linter.lint(Reader.read(new Source("test.yaml", design)));
    }
}
