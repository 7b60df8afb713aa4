package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.Callers;
import dev.partita.access.Tokens;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.Linter;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The calls in docs/identity.md are answered as the page says. */
class IdentityPageTest {

    private static final Path PAGE = Path.of("..", "docs", "identity.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    @Test
    void theCallsOnThePageAreAnsweredAsItSays() throws IOException {
        List<Design> designs = List.of(design("notifications"), design("fus-main"));
        List<String[]> calls = calls();
        assertThat(calls).hasSizeGreaterThanOrEqualTo(5);
        String token = null;
        try (Served local = new Served.Setting().serve(designs);
                Served asking = new Served.Setting()
                        .with(builder -> builder.callers(Callers.withTokens(Tokens.none())))
                        .serve(designs)) {
            for (String[] call : calls) {
                Served served = call[0].contains("Partita-As") ? local : asking;
                Served.Answer answer = run(served, call[0].replace("$TOKEN", String.valueOf(token)));
                assertThat(answer.body()).as(call[0]).matches(pattern(call[1]));
                Matcher given = Pattern.compile("\"token\":\"([^\"]+)\"").matcher(answer.body());
                token = given.find() ? given.group(1) : token;
            }
        }
    }

    @Test
    void theDesignOnThePageCanBeRead() throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        int read = 0;
        while (block.find()) {
            if (block.group(1).equals("yaml") && block.group(2).startsWith("design:")) {
                Reading reading = Reader.read(new Source("notes.yaml", block.group(2)));
                assertThat(reading.findings()).isEmpty();
                assertThat(Linter.lint(reading)).noneMatch(Finding::isError);
                read++;
            }
        }
        assertThat(read).isEqualTo(3);
    }

    /** The text of a design on the page. */
    static String onPage(String name) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        while (block.find()) {
            if (block.group(2).startsWith("design: " + name + "\n")) {
                return block.group(2);
            }
        }
        throw new IllegalArgumentException(PAGE + " has no design " + name);
    }

    /** Each call of curl with the answer that follows it. */
    private static List<String[]> calls() throws IOException {
        List<String[]> calls = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        String command = null;
        while (block.find()) {
            if (block.group(1).equals("json")) {
                calls.add(new String[] {command, block.group(2).strip()});
            }
            command = block.group(2).startsWith("curl ") ? block.group(2).replace("\\\n", " ") : null;
        }
        assertThat(calls)
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call[0]).as(call[1]).isNotNull());
        return calls;
    }

    private static Served.Answer run(Served served, String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        String path = words.stream()
                .filter(one -> one.startsWith("localhost:8001"))
                .findFirst()
                .orElseThrow()
                .substring("localhost:8001".length());
        HttpRequest.Builder request = served.request(path);
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("-H")) {
                String[] header = words.get(i + 1).split(": ", 2);
                request.setHeader(header[0], header[1]);
            } else if (words.get(i).equals("-d")) {
                request.POST(HttpRequest.BodyPublishers.ofString(words.get(i + 1)));
            }
        }
        return served.send(request);
    }

    /** An ellipsis stands for anything in its place. */
    private static String pattern(String expected) {
        StringBuilder pattern = new StringBuilder("(?s)");
        for (String part : expected.split("…", -1)) {
            pattern.append(pattern.length() == 4 ? "" : ".*").append(Pattern.quote(part));
        }
        return pattern.toString();
    }

    private static Design design(String name) throws IOException {
        return Reader.read(name + ".yaml", Files.readAllBytes(Path.of("..", "systems", "designs", name + ".yaml")))
                .design();
    }
}
