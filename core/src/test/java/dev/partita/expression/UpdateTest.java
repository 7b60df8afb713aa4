package dev.partita.expression;

import static dev.partita.expression.Sample.b;
import static dev.partita.expression.Sample.bs;
import static dev.partita.expression.Sample.item;
import static dev.partita.expression.Sample.l;
import static dev.partita.expression.Sample.m;
import static dev.partita.expression.Sample.n;
import static dev.partita.expression.Sample.ns;
import static dev.partita.expression.Sample.s;
import static dev.partita.expression.Sample.ss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.Seed;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What updates do to the sample item. */
class UpdateTest {

    private static final String NO_SUCH_ATTRIBUTE =
            "The provided expression refers to an attribute that does not exist in the item";
    private static final String WRONG_TYPE = "An operand in the update expression has an incorrect data type";
    private static final String INVALID_PATH =
            "The document path provided in the update expression is invalid for update";

    @Test
    void setAssigns() {
        check("SET a = :s", "a", s("hello"));
        check("SET s = :n", "s", n("5"));
        check("SET a = m", "a", m("a", n("1"), "b", m("c", s("z"))));
        check("SET a = :n + :n", "a", n("10"));
        check("SET n = n - :one", "n", n("4"));
        check("SET n = (n + :n)", "n", n("10"));
        check("SET a = (n) + (if_not_exists(zz, :n))", "a", n("10"));
        check("SET a = if_not_exists(zz, :s)", "a", s("hello"));
        check("SET a = if_not_exists(n, :s)", "a", n("5"));
        check("SET a = list_append(l, :l)", "a", l(n("1"), s("x"), l(n("2")), n("9")));
        check("SET a = list_append(if_not_exists(zz, :l), :l)", "a", l(n("9"), n("9")));
        check("SET #dot = :s", "x.y", s("hello"));
    }

    @Test
    void readsSeeTheItemAsItWas() {
        check("SET n = n + :n, a = n", "n", n("10"), "a", n("5"));
        check("SET s = n, n = s", "s", n("5"), "n", s("hello"));
        refuses("SET a = :s, b = a", NO_SUCH_ATTRIBUTE);
    }

    @Test
    void setIntoDocuments() {
        check("SET l[0] = :s", "l", l(s("hello"), s("x"), l(n("2"))));
        check("SET l[9] = :s", "l", l(n("1"), s("x"), l(n("2")), s("hello")));
        check("SET l[9] = :s, l[7] = :n, l[8] = :l", "l", l(n("1"), s("x"), l(n("2")), n("5"), l(n("9")), s("hello")));
        check("SET l[3] = l[0]", "l", l(n("1"), s("x"), l(n("2")), n("1")));
        check("SET m.zz = :s", "m", m("a", n("1"), "b", m("c", s("z")), "zz", s("hello")));
        check("SET m.b.c = m.a, m.a = m.b.c", "m", m("a", s("z"), "b", m("c", n("1"))));
        check("SET l[1] = :s REMOVE l[0]", "l", l(s("hello"), l(n("2"))));
        check("SET l[9] = :s REMOVE l[0]", "l", l(s("x"), l(n("2")), s("hello")));
    }

    @Test
    void setNeedsItsParents() {
        refuses("SET zz.a = :s", INVALID_PATH);
        refuses("SET m.zz.y = :s", INVALID_PATH);
        refuses("SET l[9][0] = :s", INVALID_PATH);
        refuses("SET s.a = :s", INVALID_PATH);
        refuses("SET m[0] = :s", INVALID_PATH);
        refuses("SET l.a = :s", INVALID_PATH);
        refuses("SET l[9] = :m, l[3].q = :s", INVALID_PATH);
    }

    @Test
    void operandsMustBeThereAndFit() {
        refuses("SET a = zz", NO_SUCH_ATTRIBUTE);
        refuses("SET a = l[9]", NO_SUCH_ATTRIBUTE);
        refuses("SET a = zz + :n", NO_SUCH_ATTRIBUTE);
        refuses("SET a = if_not_exists(s, zz)", NO_SUCH_ATTRIBUTE);
        refuses("SET a = list_append(zz, :l)", NO_SUCH_ATTRIBUTE);
        refuses("SET a = s + :n", WRONG_TYPE);
        refuses("SET a = list_append(s, :l)", WRONG_TYPE);
        refuses("ADD s :n", WRONG_TYPE);
        refuses("ADD n :ns", WRONG_TYPE);
        refuses("ADD ss :ns", WRONG_TYPE);
        refuses("ADD l[1] :n", WRONG_TYPE);
        refuses("DELETE ss :ns", WRONG_TYPE);
        refuses("DELETE n :ss", WRONG_TYPE);
    }

