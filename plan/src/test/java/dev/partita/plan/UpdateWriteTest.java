package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.WriteRefused.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpdateWriteTest {

    private static final String NOTES = """
            design: notes
            tables:
              main:
                name: notes
                key: { partition: pk, sort: sk }
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  byCode: { partition: code, projection: keys }
                  byLevel: { partition: { name: rank, type: number }, projection: keys }
            types:
              Facts: { record: { runs: { type: integer, stored: r }, host: { type: string, stored: h } } }
            entities:
              Note:
                key: { pk: "NOTE#{noteId}", sk: META }
                GSI1: { when: isPublic, gsi1pk: "TOPIC#{topic}", gsi1sk: "{createdAt:newest-first}#{noteId}" }
                version: version
                soft-delete: { flag: isDeleted, at: deletedAt, reason: deletedReason }
                attributes:
                  noteId: { type: string, store: false }
                  slug: { type: string, unique: true }
                  code: { type: string }
                  topic: { type: string, stored: t }
                  isPublic: { type: flag, default: false }
                  title: { type: string, required: true, length: 1..20 }
                  stars: { type: integer, range: 0..5 }
                  rank: { type: integer, derive: stars }
                  hash: { type: string, hash-of: [title, topic] }
                  label: { type: string, derive: "{topic}/{title}" }
                  tags: { type: list of string, default: [], max-items: 3, distinct: true }
                  words: { type: set of string }
                  log: { type: list of string, max-items: 3 }
                  facts: { type: Facts }
                  error: { type: string, absent: null }
                  editor: { type: string }
                  isDeleted: { type: flag, default: false, read-only: true }
                  deletedAt: { type: timestamp, set: on-delete }
                  deletedReason: { type: string }
                  version: { type: integer, read-only: true }
                  createdAt: { type: epoch-seconds, set: on-create }
                  updatedAt: { type: timestamp, set: on-write }
              NoteTag:
                from: { entity: Note, each: tags, as: tag }
                key: { pk: "TAG#{tag}", sk: "{noteId}" }
                attributes:
                  tag: { type: string, store: false }
                  noteId: { type: string, store: false }
                  title: { type: string }
            patterns:
              create: { create: Note }
              createTagged: { create: Note, require: [tags] }
              restoreStarred: { restore: Note, by: noteId, when: "stars > 3" }
              change: { update: Note, by: noteId, change: [topic, isPublic, title, stars, slug, tags, facts, error] }
              publish: { update: Note, by: noteId, set: { isPublic: true, editor: me } }
              retitleBySlug: { update: Note, by: slug, change: [title], require: [title] }
              rename: { update: Note, by: slug, change: [slug], require: [slug] }
              retitleByCode: { update: Note, by: code, change: [title] }
              whenPublic: { update: Note, by: noteId, change: [title], when: "isPublic AND stars >= :least" }
              count: { update: Note, by: noteId, add: { stars: 1 } }
              countBy: { update: Note, by: noteId, add: [stars] }
              log: { update: Note, by: noteId, append: [log] }
              tag: { update: Note, by: noteId, append: [tags, words] }
              untag: { update: Note, by: noteId, remove: [tags, words, log] }
              delete: { delete: Note, by: noteId }
              deleteBySlug: { delete: Note, by: slug }
              erase: { delete: Note, by: noteId, hard: true }
              restore: { restore: Note, by: noteId }
            """;

    private final Bench bench = new Bench(NOTES);

    private void note(Object... more) {
        Map<String, Object> values = Bench.map("noteId", "1", "title", "One", "topic", "java");
        values.putAll(Bench.map(more));
        bench.run("create", values);
        bench.sent();
    }

    private Map<String, String> item() {
        return bench.items().get("NOTE#1 META");
    }

    @Test
    void anUpdateNeverMakesAGhost() {
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("change", "noteId", "1", "title", "x"));
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("publish", "noteId", "1"));
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("log", "noteId", "1", "log", List.of("x")));
        assertThat(bench.items()).isEmpty();
    }

    @Test
    void oneRequestIsEnoughWhereNothingElseFollows() {
        note();
        bench.pass(Duration.ofMinutes(1));
        Written written = bench.run("change", "noteId", "1", "stars", 3);
        assertThat(bench.sent()).containsExactly("UpdateItem");
        assertThat(written.values())
                .containsEntry("stars", 3L)
                .containsEntry("rank", 3L)
                .containsEntry("title", "One")
                .containsEntry("updatedAt", Instant.parse("2024-06-29T12:01:00Z"));
        assertThat(item())
                .containsEntry("stars", "3")
                .containsEntry("rank", "3")
                .containsEntry("version", "2")
                .containsEntry("updatedAt", "2024-06-29T12:01:00Z")
                .containsEntry("createdAt", "1719662400");
    }

    @Test
    void anUpdateOfNothingOnlySaysWhetherItIsThere() {
        note();
        assertThat(bench.run("log", "noteId", "1").values()).containsEntry("title", "One");
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("log", "noteId", "2"));
    }

    @Test
    void indexKeysComeAndGoWithTheirCondition() {
        note();
        assertThat(item()).doesNotContainKeys("gsi1pk", "gsi1sk");
        bench.run("publish", "noteId", "1");
        assertThat(bench.sent()).containsExactly("GetItem", "UpdateItem");
        assertThat(item())
                .containsEntry("gsi1pk", "TOPIC#java")
                .containsEntry("gsi1sk", "8280337599#1")
                .containsEntry("editor", "me-1");
        bench.run("change", "noteId", "1", "topic", "yaml");
        assertThat(item()).containsEntry("gsi1pk", "TOPIC#yaml").containsEntry("label", "yaml/One");
        bench.run("change", "noteId", "1", "isPublic", false);
        assertThat(item()).doesNotContainKeys("gsi1pk", "gsi1sk");
        bench.run("change", "noteId", "1", "isPublic", true, "topic", null);
        assertThat(item()).doesNotContainKeys("gsi1pk", "gsi1sk", "t", "label");
    }

    @Test
    void aChangeBetweenReadAndWriteIsSeen() {
        note("isPublic", true);
        Bench racing = bench;
        Endpoint meddler = new Endpoint() {
            private boolean done;

            @Override
            public Answer call(Request request, Context context) {
                Answer answer = racing.call(request);
                if (request instanceof Request.GetItem && !done) {
                    done = true;
                    racing.run("change", "noteId", "1", "isPublic", false);
                }
                return answer;
            }
        };
        bench.plan("change").run(meddler, Map.of("noteId", "1", "topic", "yaml"), bench.surroundings());
        assertThat(item()).containsEntry("t", "yaml").doesNotContainKeys("gsi1pk", "gsi1sk");
    }

    @Test
    void locksMoveWithTheirValue() {
        note("slug", "one");
        bench.run("create", "noteId", "2", "title", "Two", "slug", "two");
        refused(Rule.NOT_UNIQUE, "Note.slug", () -> bench.run("change", "noteId", "1", "slug", "two"));
        bench.run("change", "noteId", "1", "slug", "uno");
        bench.run("change", "noteId", "2", "slug", "one");
        bench.run("change", "noteId", "2", "slug", "one");
        bench.run("change", "noteId", "1", "slug", null);
        assertThat(bench.items().keySet()).containsExactly("NOTE#1 META", "NOTE#2 META", "NOTE_SLUG#one UNIQUE");
        bench.run("change", "noteId", "1", "slug", "two");
        assertThat(bench.items().keySet()).contains("NOTE_SLUG#two UNIQUE");
    }

    @Test
    void aUniqueAttributeOrAnIndexLeadsToTheItem() {
        note("slug", "one", "code", "c1");
        assertThat(bench.run("retitleBySlug", "slug", "one", "title", "A").values())
                .containsEntry("title", "A");
        assertThat(bench.sent()).startsWith("GetItem");
        assertThat(bench.run("retitleByCode", "code", "c1", "title", "B").values())
                .containsEntry("title", "B");
        assertThat(bench.sent()).startsWith("Query");
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("retitleBySlug", "slug", "two", "title", "A"));
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("retitleByCode", "code", "c2", "title", "A"));
        bench.run("create", "noteId", "2", "title", "Two", "code", "c1");
        refused(Rule.SEVERAL_FOUND, "Note", () -> bench.run("retitleByCode", "code", "c1", "title", "A"));
    }

    @Test
    void whatSaysWhichOneCanItselfBeChanged() {
        note("slug", "one");
        bench.run("rename", "slug", "one", "newSlug", "two");
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("rename", "slug", "one", "newSlug", "three"));
        assertThat(item()).containsEntry("slug", "two");
        assertThat(bench.items()).containsKey("NOTE_SLUG#two UNIQUE").hasSize(2);
    }

    @Test
    void aVersionThatIsGivenMustBeTheOneThatIsThere() {
        note();
        bench.run("change", "noteId", "1", "stars", 1, "version", 1);
        refused(Rule.VERSION_CHANGED, "Note", () -> bench.run("change", "noteId", "1", "stars", 2, "version", 1));
        bench.run("change", "noteId", "1", "stars", 2, "version", "2");
        assertThat(item()).containsEntry("version", "3").containsEntry("stars", "2");
    }

    @Test
    void aConditionOfThePatternIsChecked() {
        note("stars", 2);
        refused(Rule.CONDITION_NOT_MET, "Note", () -> bench.run("whenPublic", "noteId", "1", "title", "x", "least", 1));
        bench.run("publish", "noteId", "1");
        refused(Rule.CONDITION_NOT_MET, "Note", () -> bench.run("whenPublic", "noteId", "1", "title", "x", "least", 3));
        bench.run("whenPublic", "noteId", "1", "title", "x", "least", 2);
        assertThat(item()).containsEntry("title", "x");
    }

    @Test
    void numbersAreAddedToAndWhatFollowsFromThemFollows() {
        note("stars", 3);
        bench.run("count", "noteId", "1");
        bench.run("countBy", "noteId", "1", "stars", -2);
        assertThat(item()).containsEntry("stars", "2").containsEntry("rank", "2");
        bench.run("countBy", "noteId", "1", "stars", 3);
        assertThatThrownBy(() -> bench.run("count", "noteId", "1"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Note.stars = 6 must be at most 5");
        assertThat(item()).containsEntry("stars", "5");
    }

    @Test
    void listsAreAppendedToInPlaceUpToTheirLimit() {
        note();
        bench.run("log", "noteId", "1", "log", List.of("a", "b"));
        bench.run("log", "noteId", "1", "log", "c");
        assertThat(bench.sent()).containsExactly("UpdateItem", "UpdateItem");
        assertThat(item().get("log")).isEqualTo("{\"L\":[{\"S\":\"a\"},{\"S\":\"b\"},{\"S\":\"c\"}]}");
        assertThatThrownBy(() -> bench.run("log", "noteId", "1", "log", List.of("d")))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Note.log would have more than 3");
        bench.run("untag", "noteId", "1", "log", List.of("b"));
        assertThat(item().get("log")).isEqualTo("{\"L\":[{\"S\":\"a\"},{\"S\":\"c\"}]}");
    }

    @Test
    void fanOutFollowsOnlyWhereTheListChanged() {
        note("tags", List.of("a", "b"));
        assertThat(bench.items()).containsKeys("TAG#a 1", "TAG#b 1");
        bench.run("change", "noteId", "1", "tags", List.of("b", "c"));
        assertThat(bench.items()).containsKeys("TAG#b 1", "TAG#c 1").doesNotContainKey("TAG#a 1");
        bench.run("tag", "noteId", "1", "tags", List.of("c", "d"), "words", List.of("x", "y"));
        assertThat(bench.items()).containsKeys("TAG#b 1", "TAG#c 1", "TAG#d 1");
        assertThat(item()).containsEntry("words", "{\"SS\":[\"x\",\"y\"]}");
        bench.run("untag", "noteId", "1", "tags", List.of("b"), "words", List.of("x", "y"));
        assertThat(bench.items()).containsKeys("TAG#c 1", "TAG#d 1").doesNotContainKey("TAG#b 1");
        assertThat(item()).doesNotContainKey("words");
        bench.run("change", "noteId", "1", "title", "New");
        assertThat(bench.items().get("TAG#c 1")).containsEntry("title", "New");
        assertThatThrownBy(() -> bench.run("tag", "noteId", "1", "tags", List.of("e", "f")))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("has more than 3");
    }

    @Test
    void recordsAndNullsAreStoredAsTheDesignSays() {
        note();
        bench.run("change", "noteId", "1", "facts", Map.of("runs", "3", "host", "h"), "error", "bad");
        assertThat(item())
                .containsEntry("facts", "{\"M\":{\"h\":{\"S\":\"h\"},\"r\":{\"N\":\"3\"}}}")
                .containsEntry("error", "bad");
        bench.run("change", "noteId", "1", "facts", null, "error", null);
        assertThat(item()).doesNotContainKey("facts").containsEntry("error", "{\"NULL\":true}");
    }

    @Test
    void whatMayNotChangeIsRefusedByName() {
        note();
        assertThatThrownBy(() -> bench.run(
                        "change", "noteId", "1", "title", null, "createdAt", 5, "stars", 9, "isPublic", "perhaps"))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Note.createdAt = 5 cannot be changed here");
        assertThatThrownBy(() -> bench.run("change", "noteId", "1", "title", null, "stars", 9, "isPublic", "perhaps"))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Note.title is required and cannot be removed; Note.isPublic = 'perhaps' is not a flag;"
                        + " Note.stars = 9 must be at most 5");
        assertThatThrownBy(() -> bench.run("retitleBySlug", "slug", "x"))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Note.title is required");
        assertThatThrownBy(() -> bench.run("change", "title", "x"))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Note.noteId says which one, and is required");
    }

    @Test
    void aDeletedItemIsMarkedOutOfItsIndexesAndCannotBeWritten() {
        note("slug", "one", "isPublic", true, "tags", List.of("a"));
        bench.run("delete", "noteId", "1", "deletedReason", "old");
        assertThat(item())
                .containsEntry("isDeleted", "1")
                .containsEntry("deletedAt", "2024-06-29T12:00:00Z")
                .containsEntry("deletedReason", "old")
                .containsEntry("version", "2")
                .doesNotContainKeys("gsi1pk", "gsi1sk");
        assertThat(bench.items().keySet()).containsExactly("NOTE#1 META", "NOTE_SLUG#one UNIQUE");
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("change", "noteId", "1", "title", "x"));
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("publish", "noteId", "1"));
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("delete", "noteId", "1"));
        refused(Rule.NOT_UNIQUE, "Note.slug", () -> bench.run("create", "noteId", "2", "title", "x", "slug", "one"));
    }

    @Test
    void aWriteInATransactionTellsTheNewVersion() {
        note("tags", List.of("a"));
        assertThat(bench.run("change", "noteId", "1", "tags", List.of("b")).values())
                .containsEntry("version", 2L);
        bench.run("delete", "noteId", "1");
        assertThat(bench.run("restore", "noteId", "1").values()).containsEntry("version", 4L);
    }

    @Test
    void aRestoredItemIsAsItWas() {
        note("slug", "one", "isPublic", true, "tags", List.of("a"));
        Map<String, Map<String, String>> before = bench.items();
        bench.run("deleteBySlug", "slug", "one", "reason", "old");
        bench.run("restore", "noteId", "1");
        Map<String, Map<String, String>> after = bench.items();
        assertThat(after.get("NOTE#1 META").remove("version")).isEqualTo("3");
        before.get("NOTE#1 META").remove("version");
        assertThat(after).isEqualTo(before);
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("restore", "noteId", "1"));
    }

    @Test
    void aPatternAsksForMoreThanItsEntity() {
        assertThatThrownBy(() -> bench.run("createTagged", "noteId", "1", "title", "One"))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Note.tags is required");
        note("stars", 3);
        bench.run("delete", "noteId", "1");
        refused(Rule.CONDITION_NOT_MET, "Note", () -> bench.run("restoreStarred", "noteId", "1"));
    }

    @Test
    void anErasedItemLeavesNothingBehind() {
        note("slug", "one", "tags", List.of("a", "b"));
        bench.run("erase", "noteId", "1");
        assertThat(bench.items()).isEmpty();
        note("slug", "one", "tags", List.of("a", "b"));
        bench.run("delete", "noteId", "1");
        bench.run("erase", "noteId", "1");
        assertThat(bench.items()).isEmpty();
        refused(Rule.NOT_FOUND, "Note", () -> bench.run("erase", "noteId", "1"));
    }
}
