package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.Seed;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.json.JsonText;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Bcrypt;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CodecTest {

    private static final String THINGS = """
            design: things
            tables:
              main:
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  byCode: { partition: code, projection: all }
                  byDay: { partition: dayKey, sort: daySort, projection: all }
            types:
              Colour: { enum: [red, green] }
              Shade: { enum: [dark], open: true }
              Part: { record: { size: { type: integer, stored: s, required: true }, name: { type: string, default: none } } }
            entities:
              Thing:
                type: THING
                key: { pk: "THING#{id}", sk: META }
                byDay: { when: isOn, dayKey: "{at:date}", daySort: "{at}#{id}" }
                expiry: 1 day after at
                attributes:
                  id: { type: string, store: false, length: ..3000 }
                  code: { type: string, prefix: "C#" }
                  n: { type: integer, range: -5..5 }
                  d: { type: decimal }
                  isOn: { type: flag, stored: on }
                  isTrue: { type: boolean }
                  bytes: { type: binary }
                  at: { type: timestamp }
                  atMillis: { type: timestamp-millis }
                  seconds: { type: epoch-seconds }
                  millis: { type: epoch-millis }
                  day: { type: date }
                  iso: { type: iso-time }
                  ulid: { type: ulid }
                  uuid: { type: uuid }
                  colour: { type: Colour }
                  shade: { type: Shade }
                  list: { type: list of integer, max-items: 3, distinct: true }
                  names: { type: set of string }
                  numbers: { type: set of integer }
                  parts: { type: list of Part }
                  lookup: { type: map of decimal }
                  free: { type: map }
                  any: { type: any }
                  url: { type: string, normalise: [url] }
                  host: { type: string, normalise: [domain] }
                  short: { type: string, length: 2..4, pattern: "[a-z😀]*" }
                  error: { type: string, absent: null }
                  secret: { type: password, cost: 4, hidden: true }
            """;

    private final Design design = Reader.read(new Source("things.yaml", THINGS)).design();
    private final Codec codec = new Codec(design, design.entities().get("Thing"));
    private final RunContext surroundings =
            new RunContext(Clock.fixed(Bench.START, ZoneOffset.UTC), new Ids(new Random(1)), Map.of(), null);

    private Map<String, Object> values(Object... pairs) {
        Map<String, Object> given = Bench.map(pairs);
        given.putIfAbsent("id", "1");
        return new Inputs(codec).create(given, surroundings);
    }

    private Item item(Object... pairs) {
        return codec.encode(values(pairs));
    }

    private void stores(String attribute, Object given, String json, Object logical) {
        Map<String, Object> values = values(attribute, given);
        // Without a declared type a value is what the caller made of it.
        if (!List.of("free", "any").contains(attribute)) {
            assertThat(values).as("what a write answers is what a read answers").containsEntry(attribute, logical);
        }
        Item item = codec.encode(values);
        String stored =
                design.entities().get("Thing").attributes().get(attribute).stored();
        assertThat(JsonText.of(item.get(stored))).isEqualTo(json);
        assertThat(codec.decode(item)).containsEntry(attribute, logical);
    }

    @Test
    void everyTypeIsStoredExactlyAndReadBack() {
        Instant noon = Instant.parse("2024-06-29T12:00:00Z");
        stores("n", "-5", "{\"N\":\"-5\"}", -5L);
        stores("n", 5.0, "{\"N\":\"5\"}", 5L);
        stores("d", "012.500", "{\"N\":\"12.5\"}", new BigDecimal("12.5"));
        stores("d", new BigDecimal("1e3"), "{\"N\":\"1000\"}", new BigDecimal("1000"));
        stores("isOn", "true", "{\"N\":\"1\"}", true);
        stores("isOn", 0, "{\"N\":\"0\"}", false);
        stores("isTrue", 1, "{\"BOOL\":true}", true);
        stores("bytes", "AQI=", "{\"B\":\"AQI=\"}", Bytes.of(new byte[] {1, 2}));
        stores("at", "2024-06-29T14:00:00.999+02:00", "{\"S\":\"2024-06-29T12:00:00Z\"}", noon);
        stores("atMillis", noon, "{\"S\":\"2024-06-29T12:00:00.000Z\"}", noon);
        stores("seconds", "1719662400", "{\"N\":\"1719662400\"}", noon);
        stores("seconds", "2024-06-29T12:00:00Z", "{\"N\":\"1719662400\"}", noon);
        stores("millis", 1719662400123L, "{\"N\":\"1719662400123\"}", noon.plusMillis(123));
        stores("day", "2024-06-29", "{\"S\":\"2024-06-29\"}", LocalDate.parse("2024-06-29"));
        stores("day", "2024-06-29T23:00:00Z", "{\"S\":\"2024-06-29\"}", LocalDate.parse("2024-06-29"));
        stores(
                "iso",
                "2024-06-29T12:00:00.5+02:00",
                "{\"S\":\"2024-06-29T12:00:00.5+02:00\"}",
                "2024-06-29T12:00:00.5+02:00");
        stores(
                "uuid",
                "00000000-0000-4000-8000-00000000000A",
                "{\"S\":\"00000000-0000-4000-8000-00000000000a\"}",
                "00000000-0000-4000-8000-00000000000a");
        stores("shade", "light", "{\"S\":\"light\"}", "light");
        stores("code", "7", "{\"S\":\"C#7\"}", "7");
        stores("list", List.of(2, "1"), "{\"L\":[{\"N\":\"2\"},{\"N\":\"1\"}]}", List.of(2L, 1L));
        stores("names", List.of("b", "a", "b"), "{\"SS\":[\"a\",\"b\"]}", Set.of("a", "b"));
        stores("numbers", List.of(10, 9), "{\"NS\":[\"9\",\"10\"]}", Set.of(9L, 10L));
        stores(
                "parts",
                List.of(Map.of("size", 3)),
                "{\"L\":[{\"M\":{\"name\":{\"S\":\"none\"},\"s\":{\"N\":\"3\"}}}]}",
                List.of(Map.of("size", 3L, "name", "none")));
        stores("lookup", Map.of("x", "1.50"), "{\"M\":{\"x\":{\"N\":\"1.5\"}}}", Map.of("x", new BigDecimal("1.5")));
        stores(
                "free",
                Map.of("a", List.of(1, true, "x")),
                "{\"M\":{\"a\":{\"L\":[{\"N\":\"1\"},{\"BOOL\":true},{\"S\":\"x\"}]}}}",
                Map.of("a", List.of(1L, true, "x")));
        stores("any", Arrays.asList("x", null), "{\"L\":[{\"S\":\"x\"},{\"NULL\":true}]}", Arrays.asList("x", null));
        stores("url", " HTTP://Example.COM:80/A?b#c", "{\"S\":\"http://example.com/A?b\"}", "http://example.com/A?b");
        stores("host", "https://Bücher.example:8080/x", "{\"S\":\"xn--bcher-kva.example\"}", "xn--bcher-kva.example");
        stores("short", "😀a", "{\"S\":\"😀a\"}", "😀a");
    }

    @Test
    void everythingWrongIsNamedAtOnce() {
        InvalidValues invalid = catchThrowableOfType(
                InvalidValues.class,
                () -> values(
                        "n",
                        6,
                        "d",
                        "twelve",
                        "isOn",
                        "yes",
                        "at",
                        "yesterday",
                        "day",
                        "2023-02-29",
                        "colour",
                        "blue",
                        "list",
                        List.of(1, 1, 1, 1),
                        "parts",
                        List.of(Map.of("name", "x"), "y"),
                        "short",
                        "ABCDE",
                        "ulid",
                        "no",
                        "bytes",
                        "?",
                        "names",
                        "a",
                        "lookup",
                        List.of(),
                        "numbers",
                        List.of("x")));
        assertThat(invalid.violations())
                .extracting(Violation::toString)
                .containsExactlyInAnyOrder(
                        "Thing.n = 6 must be at most 5",
                        "Thing.d = 'twelve' is not a decimal",
                        "Thing.isOn = 'yes' is not a flag",
                        "Thing.bytes = '?' is not a binary",
                        "Thing.at = 'yesterday' is not a timestamp",
                        "Thing.day = '2023-02-29' is not a date",
                        "Thing.ulid = 'no' is not a ulid",
                        "Thing.colour = 'blue' is not one of red, green",
                        "Thing.list = '4 elements' has more than 3",
                        "Thing.list = [1, 1, 1, 1] has an element twice",
                        "Thing.names = 'a' is not a list",
                        "Thing.numbers[0] = 'x' is not an integer",
                        "Thing.parts[0].size is required",
                        "Thing.parts[1] = 'y' is not a Part",
                        "Thing.lookup = [] is not a map of decimal",
                        "Thing.short = 'ABCDE' must have at most 4 characters",
                        "Thing.short = 'ABCDE' does not match [a-z😀]*");
    }

    @Test
    void keysTypeExpiryAndIndexKeysAreMadeHereOnly() {
        assertThat(item("id", "a#b", "at", "2024-06-29T12:00:00Z", "isOn", true).toMap())
                .containsEntry("pk", new AttributeValue.S("THING#a%23b"))
                .containsEntry("sk", new AttributeValue.S("META"))
                .containsEntry("et", new AttributeValue.S("THING"))
                .containsEntry("ttl", AttributeValue.N.of(1719748800))
                .containsEntry("dayKey", new AttributeValue.S("2024-06-29"))
                .containsEntry("daySort", new AttributeValue.S("2024-06-29T12:00:00Z#a%23b"))
                .containsEntry("error", AttributeValue.Null.NULL)
                .doesNotContainKey("id");
        assertThat(item("at", "2024-06-29T12:00:00Z", "isOn", false).toMap()).doesNotContainKeys("dayKey", "daySort");
        assertThat(item("isOn", true).toMap()).doesNotContainKeys("dayKey", "daySort", "ttl");
    }

    @Test
    void valuesThatOnlyTheKeyHoldsAreReadFromIt() {
        assertThat(codec.decode(item("id", "a#b"))).containsEntry("id", "a#b");
    }

    @Test
    void whatOthersWroteIsReadAsItIs() {
        Item odd = Item.of(Map.of(
                "pk",
                new AttributeValue.S("THING#1"),
                "sk",
                new AttributeValue.S("META"),
                "n",
                new AttributeValue.S("many"),
                "at",
                AttributeValue.N.of(5),
                "code",
                new AttributeValue.S("bare"),
                "list",
                new AttributeValue.S("x"),
                "stranger",
                new AttributeValue.S("?")));
        assertThat(codec.decode(odd))
                .containsEntry("n", "many")
                .containsEntry("at", 5L)
                .containsEntry("code", "bare")
                .containsEntry("list", "x")
                .doesNotContainKey("stranger");
    }

    @Test
    void aPasswordIsHashedOnceAndHidden() {
        Map<String, Object> values = values("secret", "open sesame");
        assertThat((String) values.get("secret")).startsWith("$2a$04$");
        assertThat(Bcrypt.matches("open sesame", (String) values.get("secret"))).isTrue();
        assertThat(codec.visible(values)).doesNotContainKey("secret");
        assertThat(new Inputs(codec).adopt(values, surroundings)).containsEntry("secret", values.get("secret"));
    }

    @Test
    void anItemThatIsTooLargeIsRefusedBeforeItIsSent() {
        InvalidValues invalid =
                catchThrowableOfType(InvalidValues.class, () -> item("iso", null, "any", "x".repeat(409_600)));
        assertThat(invalid.violations()).extracting(Violation::rule).containsExactly("size");
    }

    @Test
    void aMemberWithoutANameIsRefusedBeforeItIsSent() {
        for (Object value : List.of(Map.of("", 1), Map.of("deep", List.of(Map.of("", 1))))) {
            for (String attribute : List.of("free", "any")) {
                InvalidValues invalid = catchThrowableOfType(InvalidValues.class, () -> item(attribute, value));
                assertThat(invalid).hasMessageContaining("has a member without a name");
            }
        }
        InvalidValues invalid = catchThrowableOfType(InvalidValues.class, () -> item("lookup", Map.of("", 1)));
        assertThat(invalid).hasMessageContaining("has a member without a name");
    }

    @Test
    void aKeyThatIsTooLongIsRefusedBeforeItIsSent() {
        InvalidValues invalid = catchThrowableOfType(InvalidValues.class, () -> item("id", "x".repeat(2043)));
        assertThat(invalid).hasMessage("Thing.pk is longer than 2048 bytes");
    }

    @Test
    void anEmptyKeyPartIsMissing() {
        InvalidValues invalid = catchThrowableOfType(InvalidValues.class, () -> values("id", ""));
        assertThat(invalid).hasMessage("Thing.id is required");
    }

    @Test
    void whatIsStoredIsWhatIsReadForAnyValues() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 500; i++) {
            Map<String, Object> given = new LinkedHashMap<>();
            given.put("id", text(random) + "x");
            given.put("n", (long) random.nextInt(11) - 5);
            given.put("d", new BigDecimal(random.nextInt()).movePointLeft(random.nextInt(9)));
            given.put("isOn", random.nextBoolean());
            given.put("atMillis", Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L)));
            given.put("at", Instant.ofEpochSecond(random.nextLong(4_000_000_000L)));
            given.put("day", LocalDate.ofEpochDay(random.nextInt(40_000)));
            given.put("code", text(random) + "#");
            given.put("names", new LinkedHashSet<>(List.of(text(random), "é")));
            given.put("list", new ArrayList<>(List.of((long) random.nextInt())));
            given.put("any", new ArrayList<>(List.of(text(random), random.nextInt(9) + 0L)));
            Map<String, Object> values = new Inputs(codec).create(given, surroundings);
            Item item = codec.encode(values);
            Map<String, Object> read = codec.decode(item);
            assertThat(codec.encode(read)).as("seed %s: %s", seed, given).isEqualTo(item);
            assertThat(((BigDecimal) read.get("d")).compareTo((BigDecimal) given.get("d")))
                    .isZero();
            read.remove("d");
            given.remove("d");
            assertThat(read).as("seed %s", seed).containsAllEntriesOf(given);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append("#%a2é😀"
                    .codePoints()
                    .mapToObj(Character::toString)
                    .toList()
                    .get(random.nextInt(6)));
        }
        return text.toString();
    }
}
