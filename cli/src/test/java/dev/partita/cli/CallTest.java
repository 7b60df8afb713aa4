package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.design.Design;
import dev.partita.document.Json;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.plan.Endpoint;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns called by name at a server, as the shell does it. */
class CallTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private Server server;

    @BeforeEach
    void start() {
        server = Server.start(new Wire(engine, false), Server.Options.defaults().withPort(0));
        Design design = DesignFiles.open("url-checks").reading().design();
        TableRequests tables = new TableRequests(design, Map.of());
        Endpoint endpoint = new EngineEndpoint(engine);
        design.tables().values().forEach(table -> endpoint.call(tables.createTable(table)));
    }

    @AfterEach
    void stop() {
        server.close();
        engine.close();
    }

    @Test
    void whatOneCallWritesAnotherReads() {
        assertThat(call("createUser", "email=Ada@Example.org", "tier=PRO", "checkLimit=1"))
                .as(err.toString())
                .isZero();
        Map<?, ?> written = (Map<?, ?>) Json.read(out.toString());
        assertThat(written.get("outcome")).isEqualTo("created");
        String userId = (String) ((Map<?, ?>) written.get("values")).get("userId");
        out.getBuffer().setLength(0);
        assertThat(call("userByEmail", "email=ADA@example.ORG")).isZero();
        assertThat((Map<?, ?>) Json.read(out.toString())).extracting("userId").isEqualTo(userId);

        String[] check = {
            "createCheck",
            "userId=" + userId,
            "url=https://x.org",
            "checkType=EBAY",
            "delayMs=60000",
            "attributes={\"keyword\": \"a\"}"
        };
        assertThat(call(check)).as(err.toString()).isZero();
        assertThat(call(check)).isEqualTo(1);
        assertThat(err.toString()).contains("checksPerUser");
        out.getBuffer().setLength(0);
        assertThat(call("checksOfUser", "userId=" + userId)).isZero();
        assertThat((List<?>) ((Map<?, ?>) Json.read(out.toString())).get("items"))
                .hasSize(1);
    }

    /** The commands on two pages, "The first account": nobody is allowed anything in an empty database. */
    @ParameterizedTest
    @CsvSource({"identity.md, 3", "systems.md, 4"})
    void theFirstAccountOfAnEmptyDatabaseIsMadeByTheOperator(String page, int count) throws IOException {
        Design design = DesignFiles.open("algoitny").reading().design();
        TableRequests tables = new TableRequests(design, Map.of());
        Endpoint endpoint = new EngineEndpoint(engine);
        design.tables().values().forEach(table -> endpoint.call(tables.createTable(table)));
        List<String> commands = Files.readAllLines(Path.of("..", "docs", page)).stream()
                .filter(line -> line.startsWith("partita call "))
                .toList();
        assertThat(commands).hasSize(count);
        for (String command : commands) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")).subList(1, command.split(" ").length));
            words.addAll(List.of("--endpoint", "http://localhost:" + server.port()));
            assertThat(run(words.toArray(String[]::new))).as(command + err).isZero();
        }
        out.getBuffer().setLength(0);
        assertThat(run("call", "algoitny", "user", "userId=root", "--endpoint", "http://localhost:" + server.port()))
                .isZero();
        assertThat((Map<?, ?>) Json.read(out.toString())).extracting("isStaff").isEqualTo(true);
        out.getBuffer().setLength(0);
        assertThat(call("user", "userId=ann")).isZero();
        assertThat(out.toString().contains("ann@example.com")).isEqualTo(page.equals("systems.md"));
    }

    @Test
    void aGetThatFindsNothingWritesNull() {
        assertThat(call("user", "userId=nobody")).isZero();
        assertThat(out.toString().strip()).isEqualTo("null");
    }

    @Test
    void aListIsGivenElementByElementOrAsJson(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("shelf.yaml"), """
                design: shelf
                tables: { shelf: { key: { partition: pk } } }
                entities:
                  Book:
                    key: { pk: "BOOK#{bookId}" }
                    attributes: { bookId: string }
                patterns:
                  add:   { create: Book }
                  books: { list: Book, by: bookId, each: { bookId: given } }
                """);
        Design design = DesignFiles.open(file.toString()).reading().design();
        design.tables().values().forEach(table -> new EngineEndpoint(engine)
                .call(new TableRequests(design, Map.of()).createTable(table)));
        String[] at = {"--endpoint", "http://localhost:" + server.port()};
        for (String id : List.of("a", "b")) {
            assertThat(run("call", file.toString(), "add", "bookId=" + id, at[0], at[1]))
                    .as(err.toString())
                    .isZero();
        }
        for (List<String> ids :
                List.of(List.of("bookIds=b", "bookIds=c", "bookIds=a"), List.of("bookIds=[\"b\",\"a\"]"))) {
            out.getBuffer().setLength(0);
            List<String> words = new ArrayList<>(List.of("call", file.toString(), "books"));
            words.addAll(ids);
            words.addAll(List.of(at));
            assertThat(run(words.toArray(String[]::new))).as(err.toString()).isZero();
            assertThat((List<?>) ((Map<?, ?>) Json.read(out.toString())).get("items"))
                    .extracting(item -> (Object) ((Map<?, ?>) item).get("bookId"))
                    .as(ids.toString())
                    .containsExactly("b", "a");
        }
        assertThat(run("call", file.toString(), "books", at[0], at[1])).isEqualTo(2);
        assertThat(err.toString()).contains("bookIds is required");
    }

    @Test
    void wrongArgumentsAreNamedBeforeAnythingIsSent() {
        assertThat(call("createUser", "email=x")).isEqualTo(2);
        assertThat(err.toString()).contains("User.email");
        assertThat(call("user", "id=1")).isEqualTo(2);
        assertThat(err.toString()).contains("takes no argument id; it takes userId");
        assertThat(call("nothing")).isEqualTo(2);
        assertThat(err.toString()).contains("no pattern nothing");
    }

    @Tag("slow")
    @Test
    void missingTablesAndEndpointsAreNamed() {
        assertThat(run("call", "algoitny", "user", "userId=1", "--endpoint", "http://localhost:" + server.port()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("The tables of algoitny are not at http://localhost:");
        assertThat(run("call", "algoitny", "user", "userId=1", "--endpoint", "http://localhost:1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Cannot reach http://localhost:1");
        assertThat(run("call", "algoitny", "user", "userId=1", "--endpoint", "somewhere"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("is no endpoint");
    }

    private int call(String... patternAndArguments) {
        List<String> arguments = new ArrayList<>(List.of("call", "url-checks"));
        arguments.addAll(List.of(patternAndArguments));
        arguments.addAll(List.of("--endpoint", "http://localhost:" + server.port()));
        return run(arguments.toArray(String[]::new));
    }

    private int run(String... arguments) {
        return Main.run(new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false), arguments);
    }
}
