package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.internal.compile.Compiler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists that go from day to day: how far one page goes, where they end, and what they say of it. */
class WalkTest {

    private static final Instant NOW = Instant.parse("2024-06-29T12:00:00Z");

    private final Bench bench = new Bench("""
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }
            entities:
              Post:
                key:  { pk: "POST#{postId}", sk: META }
                GSI1: { gsi1pk: "DAY#{madeAt:date}", gsi1sk: "{madeAt}#{postId}" }
                GSI2: { gsi2pk: "MONTH#{madeAt:month}", gsi2sk: "{madeAt}#{postId}" }
                attributes: { postId: string, madeAt: { type: timestamp, required: true } }
            patterns:
              put: { put: Post }
              timeline: { list: Post, order: newest-first, walk: 30 days, page: 3 }
              oldest: { list: Post, order: oldest-first, walk: 30 days, page: 3 }
              between: { list: Post, order: newest-first, range: madeAt, walk: 30 days, page: 3 }
              betweenUp: { list: Post, order: oldest-first, range: madeAt, walk: 30 days, page: 3 }
              counted: { count: Post, range: madeAt, walk: 30 days }
              latest: { get: Post, order: newest-first, walk: 30 days }
              latestSince: { get: Post, order: newest-first, range: madeAt, walk: 30 days }
              coming: { list: Post, where: madeAt > now, order: oldest-first, walk: 30 days, page: 3 }
              comingDown: { list: Post, where: madeAt > now, walk: 30 days, page: 3 }
              comingCount: { count: Post, where: madeAt > now, walk: 30 days }
              since: { list: Post, where: "madeAt >= :since", order: oldest-first, walk: 30 days, page: 3 }
              top: { list: Post, order: newest-first, walk: 30 days, page: 3, max: 3 }
            """);

    @Test
    void aWalkThatIsOverSaysWhereAndGoesOn() {
        posts(1, 2, 40, 100);
        Result first = page("timeline", null);
        assertThat(ids(first)).containsExactly("1", "2");
        assertThat(first.stoppedAt()).isEqualTo("2024-05-31");
        assertThat(first.cursor()).isNotNull();
        Result second = page("timeline", first.cursor());
        assertThat(ids(second)).containsExactly("40");
        assertThat(second.stoppedAt()).isEqualTo("2024-05-01");
        Result third = page("timeline", second.cursor());
        assertThat(ids(third)).isEmpty();
        assertThat(third.stoppedAt()).isEqualTo("2024-04-01");
        assertThat(ids(page("timeline", third.cursor()))).containsExactly("100");
    }

    @Test
    void aFullPageSaysNothingOfWhereItStopped() {
        posts(1, 2, 3, 4);
        Result first = page("timeline", null);
        assertThat(ids(first)).containsExactly("1", "2", "3");
        assertThat(first.stoppedAt()).isNull();
        Result second = page("timeline", first.cursor());
        assertThat(ids(second)).containsExactly("4");
        assertThat(second.stoppedAt()).isNotNull();
        Result top = page("top", null);
        assertThat(top.cursor()).isNull();
        assertThat(top.stoppedAt()).isNull();
    }

    @Test
    void aCursorStaysGoodWhenDaysPass() {
        posts(1, 2, 3, 4, 29);
        String cursor = page("timeline", null).cursor();
        bench.pass(Duration.ofDays(20));
        assertThat(ids(page("timeline", cursor))).containsExactly("4", "29");
    }

    @Test
    void aRangeIsWalkedThroughToItsEnd() {
        posts(1, 40, 41, 42, 43, 200, 400);
        assertThat(all("between", "madeAtFrom", day(300))).containsExactly("1", "40", "41", "42", "43", "200");
        assertThat(all("between", "madeAtFrom", day(41), "madeAtTo", day(40))).containsExactly("40", "41");
        assertThat(all("betweenUp", "madeAtFrom", day(300))).containsExactly("200", "43", "42", "41", "40", "1");
        assertThat(bench.read("counted", "madeAtFrom", day(300)).count()).isEqualTo(6);
    }

    @Test
    void aRangeWithoutALowerBoundBeginsAtItsUpperOne() {
        posts(1, 40, 41, 100);
        Result first = bench.read("between", "madeAtTo", day(35));
        assertThat(ids(first)).containsExactly("40", "41");
        assertThat(first.stoppedAt()).isEqualTo("2024-04-26");
        assertThat(first.cursor()).isNotNull();
    }

    @Test
    void oneItemIsFoundWithinTheWalkOrTheRange() {
        posts(40);
        assertThat(bench.read("latest").one()).isNull();
        assertThat(bench.read("latestSince", "madeAtFrom", day(50)).one().values())
                .containsEntry("postId", "40");
    }

