package dev.partita.systems;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.Linter;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the five designs as its document has it, with the linter's findings and the flaws marked in its comments. */
record AsWritten(String name, Source source, List<Finding> findings, List<Mark> marks) {

    private static final Pattern FLAW = Pattern.compile("\\b(?:\\d{3}|ALL)-F\\d+\\b");

    /** A comment that says: the flaw {@code flaw} is on this line. */
    record Mark(String flaw, int line) {}

    static List<AsWritten> all() {
        return Systems.names().stream().map(AsWritten::of).toList();
    }

    static AsWritten of(String name) {
        Path file = Path.of("designs", "as-written", name + ".yaml");
        Source source = new Source("as-written/" + name + ".yaml", read(file));
        Reading reading = Reader.read(source);
        Compiled compiled = Compiler.compile(reading.design());
        return new AsWritten(name, source, Linter.lint(reading, compiled), marks(source));
    }

    boolean reports(String rule, int line) {
        return findings.stream()
                .anyMatch(f -> f.rule().equals(rule) && f.place().line() == line);
    }

    /** The design with its tables mended, so that its requests have something to go to. */
    static Source mended(Source source) {
        String text = source.text()
                .replace("Email Index", "EmailIndex")
                .replace("User-Check Index", "UserCheckIndex")
                .replace("Type-Status Index", "TypeStatusIndex")
                .replace("isProduct:     { type: boolean", "isProduct:     { type: flag");
        return new Source(source.name(), text);
    }

    private static List<Mark> marks(Source source) {
        List<Mark> marks = new ArrayList<>();
        List<String> lines = source.lines();
        for (int i = 0; i < lines.size(); i++) {
            int comment = lines.get(i).lastIndexOf(" # ");
            Matcher matcher = FLAW.matcher(lines.get(i));
            while (comment >= 0 && matcher.find()) {
                if (matcher.start() > comment) {
                    marks.add(new Mark(matcher.group(), i + 1));
                }
            }
        }
        return marks;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
