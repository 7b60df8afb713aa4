package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.data.Deploy;
import dev.partita.cli.internal.terminal.Prompt;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.document.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code partita deploy} prints, asks and answers. */
class DeployTest {

    private static final String BEFORE = """
            design: shop
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                billing: on-demand
                recovery: 35 days
            entities:
              Customer:
                key: { pk: "CUSTOMER#{customerId}", sk: META }
                attributes: { customerId: string, email: string }
            patterns:
              customer: { get: Customer, by: customerId }
            """;

    private static final String AFTER = BEFORE.replace("    recovery: 35 days\n", """
                        recovery: 35 days
                        expiry: ttl
                        indexes:
                          byEmail: { partition: emailKey, projection: keys }
                    """)
            .replace("    attributes:", "    byEmail: { emailKey: \"EMAIL#{email:lower}\" }\n    attributes:");

    private final TwoServers servers = new TwoServers();
    private StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void theDifferenceIsPrintedAndAppliedAndThenThereIsNone() {
        assertThat(deploy(BEFORE, "--yes")).isZero();
        assertThat(text()).isEqualTo("""
                        shop at FIRST

                        + table shop
                            + key pk (S), sk (S)
                            + billing on demand
                            = recovery for 35 days is left out: this endpoint has no point-in-time recovery

                        1 table to create.

                        shop
                          ✓ + table shop

                        Done: the tables are as the design says.
                        """);
        TwoServers.put(
                servers.first(),
                "shop",
                Map.of("pk", "CUSTOMER#1", "sk", "META", "customerId", "1", "email", "Ada@x.org"));
        assertThat(deploy(AFTER, "--dry-run")).isEqualTo(3);
        String plan = """
                shop at FIRST

                ~ table shop
                    + expiry: by ttl; items whose time is over are deleted from then on
                    ~ index keys: of Customer: items from before get the keys of the new index
                    + index byEmail: emailKey (S); keys only
                    = recovery for 35 days is left out: this endpoint has no point-in-time recovery

                3 changes to make.
                """;
        assertThat(text()).isEqualTo(plan + "Nothing was changed, as this is a dry run.\n");
        assertThat(deploy(AFTER, "--yes")).isZero();
        assertThat(text()).isEqualTo(plan + """

                        shop
                          ✓ + expiry
                          ✓ ~ index keys  1 of 1 items were given keys; 9 units
                          ✓ + index byEmail

                        Done: the tables are as the design says.
                        """);
        assertThat(deploy(AFTER, "--dry-run")).isZero();
        assertThat(text()).isEqualTo("""
                        shop at FIRST

                        = table shop
                            = recovery for 35 days is left out: this endpoint has no point-in-time recovery

                        Nothing to do: the table is as the design says.
                        """);
    }

    @Test
    void whatIsRefusedIsSaidWithWhatToDoInstead() {
        assertThat(deploy(AFTER, "--yes")).isZero();
        text();
        assertThat(deploy(AFTER.replace("projection: keys", "projection: all"), "--yes"))
                .isEqualTo(1);
        assertThat(text()).isEqualTo("""
                        shop at FIRST

                        ~ table shop
                            ! the index byEmail holds keys only, and the design asks for all attributes
                              An index is changed by removing it and building it anew, and queries on it fail meanwhile:
                              --replace-indexes. Without a gap: give the index another name in the design, deploy, move the
                              callers, then remove the old one.
                            = recovery for 35 days is left out: this endpoint has no point-in-time recovery

                        Nothing was changed. What is marked with ! must be settled first.
                        """);
        assertThat(deploy(AFTER.replace("projection: keys", "projection: all"), "--yes", "--replace-indexes"))
                .isZero();
    }

    @Test
    void onlyAClearYesIsOne() {
        List<String> asked = new ArrayList<>();
        assertThat(deploy(BEFORE, text -> {
                    asked.add(text);
                    return false;
                }))
                .isEqualTo(1);
        assertThat(asked).containsExactly("Shall it be done? [y/N] ");
        assertThat(text()).endsWith("1 table to create.\nNothing was changed.\n");
        assertThat(deploy(BEFORE, text -> null)).isEqualTo(1);
        assertThat(text()).endsWith("there is nobody to ask here. Add --yes to go ahead.\n");
        assertThat(deploy(BEFORE, text -> true)).isZero();
        assertThat(text()).endsWith("Done: the tables are as the design says.\n");
    }

    @Test
    void machinesGetJson() {
        assertThat(deploy(BEFORE, "--json", "--dry-run")).isEqualTo(3);
        Map<?, ?> plan = (Map<?, ?>) Json.read(text());
        Map<?, ?> table = (Map<?, ?>) ((List<?>) plan.get("tables")).get(0);
        assertThat(table.get("exists")).isEqualTo(false);
        assertThat((Map<?, ?>) ((List<?>) table.get("changes")).get(0))
                .extracting("change", "what")
                .containsExactly("create", "table shop");
        assertThat(plan.get("applied")).isEqualTo(false);
        assertThat(deploy(BEFORE, "--json", "--yes")).isZero();
        assertThat((Map<?, ?>) Json.read(text())).extracting("applied").isEqualTo(true);
        assertThat(deploy(BEFORE, "--json")).isEqualTo(2);
        assertThat(err.toString()).contains("--json cannot ask; add --yes or --dry-run.");
    }

    @Tag("slow")
    @Test
    void wrongCallsAndMissingEndpointsAreNamed() {
        assertThat(deploy(BEFORE, "--rate", "0")).isEqualTo(2);
        assertThat(deploy(BEFORE, "--segments", "0")).isEqualTo(2);
        assertThat(deploy("design: x\n", "--yes")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--rate must be above 0.", "--segments must be between 1 and", "partita check");
        assertThat(run("deploy", "url-checks", "--endpoint", "http://localhost:1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Cannot reach http://localhost:1");
    }

    private int deploy(String design, String... options) {
        List<String> arguments = new ArrayList<>(List.of("deploy", file(design), "--endpoint", servers.first()));
        arguments.addAll(List.of(options));
        return run(arguments.toArray(String[]::new));
    }

    private int deploy(String design, Prompt question) {
        return new picocli.CommandLine(new Deploy(terminal(), question))
                .execute(file(design), "--endpoint", servers.first());
    }

    private int run(String... arguments) {
        return Main.run(terminal(), arguments);
    }

    private Terminal terminal() {
        return new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false);
    }

    private String file(String design) {
        try {
            return Files.writeString(directory.resolve("shop.yaml"), design).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was printed since the last time. */
    private String text() {
        String printed = servers.plain(out.toString());
        out = new StringWriter();
        // How long a step took is printed when it was a second or more.
        return printed.replace("\r\n", "\n").replaceAll("(?m)  \\d+:\\d\\d$", "");
    }
}
