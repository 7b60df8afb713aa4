package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An index key that is made in one of several ways: nothing is read back from it as if it had been made in another. */
class AlternativeKeysTest {

    private static final String DESIGN = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
            entities:
              Bill:
                key: { pk: "BILL#{id}", sk: META }
                GSI1:
                  - { when: "NOT paid", gsi1pk: "G#{group}#0", gsi1sk: "{due}#{id}" }
                  - { when: paid, gsi1pk: "G#{group}#1", gsi1sk: "{note}#{id}" }
                attributes:
                  id: string
                  group: { type: string, required: true }
                  paid: { type: flag, default: false }
                  due: { type: timestamp, required: true }
                  note: string
              Copy:
                key: { pk: "G#{group}", sk: "BILL#{id}" }
                from: { entity: Bill }
                attributes: { id: string, group: string, note: string, paid: flag }
            patterns:
              add: { create: Bill }
              bill: { get: Bill, by: id }
              pay: { update: Bill, by: id, set: { paid: true } }
              copies: { list: Copy, by: group }
            """;

    @Test
    void whatIsNotStoredIsNotInvented() {
        Bench bench = new Bench(DESIGN);
        bench.run("add", Bench.map("id", "1", "group", "g", "due", "2030-01-01T00:00:00Z"));
        assertThat(bench.read("bill", "id", "1").one().values().get("note")).isNull();
        bench.run("pay", Bench.map("id", "1"));
        assertThat(bench.read("bill", "id", "1").one().values().get("note")).isNull();
        assertThat(bench.read("copies", "group", "g").one().values().get("note"))
                .isNull();
    }
}
