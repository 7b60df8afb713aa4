package dev.partita.whole;

import dev.partita.codegen.Generator;
import dev.partita.plan.internal.compile.Compiled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java generated from designs, compiled all at once, each design in a package of its own. */
final class GeneratedJava {

    private GeneratedJava() {}

    /** What the compiler has against it; nothing when it is fine. */
    static List<String> compile(Map<String, Compiled> designs) {
        List<JavaFileObject> files = new ArrayList<>();
        List<String> messages = new ArrayList<>();
        designs.forEach((name, compiled) -> {
            try {
                Generator.generate(compiled, new Generator.Options("dev.partita.whole." + name))
                        .forEach((path, text) -> files.add(new Source(path, text)));
            } catch (RuntimeException e) {
                messages.add(name + ": " + e);
            }
        });
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Path folder = folder();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
            List<String> options = List.of(
                    "--release",
                    "17",
                    "-Xlint:all,-processing,-classfile",
                    "-Werror",
                    "-proc:none",
                    "-implicit:none",
                    "-d",
                    folder.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"));
            compiler.getTask(null, manager, diagnostics, options, null, files).call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(folder);
        }
        diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .limit(20)
                .forEach(diagnostic -> messages.add(diagnostic.toString()));
        return messages;
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("whole-designs");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
