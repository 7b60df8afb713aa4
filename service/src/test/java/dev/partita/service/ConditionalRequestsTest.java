package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConditionalRequestsTest {

    private static final String ADA = "/api/desk/people/ada";

    private final Served served = Served.design(Desk.YAML);

    @BeforeEach
    void person() {
        served.post("/api/desk/people", "{\"personId\":\"ada\",\"email\":\"ada@example.com\"}");
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void whoHasWhatIsThereGetsNothingAgain() {
        String own = served.get(ADA).header("ETag");
        assertThat(own).startsWith("\"v1-");
        for (String tag : new String[] {own, "W/" + own, "\"x\", " + own, "*"}) {
            Answer answer = served.get(ADA, "If-None-Match", tag);
            assertThat(answer.status()).as(tag).isEqualTo(304);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.header("ETag")).isEqualTo(own);
        }
        for (String tag : new String[] {"\"v1\"", own.replace("v1", "v2"), "\"v\"", "v1", "\"v11\"", ""}) {
            assertThat(served.get(ADA, "If-None-Match", tag).status()).as(tag).isEqualTo(200);
        }
    }

    @Test
    void ofTwoWritersWithTheSameVersionOneIsRefused() {
        String tag = served.get(ADA).header("ETag");
        Answer first = served.withBody("PATCH", ADA, "{\"name\":\"First\"}", "If-Match", tag);
        assertThat(first.status()).as(first.toString()).isEqualTo(200);
        assertThat(first.header("ETag")).startsWith("\"v2-");
        check(
                served.withBody("PATCH", ADA, "{\"name\":\"Second\"}", "If-Match", tag),
                412,
                "version-changed",
                "Read it again");
        assertThat(served.get(ADA).json()).containsEntry("name", "First");
        assertThat(served.withBody("PATCH", ADA, "{\"name\":\"Second\"}", "If-Match", "\"v2\"")
                        .header("ETag"))
                .startsWith("\"v3-");
    }

    @Test
    void ofManyWritersAtOnceOneGetsThrough() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Callable<Integer>> writers = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                String name = "writer " + i;
                writers.add(() -> served.withBody("PATCH", ADA, "{\"name\":\"" + name + "\"}", "If-Match", "\"v1\"")
                        .status());
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> status : threads.invokeAll(writers)) {
                statuses.add(status.get());
            }
            assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
            assertThat(served.get(ADA).header("ETag")).startsWith("\"v2-");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aPutAndADeleteAreConditionalToo() {
        String put = "{\"personId\":\"ada\",\"email\":\"ada@example.com\",\"name\":\"Put\"}";
        check(served.post("/api/desk/patterns/putPerson", put, "If-Match", "\"v7\""), 412, "version-changed", "");
        assertThat(served.post("/api/desk/patterns/putPerson", put, "If-Match", "\"v1\"")
                        .header("ETag"))
                .startsWith("\"v2-");
        check(served.call("DELETE", ADA, "If-Match", "\"v1\""), 412, "version-changed", "");
        assertThat(served.call("DELETE", ADA, "If-Match", "\"v2\"").status()).isEqualTo(204);
    }

    @Test
    void theVersionMayBeAnArgumentAsWell() {
        check(served.withBody("PATCH", ADA, "{\"name\":\"x\",\"version\":4}"), 412, "version-changed", "");
        assertThat(served.withBody("PATCH", ADA, "{\"name\":\"x\",\"version\":1}", "If-Match", "\"v1\"")
                        .status())
                .isEqualTo(200);
        check(
                served.withBody("PATCH", ADA, "{\"name\":\"x\",\"version\":1}", "If-Match", "\"v2\""),
                400,
                "unreadable-request",
                "leave one out");
        assertThat(served.call("DELETE", ADA + "?version=2").status()).isEqualTo(204);
    }

    @Test
    void whatCannotBeCheckedIsRefused() {
        check(
                served.post("/api/desk/people", "{\"email\":\"b@example.com\"}", "If-Match", "\"v1\""),
                400,
                "unsupported-condition",
                "makes a new item");
        String ticket = (String) served.post("/api/desk/patterns/openTicket", "{\"personId\":\"ada\",\"title\":\"t\"}")
                .json()
                .get("ticketId");
        check(
                served.call("DELETE", "/api/desk/tickets/" + ticket, "If-Match", "\"v1\""),
                400,
                "unsupported-condition",
                "Ticket has no version");
        check(
                served.withBody("PATCH", ADA, "{\"name\":\"x\"}", "If-None-Match", "*"),
                400,
                "unsupported-condition",
                "for reads");
        check(served.withBody("PATCH", ADA, "{}", "If-Match", "\"v1\", \"v2\""), 400, "unreadable-request", "several");
        check(served.withBody("PATCH", ADA, "{}", "If-Match", "v1"), 400, "unreadable-request", "double quotes");
        check(served.withBody("PATCH", ADA, "{}", "If-Match", "\"v1\"x\""), 400, "unreadable-request", "double quotes");
        for (String other : new String[] {
            "W/\"v1\"",
            "\"v1-\"",
            "\"v1-0\"",
            "\"v1-0123456789abc-?\"",
            "\"7\"",
            "\"v\"",
            "\"vx\"",
            "\"v9999999999999999999\""
        }) {
            check(served.withBody("PATCH", ADA, "{}", "If-Match", other), 412, "version-changed", "Read the item");
        }
    }

    @Test
    void aStarMatchesNothingThatIsNotThere() {
        String bob = "{\"personId\":\"bob\",\"email\":\"bob@example.com\"}";
        check(
                served.post("/api/desk/patterns/putPerson", bob, "If-Match", "*"),
                412,
                "version-changed",
                "no such Person to be replaced");
        assertThat(served.get("/api/desk/people/bob").status()).isEqualTo(404);
        assertThat(served.post("/api/desk/patterns/putPerson", bob).status()).isEqualTo(201);
        assertThat(served.post("/api/desk/patterns/putPerson", bob, "If-Match", "*")
                        .status())
                .isEqualTo(200);
    }

    /** Where a put needs no read, and where what is there is marked as deleted. */
    @Test
    void aStarIsAConditionOfTheWriteItself() {
        try (Served blind = Served.design("""
                design: blind
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Page:
                    key: { pk: "PAGE#{pageId}" }
                    version: version
                    soft-delete: { at: deletedAt }
                    attributes: { pageId: string, text: string, version: integer, deletedAt: timestamp }
                patterns:
                  page:   { get: Page, by: pageId }
                  save:   { put: Page }
                  remove: { delete: Page, by: pageId }
                """)) {
            String page = "{\"text\":\"x\"}";
            String path = "/api/blind/pages/1";
            check(blind.withBody("PUT", path, page, "If-Match", "*"), 412, "version-changed", "no such Page");
            assertThat(blind.get(path).status()).isEqualTo(404);
            assertThat(blind.withBody("PUT", path, page).status()).isEqualTo(201);
            assertThat(blind.withBody("PUT", path, page, "If-Match", "*").header("ETag"))
                    .startsWith("\"v2-");
            assertThat(blind.call("DELETE", path).status()).isEqualTo(204);
            check(blind.withBody("PUT", path, page, "If-Match", "*"), 412, "version-changed", "no such Page");
            assertThat(blind.get(path).status()).isEqualTo(404);
            assertThat(blind.withBody("PUT", path, page).status()).isEqualTo(200);
        }
    }

    @Test
    void aStarMatchesWhateverIsThere() {
        assertThat(served.withBody("PATCH", ADA, "{\"name\":\"x\"}", "If-Match", "*")
                        .status())
                .isEqualTo(200);
        check(
                served.withBody("PATCH", "/api/desk/people/bob", "{\"name\":\"x\"}", "If-Match", "*"),
                404,
                "not-found",
                "");
    }

    @Test
    void withoutAVersionTheTagIsOfTheRepresentation() {
        Answer opened = served.post("/api/desk/patterns/openTicket", "{\"personId\":\"ada\",\"title\":\"t\"}");
        String path = opened.header("Location");
        Answer read = served.get(path);
        assertThat(read.header("ETag")).matches("\"[0-9a-v]{26}\"").isEqualTo(opened.header("ETag"));
        assertThat(served.get(path, "If-None-Match", read.header("ETag")).status())
                .isEqualTo(304);
        String vote = "{\"ticketId\":\"" + opened.json().get("ticketId") + "\"}";
        Answer voted = served.post("/api/desk/patterns/vote", vote);
        assertThat(voted.header("ETag")).isNotEqualTo(read.header("ETag"));
        assertThat(served.get(path).header("ETag")).isEqualTo(voted.header("ETag"));
        assertThat(served.get(path, "If-None-Match", read.header("ETag")).status())
                .isEqualTo(200);
    }

    @Test
    void aListHasATagThatStaysWhileNothingChanges() {
        for (int i = 0; i < 12; i++) {
            served.post("/api/desk/patterns/openTicket", "{\"personId\":\"ada\",\"title\":\"t\"}");
        }
        Answer list = served.get(ADA + "/tickets");
        assertThat(list.json()).containsKey("next");
        assertThat(served.get(ADA + "/tickets", "If-None-Match", list.header("ETag"))
                        .status())
                .isEqualTo(304);
        served.clock.advance(Duration.ofSeconds(1));
        served.post("/api/desk/patterns/openTicket", "{\"personId\":\"ada\",\"title\":\"t\"}");
        assertThat(served.get(ADA + "/tickets", "If-None-Match", list.header("ETag"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aReadMayAskForOneTagOnly() {
        assertThat(served.get(ADA, "If-Match", served.get(ADA).header("ETag")).status())
                .isEqualTo(200);
        check(served.get(ADA, "If-Match", "\"v2\""), 412, "version-changed", "another ETag");
    }

    private static final String ORGS = """
            design: orgs
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Org:
                key: { pk: "ORG#{orgId}", sk: META }
                version: version
                attributes:
                  orgId:    string
                  name:     string
                  docCount: { type: integer, default: 0, read-only: true }
                  madeAt:   { type: timestamp-millis, set: on-create }
                  version:  integer
              Doc:
                key: { pk: "ORG#{orgId}", sk: "DOC#{docId}" }
                attributes:
                  orgId: { type: string, references: Org, must-exist: true, on-delete: cascade }
                  docId: string
            quotas:
              docs: { counts: Doc, per: orgId, counter: Org.docCount, limit: 5 }
            patterns:
              makeOrg: { create: Org }
              org:     { get: Org, by: orgId }
              edit:    { update: Org, by: orgId, change: [name] }
              drop:    { delete: Org, by: orgId }
              makeDoc: { create: Doc }
            """;

    @Test
    void whatACounterChangesChangesTheTag() {
        try (Served orgs = Served.design(ORGS)) {
            orgs.post("/api/orgs/patterns/makeOrg", "{\"orgId\":\"o\",\"name\":\"n\"}");
            Answer before = orgs.get("/api/orgs/patterns/org?orgId=o");
            assertThat(orgs.post("/api/orgs/patterns/makeDoc", "{\"orgId\":\"o\",\"docId\":\"d\"}")
                            .status())
                    .isEqualTo(201);
            Answer after = orgs.get("/api/orgs/patterns/org?orgId=o", "If-None-Match", before.header("ETag"));
            assertThat(after.status()).isEqualTo(200);
            assertThat(after.body()).contains("\"docCount\":1").contains("\"version\":1");
            Answer edited = orgs.post(
                    "/api/orgs/patterns/edit", "{\"orgId\":\"o\",\"name\":\"m\"}", "If-Match", before.header("ETag"));
            assertThat(edited.status())
                    .as("a counter is nobody's edit: " + edited.body())
                    .isEqualTo(200);
        }
    }

    @Test
    void anItemMadeAnewIsAnotherOneWithTheSameVersion() {
        try (Served orgs = Served.design(ORGS)) {
            String org = "{\"orgId\":\"o\",\"name\":\"n\"}";
            String old = orgs.post("/api/orgs/patterns/makeOrg", org).header("ETag");
            assertThat(orgs.get("/api/orgs/patterns/org?orgId=o").header("ETag"))
                    .isEqualTo(old);
            orgs.post("/api/orgs/patterns/drop", "{\"orgId\":\"o\"}");
            orgs.clock.advance(Duration.ofSeconds(1));
            orgs.post("/api/orgs/patterns/makeOrg", org);
            Answer again = orgs.get("/api/orgs/patterns/org?orgId=o", "If-None-Match", old);
            assertThat(again.status()).isEqualTo(200);
            check(orgs.post("/api/orgs/patterns/edit", org, "If-Match", old), 412, "version-changed", "another");
            check(
                    orgs.post("/api/orgs/patterns/drop", "{\"orgId\":\"o\"}", "If-Match", old),
                    412,
                    "version-changed",
                    "another");
            assertThat(orgs.post("/api/orgs/patterns/edit", org, "If-Match", again.header("ETag"))
                            .status())
                    .isEqualTo(200);
        }
    }
}
