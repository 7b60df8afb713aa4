package dev.partita.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.Bench;
import dev.partita.plan.Result;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The units a plan predicts are those the service counts, when items are as large and as many as the design says. */
class UnitsTest {

    private static final String DESIGN = """
            design: units
            types:
              Kind: { enum: [A, B] }
            tables:
              main:
                name: units
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  keys: { partition: kind, sort: pk, projection: keys }
            entities:
              Thing:
                key: { pk: "T#{owner}", sk: "{id}" }
                GSI1: { gsi1pk: "ID#{id}", gsi1sk: THING }
                expect: { size: 3000 bytes }
                unique: { id: { on: [id], lock: { pk: "LOCK#{id}", sk: UNIQUE } } }
                attributes:
                  owner: { type: string, store: false }
                  id: { type: string, store: false }
                  kind: { type: Kind, required: true }
                  text: { type: string }
            patterns:
              save: { put: Thing }
              one: { get: Thing, by: [owner, id] }
              strong: { get: Thing, by: [owner, id], consistency: strong }
              byId: { get: Thing, by: id }
              byLock: { get: Thing, by: id, consistency: strong }
              some: { list: Thing, by: owner, page: 20 }
              all: { read: Thing, by: owner, expect: { items: 40 } }
              number: { count: Thing, by: owner, expect: { items: 40 } }
              each: { count: Thing, by: kind, each: kind, expect: { items: 20 } }
              many: { list: Thing, by: [owner, id], each: { id: given }, page: 20 }
              sure: { list: Thing, by: [owner, id], each: { id: given }, page: 20, consistency: strong }
              tally: { count: Thing, by: [owner, id], each: { id: given }, expect: { items: 20 } }
              whole: { list: Thing, by: kind, page: 20, fetch: whole }
            """;

    private final Bench bench = new Bench(DESIGN);

    @Test
    void predictedUnitsAreThoseThatAreUsed() {
        for (int i = 10; i < 50; i++) {
            bench.run("save", "owner", "o", "id", "i" + i, "kind", i % 2 == 0 ? "A" : "B", "text", "x".repeat(2_930));
        }
        check("one", 0.5, "owner", "o", "id", "i10");
        check("strong", 1, "owner", "o", "id", "i10");
        check("byId", 0.5, "id", "i10");
        check("byLock", 2, "id", "i10");
        check("some", 7.5, "owner", "o");
        check("all", 15, "owner", "o");
        check("number", 15, "owner", "o");
        check("each", 1);
        check("whole", 10.5, "kind", "A");
        List<String> ids = IntStream.range(10, 30).mapToObj(i -> "i" + i).toList();
        check("many", 10, "owner", "o", "ids", ids);
        check("sure", 20, "owner", "o", "ids", ids);
        check("tally", 10, "owner", "o", "ids", ids);
    }

    private void check(String pattern, double units, Object... arguments) {
        Map<String, Object> given = Bench.map(arguments);
        ReadPlan plan = bench.reads().plans().read(pattern);
        Result result = bench.reads().run(pattern, given);
        assertThat(plan.units()).as("predicted:\n" + plan).isEqualTo(units);
        assertThat(result.units()).as("used:\n" + plan).isEqualTo(units);
    }
}
