package dev.partita.codegen;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The designs that tests generate code from; what they become is made once for all tests. */
final class Designs {

    /** One that is hard to put into Java, and one with every kind of pattern. */
    static final List<String> OWN = List.of("rich", "library");

    /** The five systems and those of our own. */
    static final List<String> NAMES =
            List.of("algoitny", "aura-historia", "fus-main", "notifications", "url-checks", "rich", "library");

    private static final Map<String, Map<String, String>> FILES = new ConcurrentHashMap<>();
    private static final Map<String, Javac.Outcome> CLASSES = new ConcurrentHashMap<>();

    private Designs() {}

    static Compiled read(String name) {
        Path path = OWN.contains(name)
                ? Path.of("src", "test", "resources", name + ".yaml")
                : Path.of("..", "systems", "designs", name + ".yaml");
        return of(path.getFileName().toString(), text(path));
    }

    static Compiled of(String name, String text) {
        Reading reading = Reader.read(new Source(name, text));
        if (!reading.isClean()) {
            throw new IllegalArgumentException(String.valueOf(reading.findings()));
        }
        return Compiler.compile(reading.design());
    }

    /** The generated files of a design. */
    static Map<String, String> files(String name) {
        return FILES.computeIfAbsent(name, any -> Generator.generate(read(name), new Generator.Options(null)));
    }

    /** What the compiler makes of them. */
    static Javac.Outcome compiled(String name) {
        return CLASSES.computeIfAbsent(name, any -> Javac.compile(files(name)));
    }

    static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
