package dev.partita.planted;

import dev.partita.proof.OneFamily;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The product with one fault in it: compiled, put in front of everything else, and given to the test that has to notice. */
final class Planted {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int LONGEST_SECONDS = 300;

    private final PlantedBug bug;
    private final Path classes;

    private Planted(PlantedBug bug, Path classes) {
        this.bug = bug;
        this.classes = classes;
    }

    /** @throws IllegalStateException when the file is no longer what the fault was made for */
    static Planted in(PlantedBug bug, Path directory) throws IOException {
        String source = Files.readString(bug.source(ROOT));
        for (PlantedBug.Edit edit : bug.edits()) {
            int at = source.indexOf(edit.before());
            if (at < 0 || source.indexOf(edit.before(), at + 1) >= 0) {
                throw new IllegalStateException("\"" + bug.name() + "\" has to be planted anew: " + bug.file() + " has "
                        + (at < 0 ? "no longer" : "more than once") + "\n" + edit.before());
            }
            source = source.replace(edit.before(), edit.after());
        }
        Path classes = Files.createDirectories(directory.resolve("classes"));
        compile(bug, source, classes);
        return new Planted(bug, classes);
    }

    /** What the test said was broken; empty if it noticed nothing. */
    List<String> broken(long seed) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+EnableDynamicAgentLoading",
                "-cp"));
        if (bug.isCaughtByFamily()) {
            command.addAll(List.of(
                    classes + File.pathSeparator + classPath(), OneFamily.class.getName(), bug.caughtBy(), "" + seed));
        } else {
            Path tests = ROOT.resolve(bug.testModule()).resolve("target/test-classes");
            command.addAll(List.of(
                    String.join(File.pathSeparator, classes.toString(), tests.toString(), classPath()),
                    OneTest.class.getName(),
                    bug.test()));
        }
        Path log = classes.resolveSibling("log");
        Process process = new ProcessBuilder(command)
                .directory(ROOT.resolve(bug.isCaughtByFamily() ? "proof" : bug.testModule())
                        .toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(new File("/dev/null"))
                .start();
        boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        List<String> lines =
                Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
        if (!ended || process.exitValue() != 0) {
            throw new IllegalStateException(bug + ": " + bug.caughtBy()
                    + (ended ? " ended with " + process.exitValue() : " did not end") + "\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size())));
        }
        return lines.stream()
                .filter(line -> line.startsWith(OneFamily.BROKEN))
                .map(line -> line.substring(OneFamily.BROKEN.length()))
                .toList();
    }

    private static void compile(PlantedBug bug, String source, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject file =
                new SimpleJavaFileObject(
                        URI.create("string:///dev/partita/" + bug.file()), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        StringWriter problems = new StringWriter();
        boolean compiled = compiler.getTask(
                        problems,
                        null,
                        null,
                        List.of(
                                "-d",
                                classes.toString(),
                                "-cp",
                                classPath(),
                                "--release",
                                "17",
                                "-proc:none",
                                "-nowarn"),
                        null,
                        List.of(file))
                .call();
        if (!compiled) {
            throw new IllegalStateException("\"" + bug.name() + "\" has to be planted anew:\n" + problems);
        }
    }

    /** As absolute paths: tests of other modules run in the directories of those. */
    private static String classPath() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return String.join(
                File.pathSeparator,
                Stream.of(path.split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }
}
