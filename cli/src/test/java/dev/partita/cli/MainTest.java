package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.Engine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void helpNamesTheCommandsAndNotTheHiddenOnes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("up ", "check ", "partita new orders")
                .doesNotContain("prepare");
    }

    @Test
    void theVersionIsTheBuilds() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("(?s)Partita \\d+\\.\\d+\\.\\d+.*Java .*");
    }

    @Test
    void nothingToDoIsAnErrorThatSaysWhatToDo() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("partita up");
    }

    @Test
    void aWrongOptionIsNamed() {
        assertThat(run("up", "--prot", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("--prot");
        assertThat(run("up", "--durability", "maybe")).isEqualTo(2);
        assertThat(err.toString()).contains("--durability", "maybe");
    }

    @Test
    void aTakenPortNamesItsHolder() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(run("up", "--in-memory", "--port", String.valueOf(taken.getLocalPort())))
                    .isEqualTo(1);
        }
        assertThat(err.toString()).contains("already in use", "--port").doesNotContain("\tat ");
        if (Files.isReadable(Path.of("/proc/net/tcp"))) {
            assertThat(err.toString())
                    .contains("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void aDataDirectoryInUseNamesItsHolder() {
        Path data = directory.resolve("data");
        try (Engine holder = Engine.open(data, Engine.Options.defaults())) {
            assertThat(run("up", "--port", "0", "--data", data.toString())).isEqualTo(1);
        }
        assertThat(err.toString())
                .contains(
                        data.toString(), String.valueOf(ProcessHandle.current().pid()))
                .doesNotContain("\tat ");
    }

    @Test
    void aFileInPlaceOfADirectoryIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(run("up", "--port", "0", "--data", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(file.toString()).doesNotContain("\tat ");
    }

    @Test
    void anOpenAddressNeedsInsecure() {
        assertThat(run("up", "--in-memory", "--port", "0", "--bind", "0.0.0.0")).isEqualTo(1);
        assertThat(err.toString()).contains("--insecure").doesNotContain("\tat ");
    }

    @Test
    void debugShowsWhereAnErrorCameFrom() {
        assertThat(run("up", "--in-memory", "--port", "0", "--bind", "0.0.0.0", "--debug"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("\tat dev.partita.server.Server");
    }

    @Test
    void noColorMeansNoColour() {
        assertThat(Terminal.wantsColour(Map.of())).isTrue();
        assertThat(Terminal.wantsColour(Map.of("NO_COLOR", ""))).isTrue();
        assertThat(Terminal.wantsColour(Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(Terminal.wantsColour(Map.of("TERM", "dumb"))).isFalse();
        run("up", "--help");
        assertThat(out.toString()).doesNotContain("\u001b");
    }

    private int run(String... arguments) {
        return Main.run(new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false), arguments);
    }
}
