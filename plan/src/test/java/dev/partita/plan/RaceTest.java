package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Item;
import dev.partita.plan.WriteRefused.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sixteen at once: never one too many. */
class RaceTest {

    private static final int THREADS = 16;

    private static final String GAME = """
            design: game
            time-zone: Asia/Seoul
            tables:
              main:
                name: game
                key: { partition: pk, sort: sk }
                expiry: ttl
            entities:
              Plan:
                key: { pk: "PLAN#{name}", sk: META }
                attributes:
                  name: { type: string }
                  daily: { type: integer, required: true }
              Player:
                key: { pk: "PLAYER#{playerId}", sk: META }
                attributes:
                  playerId: { type: string, generate: ulid }
                  email: { type: string, required: true, unique: true }
                  plan: { type: string, default: Free, references: Plan }
                  maxBoards: { type: integer, default: 10 }
                  boards: { type: integer, read-only: true }
                  moves: { type: integer, read-only: true }
              Board:
                key: { pk: "PLAYER#{playerId}", sk: "BOARD#{boardId}" }
                attributes:
                  playerId: { type: string, references: Player }
                  boardId: { type: string, generate: ulid }
              Move:
                key: { pk: "PLAYER#{playerId}", sk: "MOVE#{number:04}" }
                attributes:
                  playerId: { type: string }
                  number: { type: integer, generate: { sequence: Player.moves, max: 30 } }
              Play:
                key: { pk: "PLAYER#{playerId}", sk: "PLAY#{at:date}#{kind}#{playId}" }
                attributes:
                  playerId: { type: string, references: Player }
                  kind: { type: string, required: true }
                  playId: { type: string, generate: ulid }
                  at: { type: timestamp, set: on-create }
              Tip:
                key: { pk: "PLAYER#{playerId}", sk: "TIP#{tipId}" }
                attributes:
                  playerId: { type: string, references: Player }
                  tipId: { type: string, generate: ulid }
            quotas:
              tips:
                counts: Tip
                per: playerId
                item: { pk: "PLAYER#{playerId}", sk: TIPS }
                expiry: 1 hour
                limit: 2
              boards: { counts: Board, per: playerId, counter: Player.boards, limit: Player.maxBoards }
              plays:
                counts: Play
                per: [playerId, at:date, kind]
                item: { pk: "PLAYER#{playerId}", sk: "QUOTA#{at:date}#{kind}" }
                expiry: 2 days
                by: kind
                limit: { ranked: playerId.plan.daily, free: 3 }
                unlimited: -1
            patterns:
              createPlan: { create: Plan }
              updatePlan: { update: Plan, by: name, change: [daily] }
              join: { create: Player }
              changeEmail: { update: Player, by: playerId, change: [email] }
              addBoard: { create: Board }
              removeBoard: { delete: Board, by: [playerId, boardId] }
              move: { create: Move }
              play: { create: Play }
              tip: { create: Tip }
              addTwo: { transact: [addBoard, addBoardToo] }
              addBoardToo: { create: Board }
              joinWithBoards: { create: Player, with: Board }
            """;

    private final Bench bench = new Bench(GAME);

