package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What docs/rest.md tells people to type works, and answers what the page says. */
class RestPageTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```\\n");
    private static final Pattern SERVICE = Pattern.compile("Service +(http://localhost:\\d+)");

    private final String page = read(Path.of("..", "docs", "rest.md"));

    /** @param answer what the page shows of the answer, in pieces; empty when it shows nothing */
    private record Example(String command, List<String> answer) {}

    @Test
    void everyCommandOnThePageAnswersAsThePageSays() throws Exception {
        Assumptions.assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "curl"))),
                "there is no curl here");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.partita.cli.Main",
                        "up",
                        "--in-memory",
                        "--samples",
                        "yes",
                        "--port",
                        "0",
                        "--service-port",
                        "0")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String service = service(output);
            List<Example> examples = examples();
            assertThat(examples).hasSizeGreaterThan(10);
            for (Example example : examples) {
                String answer = run(example.command().replace("http://localhost:8001", service));
                assertThat(answer).as(example.command()).isNotEmpty().doesNotContain("\"status\":40", "\"status\":5");
                for (String part : example.answer()) {
                    assertThat(masked(answer)).as(example.command()).contains(part);
                }
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    @Test
    void theRoutesOnThePageAreThoseOfTheDesign() {
        Matcher block = BLOCK.matcher(page);
        int found = 0;
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out, true);
        Main.run(new Terminal(writer, writer, false), "routes", "url-checks");
        while (block.find()) {
            for (String line : block.group(2).lines().toList()) {
                if (line.matches(" +(GET|POST|PUT|PATCH|DELETE) .*")) {
                    assertThat(out.toString()).contains(line + "\n");
                    found++;
                }
            }
        }
        assertThat(found).isGreaterThan(5);
    }

    private static String service(BufferedReader output) throws IOException {
        String service = null;
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher matcher = SERVICE.matcher(line);
            if (matcher.find()) {
                service = matcher.group(1);
            }
            if (line.strip().startsWith("Samples")) {
                return service;
            }
        }
        throw new AssertionError("it ended before its samples were written");
    }

    private List<Example> examples() {
        List<Example> examples = new ArrayList<>();
        Matcher block = BLOCK.matcher(page);
        int from = 0;
        while (block.find(from)) {
            from = block.end();
            if (block.group(1).equals("sh")) {
                List<String> shown = shown(from);
                List<String> commands = block.group(2)
                        .replace("\\\n", " ")
                        .lines()
                        .filter(line -> line.startsWith("curl "))
                        .toList();
                for (int i = 0; i < commands.size(); i++) {
                    examples.add(new Example(commands.get(i), i == commands.size() - 1 ? shown : List.of()));
                }
            }
        }
        return examples;
    }

    /** The block that follows at once, which is what the command answers: JSON as a whole, anything else line by line. */
    private List<String> shown(int from) {
        Matcher next = BLOCK.matcher(page);
        boolean follows = next.find(from) && page.substring(from, next.start()).isBlank();
        if (!follows || next.group(1).equals("sh")) {
            return List.of();
        }
        List<String> pieces = new ArrayList<>();
        for (String piece : next.group(1).equals("json")
                ? new String[] {next.group(2)}
                : next.group(2).split("\n")) {
            pieces.addAll(List.of(masked(piece).split("…")));
        }
        return pieces;
    }

    /** Without white space, and without what is another every time. */
    private static String masked(String answer) {
        return answer.replaceAll("\\s", "")
                .replaceAll("01[0-9A-HJKMNP-TV-Z]{24}", "ULID")
                .replaceAll("\"[0-9a-v]{26}\"", "\"TAG\"")
                .replaceAll("\"requestId\":\"[^\"]*\"", "\"requestId\":\"ID\"")
                .replaceAll("cursor=[^\"…>]*", "cursor=");
    }

    private static String run(String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command.replaceFirst("^curl ", "curl -sS "))
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + "\n" + answer).isZero();
        return answer;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