    @Test
    void aTargetIsRefusedBeforeItsOperands() {
        refuses("SET zz.q = yy", INVALID_PATH);
        refuses("SET n[0] = s + :n", INVALID_PATH);
        refuses("SET a = s + zz", WRONG_TYPE);
        refuses("SET a = zz + s", NO_SUCH_ATTRIBUTE);
        refuses("SET a = s + if_not_exists(yy, zz)", NO_SUCH_ATTRIBUTE);
        refuses("SET a = list_append(s, zz)", WRONG_TYPE);
    }

    @Test
    void arithmeticIsExactOrRefused() {
        Item before = item("a", n("0.1"), "b", n("0.2"), "c", n("99999999999999999999999999999999999999"));
        Item after = Sample.update("SET a = a + b, b = c - :one").apply(before, Sample.KEY);
        assertThat(after.get("a")).isEqualTo(n("0.3"));
        assertThat(after.get("b")).isEqualTo(n("99999999999999999999999999999999999998"));
        refuses(
                "SET n = n + :big",
                "Number overflow. Attempting to store a number with magnitude larger than supported range");
        refuses(
                "ADD n :big",
                "Number overflow. Attempting to store a number with magnitude larger than supported range");
    }

    @Test
    void removeTakesAway() {
        check("REMOVE s", "s", null);
        check("REMOVE a");
        check("REMOVE m.a", "m", m("b", m("c", s("z"))));
        check("REMOVE m.b.c", "m", m("a", n("1"), "b", m()));
        check("REMOVE m.zz");
        check("REMOVE l[0]", "l", l(s("x"), l(n("2"))));
        check("REMOVE l[0], l[1]", "l", l(l(n("2"))));
        check("REMOVE l[1], l[0], l[2][0]", "l", l(l()));
        check("REMOVE l[9]");
        check("REMOVE l[0], m.b, l[1]", "l", l(l(n("2"))), "m", m("a", n("1")));
        refuses("REMOVE zz.a", INVALID_PATH);
        refuses("REMOVE m.zz.y", INVALID_PATH);
        refuses("REMOVE s.a", INVALID_PATH);
        refuses("REMOVE m[0]", INVALID_PATH);
    }

    @Test
    void addCountsAndJoins() {
        check("ADD n :n", "n", n("10"));
        check("ADD zz :n", "zz", n("5"));
        check("ADD ss :ss", "ss", ss("a", "b", "c"));
        check("ADD ns :ns", "ns", ns("1", "2", "3"));
        check("ADD bs :bs");
        check("ADD zz :ss", "zz", ss("a", "c"));
        check("ADD m.a :n", "m", m("a", n("6"), "b", m("c", s("z"))));
        check("ADD m.zz :one", "m", m("a", n("1"), "b", m("c", s("z")), "zz", n("1")));
        check("ADD l[9] :n", "l", l(n("1"), s("x"), l(n("2")), n("5")));
        refuses("ADD zz.a :n", INVALID_PATH);
    }

    @Test
    void deleteTakesMembersAndTheEmptySet() {
        check("DELETE ss :ss", "ss", ss("b"));
        check("DELETE ns :ns", "ns", ns("2"));
        check("DELETE bs :bs", "bs", null);
        check("DELETE zz :ss");
        check("DELETE m.zz :ss");
        refuses("DELETE zz.a :ss", INVALID_PATH);
    }

    @Test
    void aMissingItemIsMadeOfItsKey() {
        assertThat(created("SET a = :s")).isEqualTo(item("pk", s("a"), "sk", n("1"), "a", s("hello")));
        assertThat(created("ADD a :n")).isEqualTo(item("pk", s("a"), "sk", n("1"), "a", n("5")));
        assertThat(created("SET a = pk").get("a")).isEqualTo(s("a"));
        assertThat(created("REMOVE a")).isEqualTo(Sample.KEY);
        assertThat(created("REMOVE a.b, c[0]")).isEqualTo(Sample.KEY);
        assertThat(Update.NOTHING.apply(Item.NONE, Sample.KEY)).isEqualTo(Sample.KEY);
        assertThatThrownBy(() -> created("SET a.b = :s")).hasMessage(INVALID_PATH);
        assertThatThrownBy(() -> created("SET a = b")).hasMessage(NO_SUCH_ATTRIBUTE);
    }

    @Test
    void onlyRemovesTellsWhetherAMissingItemStaysMissing() {
        assertThat(Sample.update("REMOVE a DELETE c :ss").onlyRemoves()).isTrue();
        assertThat(Sample.update("REMOVE a SET c = :s").onlyRemoves()).isFalse();
        assertThat(Sample.update("ADD a :n").onlyRemoves()).isFalse();
        assertThat(Update.NOTHING.onlyRemoves()).isFalse();
    }