    @Test
    void oldestFirstBeginsWhereTheWalkDoes() {
        posts(1, 2, 29, 30, 40);
        assertThat(all("oldest")).containsExactly("29", "2", "1");
    }

    @Test
    void aRangeAheadIsWalkedFromItsOwnBounds() {
        posts(1, -3, -4, -5, -6, -40, -80);
        assertThat(all("betweenUp", "madeAtFrom", day(-4), "madeAtTo", day(-40)))
                .containsExactly("-4", "-5", "-6", "-40");
        assertThat(all("between", "madeAtFrom", day(-4), "madeAtTo", day(-40)))
                .containsExactly("-40", "-6", "-5", "-4");
        assertThat(all("betweenUp", "madeAtFrom", day(-4))).containsExactly("-4", "-5", "-6");
        assertThat(all("between", "madeAtFrom", day(-4))).containsExactly("-6", "-5", "-4");
        assertThat(all("between", "madeAtFrom", day(2))).containsExactly("-6", "-5", "-4", "-3", "1");
        assertThat(bench.read("counted", "madeAtFrom", day(-4)).count()).isEqualTo(3);
        assertThat(bench.read("counted", "madeAtFrom", day(-4), "madeAtTo", day(-80))
                        .count())
                .isEqualTo(5);
    }

    @Test
    void aConditionBoundsAWalkAsARangeDoes() {
        posts(1, -1, -2, -3, -29, -40);
        assertThat(all("coming")).containsExactly("-1", "-2", "-3", "-29");
        assertThat(all("comingDown")).containsExactly("-29", "-3", "-2", "-1");
        assertThat(bench.read("comingCount").count()).isEqualTo(4);
        posts(50);
        assertThat(all("since", "since", day(50))).containsExactly("50", "1", "-1", "-2", "-3", "-29");
    }

    @Test
    void aWalkThatLooksAheadSaysHowFarAndEndsThere() {
        posts(-1, -2, -3, -29, -40);
        Result first = page("coming", null);
        assertThat(ids(first)).containsExactly("-1", "-2", "-3");
        assertThat(first.stoppedAt()).isNull();
        Result last = page("coming", first.cursor());
        assertThat(ids(last)).containsExactly("-29");
        assertThat(last.stoppedAt()).isEqualTo("2024-07-29");
        assertThat(last.cursor()).isNull();
        // With an upper bound there is nothing more to look for.
        assertThat(bench.read("betweenUp", "madeAtFrom", day(-4), "madeAtTo", day(-40))
                        .stoppedAt())
                .isNull();
    }

    @Test
    void daysAreWalkedInTheDirectionOfTheOrder() {
        Bench nights = new Bench(NIGHTS);
        for (int i = 0; i < 6; i++) {
            nights.run("put", "id", "n" + i, "room", "r" + (6 - i), "night", "2024-06-2" + i);
        }
        assertThat(rooms(nights.read("down", "nightFrom", "2024-06-22", "nightTo", "2024-06-24")))
                .containsExactly("r2", "r3", "r4");
        assertThat(rooms(nights.read("up", "nightFrom", "2024-06-22", "nightTo", "2024-06-24")))
                .containsExactly("r4", "r3", "r2");
        assertThat(rooms(nights.read("any"))).containsExactlyInAnyOrder("r1", "r2", "r3", "r4", "r5", "r6");
        assertThat(nights.read("counted", "nightFrom", "2024-06-21").count()).isEqualTo(5);
    }

    @Test
    void anOrderWithinEachDayOnlyIsNotServed() {
        assertThat(Compiler.compile(Reader.read(new Source(
                                        "t.yaml", NIGHTS + "  byRoom: { list: Stay, order: room, walk: 30 days }\n"))
                                .design())
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .contains("it goes through night first, and sorts by room only within one night"));
    }

    @Test
    void anIdThatCallersMayGiveIsInNoOrderOfDays() {
        String design = """
                design: notes
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }
                    GSI1: { gsi1pk: "NOTES#{createdAt:month}", gsi1sk: "{noteId}" }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  notes: { list: Note, order: noteId descending, walk: 30 days }
                """;
        assertThat(Compiler.compile(Reader.read(new Source("t.yaml", design)).design())
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .contains("it goes through createdAt:month first, and sorts by noteId only within one month"));
        String madeUp = design.replace("generate: ulid", "generate: ulid, read-only: true");
        String byTime = design.replace("noteId descending", "newest-first");
        for (String right : List.of(madeUp, byTime)) {
            assertThat(Compiler.compile(Reader.read(new Source("t.yaml", right)).design())
                            .findings())
                    .isEmpty();
        }
    }

