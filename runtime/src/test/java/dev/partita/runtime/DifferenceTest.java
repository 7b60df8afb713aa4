package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.item.Bytes;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** An item as it was read and as it should be: of every type, with and without a version, from nothing and to nothing. */
class DifferenceTest {

    private static final String DESIGN = """
            design: things
            tables:
              main: { name: things, key: { partition: pk, sort: sk } }
            entities:
              Thing:
                key: { pk: "THING#{thingId}", sk: THING }
                attributes:
                  thingId:  string
                  text:     { type: string, as: t, normalise: [trim, lower] }
                  number:   integer
                  price:    decimal
                  truth:    boolean
                  mark:     flag
                  bytes:    binary
                  moment:   timestamp
                  millis:   timestamp-millis
                  second:   epoch-seconds
                  milli:    epoch-millis
                  day:      date
                  iso:      iso-time
                  ulid:     ulid
                  uuid:     uuid
                  choice:   { enum: [a, b] }
                  fallback: { enum: [a, b, c], default: c }
                  texts:    list of string
                  tags:     set of string
                  numbers:  set of integer
                  counts:   map of integer
                  place:    { record: { street: string, zip: integer } }
                  places:   { type: list of map }
                  free:     map
                  anything: any
                  count:    { type: integer, default: 0 }
                  madeAt:   { type: timestamp, set: on-create }
                  fixed:    string
              Page:
                key: { pk: "PAGE#{pageId}", sk: PAGE }
                version: version
                attributes:
                  pageId:  string
                  title:   string
                  hits:    { type: integer, default: 0 }
                  version: { type: integer, read-only: true }
            patterns:
              thing:    { get: Thing, by: thingId, consistency: strong }
              putThing: { put: Thing }
              edit:
                update: Thing
                by: thingId
                change: [text, number, price, truth, mark, bytes, moment, millis, second, milli, day, iso, ulid, uuid, choice, fallback, texts, tags,
                         numbers, counts, place, places, free, anything]
                add: [count]
              retitle:  { update: Thing, by: thingId, change: [text, number], require: [text] }
              page:     { get: Page, by: pageId, consistency: strong }
              putPage:  { put: Page }
              editPage: { update: Page, by: pageId, change: [title] }
            """;

    private static final Map<String, List<Object>> VALUES = new LinkedHashMap<>();

    static {
        VALUES.put("text", List.of("one", "two"));
        VALUES.put("number", List.of(1, -7));
        VALUES.put("price", List.of("1.50", "99999999999999999999.01"));
        VALUES.put("truth", List.of(true, false));
        VALUES.put("mark", List.of(true, false));
        VALUES.put("bytes", List.of(Bytes.of(new byte[] {1, 2}), Bytes.of(new byte[] {2})));
        VALUES.put("moment", List.of("2024-05-01T00:00:00Z", "2025-05-01T12:34:56Z"));
        VALUES.put("millis", List.of("2024-05-01T00:00:00.001Z", "2025-05-01T12:34:56.789Z"));
        VALUES.put("second", List.of(1_700_000_000L, 1_800_000_000L));
        VALUES.put("milli", List.of(1_700_000_000_001L, 1_800_000_000_002L));
        VALUES.put("day", List.of("2024-02-29", "2025-03-01"));
        VALUES.put("iso", List.of("2024-05-01T00:00:00+02:00", "2025-05-01T00:00:00Z"));
        VALUES.put("ulid", List.of("01JN8EPY6DJF3PK9XG3M1EPJZH", "01JN8CZ869TGE071W5SA138WWC"));
        VALUES.put("uuid", List.of("7f1b6a0e-6a44-4c9b-9a53-3b6f3f1f0a11", "8f1b6a0e-6a44-4c9b-9a53-3b6f3f1f0a11"));
        VALUES.put("choice", List.of("a", "b"));
        VALUES.put("fallback", List.of("a", "c"));
        VALUES.put("texts", List.of(List.of("x", "y"), List.of("y", "x")));
        VALUES.put("tags", List.of(Set.of("x", "y"), Set.of("z")));
        VALUES.put("numbers", List.of(Set.of(1, 10), Set.of(2)));
        VALUES.put("counts", List.of(Map.of("a", 1), Map.of("a", 2, "b", 3)));
        VALUES.put("place", List.of(Map.of("street", "s", "zip", 1), Map.of("street", "t")));
        VALUES.put("places", List.of(List.of(Map.of("a", 1)), List.of()));
        VALUES.put("free", List.of(Map.of("a", List.of(1, "x")), Map.of("b", true)));
        VALUES.put("anything", List.of("x", List.of(1, 2)));
    }

    private final Partita partita = Partita.inMemory();
    private final Database database = Database.builder(
                    Reader.read(new Source("things.yaml", DESIGN)).design(), partita.endpoint())
            .build();

    DifferenceTest() {
        database.createTables();
    }

    @AfterEach
    void close() {
        partita.close();
    }

