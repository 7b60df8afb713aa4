package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Copies are what their origin is after the write, whatever kind of attribute it is and whatever kind of write. */
class FanOutTest {

    private static final String DOCS = """
            design: docs
            tables:
              main: { key: { partition: pk, sort: sk }, stream: both }
            entities:
              Shelf:
                key: { pk: "SHELF#{shelfId}", sk: META }
                attributes: { shelfId: string, made: { type: integer, default: 0, read-only: true } }
              Doc:
                key: { pk: "DOC#{docId}", sk: LATEST }
                version: version
                soft-delete: { flag: isDeleted, at: deletedAt, reason: why }
                attributes:
                  docId:     string
                  shelfId:   { type: string, references: Shelf }
                  number:    { type: integer, generate: { sequence: Shelf.made, max: 999 } }
                  text:      { type: string, normalise: [trim] }
                  copied:    { type: string, derive: text }
                  label:     { type: string, derive: "{docId}-{version:03}" }
                  hash:      { type: string, hash-of: [text] }
                  id:        { type: ulid, generate: ulid }
                  plan:      { type: string, default: free }
                  views:     { type: integer, default: 0 }
                  notes:     { type: list of string, max-items: 9 }
                  tags:      { type: set of string, max-items: 9 }
                  version:   integer
                  createdAt: { type: timestamp, set: on-create }
                  changedAt: { type: timestamp, set: on-write }
                  changedBy: { type: string, set: on-write }
                  isDeleted: flag
                  deletedAt: { type: timestamp, set: on-delete }
                  why:       string
              Copy:
                key: { pk: "COPY#{docId}", sk: COPY }
                from: { entity: Doc }
                attributes: ATTRIBUTES
              Past:
                key: { pk: "PAST#{docId}", sk: "V#{version:08}" }
                from: { entity: Doc }
                attributes: ATTRIBUTES
              Tagged:
                key: { pk: "TAG#{tag}", sk: "DOC#{docId}" }
                from: { entity: Doc, each: tags, as: tag }
                attributes: { tag: string, docId: string, version: integer, changedAt: timestamp }
              Recent:
                key: { pk: RECENT, sk: "{changedAt}#{docId}" }
                from: { entity: Doc }
                attributes: { docId: string, changedAt: timestamp, version: integer }
            patterns:
              shelve:  { create: Shelf }
              make:    { create: Doc }
              save:    { put: Doc }
              see:     { put: Doc, detect: hash }
              edit:    { update: Doc, by: docId, change: [text, plan, notes, tags] }
              same:    { update: Doc, by: docId, change: [text], detect: hash }
              setPlan: { update: Doc, by: docId, set: { plan: pro } }
              view:    { update: Doc, by: docId, add: { views: 1 } }
              note:    { update: Doc, by: docId, append: [notes] }
              unnote:  { update: Doc, by: docId, remove: [notes] }
              tag:     { update: Doc, by: docId, append: [tags] }
              untag:   { update: Doc, by: docId, remove: [tags] }
              touch:   { update: Doc, by: docId }
              drop:    { delete: Doc, by: docId }
              erase:   { delete: Doc, by: docId, hard: true }
              restore: { restore: Doc, by: docId }
              doc:     { get: Doc, by: docId }
              past:    { list: Past, by: docId, order: "version descending" }
            """.replace(
                    "ATTRIBUTES",
                    "{ docId: string, shelfId: string, number: integer, text: string, copied: string, label: string, hash: string, id: ulid,"
                            + " plan: string, views: integer, notes: list of string, tags: set of string, version: integer,"
                            + " createdAt: timestamp, changedAt: timestamp, changedBy: string, isDeleted: flag, deletedAt: timestamp,"
                            + " why: string }");

    private final Bench bench = new Bench(DOCS);

    private Map<String, String> item(String key) {
        return bench.items().get(key);
    }