    @Test
    void aWalkThatIsAskedForIsTakenBeforeShards() {
        String design = NIGHTS.replace(
                        "indexes:", "indexes:\n      GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }")
                .replace(
                        "    attributes:",
                        "    GSI2: { gsi2pk: \"S#{id:shard(4)}\", gsi2sk: \"{night}#{id}\" }\n    attributes:");
        assertThat(Compiler.compile(Reader.read(new Source("t.yaml", design)).design())
                        .plans()
                        .get("down")
                        .toString())
                .contains("Query of main.GSI1");
    }

    private static final String NIGHTS = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Stay:
                key:  { pk: "STAY#{id}", sk: META }
                GSI1: { gsi1pk: "NIGHT#{night}", gsi1sk: "{room}#{id}" }
                attributes: { id: string, room: { type: string, pattern: "[a-z0-9]+", required: true }, night: { type: date, required: true } }
            patterns:
              put: { put: Stay }
              down: { list: Stay, range: night, order: night descending, walk: 30 days }
              up: { list: Stay, range: night, order: night, walk: 30 days }
              any: { list: Stay, walk: 30 days }
              counted: { count: Stay, range: night, walk: 30 days }
            """;

    private static List<String> rooms(Result result) {
        return result.items().stream()
                .map(item -> (String) item.values().get("room"))
                .toList();
    }

    /** The hour from two to three comes twice in the night in which summer time ends. */
    @ParameterizedTest
    @CsvSource({
        "oldest-first, 1",
        "oldest-first, 2",
        "oldest-first, 20",
        "newest-first, 1",
        "newest-first, 2",
        "newest-first, 20"
    })
    void theHourThatComesTwiceIsWalkedOnce(String order, int page) {
        Bench night = new Bench("""
                design: night
                time-zone: Europe/Berlin
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Event:
                    key: { pk: "EVENT#{at:hour}", sk: "{at}#{id}" }
                    attributes:
                      id: string
                      at: { type: timestamp, required: true }
                patterns:
                  add: { create: Event }
                  events: { list: Event, range: at, order: %s, walk: 48 hours, page: %d }
                  count: { count: Event, range: at, walk: 48 hours }
                """.formatted(order, page));
        List<String> times = List.of(
                "2024-10-26T23:30:00Z",
                "2024-10-27T00:10:00Z",
                "2024-10-27T00:50:00Z",
                "2024-10-27T01:20:00Z",
                "2024-10-27T01:40:00Z",
                "2024-10-27T02:10:00Z");
        for (String time : times) {
            night.run("add", Bench.map("id", time.substring(11, 16), "at", time));
        }
        Map<String, Object> bounds = Bench.map("atFrom", "2024-10-26T00:00:00Z", "atTo", "2024-10-28T00:00:00Z");
        List<String> found = new ArrayList<>();
        String cursor = null;
        for (int pages = 0; pages == 0 || cursor != null; pages++) {
            assertThat(pages).as("pages until the end").isLessThan(50);
            Result result = night.reads().run("events", new LinkedHashMap<>(bounds), null, cursor);
            result.items()
                    .forEach(item -> found.add(String.valueOf(item.values().get("id"))));
            cursor = result.cursor();
        }
        List<String> meant = new ArrayList<>(
                times.stream().map(time -> time.substring(11, 16)).toList());
        if (order.equals("newest-first")) {
            Collections.reverse(meant);
        }
        assertThat(found).isEqualTo(meant);
        assertThat(night.reads().run("count", new LinkedHashMap<>(bounds)).count())
                .isEqualTo(6);
    }

    private void posts(int... daysAgo) {
        for (int days : daysAgo) {
            bench.run("put", Map.of("postId", String.valueOf(days), "madeAt", day(days)));
        }
    }

    private static String day(int ago) {
        return NOW.minus(Duration.ofDays(ago)).toString();
    }

    private Result page(String pattern, String cursor) {
        return bench.reads().run(pattern, Map.of(), null, cursor);
    }

    private List<String> all(String pattern, Object... arguments) {
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            Result page = bench.reads().run(pattern, new LinkedHashMap<>(Bench.map(arguments)), null, cursor);
            // Only the last page of a list that looks ahead says how far it has looked.
            assertThat(page.stoppedAt() == null || page.cursor() == null).isTrue();
            all.addAll(ids(page));
            cursor = page.cursor();
        } while (cursor != null);
        return all;
    }

    private static List<String> ids(Result result) {
        return result.items().stream()
                .map(item -> (String) item.values().get("postId"))
                .toList();
    }
}
