package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.design.ShippedDesigns;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.design.Design;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.item.Item;
import dev.partita.lint.JudgedDesign;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Designs guessed from tables that hold the samples of the designs that ship. */
class LiveImportTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void theShippedDesignsAreRecognisedByTheirItems() throws Exception {
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            for (String name : ShippedDesigns.NAMES) {
                Design design = DesignFiles.open(name).reading().design();
                List<String> command = new ArrayList<>(List.of(
                        "import",
                        "--endpoint",
                        "http://localhost:" + server.port(),
                        "-o",
                        directory.resolve(name + ".yaml").toString()));
                TableRequests requests = new TableRequests(design, Map.of());
                Endpoint endpoint = new EngineEndpoint(engine);
                design.tables().values().forEach(table -> endpoint.call(requests.createTable(table)));
                SampleItems.of(design, Clock.systemUTC()).forEach((entity, items) -> {
                    String table = design.tableOf(design.entities().get(entity)).physicalName(Map.of());
                    items.forEach(item ->
                            endpoint.call(new Request.PutItem(table, Item.of(item), null, Map.of(), Map.of(), null)));
                });
                design.tables().values().forEach(table -> {
                    command.add("--table");
                    command.add(table.physicalName(Map.of()));
                });
                assertThat(run(command.toArray(String[]::new)))
                        .as(err.toString())
                        .isZero();
                JudgedDesign guessed =
                        DesignFiles.open(directory.resolve(name + ".yaml").toString());
                String text = Files.readString(directory.resolve(name + ".yaml"));
                assertThat(guessed.reading().findings()).as(text).isEmpty();
                assertThat(guessed.reading().design().tables().values().stream()
                                .flatMap(table -> table.indexes().keySet().stream()))
                        .containsExactlyInAnyOrderElementsOf(design.tables().values().stream()
                                .flatMap(table -> table.indexes().keySet().stream())
                                .toList());
                assertThat(text).contains("# guess");
                assertThat(guessed.reading().design().entities()).as(text).hasSizeGreaterThanOrEqualTo((int)
                        design.samples().keySet().stream().count());
            }
        }
        assertThat(Files.readString(directory.resolve("algoitny.yaml")))
                .contains("sk: \"TC#{tcNumber:05}\"", "gsi1sk: \"HIST#{ca:newest-first}#{");
    }

    @Test
    void aTableThatIsNotThereIsNamed() throws Exception {
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            assertThat(run("import", "--table", "nothing", "--endpoint", "http://localhost:" + server.port()))
                    .isEqualTo(2);
        }
        assertThat(err.toString()).contains("There is no table nothing at http://localhost:");
    }

    @Tag("slow")
    @Test
    void anEndpointThatIsNotThereIsNamed() {
        assertThat(run("import", "--table", "t", "--endpoint", "http://localhost:1"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("Cannot reach http://localhost:1").doesNotContain("\tat ");
    }

    private int run(String... arguments) {
        return Main.run(new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false), arguments);
    }
}
