package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.lint.Linter;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.ReadPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of items with the same time, a list by time shows those first that were written first, or last, as it promises. */
class TiesTest {

    private static final String DESIGN = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Wall:
                key: { pk: "WALL#{wall}", sk: META }
                attributes: { wall: string, posts: { type: integer, default: 0 } }
              Post:
                key: { pk: "POST#{postId}", sk: META }
                GSI1: { gsi1pk: "WALL#{wall}", gsi1sk: "%s" }
                attributes:
                  wall: { type: string, required: true, references: Wall }
                  postId: { %s }
                  number: { type: integer, generate: { sequence: Wall.posts } }
                  madeAt: { type: %s, set: on-create }
            patterns:
              addWall: { create: Wall }
              add: { create: Post }
              posts: { list: Post, by: wall, order: %s, page: 4 }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{madeAt}#{postId} | type: ulid, generate: ulid | timestamp | newest-first",
                "{madeAt}#{postId} | type: ulid, generate: ulid | timestamp | oldest-first",
                "{madeAt:newest-first}#{postId:newest-first} | type: ulid, generate: ulid | timestamp | newest-first",
                "{madeAt:newest-first}#{postId:newest-first} | type: ulid, generate: ulid | epoch-seconds | oldest-first",
                "{madeAt:newest-first}#{postId:newest-first} | type: string, generate: ulid | timestamp-millis | newest-first",
                "{madeAt:newest-first}#{postId:newest-first} | type: string, generate: 'post_{ulid}' | timestamp | newest-first",
                "{postId:newest-first} | type: ulid, generate: ulid | timestamp | newest-first",
                "{madeAt:date}#{postId} | type: ulid, generate: ulid | timestamp | newest-first",
                "{madeAt:date}#{madeAt}#{postId} | type: ulid, generate: ulid | timestamp | newest-first",
                "{madeAt}#{number:05} | type: uuid, generate: uuid | timestamp | newest-first",
            })
    void itemsOfOneSecondComeInTheOrderOfWriting(String key, String id, String time, String order) {
        String design = DESIGN.formatted(key, id, time, order);
        assertThat(findings(design)).isEmpty();
        assertThat(plan(design).doubts()).isEmpty();
        Bench bench = new Bench(design);
        bench.run("addWall", "wall", "w");
        List<Object> written = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            written.add(bench.run("add", "wall", "w").values().get("postId"));
            if (i % 5 == 4) {
                bench.pass(Duration.ofSeconds(1));
            }
            if (i == 8) {
                // A clock that goes back by less than a second changes nothing within it.
                bench.pass(Duration.ofNanos(-1));
                bench.pass(Duration.ofNanos(1));
            }
        }
        if (order.equals("newest-first")) {
            Collections.reverse(written);
        }
        List<Object> read = new ArrayList<>();
        String cursor = null;
        do {
            Result page = bench.reads().run("posts", Map.of("wall", "w"), null, cursor);
            page.items().forEach(item -> read.add(item.values().get("postId")));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(read).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{madeAt:newest-first}#{postId} | type: ulid, generate: ulid | timestamp | newest-first | {madeAt:newest-first}#{postId:newest-first}",
                "{madeAt:newest-first}#{postId} | type: string, generate: ulid | timestamp | oldest-first | {madeAt:newest-first}#{postId:newest-first}",
                "{madeAt}#{postId:newest-first} | type: ulid, generate: ulid | timestamp | newest-first | {madeAt}#{postId}",
                "{madeAt:newest-first}#{number:05} | type: uuid, generate: uuid | timestamp | newest-first | {madeAt}#{number:05}",
            })
    void oppositeDirectionsAreAnErrorThatSaysWhatToWrite(
            String key, String id, String time, String order, String proposed) {
        List<Finding> findings = findings(DESIGN.formatted(key, id, time, order));
        assertThat(findings).extracting(Finding::rule).containsExactly("ties-out-of-order");
        assertThat(findings.get(0).advice()).isEqualTo("write `gsi1sk: \"" + proposed + "\"` in Post.GSI1");
        assertThat(findings(DESIGN.formatted(proposed, id, time, order))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{madeAt}#{postId} | type: uuid, generate: uuid | timestamp | newest-first",
                "{madeAt:newest-first}#{postId} | type: string | timestamp-millis | newest-first",
            })
    void whatNothingSortsIsADoubt(String key, String id, String time, String order) {
        String design = DESIGN.formatted(key, id, time, order);
        assertThat(findings(design)).isEmpty();
        assertThat(plan(design).doubts())
                .containsExactly("of items with the same madeAt nothing in main.GSI1 says which was written first");
    }

    @Test
    void numbersThatEachParentCountsDoNotOrderTheItemsOfSeveral() {
        String design = DESIGN.formatted(
                        "{madeAt}#{number:05}#{postId}", "type: uuid, generate: uuid", "timestamp", "newest-first")
                .replace("gsi1pk: \"WALL#{wall}\"", "gsi1pk: ALL");
        String ofAll = design.replace("by: wall, ", "");
        assertThat(plan(ofAll).doubts())
                .containsExactly("of items with the same madeAt nothing in main.GSI1 says which was written first");
        String ofOne = design.replace("gsi1sk: \"", "gsi1sk: \"{wall}#");
        assertThat(plan(ofOne).doubts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"newest-first, 1", "oldest-first, 1", "madeAt descending, 0"})
    void ofItemsChangedInOneSecondTheirIdsDoNotTellWhichWasLast(String order, int doubts) {
        String design = DESIGN.formatted("{madeAt}#{postId}", "type: ulid, generate: ulid", "timestamp", order)
                .replace("on-create", "on-write");
        assertThat(findings(design)).isEmpty();
        assertThat(plan(design).doubts()).hasSize(doubts);
    }

    @Test
    void aDayAloneIsNoOrderOfTimes() {
        assertThat(findings(DESIGN.formatted(
                        "{madeAt:date}#{postId}", "type: uuid, generate: uuid", "timestamp", "newest-first")))
                .extracting(Finding::rule)
                .containsExactly("order-not-served");
    }

    @Test
    void aUlidThatIsCountedDownIsReadBackFromItsKey() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{at:newest-first}#{postId:newest-first}" }
                    attributes: { wall: string, postId: { type: string, generate: ulid, store: false }, at: timestamp }
                patterns:
                  put: { put: Post }
                  posts: { list: Post, by: wall, order: newest-first }
                """);
        for (String id : List.of("01J00000000000000000000000", "5", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "a#b")) {
            bench.run("put", "wall", "w", "postId", id, "at", "2024-06-29T12:00:00Z");
        }
        assertThat(bench.read("posts", "wall", "w").items())
                .extracting(item -> item.values().get("postId"))
                .containsExactlyInAnyOrder("01J00000000000000000000000", "5", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "a#b");
    }

    private static ReadPlan plan(String yaml) {
        return (ReadPlan)
                Compiler.compile(Reader.read(new Source("t.yaml", yaml)).design())
                        .plans()
                        .get("posts");
    }

    private static List<Finding> findings(String yaml) {
        var reading = Reader.read(new Source("t.yaml", yaml));
        assertThat(reading.findings()).filteredOn(Finding::isError).isEmpty();
        return Compiler.compile(reading.design()).findings();
    }

    /** Within a day the id has to tell the time, and one that callers may give does not. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type: string, generate: ulid | madeAt descending | order-not-served",
                "type: ulid, generate: ulid | madeAt descending | order-not-served",
                "type: string, generate: ulid | newest-first | order-not-served",
                "'type: ulid, generate: ulid, read-only: true' | madeAt descending | ",
                "'type: string, generate: ulid, read-only: true' | newest-first | ",
            })
    void anIdThatCallersMayGiveIsInNoOrderWithinADay(String id, String order, String rule) {
        assertThat(rules(DESIGN.formatted("{madeAt:date}#{postId}", id, "timestamp", order), "posts"))
                .isEqualTo(rule == null ? List.of() : List.of(rule));
    }

    private static final String LIKES = """
            design: likes
            tables:
              main:
                key: { partition: pk, sort: sk }
            entities:
              Item:
                key: { pk: "ITEM#{itemId}", sk: META }
                attributes: { itemId: { type: ulid, generate: ulid, read-only: true } }
              Like:
                key: { pk: "USER#{userId}", sk: "%s" }
                attributes:
                  userId:  { type: string }
                  itemId:  { type: ulid, references: Item, must-exist: true, on-delete: keep }
                  likedAt: { type: timestamp, set: on-create }
              Copy:
                from: { entity: Like }
                key: { pk: "COPY#{userId}", sk: "{likedAt}#{itemId}" }
                attributes: { userId: string, itemId: ulid, likedAt: timestamp }
            patterns:
              liked:  { list: Like, by: userId, order: %s }
              copied: { list: Copy, by: userId, order: newest-first }
            """;

    /** An id that refers to another item tells when that was made: whoever likes an old item last likes it last. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LIKE#{itemId} | newest-first | order-not-served",
                "LIKE#{likedAt}#{itemId} | newest-first | ties-in-any-order",
                "LIKE#{itemId} | itemId descending | ",
            })
    void theIdOfAnotherItemDoesNotTellWhenThisOneWasWritten(String key, String order, String rule) {
        assertThat(rules(LIKES.formatted(key, order), "liked")).isEqualTo(rule == null ? List.of() : List.of(rule));
        assertThat(rules(LIKES.formatted(key, order), "copied")).containsExactly("ties-in-any-order");
    }

    private static List<String> rules(String design, String pattern) {
        return Linter.lint(Reader.read(new Source("test.yaml", design))).stream()
                .filter(finding -> pattern.equals(finding.subject()))
                .filter(finding -> finding.severity() != Severity.ADVICE)
                .map(Finding::rule)
                .toList();
    }
}
