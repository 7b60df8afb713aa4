package dev.partita.plan.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.AttributeValue;
import dev.partita.plan.Answer;
import dev.partita.plan.Bench;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written.Outcome;
import dev.partita.plan.run.Plans;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A delete that is cut off at any place is finished later: by the same delete, or by whoever looks for such. */
class CutOffDeletesTest {

    private static final String TEAMS = """
            design: teams
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Team:
                key: { pk: "TEAM#{teamId}", sk: META }
                owner: ownedBy
                attributes:
                  teamId: { type: string }
                  ownedBy: { type: string }
              Project:
                key: { pk: "PROJECT#{projectId}", sk: META }
                GSI1: { gsi1pk: "TEAM#{teamId}", gsi1sk: "PROJECT#{projectId}" }
                attributes:
                  projectId: { type: string }
                  name:      { type: string, unique: true }
                  teamId:    { type: string, references: Team, on-delete: cascade }
              Task:
                key: { pk: "PROJECT#{projectId}", sk: "TASK#{taskId}" }
                attributes:
                  projectId: { type: string, references: Project, on-delete: cascade }
                  taskId:    { type: string }
              Seat:
                key: { pk: "TEAM#{teamId}", sk: "SEAT#{seatId}" }
                attributes:
                  teamId: { type: string, references: Team, on-delete: cascade }
                  seatId: { type: string }
            patterns:
              createTeam:    { create: Team }
              createProject: { create: Project }
              createTask:    { create: Task }
              createSeat:    { create: Seat }
              deleteTeam:    { delete: Team, by: teamId }
            """;

    /** The connection breaks at one request, for good: before the server has it, or when it has done it. */
    private record Cut(Bench bench, int[] left, boolean isDone) implements Endpoint {
        @Override
        public Answer call(Request request, Context context) {
            left[0]--;
            if (left[0] > 0 || left[0] == 0 && isDone) {
                Answer answer = bench.call(request);
                if (left[0] > 0) {
                    return answer;
                }
            }
            throw new IllegalStateException("cut off");
        }
    }

    private static Bench filled() {
        Bench bench = new Bench(TEAMS);
        bench.run("createTeam", "teamId", "t", "ownedBy", "ann");
        for (int i = 0; i < 3; i++) {
            bench.run("createProject", "teamId", "t", "projectId", "p" + i, "name", "n" + i);
            bench.run("createTask", "projectId", "p" + i, "taskId", "a");
            bench.run("createTask", "projectId", "p" + i, "taskId", "b");
        }
        for (int i = 0; i < 30; i++) {
            bench.run("createSeat", "teamId", "t", "seatId", "s" + i);
        }
        return bench;
    }

    private static Set<String> left(Bench bench) {
        Set<String> keys = new TreeSet<>(bench.items().keySet());
        keys.removeIf(key -> key.startsWith(Unfinished.KEY));
        return keys;
    }

    private static boolean isNoted(Bench bench) {
        return bench.items().entrySet().stream()
                .anyMatch(item -> item.getKey().startsWith(Unfinished.KEY)
                        && !item.getValue().isEmpty());
    }

    /** @return false when it was through before the cut */
    private static boolean cutOff(Bench bench, int at, boolean isDone) {
        try {
            bench.plan("deleteTeam")
                    .run(new Cut(bench, new int[] {at}, isDone), Map.of("teamId", "t"), bench.surroundings());
            return false;
        } catch (IllegalStateException cut) {
            return true;
        }
    }

    private static int finish(Bench bench) {
        return new Plans(bench.design()).finishDeletes(bench, bench.surroundings());
    }

    @Test
    void cutOffAtAnyRequestItIsFinishedByWhoLooks() {
        for (boolean isDone : new boolean[] {false, true}) {
            int at = 1;
            for (Bench bench = filled(); cutOff(bench, at, isDone); bench = filled()) {
                boolean isDeleted = !bench.items().containsKey("TEAM#t META");
                bench.pass(Duration.ofSeconds(31));
                int finished = finish(bench);
                if (isDeleted) {
                    assertThat(left(bench)).as("cut at %d, done %b", at, isDone).isEmpty();
                } else {
                    assertThat(left(bench)).as("cut at %d, done %b", at, isDone).hasSize(1 + 3 * 4 + 30);
                    assertThat(finished).isZero();
                }
                assertThat(isNoted(bench)).as("cut at %d, done %b", at, isDone).isFalse();
                at++;
            }
            assertThat(at).isGreaterThan(15);
        }
    }

    @Test
    void theSameDeleteFinishesItAndSaysSo() {
        for (int at = 3; at < 15; at++) {
            Bench bench = filled();
            assertThat(cutOff(bench, at, false)).isTrue();
            assertThat(bench.run("deleteTeam", "teamId", "t").outcome()).isEqualTo(Outcome.DELETED);
            // Of a project that was on its way itself there is a note of its own.
            bench.pass(Duration.ofSeconds(31));
            finish(bench);
            assertThat(left(bench)).as("cut at %d", at).isEmpty();
            assertThatThrownBy(() -> bench.run("deleteTeam", "teamId", "t")).isInstanceOf(WriteRefused.class);
        }
    }

