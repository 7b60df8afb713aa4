package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds of every rule. */
class RulesTest {

    @Test
    void idsAreKebabCaseAndUnique() {
        Set<String> seen = new HashSet<>();
        for (Rule rule : Rules.ALL) {
            assertThat(rule.id()).matches("[a-z]+(-[a-z0-9]+)+");
            assertThat(seen.add(rule.id())).as(rule.id()).isTrue();
        }
    }

    @Test
    void theListIsSorted() {
        List<String> ids = Rules.ALL.stream().map(Rule::id).toList();
        assertThat(ids).isSorted();
    }

    @Test
    void aRuleIsFoundByItsId() {
        assertThat(Rules.find("strong-read-on-gsi")).containsInstanceOf(StrongReadOnGsi.class);
        assertThat(Rules.find("no-such-rule")).isEmpty();
    }

    @Test
    void explanationsAreSentences() {
        for (Rule rule : Rules.ALL) {
            assertThat(rule.explanation()).as(rule.id()).endsWith(".").hasSizeBetween(60, 700);
        }
    }
}