    @TestFactory
    List<DynamicTest> everyTypeIsChangedAsItWasReadAndRefusedWhenItIsLate() {
        return VALUES.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> change(
                                entry.getKey(),
                                entry.getValue().get(0),
                                entry.getValue().get(1))))
                .toList();
    }

    private void change(String name, Object one, Object other) {
        Map<String, Object> first = put(name, one);
        Map<String, Object> second = put(name, other);
        Map<String, Object> nothing = put(name, null);
        List<Map<String, Object>> states = List.of(first, second, nothing);
        for (Map<String, Object> before : states) {
            for (Map<String, Object> after : states) {
                put(name, before.get(name));
                assertThat(save(before, after))
                        .as("%s to %s", before.get(name), after.get(name))
                        .isEqualTo(after);
                for (Map<String, Object> read : states) {
                    for (Map<String, Object> wanted : states) {
                        if (!read.equals(after) && !read.equals(wanted) && !isDefaultOf(read, after)) {
                            refused(read, wanted, after);
                        }
                    }
                }
            }
        }
    }

    /** What is stored is {@code stored}: nobody who read something else may change it. */
    private void refused(Map<String, Object> read, Map<String, Object> wanted, Map<String, Object> stored) {
        assertThatThrownBy(() -> save(read, wanted))
                .as("%s", read)
                .isInstanceOfSatisfying(
                        WriteRefused.class, e -> assertThat(e.rule()).isEqualTo(Rule.VERSION_CHANGED));
        assertThat(thing()).isEqualTo(stored);
    }

    /** A value that is the default reads the same where there is none. */
    private static boolean isDefaultOf(Map<String, Object> read, Map<String, Object> stored) {
        return "c".equals(read.get("fallback")) && stored.get("fallback") == null;
    }

    @Test
    void whatIsCountedGetsTheDifferenceAddedHoweverLateItIs() {
        Map<String, Object> read = put("count", 5);
        save(read, with(read, "count", 8L));
        save(read, with(read, "count", 4L));
        assertThat(thing()).containsEntry("count", 7L);
        assertThatThrownBy(() -> save(read, with(read, "count", null)))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Thing.count is counted, and cannot be taken away");
    }

    @Test
    void whatThePatternDoesNotChangeMustNotDiffer() {
        Map<String, Object> read = put("fixed", "x");
        assertThatThrownBy(() -> save(read, with(with(read, "fixed", "y"), "thingId", "z")))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Thing.thingId = 'z' is not what edit changes: only text, number")
                .hasMessageContaining("Thing.fixed = 'y' is not what edit changes");
        assertThatThrownBy(() -> save(read, with(read, "fixed", null))).isInstanceOf(InvalidValues.class);
        assertThat(save(read, with(with(read, "madeAt", null), "text", "new"))).containsKey("madeAt");
    }

    /** What every call has to give goes along, and would take back what another wrote meanwhile. */
    @Test
    void whatIsRequiredAndDoesNotDifferIsNotWrittenOverWhatAnotherWrote() {
        put("text", "first");
        Map<String, Object> read = thing();
        database.write("retitle", with(Map.of("thingId", "1"), "text", "second"))
                .run();
        Write<Written> late = database.write("retitle", Map.of("thingId", "1"));
        late.change(read, with(read, "number", 3L));
        assertThatThrownBy(late::run).isInstanceOfSatisfying(WriteRefused.class, e -> assertThat(e.rule())
                .isEqualTo(Rule.VERSION_CHANGED));
        assertThat(thing()).containsEntry("text", "second").doesNotContainKey("number");
    }

    @Test
    void theVersionOfTheOtherRecordDoesNotMatter() {
        database.write("putPage", Map.of("pageId", "1", "title", "One")).run();
        Map<String, Object> read = page();
        assertThat(savePage(read, with(with(read, "version", 9L), "title", "Two")))
                .containsEntry("version", 2L);
    }

    @Test
    void aVersionGuardsAllOfAnItem() {
        database.write("putPage", Map.of("pageId", "1", "title", "One")).run();
        Map<String, Object> read = page();
        assertThat(savePage(read, with(read, "title", "Two"))).containsEntry("version", 2L);
        assertThatThrownBy(() -> savePage(read, with(read, "title", "Three")))
                .isInstanceOfSatisfying(
                        WriteRefused.class, e -> assertThat(e.rule()).isEqualTo(Rule.VERSION_CHANGED));
        assertThatThrownBy(() -> savePage(with(read, "version", null), with(read, "title", "Three")))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Page.version is not known");
        assertThat(page()).containsEntry("title", "Two").containsEntry("version", 2L);
    }

    @Test
    void anItemThatIsGoneIsNotMade() {
        Map<String, Object> read = Map.of("thingId", "gone", "text", "a");
        assertThatThrownBy(() -> save(read, with(read, "text", "b")))
                .isInstanceOfSatisfying(
                        WriteRefused.class, e -> assertThat(e.rule()).isEqualTo(Rule.NOT_FOUND));
    }

    private Map<String, Object> put(String name, Object value) {
        Map<String, Object> values = new LinkedHashMap<>(Map.of("thingId", "1"));
        if (value != null) {
            values.put(name, value);
        }
        database.write("putThing", values).run();
        return thing();
    }

    private Map<String, Object> save(Map<String, Object> old, Map<String, Object> changed) {
        Write<Written> write = database.write("edit", Map.of("thingId", old.get("thingId")));
        write.change(old, changed);
        return write.run().values();
    }

    private Map<String, Object> savePage(Map<String, Object> old, Map<String, Object> changed) {
        Write<Written> write = database.write("editPage", Map.of("pageId", "1"));
        write.change(old, changed);
        return write.run().values();
    }

    private Map<String, Object> thing() {
        return database.read("thing", Map.of("thingId", "1")).one().values();
    }

    private Map<String, Object> page() {
        return database.read("page", Map.of("pageId", "1")).one().values();
    }

    private static Map<String, Object> with(Map<String, Object> values, String name, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(values);
        if (value == null) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        return changed;
    }
}
