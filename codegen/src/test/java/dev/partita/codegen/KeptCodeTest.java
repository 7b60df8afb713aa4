package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.plan.internal.compile.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Code that earlier versions generated runs on this one. It lies in {@code kept}, a folder for each generation. Once a release
 * has made it, it is never changed: what breaks it breaks the programs of users.
 *
 * <p>When the generator begins to call something else, {@code -Dkeep=2} keeps what it makes now as the second generation; before
 * the first release {@code -Dkeep=1} replaces the first.
 */
class KeptCodeTest {

    private static final Path KEPT = Path.of("src", "test", "resources", "kept");
    private static final Path SCENARIO = Path.of("src", "test", "resources", "scenarios", "LibraryScenario.java");

    /** One with every kind of pattern and somebody who uses it, one with every kind of type, and one that ships. */
    private static final List<String> DESIGNS = List.of("library", "rich", "notifications");

    static List<Path> generations() throws IOException {
        if (System.getProperty("keep") != null) {
            keep(KEPT.resolve(System.getProperty("keep")));
        }
        try (Stream<Path> all = Files.list(KEPT)) {
            return all.sorted().toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> itDoesWhatItDid() throws IOException {
        return generations().stream().flatMap(generation -> {
            Map<String, String> sources = sources(generation, "library");
            sources.put("library/LibraryScenario.java", Designs.text(generation.resolve("LibraryScenario.java.txt")));
            return LibraryTest.scenario(Javac.compileOld(sources));
        });
    }

    @ParameterizedTest
    @MethodSource("generations")
    void itCompilesAndItsDesignIsReadAndServed(Path generation) throws ReflectiveOperationException {
        for (String name : DESIGNS) {
            Map<String, String> sources = sources(generation, name);
            String file = sources.keySet().stream()
                    .filter(path -> path.endsWith("Design.java"))
                    .findFirst()
                    .orElseThrow();
            Class<?> type = Javac.compileOld(sources)
                    .load()
                    .loadClass(file.replace(".java", "").replace('/', '.'));
            Design design = (Design) type.getMethod("design").invoke(null);

            assertThat(design.name()).isEqualTo(name);
            assertThat(Compiler.compile(design).findings()).isEmpty();
        }
    }

    /** So that what was compiled against an earlier version need not even be compiled anew. */
    @ParameterizedTest
    @MethodSource("generations")
    void everyCallItMakesIsStillThere(Path generation) {
        assertThat(calls(generation)).hasSizeGreaterThan(50).allMatch(Calls::isFound);
    }

    @Test
    void everyCallOfTodayIsKept() throws IOException {
        Set<String> kept = new TreeSet<>();
        for (Path generation : generations()) {
            kept.addAll(calls(generation));
        }
        assertThat(callsOf(Designs.NAMES))
                .as(
                        "all calls of generated code are in a generation that is kept; -Dkeep=%d adds one",
                        generations().size() + 1)
                .isSubsetOf(kept);
    }

    private static List<String> calls(Path generation) {
        return Designs.text(generation.resolve("calls.txt")).lines().toList();
    }

    private static Set<String> callsOf(List<String> designs) {
        Set<String> calls = new TreeSet<>();
        designs.forEach(
                name -> calls.addAll(Calls.of(Designs.compiled(name).classes().values())));
        return calls;
    }

    /** All files of a design are in one, each behind a line with its path. */
    private static Map<String, String> sources(Path generation, String design) {
        Map<String, String> sources = new TreeMap<>();
        Matcher files = Pattern.compile("=== (\\S+)\n(.*?)(?==== |\\z)", Pattern.DOTALL)
                .matcher(Designs.text(generation.resolve(design + ".txt")));
        while (files.find()) {
            sources.put(files.group(1), files.group(2));
        }
        assertThat(sources).hasSizeGreaterThan(10);
        return sources;
    }

    private static void keep(Path generation) throws IOException {
        Files.createDirectories(generation);
        for (String name : DESIGNS) {
            StringBuilder all = new StringBuilder();
            new TreeMap<>(Designs.files(name))
                    .forEach((path, text) ->
                            all.append("=== ").append(path).append('\n').append(text));
            Files.writeString(generation.resolve(name + ".txt"), all);
        }
        Files.writeString(generation.resolve("LibraryScenario.java.txt"), Designs.text(SCENARIO));
        Files.writeString(generation.resolve("calls.txt"), String.join("\n", callsOf(DESIGNS)) + "\n");
    }
}
