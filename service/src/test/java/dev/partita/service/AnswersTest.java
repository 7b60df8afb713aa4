package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each kind of answer that is no error. */
class AnswersTest {

    private static Served served;

    @BeforeAll
    static void open() {
        served = Served.design(Desk.YAML);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void whatIsCreatedHasAnAddressAtWhichItIsRead() {
        Answer created = served.post("/api/desk/people", "{\"email\":\" Ada@Example.com \",\"name\":\"Ada\"}");
        assertThat(created.status()).as(created.toString()).isEqualTo(201);
        assertThat(created.json()).containsEntry("email", "ada@example.com").containsEntry("version", 1L);
        String location = created.header("Location");
        assertThat(location).isEqualTo("/api/desk/people/" + created.json().get("personId"));
        Answer read = served.get(location);
        assertThat(read.status()).as(read.toString()).isEqualTo(200);
        assertThat(read.body()).isEqualTo(created.body());
        assertThat(read.header("Content-Type")).isEqualTo("application/json");
        assertThat(read.header("ETag")).startsWith("\"v1-").isEqualTo(created.header("ETag"));
        assertThat(read.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(read.header("Cache-Control")).isEqualTo("private, no-cache");
    }

    /** As many as a transaction has room for beside the rest. */
    @Test
    void theDocumentSaysHowManyChildrenThereMayBe() {
        int most = ((dev.partita.plan.internal.write.WritePlan)
                        served.databases.get(0).plans().plan("openWithNotes"))
                .mostChildren();
        assertThat(served.get("/api/desk/openapi.json").body())
                .contains("\"Made along with it, all or none.\",\"maxItems\":" + most + ",");
    }

    @Test
    void everyPatternCanBeCalledByItsName() {
        String person = person("by-name@example.com");
        Answer read = served.get("/api/desk/patterns/person?personId=" + person);
        assertThat(read.status()).isEqualTo(200);
        assertThat(served.get("/api/desk/people/" + person).body()).isEqualTo(read.body());
        Answer written = served.post(
                "/api/desk/patterns/updatePerson", "{\"personId\":\"" + person + "\",\"name\":\"Renamed\"}");
        assertThat(written.json()).containsEntry("name", "Renamed").containsEntry("version", 2L);
    }

    @Test
    void anItemIsFoundByWhatIsUniqueAboutIt() {
        String person = person("unique+tag@example.com");
        Answer found = served.get("/api/desk/patterns/personByEmail?email=Unique%2Btag@example.com");
        assertThat(found.json()).containsEntry("personId", person);
        // In a query a plus is a space.
        assertThat(served.get("/api/desk/patterns/personByEmail?email=unique+tag@example.com")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void valuesAreWrittenAsJsonHasThem() {
        Answer created = served.post("/api/desk/people", """
                {"email":"values@example.com","karma":0.1000000000000000055511151231257827021,"photo":"AAH/","bornOn":"1815-12-10",
                 "skills":["b","a"],"badge":{"number":7,"pin":"1234"},
                 "extra":{"deep":[1,2.50,null,true,{"ü\\n\\u0001":"😀"}],"big":12345678901234567890123456789012345678}}
                """);
        assertThat(created.status()).as(created.toString()).isEqualTo(201);
        Answer read = served.get(created.header("Location"));
        assertThat(read.body())
                .contains("\"karma\":0.1000000000000000055511151231257827021")
                .contains("\"photo\":\"AAH/\"")
                .contains("\"bornOn\":\"1815-12-10\"")
                .contains("\"badge\":{\"number\":7}")
                .contains("\"big\":12345678901234567890123456789012345678")
                .contains("\"createdAt\":\"2026-03-01T12:00:00Z\"")
                .contains("\"isActive\":true")
                .contains("[1,2.5,null,true,{\"ü\\n\\u0001\":\"😀\"}]");
        assertThat(read.json().get("skills")).isIn(List.of("a", "b"), List.of("b", "a"));
        assertThat(created.json()).isEqualTo(read.json());
    }

    @Test
    void hiddenAttributesNeverComeOut() {
        Answer created = served.post(
                "/api/desk/people",
                "{\"email\":\"hidden@example.com\",\"password\":\"correct horse\",\"badge\":{\"number\":1,\"pin\":\"4711\"}}");
        assertThat(created.status()).isEqualTo(201);
        Answer changed = served.withBody("PATCH", created.header("Location"), "{\"password\":\"battery staple\"}");
        assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
        Answer read = served.get(created.header("Location"));
        for (Answer answer : List.of(created, changed, read)) {
            assertThat(answer.body())
                    .doesNotContain("password")
                    .doesNotContain("horse")
                    .doesNotContain("$2")
                    .doesNotContain("pin")
                    .doesNotContain("4711");
        }
    }

    @Test
    void aListHasItemsAndALinkToTheNextPage() {
        String person = person("list@example.com");
        for (int i = 0; i < 12; i++) {
            ticket(person, "ticket " + i);
        }
        Answer first = served.get("/api/desk/people/" + person + "/tickets");
        assertThat(first.status()).as(first.toString()).isEqualTo(200);
        assertThat((List<?>) first.json().get("items")).hasSize(10);
        String next = (String) first.json().get("next");
        assertThat(next).startsWith("/api/desk/people/" + person + "/tickets?cursor=");
        assertThat(first.header("Link")).isEqualTo("<" + next + ">; rel=\"next\"");
        Answer second = served.get(next);
        assertThat((List<?>) second.json().get("items")).hasSize(2);
        assertThat(second.json()).doesNotContainKey("next");
        assertThat(second.header("Link")).isNull();
    }

    @Test
    void aPageIsAsLongAsTheCallerWants() {
        String person = person("limit@example.com");
        for (int i = 0; i < 5; i++) {
            ticket(person, "ticket " + i);
        }
        Answer page = served.get("/api/desk/people/" + person + "/tickets?limit=2");
        assertThat((List<?>) page.json().get("items")).hasSize(2);
        String next = (String) page.json().get("next");
        assertThat(next).contains("limit=2&cursor=");
        assertThat((List<?>) served.get(next).json().get("items")).hasSize(2);
    }

    @Test
    void aPatternThatLeadsToAListHasItsPages() {
        String person = person("leads@example.com");
        for (int i = 0; i < 25; i++) {
            ticket(person, "ticket " + i);
        }
        List<Object> found = new ArrayList<>();
        String next = "/api/desk/patterns/ticketsByEmail?email=leads@example.com";
        while (next != null) {
            Answer page = served.get(next);
            assertThat(page.status()).as(page.toString()).isEqualTo(200);
            found.addAll((List<?>) page.json().get("items"));
            next = (String) page.json().get("next");
        }
        assertThat(found).hasSize(25).doesNotHaveDuplicates();
        assertThat(served.get("/api/desk/patterns/ticketsByEmail?email=nobody@example.com")
                        .body())
                .isEqualTo("{\"items\":[]}");
    }

    @Test
    void aReadOfSeveralEntitiesNamesThem() {
        String person = person("whole@example.com");
        Answer opened = served.post(
                "/api/desk/patterns/openWithNotes",
                "{\"personId\":\"" + person
                        + "\",\"title\":\"It is broken\",\"notes\":[{\"number\":1,\"text\":\"one\"},{\"number\":2,\"text\":\"two\"}]}");
        assertThat(opened.status()).as(opened.toString()).isEqualTo(201);
        assertThat(opened.json()).containsOnlyKeys("ticket", "notes");
        String ticket = (String) ((Map<?, ?>) opened.json().get("ticket")).get("ticketId");
        assertThat(opened.header("Location")).isEqualTo("/api/desk/tickets/" + ticket);
        Answer whole = served.get("/api/desk/patterns/ticketWhole?ticketId=" + ticket);
        assertThat(whole.json()).containsOnlyKeys("ticket", "notes");
        assertThat((Map<?, ?>) whole.json().get("ticket"))
                .isEqualTo(opened.json().get("ticket"));
        assertThat((List<?>) whole.json().get("notes")).isEqualTo(opened.json().get("notes"));
        assertThat(served.get("/api/desk/patterns/ticketWhole?ticketId=none").status())
                .isEqualTo(404);
    }

    @Test
    void countsAreNumbersAndAGatherHasTheAnswersOfItsPatterns() {
        String person = person("counts@example.com");
        String ticket = ticket(person, "counted");
        served.post("/api/desk/patterns/putNote", "{\"ticketId\":\"" + ticket + "\",\"number\":1}");
        assertThat(served.get("/api/desk/patterns/noteCount?ticketId=" + ticket).body())
                .isEqualTo("{\"count\":1}");
        Answer all = served.get("/api/desk/patterns/overview?ticketId=" + ticket);
        assertThat(all.json()).as(all.toString()).containsOnlyKeys("ticketWhole", "noteCount");
        assertThat(all.json()).containsEntry("noteCount", Map.of("count", 1L));
    }

    /** A get and a read alike: what alone is 404 is null among others, and the document says so. */
    @Test
    void aPartThatAloneIsNotFoundIsNull() {
        assertThat(served.get("/api/desk/patterns/overview?ticketId=none").body())
                .isEqualTo("{\"ticketWhole\":null,\"noteCount\":{\"count\":0}}");
        assertThat(served.get("/api/desk/patterns/personPage?personId=none").body())
                .isEqualTo("{\"person\":null,\"tickets\":{\"items\":[]}}");
        assertThat(served.get("/api/desk/openapi.json").body())
                .contains("{\"ticketWhole\":{\"type\":[\"object\",\"null\"],\"properties\":{\"ticket\":");
    }

    @Test
    void aListThatIsAPartOfAnAnswerGoesOnByItself() {
        String person = person("page&part@example.com");
        for (int i = 0; i < 12; i++) {
            ticket(person, "ticket " + i);
        }
        Answer page = served.get("/api/desk/patterns/personPage?personId=" + person);
        assertThat(page.json()).as(page.toString()).containsOnlyKeys("person", "tickets");
        Map<?, ?> tickets = (Map<?, ?>) page.json().get("tickets");
        assertThat((List<?>) tickets.get("items")).hasSize(10);
        String next = (String) tickets.get("next");
        assertThat(next).startsWith("/api/desk/patterns/tickets?personId=" + person + "&cursor=");
        Answer rest = served.get(next);
        assertThat((List<?>) rest.json().get("items")).as(rest.toString()).hasSize(2);
        assertThat(page.header("Link")).isNull();
    }

    @Test
    void aDeleteAnswersNothing() {
        String person = person("gone@example.com");
        Answer deleted = served.call("DELETE", "/api/desk/people/" + person);
        assertThat(deleted.status()).as(deleted.toString()).isEqualTo(204);
        assertThat(deleted.body()).isEmpty();
        assertThat(served.get("/api/desk/people/" + person).status()).isEqualTo(404);
    }

    @Test
    void aPutSaysWhetherItMadeSomething() {
        String ticket = ticket(person("put@example.com"), "put");
        String note = "{\"ticketId\":\"" + ticket + "\",\"number\":3,\"text\":\"one\"}";
        Answer made = served.post("/api/desk/patterns/putNote", note);
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
        assertThat(made.header("Location")).isEqualTo("/api/desk/notes/" + ticket + "/3");
        assertThat(served.get(made.header("Location")).json()).containsEntry("text", "one");
        assertThat(served.post("/api/desk/patterns/putNote", note.replace("one", "two"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aTransactionHasTheResultsOfItsParts() {
        String ticket = ticket(person("transact@example.com"), "together");
        Answer done = served.post(
                "/api/desk/patterns/noteAndVote",
                "{\"putNote\":{\"ticketId\":\"" + ticket + "\",\"number\":9,\"text\":\"yes\"},\"vote\":{\"ticketId\":\""
                        + ticket + "\"}}");
        assertThat(done.status()).as(done.toString()).isEqualTo(200);
        assertThat(done.json()).containsOnlyKeys("putNote", "vote");
        assertThat(served.get("/api/desk/tickets/" + ticket).json()).containsEntry("votes", 1L);
    }

    @Test
    void noWriteIsLostWhenManyWriteAtOnce() throws Exception {
        String ticket = ticket(person("votes@example.com"), "popular");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> voters = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                voters.add(() -> served.post("/api/desk/patterns/vote", "{\"ticketId\":\"" + ticket + "\"}")
                        .status());
            }
            for (Future<Integer> status : threads.invokeAll(voters)) {
                assertThat(status.get()).isEqualTo(200);
            }
            assertThat(served.get("/api/desk/tickets/" + ticket).json()).containsEntry("votes", 200L);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whoPrefersLittleGetsNoBody() {
        Answer created = served.post(
                "/api/desk/people", "{\"email\":\"minimal@example.com\"}", "Prefer", "return=minimal, unknown=1");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body()).isEmpty();
        assertThat(created.header("Location")).startsWith("/api/desk/people/");
        assertThat(created.header("Preference-Applied")).isEqualTo("return=minimal");
        Answer changed = served.withBody(
                "PATCH", created.header("Location"), "{\"name\":\"M\"}", "Prefer", "return=minimal; x=y");
        assertThat(changed.status()).isEqualTo(204);
        assertThat(changed.header("ETag")).startsWith("\"v2-");
        Answer whole = served.withBody(
                "PATCH",
                created.header("Location"),
                "{\"name\":\"N\"}",
                "Prefer",
                "return=representation, return=minimal");
        assertThat(whole.status()).isEqualTo(200);
    }

    @Test
    void whoAsksIsToldWhatACallTook() {
        String person = person("units@example.com");
        Answer read = served.get("/api/desk/people/" + person, "Prefer", "consumed-units");
        assertThat(read.header("Partita-Consumed")).isEqualTo("requests=1, read=0.5, write=0");
        assertThat(read.header("Preference-Applied")).isEqualTo("consumed-units");
        Answer written =
                served.withBody("PATCH", "/api/desk/people/" + person, "{\"name\":\"U\"}", "Prefer", "consumed-units");
        assertThat(written.header("Partita-Consumed")).matches("requests=[1-9], read=[0-9.]+, write=[1-9][0-9.]*");
        assertThat(served.get("/api/desk/people/" + person).header("Partita-Consumed"))
                .isNull();
    }

    @Test
    void aHeadIsAGetWithoutItsBody() {
        String path = "/api/desk/people/" + person("head@example.com");
        Answer get = served.get(path);
        Answer head = served.call("HEAD", path);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
    }

    @Test
    void aRequestKeepsItsIdIfThatIsPlain() {
        assertThat(served.get("/health", "X-Request-Id", "my-id_7.8:9").header("X-Request-Id"))
                .isEqualTo("my-id_7.8:9");
        for (String odd : List.of("a b", "<script>", "x".repeat(65), "ü")) {
            assertThat(served.get("/health", "X-Request-Id", odd).header("X-Request-Id"))
                    .as(odd)
                    .isNotEqualTo(odd)
                    .matches("[0-9a-z]{6}-[0-9a-z]{8}");
        }
        String made = served.get("/api/desk/people/none").header("X-Request-Id");
        assertThat(made).isNotEqualTo(served.get("/api/desk/people/none").header("X-Request-Id"));
    }

    static String person(String email) {
        return (String) served.post("/api/desk/people", "{\"email\":\"" + email + "\"}")
                .json()
                .get("personId");
    }

    private static String ticket(String person, String title) {
        Answer opened = served.post(
                "/api/desk/patterns/openTicket", "{\"personId\":\"" + person + "\",\"title\":\"" + title + "\"}");
        assertThat(opened.status()).as(opened.toString()).isEqualTo(201);
        return (String) opened.json().get("ticketId");
    }
}