    @Test
    void targetsAreKnownByTheirTopLevelName() {
        Update update = Sample.update("SET #s = :s, m.b = n REMOVE l[0], l[1]");
        assertThat(update.targetNames()).containsExactly("s", "m", "l");
        assertThat(update.nestedTargetNames()).containsExactly("m", "l");
        assertThat(Update.NOTHING.targetNames()).isEmpty();
    }

    @Test
    void touchedShowsThePathsAndNothingElse() {
        checkTouched(
                "SET m.b.c = :n, s = :n",
                item("m", m("b", m("c", s("z"))), "s", s("hello")),
                item("m", m("b", m("c", n("5"))), "s", n("5")));
        checkTouched("REMOVE s", item("s", s("hello")), Item.EMPTY);
        checkTouched("REMOVE l[1]", item("l", l(s("x"))), item("l", l(l(n("2")))));
        checkTouched("SET l[9] = :s", Item.EMPTY, Item.EMPTY);
        checkTouched("SET a = :n", Item.EMPTY, item("a", n("5")));
        checkTouched("DELETE bs :bs", item("bs", bs(b(1))), Item.EMPTY);
        assertThat(Update.NOTHING.touched(Sample.ITEM)).isEqualTo(Item.EMPTY);
        assertThat(Sample.update("SET a = :n").touched(Item.NONE)).isEqualTo(Item.EMPTY);
    }

    @Test
    void indexesMeanTheListsAsTheyWere() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 3_000; i++) {
            Map<String, AttributeValue> before = new LinkedHashMap<>();
            Map<String, AttributeValue> after = new LinkedHashMap<>();
            List<String> sets = new ArrayList<>();
            List<String> removes = new ArrayList<>();
            for (String name : List.of("p", "q", "r")) {
                List<AttributeValue> old = new ArrayList<>();
                List<AttributeValue> fresh = new ArrayList<>();
                int length = random.nextInt(5);
                for (int index = 0; index < length + 3; index++) {
                    String path = name + ".deep[" + index + "]";
                    int choice = random.nextInt(3);
                    if (index < length) {
                        old.add(AttributeValue.N.of(index));
                    }
                    if (choice == 0) {
                        sets.add(path + " = :s");
                        fresh.add(s("hello"));
                    } else if (choice == 1) {
                        removes.add(path);
                    } else if (index < length) {
                        fresh.add(AttributeValue.N.of(index));
                    }
                }
                before.put(name, m("deep", new AttributeValue.L(old)));
                after.put(name, m("deep", new AttributeValue.L(fresh)));
            }
            Collections.shuffle(sets, random);
            Collections.shuffle(removes, random);
            String text = (sets.isEmpty() ? "" : "SET " + String.join(", ", sets))
                    + (removes.isEmpty() ? "" : " REMOVE " + String.join(", ", removes));
            if (!text.isEmpty()) {
                assertThat(Sample.update(text).apply(Item.of(before), Sample.KEY))
                        .as("seed " + seed + ": " + text + " on " + before)
                        .isEqualTo(Item.of(after));
            }
        }
    }

    private static void check(String text, Object... changes) {
        Map<String, AttributeValue> expected = new LinkedHashMap<>(Sample.ITEM.toMap());
        for (int i = 0; i < changes.length; i += 2) {
            if (changes[i + 1] == null) {
                expected.remove((String) changes[i]);
            } else {
                expected.put((String) changes[i], (AttributeValue) changes[i + 1]);
            }
        }
        Item after = Sample.update(text).apply(Sample.ITEM, Sample.KEY);
        assertThat(after).as(text).isEqualTo(Item.of(expected));
        assertThat(after.sizeBytes()).isEqualTo(Item.of(expected).sizeBytes());
    }

    private static void refuses(String text, String message) {
        Update update = Sample.update(text);
        assertThatThrownBy(() -> update.apply(Sample.ITEM, Sample.KEY))
                .as(text)
                .isInstanceOf(ApiException.class)
                .hasMessage(message);
    }

    private static Item created(String text) {
        return Sample.update(text).apply(Item.NONE, Sample.KEY);
    }

    private static void checkTouched(String text, Item old, Item fresh) {
        Update update = Sample.update(text);
        assertThat(update.touched(Sample.ITEM)).as(text).isEqualTo(old);
        assertThat(update.touched(update.apply(Sample.ITEM, Sample.KEY)))
                .as(text)
                .isEqualTo(fresh);
    }
}
