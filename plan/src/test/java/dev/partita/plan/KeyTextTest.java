package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.Seed;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Utf8;
import dev.partita.plan.internal.key.KeyText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyTextTest {

    private static final Instant NOON = Instant.parse("2024-06-29T12:00:00Z");

    private final Map<String, Attribute> attributes = Map.of(
            "a", attribute("a", Type.Simple.STRING),
            "b", attribute("b", Type.Simple.STRING),
            "n", attribute("n", Type.Simple.INTEGER),
            "on", attribute("on", Type.Simple.FLAG),
            "is", attribute("is", Type.Simple.BOOLEAN),
            "t", attribute("t", Type.Simple.TIMESTAMP),
            "ms", attribute("ms", Type.Simple.TIMESTAMP_MILLIS),
            "e", attribute("e", Type.Simple.EPOCH_SECONDS));

    @Test
    void aSeparatorInAValueIsEscapedAndOtherValuesKeepTheirLook() {
        KeyText key = key(var("a"), "#", var("b"));
        assertThat(key.value(Map.of("a", "x", "b", "y"))).isEqualTo(s("x#y"));
        assertThat(key.value(Map.of("a", "x#", "b", "y"))).isEqualTo(s("x%23#y"));
        assertThat(key.value(Map.of("a", "100%", "b", "50% of 2%3"))).isEqualTo(s("100%#50% of 2%3"));
        assertThat(key.value(Map.of("a", "%23", "b", "%25"))).isEqualTo(s("%2523#%2525"));
    }

    @Test
    void aLoneAttributeIsNeverEscaped() {
        assertThat(key(var("a")).value(Map.of("a", "x#y%23"))).isEqualTo(s("x#y%23"));
    }

    @Test
    void anAbsentOrEmptyPartGivesNoKey() {
        KeyText key = key("P#", var("a"), "#", var("b"));
        assertThat(key.value(Map.of("a", "x"))).isNull();
        assertThat(key.value(Map.of("a", "x", "b", ""))).isNull();
    }

    @Test
    void whatCannotBeCountedDownIsToldItsBounds() {
        String times = "has to lie between 1970-01-01T00:00:00Z and 2286-11-20T17:46:39Z";
        for (String name : List.of("t", "e", "ms")) {
            KeyText key = key(var(name, Kind.NEWEST_FIRST, 0));
            for (String outside : List.of("1969-12-31T23:59:59Z", "2286-11-20T17:46:40Z")) {
                assertThatThrownBy(() -> key.value(Map.of(name, Instant.parse(outside))))
                        .isInstanceOf(KeyText.Unfit.class)
                        .hasMessageContaining(times);
            }
            assertThat(key.value(Map.of(name, Instant.EPOCH))).isNotNull();
            assertThat(key.value(Map.of(name, Instant.parse("2286-11-20T17:46:39Z"))))
                    .isNotNull();
        }
        KeyText number = key(var("n", Kind.NEWEST_FIRST, 0));
        assertThatThrownBy(() -> number.value(Map.of("n", -1L)))
                .isInstanceOf(KeyText.Unfit.class)
                .hasMessageContaining("has to lie between 0 and 9999999999");
    }

    @Test
    void everyFormatWritesWhatTheLanguageSays() {
        check("00042", 42L, var("n", Kind.PAD, 5));
        check("1", true, var("on"));
        check("false", false, var("is"));
        check("2024-06-29T12:00:00Z", NOON, var("t"));
        check("1719662400", NOON, var("e"));
        check("8280337599", NOON, var("t", Kind.NEWEST_FIRST, 0));
        check("8280337599", NOON, var("e", Kind.NEWEST_FIRST, 0));
        check("8280337599499", NOON.plusMillis(500), var("ms", Kind.NEWEST_FIRST, 0));
        check("2024-06-29", NOON, var("t", Kind.DATE, 0));
        check("2024-06-29", LocalDate.parse("2024-06-29"), var("t", Kind.DATE, 0));
        check("2024-06", NOON, var("t", Kind.MONTH, 0));
        check("2024", NOON, var("t", Kind.YEAR, 0));
        check("2024-06-29T12", NOON, var("t", Kind.HOUR, 0));
        check("abc", "AbC", var("a", Kind.LOWER, 0));
        check("ABC", "AbC", var("a", Kind.UPPER, 0));
        check("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc", var("a", Kind.HASH, 0));
        check("x%23y", "x#y", var("a"));
        check("x#y", "x#y", var("a", Kind.RAW, 0));
        assertThat(text(key("K", var("a", Kind.SHARD, 16)), Map.of("a", "abc"))).matches("K(0[0-9]|1[0-5])");
    }

    @Test
    void aDayBeginsWhereTheDesignSays() {
        KeyText key = new KeyTextFixture(attributes, "#", ZoneId.of("Asia/Seoul"))
                .key("pk", template("D#", var("t", Kind.DATE, 0)));
        assertThat(text(key, Map.of("t", Instant.parse("2024-06-29T16:00:00Z"))))
                .isEqualTo("D#2024-06-30");
    }

    @Test
    void aNumberTooWideForItsPaddingIsRefused() {
        assertThatThrownBy(() -> key("TC#", var("n", Kind.PAD, 5)).value(Map.of("n", 100000L)))
                .isInstanceOf(KeyText.Unfit.class)
                .hasMessage("does not fit a key of 5 digits");
    }

    @Test
    void aLongValueIsShortenedOnlyWhenTheKeyWouldPassItsLimit() {
        KeyText key = key("URL#", var("a", Kind.SHORTEN, 0));
        String fits = "x".repeat(1020);
        assertThat(text(key, Map.of("a", fits))).isEqualTo("URL#" + fits);
        String first = text(key, Map.of("a", "é".repeat(600) + "1"));
        String second = text(key, Map.of("a", "é".repeat(600) + "2"));
        assertThat(first).startsWith("URL#" + "é".repeat(450) + "#sha256:").isNotEqualTo(second);
        assertThat(Utf8.length(first)).isLessThanOrEqualTo(1024);
        assertThat(key.parse(s(first)))
                .hasValueSatisfying(values -> assertThat(values).isEmpty());
    }

    @Test
    void valuesAreReadBackFromAKey() {
        KeyText key = key("P#", var("a"), "#", var("n", Kind.PAD, 5), "#", var("t", Kind.NEWEST_FIRST, 0));
        Map<String, Object> values = Map.of("a", "x#%23", "n", 7L, "t", NOON);
        assertThat(key.parse(key.value(values))).contains(new HashMap<>(values));
        assertThat(key.parse(s("Q#x#00007#8280337599"))).isEmpty();
        assertThat(key.parse(s("P#x#y#00007#8280337599"))).isEmpty();
    }

    @Test
    void keysAreInvertibleAndInjectiveForAnyValues() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        KeyText key = key("P#", var("a"), "#", var("b"));
        Map<AttributeValue, Map<String, Object>> seen = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            Map<String, Object> values = Map.of("a", nasty(random), "b", nasty(random));
            AttributeValue text = key.value(values);
            assertThat(key.parse(text)).as("seed %s: %s", seed, text).contains(new HashMap<>(values));
            Map<String, Object> other = seen.put(text, values);
            assertThat(other == null || other.equals(values))
                    .as("seed %s: %s", seed, text)
                    .isTrue();
        }
    }

    @Test
    void paddedNumbersAndTimesSortAsTheirValues() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        KeyText padded = key("K#", var("n", Kind.PAD, 7));
        KeyText times = key("K#", var("ms"));
        KeyText newest = key("K#", var("ms", Kind.NEWEST_FIRST, 0));
        for (int i = 0; i < 5_000; i++) {
            long x = random.nextInt(10_000_000);
            long y = random.nextInt(10_000_000);
            assertThat(Integer.signum(Utf8.compare(text(padded, Map.of("n", x)), text(padded, Map.of("n", y)))))
                    .as("seed %s: %d, %d", seed, x, y)
                    .isEqualTo(Long.compare(x, y));
            Instant earlier = Instant.ofEpochMilli(random.nextLong(9_999_999_999_999L));
            Instant later = Instant.ofEpochMilli(random.nextLong(9_999_999_999_999L));
            int order = Integer.signum(earlier.compareTo(later));
            assertThat(Integer.signum(
                            Utf8.compare(text(times, Map.of("ms", earlier)), text(times, Map.of("ms", later)))))
                    .as("seed %s: %s, %s", seed, earlier, later)
                    .isEqualTo(order);
            assertThat(Integer.signum(
                            Utf8.compare(text(newest, Map.of("ms", earlier)), text(newest, Map.of("ms", later)))))
                    .as("seed %s: %s, %s", seed, earlier, later)
                    .isEqualTo(-order);
        }
    }

    private static String nasty(Random random) {
        String[] pieces = {"#", "%", "2", "3", "5", "%23", "%25", "a", "é", "😀", " ", "\n"};
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    private void check(String expected, Object value, Template.Variable variable) {
        assertThat(text(key("K#", variable), Map.of(variable.attribute(), value)))
                .isEqualTo("K#" + expected);
    }

    private static String text(KeyText key, Map<String, Object> values) {
        return ((AttributeValue.S) key.value(values)).value();
    }

    private KeyText key(Object... parts) {
        return new KeyTextFixture(attributes, "#", ZoneId.of("UTC")).key("sk", template(parts));
    }

    private static AttributeValue s(String text) {
        return new AttributeValue.S(text);
    }

    private static Template.Variable var(String attribute) {
        return new Template.Variable(attribute, List.of(), Place.START);
    }

    private static Template.Variable var(String attribute, Kind kind, int number) {
        return new Template.Variable(attribute, List.of(new Format(kind, number)), Place.START);
    }

    private static Template template(Object... parts) {
        List<Template.Part> list = new ArrayList<>();
        for (Object part : parts) {
            list.add(part instanceof Template.Part ready ? ready : new Template.Literal((String) part, Place.START));
        }
        return new Template(list.toString(), list, Place.START);
    }

    private static Attribute attribute(String name, Type type) {
        return KeyTextFixture.attribute(name, type);
    }
}
