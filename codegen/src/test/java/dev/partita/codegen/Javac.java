package dev.partita.codegen;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles generated code in memory, as strictly as a build can, and loads it. */
final class Javac {

    /** What the compiler made and what it said. */
    record Outcome(Map<String, byte[]> classes, List<String> messages) {

        /** A loader with these classes. */
        ClassLoader load() {
            if (!messages.isEmpty()) {
                throw new AssertionError(String.join("\n", messages));
            }
            return new ClassLoader(Javac.class.getClassLoader()) {
                @Override
                protected Class<?> findClass(String name) throws ClassNotFoundException {
                    byte[] bytes = classes.get(name);
                    if (bytes == null) {
                        throw new ClassNotFoundException(name);
                    }
                    return defineClass(name, bytes, 0, bytes.length);
                }
            };
        }
    }

    private Javac() {}

    /** @param sources by path, as the generator gives them */
    static Outcome compile(Map<String, String> sources) {
        return compile(sources, List.of("-Xlint:all,-processing,-classfile", "-Xdoclint:all,-missing", "-Werror"));
    }

    /** The same for code of an earlier version, which may be warned of what is deprecated since. */
    static Outcome compileOld(Map<String, String> sources) {
        return compile(sources, List.of("-nowarn", "-Xlint:none"));
    }

    private static Outcome compile(Map<String, String> sources, List<String> strictness) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Map<String, byte[]> classes = new HashMap<>();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((path, text) -> files.add(new Text(path, text)));
        try (JavaFileManager manager =
                new InMemory(compiler.getStandardFileManager(diagnostics, Locale.ROOT, null), classes)) {
            List<String> options = new ArrayList<>(strictness);
            options.addAll(
                    List.of("--release", "17", "-proc:none", "-classpath", System.getProperty("java.class.path")));
            compiler.getTask(null, manager, diagnostics, options, null, files).call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // What it has to say about its own messages is no message.
        return new Outcome(
                classes,
                diagnostics.getDiagnostics().stream()
                        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                        .map(Object::toString)
                        .toList());
    }

    private static final class Text extends SimpleJavaFileObject {

        private final String text;

        Text(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, byte[]> classes;

        InMemory(JavaFileManager manager, Map<String, byte[]> classes) {
            super(manager);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(className, toByteArray());
                        }
                    };
                }
            };
        }
    }
}