    @Test
    void oneOfManyGetsAUniqueValue() throws Exception {
        List<Object> results = race(1, i -> bench.run("join", "email", "a@b", "playerId", "p" + i));
        assertThat(results).filteredOn(Written.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(Rule.NOT_UNIQUE::equals).hasSize(THREADS - 1);
        assertThat(bench.items()).hasSize(2);
    }

    @Test
    void oneOfManyMovesToAUniqueValue() throws Exception {
        for (int i = 0; i < THREADS; i++) {
            bench.run("join", "email", "m" + i, "playerId", "p" + i);
        }
        List<Object> results = race(1, i -> bench.run("changeEmail", "email", "a@b", "playerId", "p" + i));
        assertThat(results).filteredOn(Written.class::isInstance).hasSize(1);
        assertThat(bench.items()).hasSize(2 * THREADS);
        assertThat(bench.items().values().stream().filter(item -> "a@b".equals(item.get("email"))))
                .hasSize(1);
    }

    @Test
    void aQuotaIsNeverPassed() throws Exception {
        bench.run("join", "email", "a@b", "playerId", "p");
        List<Object> results = race(3, i -> bench.run("addBoard", "playerId", "p"));
        assertThat(results).filteredOn(Written.class::isInstance).hasSize(10);
        assertThat(results).filteredOn(Rule.QUOTA_REACHED::equals).hasSize(3 * THREADS - 10);
        assertThat(bench.items().get("PLAYER#p META")).containsEntry("boards", "10");
        List<String> boards = bench.items().keySet().stream()
                .filter(key -> key.contains("BOARD#"))
                .map(key -> key.substring(key.indexOf("BOARD#") + 6))
                .toList();
        assertThat(boards).hasSize(10);
        List<Object> removed = race(1, i -> bench.run("removeBoard", "playerId", "p", "boardId", boards.get(i % 10)));
        assertThat(removed).filteredOn(Written.class::isInstance).hasSize(10);
        assertThat(bench.items().get("PLAYER#p META")).containsEntry("boards", "0");
    }

    @Test
    void aDailyQuotaIsNeverPassedAndBeginsAnewAtMidnight() throws Exception {
        bench.run("createPlan", "name", "Free", "daily", 5);
        bench.run("join", "email", "a@b", "playerId", "p");
        List<Object> results = race(1, i -> bench.run("play", "playerId", "p", "kind", "ranked"));
        assertThat(results).filteredOn(Written.class::isInstance).hasSize(5);
        assertThat(bench.items().get("PLAYER#p QUOTA#2024-06-29#ranked"))
                .isEqualTo(Map.of("counted", "5", "ttl", "1719835200"));
        WriteRefused refused = Refusals.refused(
                Rule.QUOTA_REACHED, "plays", () -> bench.run("play", "playerId", "p", "kind", "ranked"));
        assertThat(refused.details())
                .containsEntry("limit", 5L)
                .containsEntry("resets", java.time.Instant.parse("2024-06-29T15:00:00Z"));
        bench.run("play", "playerId", "p", "kind", "free");
        bench.run("updatePlan", "name", "Free", "daily", -1);
        bench.run("play", "playerId", "p", "kind", "ranked");
        bench.run("updatePlan", "name", "Free", "daily", 6);
        Refusals.refused(Rule.QUOTA_REACHED, "plays", () -> bench.run("play", "playerId", "p", "kind", "ranked"));
        bench.pass(java.time.Duration.ofHours(3));
        bench.run("play", "playerId", "p", "kind", "ranked");
        assertThat(bench.items().get("PLAYER#p QUOTA#2024-06-30#ranked")).containsEntry("counted", "1");
    }

    @Test
    void aQuotaWithoutADayBeginsAnewSomeTimeAfterItsFirstUse() {
        bench.run("join", "email", "a@b", "playerId", "p");
        bench.run("tip", "playerId", "p");
        bench.pass(java.time.Duration.ofMinutes(30));
        bench.run("tip", "playerId", "p");
        Refusals.refused(Rule.QUOTA_REACHED, "tips", () -> bench.run("tip", "playerId", "p"));
        bench.pass(java.time.Duration.ofMinutes(30));
        bench.run("tip", "playerId", "p");
        assertThat(bench.items().get("PLAYER#p TIPS")).isEqualTo(Map.of("counted", "1", "ttl", "1719669600"));
        bench.run("tip", "playerId", "p");
        Refusals.refused(Rule.QUOTA_REACHED, "tips", () -> bench.run("tip", "playerId", "p"));
    }

    @Test
    void severalInOneTransactionAreCountedTogether() {
        bench.run("join", "email", "a@b", "playerId", "p", "maxBoards", 3);
        Map<String, Object> two = Map.of("addBoard", Map.of("playerId", "p"), "addBoardToo", Map.of("playerId", "p"));
        bench.run("addTwo", two);
        assertThat(bench.items().get("PLAYER#p META")).containsEntry("boards", "2");
        Refusals.refused(Rule.QUOTA_REACHED, "boards", () -> bench.run("addTwo", two));
        bench.run("addBoard", "playerId", "p");
        assertThat(bench.items().get("PLAYER#p META")).containsEntry("boards", "3");
    }

    @Test
    void childrenThatComeWithTheirParentAreCounted() {
        List<Map<String, Object>> boards = List.of(Map.of(), Map.of(), Map.of());
        bench.run("joinWithBoards", "email", "a@b", "playerId", "p", "maxBoards", 3, "boards", boards);
        assertThat(bench.items().get("PLAYER#p META")).containsEntry("boards", "3");
        Refusals.refused(
                Rule.QUOTA_REACHED,
                "boards",
                () -> bench.run("joinWithBoards", "email", "c@d", "playerId", "q", "maxBoards", 2, "boards", boards));
        Refusals.refused(Rule.QUOTA_REACHED, "boards", () -> bench.run("addBoard", "playerId", "p"));
    }

    @Test
    void numbersAreGivenOnceEachAndEndAtTheirMaximum() throws Exception {
        bench.run("join", "email", "a@b", "playerId", "p");
        List<Object> results = race(2, i -> bench.run("move", "playerId", "p"));
        assertThat(results).filteredOn(Rule.SEQUENCE_EXHAUSTED::equals).hasSize(2);
        assertThat(results.stream().filter(Written.class::isInstance).map(written ->
                        (Long) ((Written) written).values().get("number")))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 30).mapToObj(Long::valueOf).toList());
    }

    @Test
    void aConflictWithAnotherTransactionIsTriedAgain() {
        bench.run("join", "email", "a@b", "playerId", "p");
        List<String> tried = new ArrayList<>();
        Endpoint busy = (request, context) -> {
            tried.add(request.operation());
            if (tried.size() % 3 != 0 && request instanceof Request.UpdateItem) {
                throw new EndpointException("TransactionConflictException", "busy", Item.NONE, List.of());
            }
            if (tried.size() % 3 != 0 && request instanceof Request.TransactWriteItems) {
                EndpointException.Reason conflict =
                        new EndpointException.Reason("TransactionConflict", "busy", Item.NONE);
                throw new EndpointException("TransactionCanceledException", "busy", Item.NONE, List.of(conflict));
            }
            return bench.call(request);
        };
        assertThat(bench.plan("move")
                        .run(busy, Map.of("playerId", "p"), bench.surroundings())
                        .values())
                .containsEntry("number", 1L);
        bench.plan("addBoard").run(busy, Map.of("playerId", "p"), bench.surroundings());
        assertThat(bench.items().get("PLAYER#p META")).containsEntry("boards", "1");
    }

    private interface Attempt {
        Written run(int thread);
    }

    /** What each attempt gave: what was written, or the rule that refused it. */
    private static List<Object> race(int rounds, Attempt attempt) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<List<Object>>> futures = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                Callable<List<Object>> work = () -> {
                    start.await();
                    List<Object> results = new ArrayList<>();
                    for (int round = 0; round < rounds; round++) {
                        try {
                            results.add(attempt.run(thread));
                        } catch (WriteRefused e) {
                            results.add(e.rule());
                        }
                    }
                    return results;
                };
                futures.add(pool.submit(work));
            }
            start.countDown();
            List<Object> all = new ArrayList<>();
            for (Future<List<Object>> future : futures) {
                all.addAll(future.get());
            }
            return all;
        } finally {
            pool.shutdownNow();
        }
    }
}
