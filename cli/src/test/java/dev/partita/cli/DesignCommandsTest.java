package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.design.ShippedDesigns;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.document.Json;
import dev.partita.lint.JudgedDesign;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on design files, run as the shell runs them. */
class DesignCommandsTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void theStarterDesignIsCleanAndCanBeShown() throws Exception {
        Path file = directory.resolve("orders.yaml");
        assertThat(run("new", file.toString())).isZero();
        assertThat(Files.readString(file)).contains("design: orders").doesNotContain("NAME");
        assertThat(run("check", "--strict", file.toString())).as(out.toString()).isZero();
        assertThat(run("show", file.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).contains("CUSTOMER#1", "ordersOfCustomer");
    }

    @Test
    void newNeverReplacesAFileUnasked() throws Exception {
        Path file = Files.writeString(directory.resolve("mine.yaml"), "mine");
        assertThat(run("new", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("exists already", "--force");
        assertThat(Files.readString(file)).isEqualTo("mine");
        assertThat(run("new", file.toString(), "--force", "--from", "algoitny")).isZero();
        assertThat(Files.readString(file)).contains("design: mine\n");
    }

    @Test
    void newRefusesANameThatIsNone() {
        assertThat(run("new", directory.resolve("My Design.yaml").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("My Design", "lower-case");
    }

    @Test
    void theFiveDesignsThatShipAreClean() {
        for (String name : ShippedDesigns.NAMES) {
            assertThat(run("check", "--strict", "--no-advice", name))
                    .as(out.toString())
                    .isZero();
        }
        assertThat(out.toString().lines().filter(line -> line.startsWith("ok ")))
                .hasSize(5);
    }

    @Test
    void tablesOfOneNameInTwoDesignsAreSaid() throws Exception {
        String text = """
                design: %s
                tables:
                  main: { key: { partition: pk }%s }
                entities:
                  User: { key: { pk: "USER#{userId}" }, attributes: { userId: string } }
                patterns:
                  user: { get: User, by: userId, allow: anyone }
                """;
        Path one = Files.writeString(directory.resolve("one.yaml"), text.formatted("one", ""));
        Path two = Files.writeString(directory.resolve("two.yaml"), text.formatted("two", ""));
        assertThat(run("check", "--no-advice", one.toString(), two.toString())).isZero();
        assertThat(out.toString())
                .contains("two.yaml:3:", "warning[table-named-twice]", "one.yaml has a table main, too")
                .contains("write `name: two-main`");
        out.getBuffer().setLength(0);
        Files.writeString(two, text.formatted("two", ", name: two-main"));
        assertThat(run("check", "--no-advice", one.toString(), two.toString())).isZero();
        assertThat(out.toString()).doesNotContain("table-named-twice");
    }

    @Test
    void routesAreListedWithWhatTheyTakeAndWhoMayCallThem() {
        assertThat(run("routes", "url-checks")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("/api/url-checks\n", "  PATCH   /checks/{checkId} ", "{url? delayMs? attributes?}")
                .contains("  GET     /users/by-email ", "?email")
                .contains("owner, admin, runner");
        out.getBuffer().setLength(0);
        assertThat(run("routes", "url-checks", "--openapi")).isZero();
        assertThat(Json.read(out.toString()).toString()).contains("openapi=3.1.0");
    }

    @Test
    void aDesignWithErrorsHasNoRoutes() throws Exception {
        Path file = Files.writeString(directory.resolve("bad.yaml"), """
                design: bad
                tables: { main: { key: { partition: pk } } }
                entities:
                  Thing: { key: { pk: "{thingId}" }, attributes: { thingId: string } }
                patterns:
                  thing: { get: Thing, by: thingId, route: "GET /things/{id}" }
                """);
        assertThat(run("routes", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("1 error", "partita check");
    }

    @Test
    void anErrorShowsTheLineACaretAndWhatToWrite() throws Exception {
        Path file = Files.writeString(directory.resolve("bad.yaml"), """
                design: bad
                tables:
                  main: { name: t, key: { partition: pk }, biling: on-demand }
                """);
        assertThat(run("check", file.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("bad.yaml:3:44", "biling: on-demand", "^^^^^^", "billing");
    }

    @Test
    void anyBytesAsADesignGiveFindingsAndNoStackTrace() throws Exception {
        Path file = directory.resolve("bytes.yaml");
        for (String text : List.of("", "\0\1\2", "- a\n- b", "a: [", "\t", "%YAML 9.9", "&a [*a]")) {
            Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(run("check", file.toString())).as(text).isEqualTo(1);
        }
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xc0, 'a'});
        assertThat(run("check", file.toString())).isEqualTo(1);
        assertThat(out.toString() + err).doesNotContain("\tat ", "Exception");
    }

    @Test
    void aMissingFileIsNamedTogetherWithTheDesignsThatShip() {
        assertThat(run("check", "nothing.yaml")).isEqualTo(2);
        assertThat(err.toString()).contains("nothing.yaml", "url-checks");
    }

    @Test
    void aDirectoryMeansTheDesignsInIt() throws Exception {
        assertThat(run("check", directory.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("no .yaml file");
        run("new", directory.resolve("one.yaml").toString());
        run("new", directory.resolve("two.yaml").toString());
        assertThat(run("check", directory.toString())).isZero();
        assertThat(out.toString()).contains("one.yaml", "two.yaml");
    }

    @Test
    void jsonAndSarifCarryThePlace() throws Exception {
        Path file = Files.writeString(directory.resolve("bad.yaml"), "design: bad\nentitis: {}\n");
        assertThat(run("check", "--json", file.toString())).isEqualTo(1);
        Map<?, ?> json = (Map<?, ?>) Json.read(out.toString());
        Map<?, ?> first =
                (Map<?, ?>) ((List<?>) ((Map<?, ?>) ((List<?>) json.get("files")).get(0)).get("findings")).get(0);
        assertThat(first.get("severity")).isEqualTo("error");
        assertThat(first.keySet().toString()).contains("rule", "line", "column", "message");
        out.getBuffer().setLength(0);
        assertThat(run("check", "--sarif", file.toString())).isEqualTo(1);
        Map<?, ?> sarif = (Map<?, ?>) Json.read(out.toString());
        assertThat(sarif.get("version")).isEqualTo("2.1.0");
        assertThat(out.toString()).contains("\"startLine\" : 2", "\"ruleId\"");
        assertThat(run("check", "--json", "--sarif", file.toString())).isEqualTo(2);
    }

    @Test
    void rulesAreListedAndExplained() {
        assertThat(run("rules")).isZero();
        assertThat(out.toString().lines().count()).isGreaterThanOrEqualTo(45);
        assertThat(run("rules", "strong-read-on-gsi")).isZero();
        assertThat(out.toString()).contains("bad", "good", "consistency: strong");
        assertThat(run("rules", "strong-read")).isEqualTo(2);
        assertThat(err.toString()).contains("strong-read-on-gsi");
    }

    @Test
    void whatTheReaderFindsIsExplainedToo() {
        assertThat(run("rules", "unknown-word")).isZero();
        assertThat(out.toString()).contains("unknown-word  error", "nearest");
    }

    @Test
    void theSchemaCanBePrinted() {
        assertThat(run("schema")).isZero();
        assertThat(((Map<?, ?>) Json.read(out.toString())).get("title")).isEqualTo("Partita design file");
    }

    @Test
    void aDesignGoesToWorkbenchAndBack() throws Exception {
        Path model = directory.resolve("model.json");
        Path back = directory.resolve("back.yaml");
        for (String name : ShippedDesigns.NAMES) {
            assertThat(run("export", name, "--workbench", "--force", "-o", model.toString()))
                    .as(err.toString())
                    .isZero();
            assertThat(run("import", "--workbench", model.toString(), "--force", "-o", back.toString()))
                    .as(err.toString())
                    .isZero();
            JudgedDesign again = DesignFiles.open(back.toString());
            assertThat(again.reading().findings()).as(Files.readString(back)).isEmpty();
            assertThat(again.reading().design().entities().keySet())
                    .containsAll(
                            DesignFiles.open(name).reading().design().entities().keySet());
        }
    }

    @Test
    void importSaysWhatIsWrongWithAModel() throws Exception {
        Path model = Files.writeString(directory.resolve("model.json"), "{\"a\": 1}");
        assertThat(run("import", "--workbench", model.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("not a NoSQL Workbench data model");
        Files.writeString(model, "{\"a\": ");
        assertThat(run("import", "--workbench", model.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("not JSON");
    }

    @Test
    void explainWritesTheExactRequestsOfAReadAndOfAWrite() {
        assertThat(run("explain", "algoitny", "userByEmail", "email=JOHN@example.com"))
                .isZero();
        assertThat(out.toString())
                .contains("because", "units", "\"IndexName\" : \"GSI1\"", "{ \"S\" : \"EMAIL#john@example.com\" }");
        assertThat(run("explain", "url-checks", "createUser", "email=a@b.org", "tier=PRO", "checkLimit=3"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains(
                        "TransactWriteItems",
                        "units",
                        "{ \"S\" : \"EMAIL#a@b.org\" }",
                        "With the samples loaded: created.");
    }

    @Test
    void explainSaysWhatARefusedWriteMet() {
        assertThat(run(
                        "explain",
                        "url-checks",
                        "createCheck",
                        "userId=nobody",
                        "url=https://x.org",
                        "checkType=EBAY",
                        "delayMs=1000"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("this is refused");
    }

    @Test
    void explainShowsWhatIsServedThoughAnotherPatternIsNot(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("t.yaml");
        Files.writeString(file, """
                design: t
                tables: { main: { key: { partition: pk } } }
                entities:
                  User: { key: { pk: "USER#{userId}" }, attributes: { userId: string, name: string } }
                patterns:
                  user: { get: User, by: userId }
                  byName: { list: User, by: name }
                """);
        assertThat(run("explain", file.toString(), "user")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("GetItem");
        assertThat(run("explain", file.toString(), "byName")).isEqualTo(2);
        assertThat(err.toString()).contains("Nothing serves byName as it is");
    }

    @Test
    void explainNamesPatternsAndArgumentsThatDoNotExist() {
        assertThat(run("explain", "algoitny", "nothing")).isEqualTo(2);
        assertThat(err.toString()).contains("has no pattern nothing");
        assertThat(run("explain", "algoitny", "userByEmail", "mail=x")).isEqualTo(2);
        assertThat(err.toString()).contains("takes no argument mail; it takes email");
        assertThat(run("explain", "algoitny", "userByEmail", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("name=value");
        assertThat(run("explain", "url-checks", "createUser", "email=x")).isEqualTo(2);
        assertThat(err.toString()).contains("User.email");
    }

    @Test
    void everyPatternOfTheDesignsThatShipIsShownWithItsPlan() {
        for (String name : ShippedDesigns.NAMES) {
            assertThat(run("show", name)).as(err.toString()).isZero();
            assertThat(run("show", name, "--json")).isZero();
        }
        assertThat(out.toString()).doesNotContain("nothing serves it");
        assertThat(run("show", "algoitny", "--index", "GSI1")).isZero();
        assertThat(run("show", "algoitny", "--index", "GSI9")).isEqualTo(2);
        assertThat(err.toString()).contains("GSI9");
    }

    @Test
    void aBrokenDesignIsNotExplainedButItsErrorsArePointedAt() throws Exception {
        Path file = Files.writeString(directory.resolve("bad.yaml"), "design: bad\nentitis: {}\n");
        assertThat(run("explain", file.toString(), "x")).isEqualTo(2);
        assertThat(err.toString()).contains("partita check");
    }

    private int run(String... arguments) {
        return Main.run(new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false), arguments);
    }
}
