package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.embedded.Partita;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.PartitaException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Ids as they come from outside, in reads: such an item is not there, or the refusal says what is wrong with the id. */
class MalformedIdsTest {

    private static final List<Object> IDS = List.of(
            "",
            " ",
            "#",
            "a#b",
            "a%23b",
            "nonsense",
            "x".repeat(3000),
            "\u0000",
            "\uD800",
            "-1",
            "1e400",
            7,
            -7L,
            true,
            List.of("a"),
            Map.of());

    private final Partita partita = Partita.inMemory();
    private final Database database =
            Database.builder(Shop.design("""
                            design: ids
                            tables:
                              main:
                                name: ids
                                key: { partition: pk, sort: sk }
                                indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
                            entities:
                              Thing:
                                key: { pk: "THING#{ulid}#{text}", sk: "{number:05}#{day}" }
                                GSI1: { gsi1pk: "KIND#{kind}", gsi1sk: "{at}" }
                                attributes:
                                  ulid:   { type: ulid }
                                  text:   string
                                  number: { type: integer, range: 0..99999 }
                                  day:    date
                                  kind:   { enum: [one, two] }
                                  at:     timestamp
                            patterns:
                              thing:  { get: Thing, by: [ulid, text, number, day] }
                              things: { list: Thing, by: [ulid, text] }
                              kinds:  { list: Thing, by: kind, range: at }
                            """), partita.client()).build();

    @AfterEach
    void close() {
        partita.close();
    }

    @TestFactory
    Stream<DynamicTest> whateverComesIsNotFoundOrRefused() {
        database.createTables();
        Map<String, Object> right =
                Map.of("ulid", "01J0000000000000000000000A", "text", "a", "number", 1, "day", "2026-01-01");
        return Stream.of("ulid", "text", "number", "day", "kind").flatMap(name -> IDS.stream()
                .map(id ->
                        DynamicTest.dynamicTest(name + " " + String.valueOf(id).length() + id, () -> {
                            Map<String, Object> arguments = new java.util.HashMap<>(right);
                            if (name.equals("kind")) {
                                arguments.clear();
                            }
                            arguments.put(name, id);
                            try {
                                assertThat(database.read(name.equals("kind") ? "kinds" : "thing", arguments)
                                                .items())
                                        .isEmpty();
                            } catch (InvalidValues refused) {
                                assertThat(refused.violations())
                                        .anySatisfy(violation -> assertThat(violation.attribute())
                                                .isEqualTo(name));
                            }
                        })));
    }

    @Test
    void theMissingTableIsNamed() {
        for (Database at : List.of(
                database,
                Database.builder(database.design(), partita.endpoint()).build())) {
            assertThatThrownBy(() -> at.read("kinds", Map.of("kind", "one")))
                    .isInstanceOf(EndpointException.class)
                    .isInstanceOf(PartitaException.class)
                    .hasMessageContaining("there is no table ids at this endpoint")
                    .hasToString("dev.partita.plan.EndpointException: Requested resource not found: there is"
                            + " no table ids at this endpoint, or an index of it is missing (Make the tables, with"
                            + " createTables() or partita deploy, or correct the endpoint, the region or the names.)");
        }
    }
}
