package dev.partita.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever {@code check} passes answers as the words of the design mean: whole designs made up by chance, judged by a naive model. */
class WholeDesignsTest {

    private static final long SEED = Long.getLong("whole.seed", 20_261_116L);
    private static final int DESIGNS = Integer.getInteger("whole.designs", 200);

    /** Of what is made up, so much at least must pass: a generator of refused designs would test nothing. */
    private static final double LEAST_ACCEPTED = 0.4;

    /** Words that no design can pass with, each with the reason. */
    private static final Map<String, String> NOT_TRIED = Map.ofEntries(
            Map.entry("pattern.guard", "count-then-write refuses it"),
            Map.entry("guard.count", "count-then-write refuses it"),
            Map.entry("guard.below", "count-then-write refuses it"));

    private static WholeRun run;

    @BeforeAll
    static void run() {
        run = WholeRun.of(SEED, DESIGNS, 1);
        System.out.println("whole.seed=" + SEED + " whole.designs=" + DESIGNS + "\n" + run.summary());
    }

    @Test
    void designsThatPassAnswerAsTheModelDoes() {
        assertThat(run.differences().stream().map(Shrinker::shrink).map(WholeRun::shown))
                .as("whole.seed=%d", SEED)
                .isEmpty();
        assertThat(run.accepted() / (double) run.made()).isGreaterThan(LEAST_ACCEPTED);
    }

    @Tag("slow")
    @Test
    void theirGeneratedJavaCompiles() {
        assertThat(GeneratedJava.compile(run.sources())).isEmpty();
    }

    @Test
    void everyWordOfTheLanguageIsTried() {
        System.out.println(run.coverage().table());
        assertThat(run.coverage().zeros())
                .as("never in a design that passed and was called")
                .filteredOn(word -> !NOT_TRIED.containsKey(word))
                .isEmpty();
    }

    /** A model that called the compiler would be right whenever the compiler thinks it is. */
    @Test
    void theModelSharesNoCodeWithTheProduct() throws IOException {
        Path folder = Path.of("src/test/java/dev/partita/whole");
        List<String> apart =
                List.of("Product.java", "Trial.java", "WholeRun.java", "Coverage.java", "GeneratedJava.java");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!apart.contains(name) && !name.endsWith("Test.java")) {
                    assertThat(Files.readString(file).lines())
                            .as(name)
                            .noneMatch(line -> line.contains("dev.partita.") && !line.contains("dev.partita.whole"));
                }
            }
        }
    }
}
