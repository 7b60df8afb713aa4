package dev.partita.expression;

import static dev.partita.expression.Sample.n;
import static dev.partita.expression.Sample.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.expression.KeyCondition.Clause;
import dev.partita.expression.KeyCondition.Operator;
import org.junit.jupiter.api.Test;

/** What a Query asks of keys. */
class KeyConditionTest {

    private static final Clause PK = new Clause("pk", Operator.EQ, s("hello"), null);

    @Test
    void clausesComeInWrittenOrder() {
        check("pk = :s", PK);
        check("sk = :n AND pk = :s", new Clause("sk", Operator.EQ, n("5"), null), PK);
        check("(pk = :s) AND (sk >= :n)", PK, new Clause("sk", Operator.GE, n("5"), null));
        check("((pk = :s) AND sk < :n)", PK, new Clause("sk", Operator.LT, n("5"), null));
        check("pk = :s AND sk BETWEEN :one AND :n", PK, new Clause("sk", Operator.BETWEEN, n("1"), n("5")));
        check("pk = :s AND begins_with(#s, :h)", PK, new Clause("s", Operator.BEGINS_WITH, s("he"), null));
        check(
                "pk = :s AND a = :h AND c > :n",
                PK,
                new Clause("a", Operator.EQ, s("he"), null),
                new Clause("c", Operator.GT, n("5"), null));
    }

    @Test
    void aValueOnTheLeftFlipsTheComparison() {
        check(":s = pk AND :n < sk", PK, new Clause("sk", Operator.GT, n("5"), null));
        check(":n <= sk", new Clause("sk", Operator.GE, n("5"), null));
        check(":n > sk", new Clause("sk", Operator.LT, n("5"), null));
        check(":n >= sk", new Clause("sk", Operator.LE, n("5"), null));
    }

    private static void check(String text, Clause... clauses) {
        assertThat(Parser.keyCondition(text, Sample.placeholders(text)).clauses())
                .as(text)
                .containsExactly(clauses);
    }
}
