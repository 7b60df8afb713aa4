package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.Test;

/** Whoever adds to a number says how much, and the rules of the number are about the sum. */
class AddedAmountsTest {

    private static final String TALLIES = """
            design: tallies
            allow: anyone
            tables:
              main: { key: { partition: pk } }
            entities:
              Tally:
                key: { pk: "TALLY#{tallyId}" }
                version: version
                attributes:
                  tallyId: string
                  points: { type: integer, default: 7, range: 3..11 }
                  version: integer
              Note:
                key: { pk: "NOTE#{noteId}" }
                attributes: { noteId: string }
            patterns:
              make: { create: Tally, route: POST /tallies }
              bump: { update: Tally, by: tallyId, add: [points], route: "POST /tallies/{tallyId}/bump" }
              note: { create: Note, route: POST /notes }
              noted: { transact: [bump, note], route: POST /noted }
              tally: { get: Tally, by: tallyId, route: "GET /tallies/{tallyId}" }
            """;

    @Test
    void anAmountIsRequired() {
        try (Served served = Served.design(TALLIES)) {
            served.post("/api/tallies/tallies", "{\"tallyId\":\"t\"}");
            for (String body : new String[] {"{}", "{\"points\":null}"}) {
                Answer without = served.post("/api/tallies/tallies/t/bump", body);
                assertThat(without.status()).as(without.toString()).isEqualTo(422);
                assertThat(without.body()).contains("points").contains("is required");
            }
            assertThat(served.get("/api/tallies/tallies/t").body()).contains("\"version\":1");
            assertThat(served.post("/api/tallies/tallies/t/bump", "{\"points\":-2}")
                            .body())
                    .contains("\"points\":5");
        }
    }

    @Test
    void theDescriptionOfAnAmountHasNoRulesOfTheSum() {
        try (Served served = Served.design(TALLIES)) {
            String document = served.get("/api/tallies/openapi.json").body();
            String amount = "\"points\":{\"type\":\"integer\",\"description\":\"What is added.\"}";
            assertThat(document.split(java.util.regex.Pattern.quote(amount), -1))
                    .as("in the bodies of bump and of noted")
                    .hasSizeGreaterThanOrEqualTo(3);
            assertThat(document).contains("\"minimum\":3,\"maximum\":11,\"default\":7");
        }
    }
}