    /** The origin, its copy and the youngest of its history are alike; what was there of the history still is. */
    private void alike(int version) {
        Map<String, String> doc = item("DOC#d LATEST");
        assertThat(doc).containsEntry("version", String.valueOf(version));
        assertThat(doc).containsEntry("label", "d-%03d".formatted(version));
        assertThat(item("COPY#d COPY")).isEqualTo(doc);
        assertThat(item("PAST#d V#%08d".formatted(version))).isEqualTo(doc);
        assertThat(bench.items().keySet().stream().filter(key -> key.startsWith("PAST#d")))
                .hasSize(version);
        assertThat(bench.items().keySet().stream().filter(key -> key.startsWith("RECENT")))
                .containsExactly("RECENT " + doc.get("changedAt") + "#d");
        bench.items().forEach((key, tagged) -> {
            if (key.startsWith("TAG#")) {
                assertThat(tagged)
                        .containsEntry("version", String.valueOf(version))
                        .containsEntry("changedAt", doc.get("changedAt"));
            }
        });
    }

    private void step(int version, String pattern, Object... arguments) {
        bench.pass(Duration.ofMinutes(1));
        bench.run(pattern, arguments);
        alike(version);
    }

    @Test
    void copiesExpireWithTheirOrigin() {
        Bench bench = new Bench("""
                design: t
                tables:
                  main: { key: { partition: pk, sort: sk }, expiry: ttl }
                entities:
                  Hold:
                    key: { pk: "HOTEL#{hotelId}", sk: "HOLD#{holdId}" }
                    expiry: 4 seconds after createdAt
                    attributes:
                      hotelId: string
                      holdId: { type: ulid, generate: ulid, read-only: true }
                      tags: { type: list of string, max-items: 10, distinct: true }
                      createdAt: { type: timestamp, set: on-create }
                  HoldTag:
                    key: { pk: "TAG#{tag}", sk: "{hotelId}#{holdId}" }
                    expiry: 4 seconds after createdAt
                    from: { entity: Hold, each: tags, as: tag }
                    attributes: { tag: string, hotelId: string, holdId: ulid, createdAt: timestamp }
                patterns:
                  add: { create: Hold }
                  tagged: { list: HoldTag, by: tag }
                  taggedCount: { count: HoldTag, by: tag }
                """);
        bench.run("add", Map.of("hotelId", "h", "tags", List.of("a")));
        assertThat(bench.read("tagged", "tag", "a").items()).hasSize(1);
        bench.pass(Duration.ofSeconds(5));
        assertThat(bench.read("tagged", "tag", "a").items()).isEmpty();
        assertThat(bench.read("taggedCount", "tag", "a").count()).isZero();
    }

    @Test
    void aCopyIsWhatItsOriginIsAfterEveryKindOfWrite() {
        bench.run("shelve", "shelfId", "s");
        step(1, "make", "docId", "d", "shelfId", "s", "text", " one ", "tags", List.of("a", "b"));
        assertThat(item("COPY#d COPY")).containsEntry("text", "one").containsEntry("number", "1");
        step(2, "edit", "docId", "d", "text", "two");
        step(3, "setPlan", "docId", "d");
        step(4, "view", "docId", "d");
        step(5, "note", "docId", "d", "notes", List.of("x", "y"));
        step(6, "unnote", "docId", "d", "notes", List.of("x"));
        step(7, "tag", "docId", "d", "tags", List.of("c"));
        step(8, "untag", "docId", "d", "tags", List.of("a"));
        assertThat(bench.items()).containsKeys("TAG#b DOC#d", "TAG#c DOC#d").doesNotContainKey("TAG#a DOC#d");
        step(9, "touch", "docId", "d");
        step(10, "save", "docId", "d", "shelfId", "s", "text", "three", "tags", List.of("b"));
        step(11, "see", "docId", "d", "shelfId", "s", "text", "four", "tags", List.of("b"));
        step(12, "unnote", "docId", "d");
        step(13, "same", "docId", "d", "text", "five");
        Map<String, Map<String, String>> before = new TreeMap<>(bench.items());
        bench.pass(Duration.ofMinutes(1));
        assertThat(bench.run("same", "docId", "d", "text", "five").outcome()).isEqualTo(Written.Outcome.UNCHANGED);
        assertThat(bench.run("see", "docId", "d", "shelfId", "s", "text", "five")
                        .outcome())
                .isEqualTo(Written.Outcome.UNCHANGED);
        assertThat(bench.items()).isEqualTo(before);
    }

