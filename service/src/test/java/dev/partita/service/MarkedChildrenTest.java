package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A child that is marked as deleted does not keep its parent, whichever way children are found. */
class MarkedChildrenTest {

    private static final String DESIGN = """
            design: family
            allow: anyone
            tables:
              main:
                key: { partition: pk, sort: sk }
                type-attribute: et
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Parent:
                type: PARENT
                key: { pk: "P#{id}", sk: META }
                attributes: { id: string }
              Child:
                type: CHILD
                KEYS
                soft-delete: { flag: gone }
                attributes:
                  parent: { type: string, required: true, references: Parent, on-delete: refuse, must-exist: true }
                  cid: string
                  gone: { type: flag, default: false, read-only: true }
            patterns:
              found: { create: Parent }
              leave: { delete: Parent, by: id }
              bear: { create: Child }
              drop: { delete: Child, by: [BY] }
              back: { restore: Child, by: [BY] }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key: { pk: 'P#{parent}', sk: 'C#{cid}' } | 'parent, cid'",
                "key: { pk: 'C#{cid}', sk: META }| cid",
            },
            quoteCharacter = '"')
    void byTheTable(String keys, String by) {
        isLeft(DESIGN.replace("KEYS", keys.replace('\'', '"')).replace("BY", by.replace("'", "")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = "GSI1: { gsi1pk: 'P#{parent}', gsi1sk: '{cid}' }")
    void byAnIndex(String index) {
        String keys = "key: { pk: \"C#{cid}\", sk: META }\n    " + index.replace('\'', '"');
        isLeft(DESIGN.replace("KEYS", keys).replace("BY", "cid"));
    }

    private static void isLeft(String design) {
        try (Served served = Served.design(design)) {
            done(201, call(served, "found", "{\"id\":\"p\"}"));
            done(201, call(served, "bear", "{\"parent\":\"p\",\"cid\":\"c\"}"));
            done(409, call(served, "leave", "{\"id\":\"p\"}"));
            String child = design.contains("by: [parent") ? "{\"parent\":\"p\",\"cid\":\"c\"}" : "{\"cid\":\"c\"}";
            done(204, call(served, "drop", child));
            done(204, call(served, "leave", "{\"id\":\"p\"}"));
            assertThat(call(served, "back", child).status()).isBetween(400, 499);
        }
    }

    private static Answer call(Served served, String pattern, String body) {
        return served.post("/api/family/patterns/" + pattern, body);
    }

    private static void done(int status, Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }
}
