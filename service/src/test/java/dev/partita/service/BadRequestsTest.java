package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that are wrong: each gets a status of its own kind and a sentence that names what to do. */
class BadRequestsTest {

    private static Served served;

    @BeforeAll
    static void open() {
        served = Served.design(Desk.YAML);
        served.post("/api/desk/people", "{\"personId\":\"ada\",\"email\":\"ada@example.com\"}");
    }

    @AfterAll
    static void close() {
        served.close();
    }

    /** The body, with ' for ", the status, the problem, and words that help. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                              | 400 | unreadable-request | line 1, column",
                "{'email':'a@b.c',}                             | 400 | unreadable-request | no comma behind the last",
                "{email:'a@b.c'}                                | 400 | unreadable-request | double quotes",
                "{'email':'a@b.c'} {}                           | 400 | unreadable-request | must end behind",
                "[]                                             | 400 | unreadable-request | one JSON object",
                "'text'                                         | 400 | unreadable-request | one JSON object",
                "null                                           | 400 | unreadable-request | one JSON object",
                "{'email':'a@b.c','email':'b@b.c'}              | 400 | unreadable-request | `member \"email\" twice`",
                "{'email':'a@b.c','extra':{'x':1,'x':2}}        | 400 | unreadable-request | `member \"x\" twice`",
                "{'email':'a@b.c','karma':NaN}                  | 400 | unreadable-request | not JSON",
                "{'email':'a@b.c','karma':+1}                   | 400 | unreadable-request | not JSON",
                "{'email':'a@b.c','karma':01}                   | 400 | unreadable-request | not JSON",
                "{'email':'a@b.c' /* so */}                     | 400 | unreadable-request | not JSON",
                "{'email':'\\ud800@b.c'}                        | 400 | unreadable-request | half a character",
                "{'email':'a@b.c','name':5}                     | 422 | invalid-values     | name must be text",
                "{'email':'a@b.c','name':['x']}                 | 422 | invalid-values     | name must be text",
                "{'email':'a@b.c','isActive':'true'}            | 422 | invalid-values     | isActive must be true or false",
                "{'email':'a@b.c','isActive':1}                 | 422 | invalid-values     | isActive must be true or false",
                "{'email':'a@b.c','karma':'much'}               | 422 | invalid-values     | karma is not a decimal",
                "{'email':'a@b.c','karma':true}                 | 422 | invalid-values     | karma must be a number",
                "{'email':'a@b.c','karma':1e126}                | 422 | invalid-values     | 38 digits",
                "{'email':'a@b.c','karma':1e999999999}          | 422 | invalid-values     | 38 digits",
                "{'email':'a@b.c','karma':1e99999999999}        | 400 | unreadable-request | too large an exponent",
                "{'email':'a@b.c','extra':{'x':[1e-9999999]}}   | 422 | invalid-values     | extra.x[0] has more than 38",
                "{'email':'a@b.c','karma':123456789012345678901234567890123456789} | 422 | invalid-values | 38 digits",
                "{'email':'a@b.c','photo':'?'}                  | 422 | invalid-values     | photo is not a binary",
                "{'email':'a@b.c','photo':7}                    | 422 | invalid-values     | base64",
                "{'email':'a@b.c','skills':'x'}                 | 422 | invalid-values     | skills must be a list",
                "{'email':'a@b.c','skills':[1]}                 | 422 | invalid-values     | skills[0] must be text",
                "{'email':'a@b.c','skills':[null]}              | 422 | invalid-values     | skills[0] may not be null",
                "{'email':'a@b.c','badge':[]}                   | 422 | invalid-values     | badge must be an object",
                "{'email':'a@b.c','badge':{'number':'x'}}       | 422 | invalid-values     | badge.number is not an integer",
                "{'email':'a@b.c','badge':{'nr':1}}             | 422 | invalid-values     | badge.nr is no attribute",
                "{'email':'a@b.c','extra':{'':1}}               | 422 | invalid-values     | without a name",
                "{'email':'a@b.c','bornOn':'1815-13-10'}        | 422 | invalid-values     | bornOn is not a date",
                "{'email':'a@b.c','bornOn':1815}                | 422 | invalid-values     | bornOn must be text",
                "{'email':'a@b.c','nickname':'x'}               | 422 | invalid-values     | nickname is no argument of createPerson; it takes personId",
                "{'email':'a@b.c','createdAt':'2026-01-01T00:00:00Z'} | 422 | invalid-values | createdAt is no argument",
                "{'email':'a@b.c','version':1}                  | 422 | invalid-values     | version is no argument",
                "{'email':'a'}                                  | 422 | invalid-values     | email must have at least 3",
                "{'name':'x'}                                   | 422 | invalid-values     | email is required",
                "{}                                             | 422 | invalid-values     | email is required",
                "``                                             | 422 | invalid-values     | email is required",
                "{'email':null}                                 | 422 | invalid-values     | email is required",
                "{'email':'ada@example.com'}                    | 409 | not-unique         | Another Person has the same email",
                "{'email':'x@b.c','personId':'ada'}             | 409 | already-exists     | Person with this personId already",
                "{'email':'a@b.c','password':'short'}           | 422 | invalid-values     | password must have at least 8",
            })
    void bodiesAreReadStrictly(String body, int status, String problem, String help) {
        String json = body == null ? "" : body.replace('\'', '"');
        check(served.post("/api/desk/people", json), status, problem, help == null ? "" : help);
    }

    @Test
    void allFaultsAreNamedAtOnceAndNoValueIsShown() {
        Answer answer = served.post(
                "/api/desk/people",
                "{\"password\":\"geheim\",\"name\":\"\",\"karma\":\"lots\",\"skills\":7,\"nickname\":\"secret nick\"}");
        check(answer, 422, "invalid-values", "");
        assertThat(answer.body())
                .doesNotContain("geheim")
                .doesNotContain("lots")
                .doesNotContain("secret nick");
        assertThat(attributes(answer)).contains("skills", "nickname");
        Answer second = served.post("/api/desk/people", "{\"password\":\"geheim\",\"name\":\"\",\"karma\":\"lots\"}");
        assertThat(attributes(second)).containsExactlyInAnyOrder("email", "password", "name", "karma");
        assertThat(second.body()).doesNotContain("geheim").doesNotContain("lots");
    }

    @Test
    void bodiesBeyondTheLimitsAreRefused() {
        String deep = "{\"email\":\"a@b.c\",\"extra\":{\"x\":" + "[".repeat(100) + "]".repeat(100) + "}}";
        check(served.post("/api/desk/people", deep), 400, "unreadable-request", "at most 40 levels");
        String tooDeepForAnItem = "{\"email\":\"deep@b.c\",\"extra\":{\"x\":" + "[".repeat(34) + "]".repeat(34) + "}}";
        check(served.post("/api/desk/people", tooDeepForAnItem), 422, "invalid-values", "32 levels");
        String number = "{\"email\":\"a@b.c\",\"karma\":" + "1".repeat(300) + "}";
        check(served.post("/api/desk/people", number), 400, "unreadable-request", "200 characters a number");
        String name = "{\"" + "n".repeat(70_000) + "\":1}";
        check(served.post("/api/desk/people", name), 400, "unreadable-request", "characters a name");
        String large = "{\"email\":\"large@b.c\",\"extra\":{\"x\":\"" + "x".repeat(500_000) + "\"}}";
        check(served.post("/api/desk/people", large), 422, "invalid-values", "409600 are allowed");
        check(served.post("/api/desk/people", " ".repeat(17 << 20)), 413, "body-too-large", "");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none,415",
                "text/plain,415",
                "application/x-www-form-urlencoded,415",
                "application/json;charset=latin1,415",
                "multipart/form-data,415",
                "application/json; charset=UTF-8,201",
                "application/vnd.api+json,201",
                "APPLICATION/JSON,201"
            })
    void onlyJsonIsTaken(String type, int status) {
        String json = "{\"email\":\"" + Math.abs(String.valueOf(type).hashCode()) + "@example.com\"}";
        var request = served.request("/api/desk/people").method("POST", BodyPublishers.ofString(json));
        Answer answer = served.send(type == null ? request : request.header("Content-Type", type));
        if (status == 201) {
            assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        } else {
            check(answer, status, "unsupported-media-type", "Content-Type: application/json");
        }
    }

    @Test
    void aBodyIsPlainOrPackedWithGzip() {
        String json = "{\"email\":\"packed@example.com\"}";
        for (String encoding : List.of("br", "deflate", "gzip, gzip", "zstd")) {
            Answer answer = served.post("/api/desk/people", json, "Content-Encoding", encoding);
            check(answer, 415, "unsupported-media-type", "packed with gzip");
            assertThat(answer.header("Accept-Encoding")).isEqualTo("gzip");
        }
        assertThat(served.post("/api/desk/people", json, "Content-Encoding", "identity")
                        .status())
                .isEqualTo(201);
    }

    /** The path, the status, the problem, and words that help. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/desk/people/nobody                        | 404 | not-found          | There is no Person",
                "/api/desk/people/%zz                           | 400 | unreadable-request | %25",
                "/api/desk/people/%ff                           | 400 | unreadable-request | UTF-8",
                "/api/desk/people/%2e%2e                        | 400 | unreadable-request | path",
                "/api/desk/people/                              | 400 | unreadable-request | slash",
                "/api/desk//people                              | 400 | unreadable-request | two slashes",
                "/api/desk/people/%00                           | 400 | unreadable-request | control character",
                "/api/desk/pupils                               | 404 | no-such-route      | /api lists the designs",
                "/api/desc/people/ada                           | 404 | no-such-route      | /api lists the designs",
                "/apix                                          | 404 | no-such-route      | /api lists the designs",
                "/api/desk/patterns/nothing                     | 404 | no-such-route      | /api/<design> the routes",
                "/api/desk/patterns/createPerson                | 405 | method-not-allowed | POST",
                "/api/desk/people/ada?personId=bob              | 422 | invalid-values     | stands in the path",
                "/api/desk/people/ada?verbose=1                 | 422 | invalid-values     | verbose is no parameter",
                "/api/desk/people/ada?limit=1                   | 422 | invalid-values     | limit is for lists only",
                "/api/desk/people/ada?%zz                       | 400 | unreadable-request | %25",
                "/api/desk/people/ada?a=%f                      | 400 | unreadable-request | %25",
                "/api/desk/people/ada?a=%c3                     | 400 | unreadable-request | UTF-8",
                "/api/desk/patterns/person                      | 422 | invalid-values     | personId is required",
                "/api/desk/patterns/person?personId=            | 422 | invalid-values     | personId",
                "/api/desk/patterns/person?personId=a&personId=b| 400 | unreadable-request | more than once",
                "/api/desk/people/ada/tickets?limit=0           | 400 | unreadable-request | from 1 to",
                "/api/desk/people/ada/tickets?limit=-1          | 400 | unreadable-request | from 1 to",
                "/api/desk/people/ada/tickets?limit=ten         | 400 | unreadable-request | from 1 to",
                "/api/desk/people/ada/tickets?limit=99999999999 | 400 | unreadable-request | from 1 to",
                "/api/desk/people/ada/tickets?limit=1&limit=2   | 400 | unreadable-request | more than once",
                "/api/desk/people/ada/tickets?cursor=           | 400 | unusable-cursor    | begin at the first page",
                "/api/desk/people/ada/tickets?cursor=x          | 400 | unusable-cursor    | begin at the first page",
                "/api/desk/people/ada/tickets?cursor=%20%20     | 400 | unusable-cursor    | begin at the first page",
                "/api/desk/people/ada/tickets?cursor=AQIDBAUGBw | 400 | unusable-cursor    | next link",
                "/api/desk/patterns/notes?ticketId=t&numberFrom=x | 422 | invalid-values   | numberFrom is not an integer",
                "/api/desk/patterns/note?ticketId=t&number=1.5  | 422 | invalid-values     | number is not an integer",
                "/problems/nothing                              | 404 | no-such-route      | /api",
            })
    void addressesAreReadStrictly(String path, int status, String problem, String help) {
        check(served.raw(path), status, problem, help);
    }

    @Test
    void aMethodThatIsNotKnownNamesThoseThatAre() {
        Answer answer = served.call("DELETE", "/api/desk/people");
        check(answer, 405, "method-not-allowed", "POST");
        assertThat(answer.header("Allow")).contains("POST");
        assertThat(served.call("POST", "/health").header("Allow")).isEqualTo("GET, HEAD");
        check(served.call("BREW", "/api/desk/people/ada"), 405, "method-not-allowed", "GET");
    }

    @Test
    void aReadTakesNoBodyAndAnArgumentStandsInOnePlace() {
        check(served.withBody("GET", "/api/desk/people/ada", "{}"), 400, "unreadable-request", "query parameters");
        check(
                served.withBody("PATCH", "/api/desk/people/ada", "{\"personId\":\"bob\"}"),
                422,
                "invalid-values",
                "in the path already");
        assertThat(served.withBody("PATCH", "/api/desk/people/ada", "{\"personId\":\"ada\",\"name\":\"Ada\"}")
                        .status())
                .isEqualTo(200);
        check(
                served.withBody("PATCH", "/api/desk/people/ada?name=Eve", "{}"),
                422,
                "invalid-values",
                "name belongs into the body");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/html             | 406",
                "application/xml       | 406",
                "application/json;q=0  | 406",
                "application/x-ndjson  | 406",
                "*/*;q=0.1             | 200",
                "text/html, */*;q=0.1  | 200",
                "application/*         | 200",
                "application/json; q=x | 406",
                "Application/JSON      | 200"
            })
    void theFormOfTheAnswerIsAgreed(String accept, int status) {
        Answer answer = served.get("/api/desk/people/ada", "Accept", accept);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        if (status == 406) {
            check(answer, 406, "not-acceptable", "application/json");
        }
    }

    @Test
    void whatIsStoredForbidsSomeWrites() {
        check(
                served.post("/api/desk/patterns/openTicket", "{\"personId\":\"nobody\",\"title\":\"t\"}"),
                422,
                "reference-missing",
                "personId refers to something");
        check(
                served.withBody("PATCH", "/api/desk/people/nobody", "{\"name\":\"x\"}"),
                404,
                "not-found",
                "no such Person");
        check(served.call("DELETE", "/api/desk/people/nobody"), 404, "not-found", "no such Person");
        served.post("/api/desk/people", "{\"personId\":\"eve\",\"email\":\"eve@example.com\"}");
        String ticket = (String) served.post("/api/desk/patterns/openTicket", "{\"personId\":\"eve\",\"title\":\"t\"}")
                .json()
                .get("ticketId");
        check(served.call("DELETE", "/api/desk/people/eve"), 409, "still-referenced", "Delete that one first");
        String close = "{\"ticketId\":\"" + ticket + "\"}";
        assertThat(served.post("/api/desk/patterns/closeTicket", close).status())
                .isEqualTo(200);
        check(served.post("/api/desk/patterns/closeTicket", close), 409, "condition-not-met", "does not meet");
    }

    @Test
    void aTransactionHasRoomForAHundredItems() {
        StringBuilder notes = new StringBuilder();
        for (int i = 1; i <= 120; i++) {
            notes.append(i == 1 ? "" : ",").append("{\"number\":").append(i).append('}');
        }
        check(
                served.post(
                        "/api/desk/patterns/openWithNotes",
                        "{\"personId\":\"ada\",\"title\":\"many\",\"notes\":[" + notes + "]}"),
                422,
                "invalid-values",
                "98");
        check(
                served.post("/api/desk/patterns/openWithNotes", "{\"personId\":\"ada\",\"title\":\"t\",\"notes\":[7]}"),
                422,
                "invalid-values",
                "notes[0] must be an object");
        check(
                served.post(
                        "/api/desk/patterns/openWithNotes",
                        "{\"personId\":\"ada\",\"title\":\"t\",\"notes\":[{\"number\":1,\"text\":2}]}"),
                422,
                "invalid-values",
                "notes[0].text must be text");
    }

    @Test
    void aQuotaSaysHowManyAndWhenItBeginsAnew() {
        String visit = "{\"personId\":\"ada\",\"day\":\"2026-03-01\"}";
        assertThat(served.post("/api/desk/patterns/visit", visit).status()).isEqualTo(201);
        assertThat(served.post("/api/desk/patterns/visit", visit).status()).isEqualTo(201);
        Answer third = served.post("/api/desk/patterns/visit", visit);
        check(third, 429, "quota-reached", "2 are allowed");
        assertThat(third.json()).containsEntry("limit", 2L).containsEntry("resetAt", "2026-03-02T00:00:00Z");
        assertThat(third.header("Retry-After")).isEqualTo("43200");
    }

    @Test
    void aCollectionThatHasOutgrownOneAnswerIsRefused() {
        served.post("/api/desk/patterns/openTicket", "{\"ticketId\":\"huge\",\"personId\":\"ada\",\"title\":\"t\"}");
        String text = "x".repeat(100_000);
        for (int number = 1; number <= 180; number++) {
            served.databases
                    .get(0)
                    .write("putNote", Map.of("ticketId", "huge", "number", number, "text", text))
                    .run();
        }
        check(
                served.get("/api/desk/patterns/ticketWhole?ticketId=huge"),
                409,
                "collection-too-large",
                "What ticketWhole finds has more than 16 MB");
        assertThat(served.get("/api/desk/patterns/notes?ticketId=huge&limit=1").status())
                .isEqualTo(200);
    }

    @Test
    void everyKindOfProblemIsExplained() {
        Answer list = served.get("/problems");
        for (ProblemKind kind : ProblemKind.values()) {
            assertThat(list.body()).contains("/problems/" + kind.word());
            Answer page = served.get("/problems/" + kind.word());
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.header("Content-Type")).startsWith("text/plain");
            assertThat(page.body()).contains(kind.title()).contains(String.valueOf(kind.status()));
        }
    }

    static void check(Answer answer, int status, String problem, String help) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo(Problem.TYPE);
        assertThat(answer.json())
                .containsEntry("type", "/problems/" + problem)
                .containsEntry("status", (long) status)
                .containsEntry("requestId", answer.header("X-Request-Id"));
        assertThat((String) answer.json().get("detail")).contains(help).endsWith(".");
        assertThat((String) answer.json().get("title"))
                .isEqualTo(ProblemKind.BY_NAME.get(problem).title());
    }

    private static List<Object> attributes(Answer answer) {
        return ((List<?>) answer.json().get("errors"))
                .stream()
                        .<Object>map(error -> ((Map<?, ?>) error).get("attribute"))
                        .toList();
    }
}
