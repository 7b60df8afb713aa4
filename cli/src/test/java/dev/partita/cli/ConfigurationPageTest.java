package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.terminal.Secrets;
import dev.partita.cli.internal.terminal.Settings;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.up.Up;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The page on configuration lists the options there are, with their defaults, and its examples can be used. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z-]+)` \\|([^|]*)\\|");

    @TempDir
    private Path directory;

    @Test
    void theTableHasEveryOptionWithItsDefaultInTheOrderOfTheHelp() throws IOException {
        Map<String, String> page = new LinkedHashMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                page.put(row.group(1), row.group(2).strip());
            }
        }
        CommandLine command = new CommandLine(new Up(terminal(new StringWriter()), Map.of()));
        Map<String, ArgSpec> options = Settings.configurable(command.getCommandSpec());
        assertThat(new ArrayList<>(page.keySet())).isEqualTo(new ArrayList<>(options.keySet()));
        options.forEach((word, option) -> {
            String told = option.defaultValue();
            if (told != null) {
                assertThat(page.get(word)).as(word).isEqualTo("`" + told + "`");
            }
        });
    }

    @Test
    void theTableOfVariablesHasThoseOfSecrets() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(Secrets.VARIABLES).allSatisfy(variable -> assertThat(page).contains("| `" + variable + "` |"));
    }

    @Test
    void theFileOnThePageCanBeRead() throws IOException {
        Matcher block = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(Files.readString(PAGE));
        assertThat(block.find()).isTrue();
        Path file = Files.writeString(directory.resolve("config.yaml"), block.group(1));
        StringWriter out = new StringWriter();
        int code = Main.run(terminal(out), Map.of(), "up", "--show-config", "--config", file.toString());
        assertThat(code).as(out.toString()).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains(file + ":")))
                .hasSize(Objects.requireNonNull(block.group(1)).lines().toList().size());
    }

    private static Terminal terminal(StringWriter out) {
        PrintWriter writer = new PrintWriter(out, true);
        return new Terminal(writer, writer, false);
    }
}
