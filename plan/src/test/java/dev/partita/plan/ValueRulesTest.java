package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules of an attribute hold after every kind of change, also where the old value is not there. */
class ValueRulesTest {

    private final Bench bench = new Bench("""
            design: rules
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Thing:
                key: { pk: "T#{id}", sk: META }
                attributes:
                  id:    string
                  up:    { type: integer, range: 0..10 }
                  both:  { type: integer, range: -10..10 }
                  high:  { type: integer, range: 5.. }
                  tags:  { type: set of string, max-items: 2 }
                  names: { type: list of string, required: true, max-items: 3 }
                  extra: { type: map, max-items: 2 }
                  w:     { type: string, derive: x }
                  x:     { type: string, derive: y }
                  y:     { type: string, derive: z }
                  hash:  { type: string, hash-of: [w] }
                  z:     string
            patterns:
              make:   { create: Thing }
              bigUp:  { update: Thing, by: id, add: [up] }
              both:   { update: Thing, by: id, add: [both] }
              high:   { update: Thing, by: id, add: [high] }
              tag:    { update: Thing, by: id, append: [tags] }
              unname: { update: Thing, by: id, remove: [names] }
              edit:   { update: Thing, by: id, change: [z, extra] }
              thing:  { get: Thing, by: id }
              middle: { scan: Thing, where: "up BETWEEN :low AND :high" }
            """);

    private void refused(String message, String pattern, Object... arguments) {
        Map<String, Map<String, String>> before = bench.items();
        assertThatThrownBy(() -> bench.run(pattern, arguments))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining(message);
        assertThat(bench.items()).isEqualTo(before);
    }

    private void make() {
        bench.run("make", "id", "1", "names", List.of("a"));
    }

    @Test
    void whatIsAddedToNothingStaysInTheRange() {
        make();
        refused("would pass 10", "bigUp", "id", "1", "up", 11);
        refused("would fall below 0", "bigUp", "id", "1", "up", -1);
        refused("would fall below -10", "both", "id", "1", "both", -11);
        refused("would fall below 5", "high", "id", "1", "high", 3);
        bench.run("bigUp", "id", "1", "up", 10);
        refused("would pass 10", "bigUp", "id", "1", "up", 1);
        bench.run("both", "id", "1", "both", -10);
        refused("would fall below -10", "both", "id", "1", "both", -1);
        bench.run("high", "id", "1", "high", 5);
        assertThat(bench.items().get("T#1 META"))
                .containsEntry("up", "10")
                .containsEntry("both", "-10")
                .containsEntry("high", "5");
    }

    @Test
    void aSetThatGrowsKeepsToItsMost() {
        make();
        bench.run("tag", "id", "1", "tags", List.of("a"));
        bench.run("tag", "id", "1", "tags", List.of("a", "b"));
        refused("has more than 2", "tag", "id", "1", "tags", List.of("c"));
        bench.run("tag", "id", "1", "tags", List.of("b"));
    }

    @Test
    void aMapHasAMostToo() {
        make();
        bench.run("edit", "id", "1", "extra", Map.of("a", 1, "b", 2));
        refused("has more than 2", "edit", "id", "1", "extra", Map.of("a", 1, "b", 2, "c", 3));
    }

    @Test
    void whatIsRequiredIsNotTakenAway() {
        make();
        refused("is required and cannot be removed", "unname", "id", "1");
        bench.run("unname", "id", "1", "names", List.of("a"));
    }

    @Test
    void aChainOfDerivedValuesIsRightWhereverTheyStand() {
        make();
        bench.run("edit", "id", "1", "z", "one");
        assertThat(bench.items().get("T#1 META")).containsEntry("w", "one").containsKey("hash");
        assertThat(bench.run("edit", "id", "1", "z", "two").values()).containsEntry("w", "two");
        bench.run("make", "id", "2", "names", List.of("a"), "z", "three");
        assertThat(bench.items().get("T#2 META")).containsEntry("w", "three").containsKey("hash");
    }

    @Test
    void boundsTheWrongWayRoundFindNothing() {
        bench.run("make", "id", "1", "names", List.of("a"), "up", 5);
        assertThat(bench.read("middle", "low", 1, "high", 9).items()).hasSize(1);
        assertThat(bench.read("middle", "low", 9, "high", 1).items()).isEmpty();
    }
}