    @Test
    void onlyWhoseItWasFinishesIt() {
        Bench bench = filled();
        WriteInput anns = given("ann");
        assertThatThrownBy(() ->
                        bench.plan("deleteTeam").run(new Cut(bench, new int[] {3}, false), anns, bench.surroundings()))
                .hasMessage("cut off");
        assertThatThrownBy(() -> bench.plan("deleteTeam").run(bench, given("bob"), bench.surroundings()))
                .isInstanceOf(WriteRefused.class);
        assertThat(left(bench)).isNotEmpty();
        assertThat(bench.plan("deleteTeam")
                        .run(bench, anns, bench.surroundings())
                        .outcome())
                .isEqualTo(Outcome.DELETED);
        assertThat(left(bench)).isEmpty();
    }

    private static WriteInput given(String owner) {
        OwnershipClaim claim =
                new OwnershipClaim("Team", List.of(new OwnershipClaim.Belonging("ownedBy", Set.of(owner))));
        return new WriteInput(
                Map.of("teamId", "t"),
                Map.of(),
                Map.of(),
                false,
                Map.of("deleteTeam", List.of(claim)),
                List.of(),
                Map.of(),
                Set.of(),
                false,
                false);
    }

    @Test
    void whatIsBeingDoneIsLeftToWhoDoesIt() {
        Bench bench = filled();
        assertThat(cutOff(bench, 3, false)).isTrue();
        bench.pass(Duration.ofSeconds(29));
        assertThat(finish(bench)).isZero();
        assertThat(left(bench)).isNotEmpty();
    }

    @Test
    void aNoteOfAClockThatWasAheadIsFinishedToo() {
        Bench bench = filled();
        bench.pass(Duration.ofDays(2));
        assertThat(cutOff(bench, 3, false)).isTrue();
        bench.pass(Duration.ofDays(-2));
        assertThat(finish(bench)).isPositive();
        assertThat(left(bench)).isEmpty();
    }

    @Test
    void oneThatCannotBeFinishedDoesNotHoldUpTheOthers() {
        for (String broken : List.of("t", "u")) {
            Bench bench = filled();
            bench.run("createTeam", "teamId", "u", "ownedBy", "bob");
            bench.run("createSeat", "teamId", "u", "seatId", "s");
            assertThat(cutOff(bench, 3, false)).isTrue();
            assertThatThrownBy(() -> bench.plan("deleteTeam")
                            .run(new Cut(bench, new int[] {3}, false), Map.of("teamId", "u"), bench.surroundings()))
                    .hasMessage("cut off");
            bench.pass(Duration.ofSeconds(31));
            Endpoint damaged = (request, context) -> {
                if (request instanceof Request.Query query
                        && query.values().containsValue(new AttributeValue.S("TEAM#" + broken))) {
                    throw new EndpointException("InternalServerError", "a damaged block", null, List.of());
                }
                return bench.call(request);
            };
            assertThat(new Plans(bench.design()).finishDeletes(damaged, bench.surroundings()))
                    .isPositive();
            // Who looks again is told.
            assertThatThrownBy(() -> new Plans(bench.design()).finishDeletes(damaged, bench.surroundings()))
                    .isInstanceOf(EndpointException.class);
            String other = broken.equals("t") ? "u" : "t";
            assertThat(left(bench))
                    .anyMatch(key -> key.startsWith("TEAM#" + broken))
                    .noneMatch(key -> key.startsWith("TEAM#" + other));
            finish(bench);
            assertThat(left(bench)).isEmpty();
        }
    }

    @Test
    void aParentThatIsMadeAnewKeepsWhatIsThen() {
        Bench bench = filled();
        assertThat(cutOff(bench, 3, false)).isTrue();
        bench.run("createTeam", "teamId", "t", "ownedBy", "bob");
        bench.run("createSeat", "teamId", "t", "seatId", "new");
        bench.pass(Duration.ofSeconds(31));
        finish(bench);
        assertThat(left(bench)).contains("TEAM#t META", "TEAM#t SEAT#new");
        assertThat(isNoted(bench)).isFalse();
    }

    @Test
    void whereNoTableHasRoomForNotesThereAreNone() {
        Bench bench = new Bench("""
                design: bare
                tables:
                  teams: { key: { partition: teamId } }
                  seats: { key: { partition: teamId, sort: seatId } }
                entities:
                  Team: { table: teams, key: { teamId: "{teamId}" }, attributes: { teamId: string } }
                  Seat:
                    table: seats
                    key: { teamId: "{teamId}", seatId: "{seatId}" }
                    attributes:
                      teamId: { type: string, references: Team, on-delete: cascade }
                      seatId: { type: string }
                patterns:
                  createTeam: { create: Team }
                  createSeat: { create: Seat }
                  deleteTeam: { delete: Team, by: teamId }
                """);
        bench.run("createTeam", "teamId", "t");
        bench.run("createSeat", "teamId", "t", "seatId", "s");
        assertThat(bench.run("deleteTeam", "teamId", "t").outcome()).isEqualTo(Outcome.DELETED);
        assertThat(bench.items()).isEmpty();
        assertThat(new Plans(bench.design()).hasLongDeletes()).isFalse();
    }
}
