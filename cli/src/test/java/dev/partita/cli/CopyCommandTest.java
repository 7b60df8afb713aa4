package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code partita copy} prints and answers. */
class CopyCommandTest {

    private static final String USERS = "USER";

    /** How long a step took is printed when it was a second or more. */
    private static final String TIMES = "(?m)  \\d+:\\d\\d$";

    private final TwoServers servers = new TwoServers();
    private StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @BeforeEach
    void fill() {
        assertThat(run("deploy", "url-checks", "--yes", "--endpoint", servers.first()))
                .isZero();
        TwoServers.put(servers.first(), USERS, Map.of("PK", "USER#1", "SK", "META", "email", "a@x.org"));
        TwoServers.put(servers.first(), USERS, Map.of("PK", "USER#2", "SK", "META", "email", "b@x.org"));
        text();
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void tablesAreCopiedAndCompared() {
        assertThat(copy("--tables", USERS + "=people")).as(err.toString()).isZero();
        assertThat(text().replaceAll("checksum [0-9a-f]{32}", "checksum C").replaceAll(TIMES, ""))
                .isEqualTo("""
                        from FIRST
                        to   SECOND

                          USER → people  about 2 items, 52 bytes; is created

                        people
                          ✓ create
                          ✓ copy
                          ✓ verify

                        ✓ people  2 items copied; equal: 2 items, checksum C
                        18 units read, 4 written; at Amazon's on-demand prices less than a cent
                        """);
        assertThat(copy("--tables", USERS + "=people")).isEqualTo(1);
        assertThat(err.toString()).contains("The table people at the target holds items already. --overwrite replaces");
        TwoServers.put(servers.second(), "people", Map.of("PK", "USER#1", "SK", "META", "email", "other"));
        TwoServers.put(servers.second(), "people", Map.of("PK", "USER#3", "SK", "META", "email", "c@x.org"));
        text();
        assertThat(copy("--tables", USERS + "=people", "--verify-only")).isEqualTo(1);
        assertThat(text())
                .contains(
                        "✗ people 2 items differ: 0 only at the source, 1 only at the target, 1 not the same",
                        "    source: 2 items, checksum ",
                        "    target: 3 items, checksum ",
                        "      PK = USER#1, SK = META: differs",
                        "      PK = USER#3, SK = META: only at the target");
    }

    @Test
    void theTablesOfADesignAreCopied() {
        assertThat(copy("--design", "url-checks", "--dry-run")).isZero();
        assertThat(text()).contains(USERS + "  about 2 items").doesNotContain("✓");
        assertThat(copy("--design", "url-checks", "--no-create")).isEqualTo(1);
        assertThat(err.toString()).contains("There is no table " + USERS + " at the target.  partita deploy");
        assertThat(copy("--design", "url-checks", "--no-verify")).isZero();
        assertThat(text()).contains("✓ " + USERS + "  2 items copied; not compared");
    }

    @Test
    void wrongCallsAreNamed() {
        assertThat(copy("--tables", "=x")).isEqualTo(2);
        assertThat(err.toString()).contains("\"=x\" names no table");
        assertThat(copy("--tables", "a", "--design", "url-checks")).isEqualTo(2);
        assertThat(copy("--verify-only", "--no-verify")).isEqualTo(2);
        assertThat(run("copy", "somewhere", servers.second())).isEqualTo(2);
        assertThat(err.toString()).contains("\"somewhere\" is no endpoint");
        assertThat(copy("--tables", "nothing")).isEqualTo(1);
        assertThat(err.toString()).contains("There is no table nothing at the source.");
        assertThat(run("copy", servers.first(), servers.first())).isEqualTo(1);
        assertThat(err.toString()).contains("The source and the target are the same table");
    }

    private int copy(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "copy",
                servers.first(),
                servers.second(),
                "--checkpoint",
                directory.resolve("copy.json").toString()));
        arguments.addAll(List.of(options));
        return run(arguments.toArray(String[]::new));
    }

    private int run(String... arguments) {
        return Main.run(new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false), arguments);
    }

    /** What was printed since the last time. */
    private String text() {
        String printed = servers.plain(out.toString());
        out = new StringWriter();
        return printed.replace("\r\n", "\n");
    }
}
