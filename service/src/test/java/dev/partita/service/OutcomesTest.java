package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.Test;

/** What a write answers is what is stored, and says what became of it. */
class OutcomesTest {

    private static final String PAGES = """
            design: pages
            allow: anyone
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Site:
                key: { pk: "SITE#{host}", sk: META }
                attributes: { host: string, open: { type: flag, default: true }, code: string }
              Page:
                key: { pk: "SITE#{host}", sk: "PAGE#{path}" }
                version: version
                attributes:
                  host:    { type: string, references: Site, must-exist: true }
                  path:    string
                  text:    string
                  seenAt:  { type: timestamp, set: on-write }
                  version: integer
                  hash:    { type: string, hash-of: [text], hidden: true }
            patterns:
              addSite:  { create: Site, route: POST /sites }
              save:     { put: Page, route: "PUT /pages/{host}/{path}" }
              see:      { put: Page, detect: hash, route: "PUT /seen/{host}/{path}" }
              edit:     { update: Page, by: [host, path], change: [text], detect: hash, route: "PATCH /pages/{host}/{path}" }
              coded:    { put: Page, requires: { Site: "open AND code = :code" }, route: "PUT /coded/{host}/{path}" }
              page:     { get: Page, by: [host, path], route: "GET /pages/{host}/{path}" }
            """;

    private static void answers(Answer answer, int status, String outcome) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        assertThat(answer.header("Partita-Outcome")).isEqualTo(outcome);
    }

    @Test
    void everyWriteSaysWhatBecameOfTheItem() {
        try (Served served = Served.design(PAGES)) {
            String base = "/api/pages";
            answers(served.post(base + "/sites", "{\"host\":\"a\",\"code\":\"x\"}"), 201, "created");
            // A reference is checked in the same transaction, which does not tell by itself what was there.
            answers(served.withBody("PUT", base + "/pages/a/p", "{\"text\":\"one\"}"), 201, "created");
            answers(served.withBody("PUT", base + "/pages/a/p", "{\"text\":\"two\"}"), 200, "replaced");
            Answer stored = served.get(base + "/pages/a/p");
            Answer same = served.withBody("PUT", base + "/seen/a/p", "{\"text\":\"two\"}");
            answers(same, 200, "unchanged");
            assertThat(same.body()).isEqualTo(stored.body());
            assertThat(same.header("ETag")).isEqualTo(stored.header("ETag"));
            Answer edited = served.withBody("PATCH", base + "/pages/a/p", "{\"text\":\"two\"}");
            answers(edited, 200, "unchanged");
            assertThat(edited.body()).isEqualTo(stored.body());
            answers(served.withBody("PATCH", base + "/pages/a/p", "{\"text\":\"three\"}"), 200, "updated");
            answers(served.withBody("PUT", base + "/coded/a/q", "{\"text\":\"one\",\"code\":\"x\"}"), 201, "created");
            assertThat(served.withBody("PUT", base + "/coded/a/q", "{\"text\":\"one\",\"code\":\"y\"}")
                            .status())
                    .isEqualTo(409);
            assertThat(served.withBody("PUT", base + "/coded/a/q", "{\"text\":\"one\"}")
                            .status())
                    .isEqualTo(422);
        }
    }

    @Test
    void theDescriptionListsTheOutcomes() {
        try (Served served = Served.design(PAGES)) {
            assertThat(served.get("/api/pages/openapi.json").body())
                    .contains("\"Partita-Outcome\":{\"$ref\":\"#/components/headers/outcome\"}")
                    .contains("[\"created\",\"replaced\",\"updated\",\"unchanged\",\"restored\"]");
        }
    }
}
