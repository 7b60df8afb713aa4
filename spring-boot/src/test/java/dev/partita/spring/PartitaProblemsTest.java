package dev.partita.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What Partita refuses in a controller, as the caller of the controller sees it. */
class PartitaProblemsTest {

    private static final Design DESIGN =
            Reader.read(new Source("tickets.yaml", """
            design: tickets
            tables:
              main: { name: tickets, key: { partition: pk, sort: sk } }
            entities:
              Ticket:
                key: { pk: "TICKET#{ticketId}", sk: META }
                version: version
                attributes:
                  ticketId: { type: ulid }
                  text:     { type: string, required: true }
                  version:  integer
            patterns:
              ticket:  { get: Ticket, by: ticketId }
              tickets: { list: Ticket, by: ticketId, page: 5 }
              open:    { create: Ticket }
              edit:    { update: Ticket, by: ticketId, change: [text] }
            """)).design();

    private static final String ID = "01J0000000000000000000000A";

    private final Partita partita = Partita.inMemory();
    private final Database database = Database.builder(DESIGN, partita.client()).build();
    private final MockMvc web = MockMvcBuilders.standaloneSetup(new Tickets())
            .setControllerAdvice(new PartitaProblems())
            .build();

    @RestController
    private final class Tickets {
        @GetMapping("/tickets/{id}")
        int ticket(@PathVariable("id") String id) {
            return read("ticket", id, PageRequest.first()).items().size();
        }

        @GetMapping("/list/{id}")
        int tickets(@PathVariable("id") String id, @RequestParam("cursor") String cursor) {
            return read("tickets", id, PageRequest.of(5).after(Cursor.of(cursor)))
                    .items()
                    .size();
        }

        private Result read(String pattern, String id, PageRequest page) {
            return database.read(pattern, Map.of("ticketId", id), page);
        }

        @PostMapping("/tickets/{id}")
        void open(@PathVariable("id") String id) {
            database.write("open", Map.of("ticketId", id, "text", "secret")).run();
        }

        @PostMapping("/edit/{id}")
        void edit(@PathVariable("id") String id) {
            database.write("edit", Map.of("ticketId", id, "text", "b"))
                    .when("version", 7)
                    .run();
        }

        @PostMapping("/lost")
        void lost() {
            throw new OutcomeUnknown("lost", null);
        }
    }

    @AfterEach
    void close() {
        partita.close();
    }

    private MockHttpServletResponse call(RequestBuilder request) throws Exception {
        return web.perform(request).andReturn().getResponse();
    }

    private void check(RequestBuilder request, int status, String... parts) throws Exception {
        MockHttpServletResponse response = call(request);
        assertThat(response.getStatus()).isEqualTo(status);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getContentAsString()).contains(parts).doesNotContain("secret");
    }

    @Test
    void aMalformedIdIsTheCallersFault() throws Exception {
        database.createTables();
        check(get("/tickets/nonsense"), 422, "/problems/invalid-values", "\"attribute\":\"ticketId\"");
        assertThat(call(get("/tickets/" + ID)).getStatus()).isEqualTo(200);
    }

    @Test
    void refusalsHaveTheStatusOfTheService() throws Exception {
        database.createTables();
        check(post("/edit/" + ID), 404, "/problems/not-found");
        assertThat(call(post("/tickets/" + ID)).getStatus()).isEqualTo(200);
        check(post("/tickets/" + ID), 409, "/problems/already-exists", "There is such a Ticket already.");
        check(post("/edit/" + ID), 412, "/problems/version-changed", "Read it again");
        check(post("/lost"), 504, "/problems/outcome-unknown", "Look before you send it again");
        check(get("/list/" + ID + "?cursor=nonsense"), 400, "/problems/unusable-cursor");
    }

    @Test
    void tablesThatAreMissingAreSaidToBe() throws Exception {
        check(get("/tickets/" + ID), 503, "/problems/tables-missing");
    }

    @Test
    void everyRuleHasAStatus() {
        assertThat(Arrays.stream(WriteRefused.Rule.values()).map(PartitaProblems::status))
                .doesNotContainNull();
    }

    @Test
    void aWebApplicationHasItAndAnotherHasNot() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(PartitaProblemsAutoConfiguration.class))
                .run(context -> assertThat(context).hasSingleBean(PartitaProblems.class));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(PartitaProblemsAutoConfiguration.class))
                .run(context -> assertThat(context).doesNotHaveBean(PartitaProblems.class));
    }
}
