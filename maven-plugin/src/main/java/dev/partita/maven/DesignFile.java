package dev.partita.maven;

import dev.partita.design.Finding;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Report;
import dev.partita.design.Severity;
import dev.partita.design.Source;
import dev.partita.lint.Linter;
import dev.partita.plan.Compiled;
import dev.partita.plan.Compiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.logging.Log;

/**
 * A design file, read, compiled and judged.
 *
 * @param reading as it was read
 * @param shown its text, under the name by which a reader of the log finds it
 * @param compiled null when there was nothing to compile
 */
record DesignFile(Path path, Reading reading, Source shown, Compiled compiled, List<Finding> findings) {

    /** The design files directly in a directory, by name. */
    static List<Path> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Files.isRegularFile(file) && isDesign(file.toString()))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isDesign(String name) {
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }

    /** @param root where the build was started; what lies beneath is shown without the way there */
    static DesignFile read(Path path, Path root) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        // The name goes into what is generated, which must not differ from machine to machine.
        Reading reading = Reader.read(path.getFileName().toString(), bytes);
        Compiled compiled = reading.design() == null ? null : Compiler.compile(reading.design());
        Path name = path.startsWith(root) ? root.relativize(path) : path;
        Source shown = new Source(name.toString(), new String(bytes, StandardCharsets.UTF_8));
        return new DesignFile(path, reading, shown, compiled, Linter.untried(reading, compiled));
    }

    DesignFile withoutAdvice() {
        List<Finding> others =
                findings.stream().filter(f -> f.severity() != Severity.ADVICE).toList();
        return new DesignFile(path, reading, shown, compiled, others);
    }

    /** The same, with help that was tried. */
    DesignFile helped() {
        return new DesignFile(path, reading, shown, compiled, Linter.tried(reading, findings));
    }

    boolean fails(boolean strict) {
        return findings.stream()
                .anyMatch(finding -> finding.isError() || strict && finding.severity() == Severity.WARNING);
    }

    void print(Log log) {
        Report report = new Report(shown, false);
        for (Finding finding : findings) {
            String text = report.text(finding).stripTrailing();
            switch (finding.severity()) {
                case ERROR -> log.error(text);
                case WARNING -> log.warn(text);
                case ADVICE -> log.info(text);
            }
        }
    }
}
