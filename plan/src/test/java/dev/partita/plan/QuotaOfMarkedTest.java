package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.internal.key.QuotaItem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A quota counts what is there and not marked: what was marked has left the count, and does not leave it twice. */
class QuotaOfMarkedTest {

    private static final String DESIGN = """
            design: t
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Box:
                key: { pk: "BOX#{boxId}", sk: META }
                attributes: { boxId: string, thingCount: { type: integer, default: 0, read-only: true } }
              Thing:
                key: { pk: "BOX#{boxId}", sk: "THING#{thingId}" }
                soft-delete: { MARK }
                attributes:
                  boxId: { type: string, references: Box, on-delete: cascade }
                  thingId: string
                  kind: { type: string, required: true }
                  isGone: flag
                  goneAt: { type: timestamp, set: on-delete }
                  why: string
            quotas:
              things: { counts: Thing, per: kind, limit: 9, item: { pk: "QUOTA#{kind}", sk: QUOTA } }
              inBox: { counts: Thing, per: boxId, limit: 9, counter: Box.thingCount }
            patterns:
              addBox: { create: Box }
              dropBox: { delete: Box, by: boxId }
              add: { create: Thing }
              save: { put: Thing }
              mark: { delete: Thing, by: [boxId, thingId] }
              erase: { delete: Thing, by: [boxId, thingId], hard: true }
              back: { restore: Thing, by: [boxId, thingId] }
              box: { get: Box, by: boxId }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"flag: isGone", "at: goneAt", "flag: isGone, at: goneAt, reason: why"})
    void erasingAMarkedOneCountsNothing(String mark) {
        Bench bench = new Bench(DESIGN.replace("MARK", mark));
        start(bench);
        bench.run("mark", "boxId", "b", "thingId", "1");
        assertThat(counts(bench)).containsExactly("2", "2");
        bench.run("erase", "boxId", "b", "thingId", "1");
        assertThat(counts(bench)).containsExactly("2", "2");
        bench.run("erase", "boxId", "b", "thingId", "2");
        assertThat(counts(bench)).containsExactly("1", "1");
        bench.run("mark", "boxId", "b", "thingId", "3");
        bench.run("back", "boxId", "b", "thingId", "3");
        bench.run("mark", "boxId", "b", "thingId", "3");
        bench.run("save", Map.of("boxId", "b", "thingId", "3", "kind", "k"));
        assertThat(counts(bench)).containsExactly("1", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flag: isGone", "at: goneAt", "flag: isGone, at: goneAt, reason: why"})
    void whatGoesWithItsParentCountsOnce(String mark) {
        Bench bench = new Bench(DESIGN.replace("MARK", mark));
        start(bench);
        bench.run("mark", "boxId", "b", "thingId", "1");
        bench.run("dropBox", "boxId", "b");
        assertThat(bench.items()).containsOnlyKeys("QUOTA#k QUOTA");
        assertThat(bench.items().get("QUOTA#k QUOTA").get(QuotaItem.COUNT)).isEqualTo("0");
    }

    private static void start(Bench bench) {
        bench.run("addBox", "boxId", "b");
        for (String thing : List.of("1", "2", "3")) {
            bench.run("add", Map.of("boxId", "b", "thingId", thing, "kind", "k"));
        }
        assertThat(counts(bench)).containsExactly("3", "3");
    }

    private static List<String> counts(Bench bench) {
        return List.of(
                String.valueOf(bench.items().get("QUOTA#k QUOTA").get(QuotaItem.COUNT)),
                String.valueOf(bench.items().get("BOX#b META").get("thingCount")));
    }
}
