package dev.partita.plan.internal.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One value cannot stand for two things: where two arguments of a pattern have one name, check says so. */
class ArgumentNamesTest {

    @Test
    void twoSpansOfTimeOfOneKind() {
        assertThat(errors("list: Task, by: [madeAt:date, dueAt:date]"))
                .containsExactly(
                        "the argument date would be both madeAt:date and dueAt:date, and a caller gives it once");
    }

    @Test
    void aBoundThatIsCalledAsAnAttribute() {
        assertThat(errors("list: Task, by: [madeAt:date, rankFrom], range: rank"))
                .containsExactly(
                        "the argument rankFrom would be both rankFrom and a bound of the range, and a caller gives it once");
    }

    @Test
    void aNewValueThatIsCalledAsAnAttribute() {
        assertThat(errors("update: Task, by: email, change: [email, newEmail]"))
                .containsExactly(
                        "the argument newEmail would be both the new email and newEmail, and a caller gives it once");
    }

    @Test
    void aConditionMayUseWhatIsGivenIfItIsOfTheSameType() {
        assertThat(errors("list: Task, by: [madeAt:date], where: \"rank = :date\""))
                .containsExactly(
                        "the argument date would be both madeAt:date and :date of the condition, and a caller gives it once");
        assertThat(errors("list: Task, by: [madeAt:date], where: \"day = :date\""))
                .isEmpty();
    }

    @Test
    void whatPagesAreAskedFor() {
        assertThat(errors("list: Task, by: [madeAt:date], where: \"rank = :limit\""))
                .containsExactly(
                        "the argument limit would be both :limit of the condition and what every list takes to go on"
                                + " page by page, and a caller gives it once");
        assertThat(errors("count: Task, by: [madeAt:date], where: \"rank = :limit\""))
                .isEmpty();
    }

    private static List<String> errors(String pattern) {
        String design = """
                design: desk
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Task:
                    key: { pk: "MADE#{madeAt:date}", sk: "DUE#{dueAt:date}#{taskId}" }
                    attributes:
                      taskId: { type: ulid, generate: ulid }
                      madeAt: { type: timestamp, required: true }
                      dueAt: { type: timestamp, required: true }
                      rank: integer
                      rankFrom: integer
                      day: date
                      email: { type: string, unique: true }
                      newEmail: string
                patterns:
                  add: { create: Task }
                  tested: { %s }
                """.formatted(pattern);
        return Compiler.compile(Reader.read(new Source("t.yaml", design)).design()).findings().stream()
                .filter(finding -> finding.rule().equals(CompilerRule.ARGUMENT_NAMED_TWICE.id()))
                .map(Finding::message)
                .toList();
    }
}