    @Test
    void aMarkedItemLeavesItsCopiesButNotItsHistory() {
        bench.run("shelve", "shelfId", "s");
        bench.run("make", "docId", "d", "shelfId", "s", "text", "one", "tags", List.of("a"));
        bench.pass(Duration.ofMinutes(1));
        bench.run("drop", "docId", "d", "why", "old");
        assertThat(bench.items())
                .containsOnlyKeys("SHELF#s META", "DOC#d LATEST", "PAST#d V#00000001", "PAST#d V#00000002");
        assertThat(item("PAST#d V#00000002"))
                .isEqualTo(item("DOC#d LATEST"))
                .containsEntry("isDeleted", "1")
                .containsEntry("why", "old");
        bench.pass(Duration.ofMinutes(1));
        bench.run("restore", "docId", "d");
        alike(3);
        assertThat(bench.items()).containsKey("TAG#a DOC#d");
        bench.run("erase", "docId", "d");
        assertThat(bench.items())
                .containsOnlyKeys("SHELF#s META", "PAST#d V#00000001", "PAST#d V#00000002", "PAST#d V#00000003");
    }

    @Test
    void aHistoryIsNeverOverwritten() {
        bench.run("shelve", "shelfId", "s");
        bench.run("make", "docId", "d", "shelfId", "s", "text", "one");
        bench.run("erase", "docId", "d");
        refused(Rule.ALREADY_EXISTS, "Past", () -> bench.run("make", "docId", "d", "shelfId", "s", "text", "again"));
        assertThat(item("PAST#d V#00000001")).containsEntry("text", "one");
    }

    @Test
    void anAnswerShowsWhatIsStoredAfterTheWrite() {
        bench.run("shelve", "shelfId", "s");
        bench.run("make", "docId", "d", "shelfId", "s", "text", "one");
        Written edited = bench.run("edit", "docId", "d", "text", "two");
        assertThat(edited.values()).containsEntry("version", 2L).containsEntry("label", "d-002");
        Written put = bench.run("save", "docId", "d", "shelfId", "s", "text", "three");
        assertThat(put.values()).containsEntry("version", 3L).containsEntry("label", "d-003");
        assertThat(bench.read("doc", "docId", "d").items().get(0).values()).isEqualTo(put.values());
        assertThat(bench.read("past", "docId", "d").items())
                .extracting(found -> found.values().get("version"))
                .containsExactly(3L, 2L, 1L);
    }

    /** Such items were never written, and nobody was told. */
    @Test
    void copiesAreNotCopiedAgain() {
        Compiled compiled =
                Compiler.compile(Reader.read(new Source("tags.yaml", """
                design: tags
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes: { postId: string, tags: list of string, langs: list of string }
                  PostTag:
                    key: { pk: "TAG#{tag}", sk: "POST#{postId}" }
                    from: { entity: Post, each: tags, as: tag }
                    attributes: { tag: string, postId: string, langs: list of string }
                  PostTagLang:
                    key: { pk: "LANG#{tag}#{lang}", sk: "POST#{postId}" }
                    from: { entity: PostTag, each: langs, as: lang }
                    attributes: { tag: string, lang: string, postId: string }
                """)).design());
        assertThat(compiled.findings())
                .extracting(Finding::rule, Finding::message)
                .containsExactly(
                        tuple(
                                "copy-without-source",
                                "PostTagLang is made from PostTag, which is itself made from Post, and copies are not copied again"));
    }
}
