package dev.partita.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Item;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What conditions mean, on the sample item. */
class ConditionTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s = :s",
                ":s = s",
                "#s = :s",
                "s <> :h",
                "s <> :n",
                "s > :h",
                "n = :n",
                "n >= :n",
                "n > :one",
                "b > :b",
                "bo = :bo",
                "nu = :nu",
                "zz <> yy",
                "zz <> :n",
                "NOT zz = yy",
                "NOT zz < :n",
                "NOT (ss < m)",
                "n IN (:s, :n)",
                "NOT zz IN (:s)",
                "n BETWEEN :one AND :n",
                "size(s) = :n",
                "size(l) < :n",
                "size(m) < :n",
                "size(ss) < :n",
                "size(b) < :n",
                "size(zz) <> :n",
                "size(n) <> :n",
                "contains(s, :h)",
                "contains(l, :one)",
                "contains(b, :b)",
                "contains(ns, :one)",
                "contains(:s, s)",
                "begins_with(s, :h)",
                "begins_with(b, :b)",
                "attribute_type(s, :tS)",
                "attribute_exists(m.b.c)",
                "attribute_exists(l[0])",
                "attribute_exists(#m.b)",
                "attribute_not_exists(l[9])",
                "attribute_not_exists(#status)",
                "l[0] = :one",
                "l[2][0] > :one",
                "m.b.c <> :s",
                "m.zz <> :s",
                "NOT NOT n = :n",
                "n = :n AND s = :s OR zz = :n",
                "zz = :n OR n = :n AND s = :s",
                "NOT n = :one AND s = :s",
                "NOT (n = :n AND s = :h)",
                "(s) = (:s)",
                "(n = :n) and (not (s = :h) or zz = :n)",
                "s=:s",
                " s\t=\r\n:s ",
                "begins_with (s, :h)"
            })
    void holds(String text) {
        assertThat(Sample.condition(text).holds(Sample.ITEM)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s = :n",
                "s = :h",
                "zz = yy",
                "zz = :s",
                "zz < :s",
                "zz IN (:s)",
                "zz BETWEEN :one AND :n",
                "n BETWEEN :one AND zz",
                "s < :n",
                "ss < m",
                "bo <= nu",
                "bo <> :bo",
                "size(zz) = :n",
                "size(n) = :n",
                "size(s) = :s",
                "contains(ss, :h)",
                "contains(ss, :n)",
                "contains(ss, :ss)",
                "contains(l, :n)",
                "contains(s, :n)",
                "contains(bs, :b)",
                "contains(zz, :n)",
                "contains(:s, zz)",
                "contains(n, :n)",
                "begins_with(zz, :h)",
                "begins_with(n, :h)",
                "begins_with(s, :b)",
                "attribute_type(n, :tS)",
                "attribute_type(zz, :tS)",
                "attribute_exists(m.b.c.d)",
                "attribute_exists(l.a)",
                "attribute_exists(m[0])",
                "attribute_exists(l[9])",
                "attribute_exists(#dot)",
                "m = :m",
                "ss = :ss"
            })
    void doesNotHold(String text) {
        assertThat(Sample.condition(text).holds(Sample.ITEM)).isFalse();
    }

    @Test
    void aMissingItemHasNoKeyEither() {
        assertThat(Sample.condition("attribute_not_exists(pk)").holds(Item.NONE))
                .isTrue();
        assertThat(Sample.condition("attribute_exists(pk)").holds(Item.NONE)).isFalse();
    }

    @Test
    void absentTextAlwaysHolds() {
        assertThat(Parser.condition(null, ExpressionKind.FILTER, new Placeholders(null, null)))
                .isSameAs(Condition.ALWAYS);
        assertThat(Condition.ALWAYS.holds(Item.NONE)).isTrue();
        assertThat(Condition.ALWAYS.attributeNames()).isEmpty();
    }

    @Test
    void attributeNamesAreTopLevelAndResolved() {
        Condition condition = Sample.condition(
                "#s = :s AND (m.b.c <> l[0] OR size(b) IN (n, :n)) AND NOT attribute_exists(#dot) AND zz BETWEEN yy AND :s");
        assertThat(condition.attributeNames()).containsExactly("s", "m", "l", "b", "n", "x.y", "zz", "yy");
    }

    @Test
    void stringsCompareByTheirUtf8Bytes() {
        Item item = Sample.item("high", Sample.s("\uD83D\uDE00"), "low", Sample.s("\uFFFD"));
        assertThat(Sample.condition("high > low").holds(item)).isTrue();
    }

    @Test
    void sizeOfAStringCountsUtf16Units() {
        Item item = Sample.item("smile", Sample.s("\uD83D\uDE00abc"));
        assertThat(Sample.condition("size(smile) = :n").holds(item)).isTrue();
    }
}
