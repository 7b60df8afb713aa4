package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the options of {@code partita up} come from, and in which order. */
class SettingsTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void theCommandLineWinsOverTheEnvironmentOverTheFileOverTheDefault() throws IOException {
        Path file = file("""
                port: 1
                service-port: 1
                bind: 127.0.0.1
                """);
        Map<String, String> environment = Map.of("PARTITA_PORT", "2", "PARTITA_SERVICE_PORT", "2");

        Map<String, String> shown = shown(environment, "--config", file.toString(), "--port", "3");

        assertThat(shown)
                .containsEntry("port", "3 command line")
                .containsEntry("service-port", "2 PARTITA_SERVICE_PORT")
                .containsEntry("bind", "127.0.0.1 " + file + ":3")
                .containsEntry("durability", "fsync default");
    }

    @Test
    void everyKindOfOptionCanStandInTheFileAndInTheEnvironment() throws IOException {
        Path file = file("""
                # Several values are a list, or text with commas.
                designs: [url-checks, orders.yaml]
                allow-host: a.example,b.example
                service: false
                in-memory: true
                samples: no
                ttl-delay: 60
                """);
        assertThat(shown(Map.of("PARTITA_CONFIG", file.toString())))
                .containsEntry("designs", "url-checks, orders.yaml " + file + ":2")
                .containsEntry("allow-host", "a.example, b.example " + file + ":3")
                .containsEntry("service", "false " + file + ":4")
                .containsEntry("in-memory", "true " + file + ":5")
                .containsEntry("samples", "no " + file + ":6")
                .containsEntry("ttl-delay", "60 " + file + ":7");
        assertThat(shown(
                        Map.of("PARTITA_DESIGNS", "a,b", "PARTITA_SERVICE", "true", "PARTITA_SAMPLES", "yes"),
                        "--config=" + file))
                .containsEntry("designs", "a, b PARTITA_DESIGNS")
                .containsEntry("service", "true PARTITA_SERVICE")
                .containsEntry("samples", "yes PARTITA_SAMPLES");
        assertThat(shown(Map.of(), "--config", file.toString(), "--service", "--in-memory=false", "fus-main"))
                .containsEntry("service", "true command line")
                .containsEntry("in-memory", "false command line")
                .containsEntry("designs", "fus-main command line");
        assertThat(shown(Map.of("PARTITA_SERVICE", "true"), "--no-service"))
                .containsEntry("service", "false command line");
    }

    @Test
    void aVariableThatIsEmptyIsNotSet() {
        assertThat(shown(Map.of("PARTITA_PORT", " "))).containsEntry("port", "8000 default");
    }

    @Test
    void anEmptyFileIsFine() throws IOException {
        assertThat(shown(Map.of(), "--config", file("# later\n").toString())).containsEntry("port", "8000 default");
    }

    @Test
    void aWordTheFileShouldNotHaveIsShownWithItsPlaceAndWhatIsMeant() throws IOException {
        Path file = file("port: 8000\nservce-port: 1\n");
        assertThat(run(Map.of(), "up", "--show-config", "--config", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains(file + ":2:1:", "`servce-port`", "did you mean `service-port`?");
    }

    @Test
    void everyFaultOfAFileIsToldAtOnce() throws IOException {
        Path file = file("prot: 1\nport: [1, 2]\nservice: {}\n");
        assertThat(run(Map.of(), "up", "--show-config", "--config", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains(":1:1:", ":2:7:", ":3:1:", "3 errors");
    }

    @Test
    void aFileThatIsNoYamlIsShownWithItsPlace() throws IOException {
        Path file = file("port: 8000\n\tbind: x\n");
        assertThat(run(Map.of(), "up", "--show-config", "--config", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains(file + ":2:", "tab");
    }

    @Test
    void aFileThatIsNamedAndNotThereIsAnError() {
        assertThat(run(Map.of(), "up", "--config", "not-there.yaml")).isEqualTo(2);
        assertThat(err.toString()).contains("There is no configuration file not-there.yaml");
    }

    @Test
    void aWrongValueIsToldWithWhereItStands() throws IOException {
        Path file = file("samples: perhaps\n");
        assertThat(run(Map.of(), "up", "--show-config", "--config", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains(file + ":1:10:", "perhaps");
        assertThat(run(Map.of("PARTITA_PORT", "many"), "up", "--show-config")).isEqualTo(2);
        assertThat(err.toString()).contains("PARTITA_PORT in the environment", "many");
    }

    @Test
    void aVariableThatMeansNothingIsToldWithWhatMayBeMeant() {
        run(Map.of("PARTITA_SERVICE_PROT", "1", "PARTITA_ENV", "dev"), "up", "--bind", "0.0.0.0");
        assertThat(err.toString())
                .contains("PARTITA_SERVICE_PROT", "did you mean PARTITA_SERVICE_PORT?")
                .doesNotContain("PARTITA_ENV");
    }

    @Test
    void aVariableOfAnOptionThatCanOnlyBeTypedIsToldSo() {
        run(Map.of("PARTITA_TRUST_CLOCK", "true"), "up", "--show-config");
        assertThat(err.toString())
                .contains("PARTITA_TRUST_CLOCK in the environment means nothing; --trust-clock can only be typed.");
    }

    @Test
    void secretsAreNeverShown() {
        Map<String, String> environment = Map.of(
                "PARTITA_REDIS", "redis://me:hush@cache.example:6379",
                "PARTITA_JWT_SECRET", "hush-hush".repeat(4),
                "PARTITA_SECRET", "hush-hush-hush".repeat(3),
                "PARTITA_METRICS_TOKEN", "hush".repeat(8));
        assertThat(shown(environment)).containsEntry("redis", "redis://me:***@cache.example:6379 PARTITA_REDIS");
        assertThat(out.toString())
                .contains("PARTITA_JWT_SECRET", "PARTITA_METRICS_TOKEN")
                .doesNotContain("hush");
    }

    @Test
    void aPasswordOnTheCommandLineIsRefused() {
        assertThat(run(Map.of(), "up", "--redis", "redis://me:hush@cache.example:6379"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("PARTITA_REDIS").doesNotContain("hush");
    }

    @Test
    void helpComesEvenWhereTheFileIsBroken() throws IOException {
        assertThat(run(Map.of(), "up", "--help", "--config", file("nonsense: 1").toString()))
                .isZero();
        assertThat(out.toString()).contains("--service-port", "PARTITA_SERVICE_PORT");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("config.yaml"), text);
    }

    /** What {@code --show-config} says: value and origin, by option. */
    private Map<String, String> shown(Map<String, String> environment, String... arguments) {
        List<String> all = new ArrayList<>(List.of("up", "--show-config"));
        all.addAll(List.of(arguments));
        out.getBuffer().setLength(0);
        assertThat(run(environment, all.toArray(String[]::new)))
                .as(err.toString())
                .isZero();
        Map<String, String> shown = new LinkedHashMap<>();
        out.toString()
                .lines()
                .map(line -> line.split(" {2,}"))
                .filter(columns -> columns.length == 3)
                .forEach(columns -> shown.put(columns[0], columns[1] + " " + columns[2]));
        return shown;
    }

    private int run(Map<String, String> environment, String... arguments) {
        Terminal terminal = new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false);
        return Main.run(terminal, environment, arguments);
    }
}
