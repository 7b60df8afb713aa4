package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.Test;

/** An hour or a day that clocks skip is not the next one; an hour that comes twice is one. */
class SkippedHoursTest {

    private static final String PINGS = """
            design: pings
            allow: anyone
            time-zone: ZONE
            tables:
              main:
                key: { partition: pk }
                indexes:
                  GSI1: { partition: g1, sort: g2, projection: all }
                  GSI2: { partition: g3, sort: g4, projection: all }
            entities:
              Ping:
                key: { pk: "PING#{pingId}" }
                GSI1: { g1: "H#{at:hour}", g2: "{at}#{pingId}" }
                GSI2: { g3: "D#{at:date}", g4: "{at}#{pingId}" }
                attributes: { pingId: string, at: { type: timestamp, required: true } }
            patterns:
              ping: { create: Ping, route: POST /pings }
              ofHour: { list: Ping, by: at:hour, order: oldest-first, route: GET /hours }
              ofDay: { list: Ping, by: at:date, order: oldest-first, route: GET /days }
            """;

    private static void ping(Served served, String id, String at) {
        Answer made = served.post("/api/pings/pings", "{\"pingId\":\"" + id + "\",\"at\":\"" + at + "\"}");
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
    }

    @Test
    void anHourThatIsSkippedIsRefused() {
        try (Served served = Served.design(PINGS.replace("ZONE", "America/New_York"))) {
            ping(served, "a", "2026-03-08T07:30:00Z");
            ping(served, "b", "2026-11-01T05:30:00Z");
            ping(served, "c", "2026-11-01T06:30:00Z");
            Answer skipped = served.get("/api/pings/hours?hour=2026-03-08T02");
            assertThat(skipped.status()).as(skipped.toString()).isEqualTo(422);
            assertThat(skipped.body()).contains("is skipped by the clocks of America/New_York");
            assertThat(served.get("/api/pings/hours?hour=2026-03-08T03").body()).contains("\"a\"");
            assertThat(served.get("/api/pings/hours?hour=2026-11-01T01").body()).contains("\"b\"", "\"c\"");
        }
    }

    @Test
    void aDayThatIsSkippedIsRefused() {
        try (Served served = Served.design(PINGS.replace("ZONE", "Pacific/Apia"))) {
            ping(served, "a", "2011-12-30T12:00:00Z");
            assertThat(served.get("/api/pings/days?date=2011-12-30").status()).isEqualTo(422);
            assertThat(served.get("/api/pings/days?date=2011-12-31").body()).contains("\"a\"");
        }
    }

    @Test
    void aQuotaOfTheHourThatComesTwiceBeginsAnewBehindTheSecond() {
        String yaml = PINGS.replace("ZONE", "America/New_York")
                .replace("{ partition: pk }", "{ partition: pk, sort: sk }")
                .replace("\"PING#{pingId}\" }", "\"PING#{pingId}\", sk: META }")
                .replace("patterns:", """
                        quotas:
                          hourly: { counts: Ping, per: at:hour, item: { pk: QUOTA, sk: "{at:hour}" }, limit: 1 }
                        patterns:""");
        try (Served served = Served.design(yaml)) {
            ping(served, "a", "2026-11-01T05:30:00Z");
            for (String at : new String[] {"2026-11-01T05:40:00Z", "2026-11-01T06:40:00Z"}) {
                Answer refused = served.post("/api/pings/pings", "{\"pingId\":\"b\",\"at\":\"" + at + "\"}");
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.body()).contains("\"resetAt\":\"2026-11-01T07:00:00Z\"");
            }
            ping(served, "c", "2026-11-01T07:00:00Z");
            ping(served, "d", "2026-03-08T06:30:00Z");
            assertThat(served.post("/api/pings/pings", "{\"pingId\":\"e\",\"at\":\"2026-03-08T06:40:00Z\"}")
                            .body())
                    .contains("\"resetAt\":\"2026-03-08T07:00:00Z\"");
        }
    }
}
