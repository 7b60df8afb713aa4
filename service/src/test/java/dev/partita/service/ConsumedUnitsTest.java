package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call took is no news of what its caller may not see. */
class ConsumedUnitsTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] BOB = BEARERS.of("bob");

    private static final String YAML = """
            design: pins
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Box:
                key: { pk: "BOX#{boxId}", sk: META }
                owner: author
                attributes: { boxId: string, author: { type: string, required: true }, text: string }
              Pin:
                key: { pk: "PIN#{userId}", sk: "BOX#{boxId}" }
                owner: userId
                attributes: { userId: string, boxId: { type: string, references: Box, on-delete: keep } }
            patterns:
              makeBox: { create: Box, allow: owner }
              box:     { get: Box, by: boxId, allow: owner }
              boxes:   { scan: Box, allow: owner }
              pin:     { create: Pin, allow: owner }
              pins:    { list: Pin, by: userId, fetch: Box, allow: owner }
            """;

    private final Served served = BEARERS.serve(YAML);

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void unitsOfWhatIsLeftOutAreNotTold() {
        Answer made = post("makeBox", "{\"boxId\":\"hers\",\"text\":\"" + "x".repeat(9_000) + "\"}", ANN);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.header("Partita-Consumed")).startsWith("requests=");
        assertThat(pinned("none")).isEqualTo(pinned("hers")).isNull();
        assertThat(get("boxes", BOB).header("Partita-Consumed")).isNull();
        assertThat(get("boxes", BOB).header("Preference-Applied")).isNull();
    }

    private String pinned(String box) {
        assertThat(post("pin", "{\"boxId\":\"" + box + "\"}", BOB).status()).isEqualTo(201);
        Answer pins = get("pins", BOB);
        assertThat(pins.status()).as(pins.body()).isEqualTo(200);
        assertThat(pins.body()).contains("\"items\":[]");
        return pins.header("Partita-Consumed");
    }

    private Answer get(String pattern, String... caller) {
        return served.get("/api/pins/patterns/" + pattern, caller[0], caller[1], "Prefer", "consumed-units");
    }

    private Answer post(String pattern, String json, String... caller) {
        return served.post("/api/pins/patterns/" + pattern, json, caller[0], caller[1], "Prefer", "consumed-units");
    }
}
