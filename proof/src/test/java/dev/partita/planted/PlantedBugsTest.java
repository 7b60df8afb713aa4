package dev.partita.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test that cannot fail proves nothing. So each fault of {@link PlantedBugs} is built into the product, and the test that is there for it
 * has to notice, at the size at which {@code ./verify} runs it, and for the right reason.
 *
 * <p>{@code -Dplanted="a stale read from a cache"} tries one; {@code -Dgolden=update} writes the table in RELIABILITY.md.
 */
@Tag("slow")
class PlantedBugsTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final Path PAGE = Path.of("..", "RELIABILITY.md");
    private static final String HEADING = "## Planted bugs";

    private record Outcome(List<String> broken, long seconds) {}

    @TempDir
    private static Path directory;

    private static final ExecutorService TRIALS = Executors.newFixedThreadPool(2);
    private static final Map<PlantedBug, Future<Outcome>> OUTCOMES = new LinkedHashMap<>();

    static List<PlantedBug> bugs() {
        String picked = System.getProperty("planted");
        return PlantedBugs.ALL.stream()
                .filter(bug -> picked == null || bug.name().equals(picked))
                .toList();
    }

    @BeforeAll
    static void start() {
        for (PlantedBug bug : bugs()) {
            Path own = directory.resolve("" + OUTCOMES.size());
            Callable<Outcome> trial = () -> {
                long started = System.nanoTime();
                List<String> broken =
                        Planted.in(bug, Files.createDirectories(own)).broken(SEED);
                return new Outcome(broken, (System.nanoTime() - started) / 1_000_000_000);
            };
            OUTCOMES.put(bug, TRIALS.submit(trial));
        }
    }

    @AfterAll
    static void stop() {
        TRIALS.shutdownNow();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bugs")
    void isNoticed(PlantedBug bug) throws Exception {
        Outcome outcome = OUTCOMES.get(bug).get();
        assertThat(outcome.broken())
                .as("what %s says of \"%s\", -Dseed=%d", bug.caughtBy(), bug, SEED)
                .anyMatch(said -> said.matches(bug.kind()));
        System.out.printf(
                "planted: %s (%s), caught by %s in %d s%n", bug, bug.shownFile(), bug.shownTest(), outcome.seconds());
    }

    @Test
    void thePageNamesThemAll() throws Exception {
        String page = Files.readString(PAGE);
        int at = page.indexOf(HEADING);
        if ("update".equals(System.getProperty("golden")) && System.getProperty("planted") == null) {
            String kept = at < 0 ? page.stripTrailing() + "\n\n" : page.substring(0, at);
            Files.writeString(PAGE, kept + section());
        } else {
            // How long it took is another figure each time.
            assertThat(withoutSeconds(at < 0 ? "" : page.substring(at)))
                    .as("RELIABILITY.md; -Dgolden=update writes it")
                    .startsWith(withoutSeconds(sectionOf(0)));
        }
    }

    private static String section() throws Exception {
        StringBuilder rows = new StringBuilder(head());
        for (Map.Entry<PlantedBug, Future<Outcome>> entry : OUTCOMES.entrySet()) {
            rows.append(row(entry.getKey(), entry.getValue().get().seconds()));
        }
        return rows.toString();
    }

    private static String sectionOf(long seconds) {
        StringBuilder rows = new StringBuilder(head());
        PlantedBugs.ALL.forEach(bug -> rows.append(row(bug, seconds)));
        return rows.toString();
    }

    private static String head() {
        return HEADING + """


                A test that cannot fail proves nothing. Each of these faults was built into the product, one at a time, and the test that is there for it had to
                notice, at the size at which `./verify` runs it, and say why. No build has them: a test changes one source file, compiles it and puts it in front.

                | fault | in | noticed by | after |
                |---|---|---|---:|
                """;
    }

    private static String row(PlantedBug bug, long seconds) {
        return "| " + bug.name() + " | " + bug.module() + "/" + bug.shownFile() + " | " + bug.shownTest() + " | "
                + seconds + " s |\n";
    }

    private static String withoutSeconds(String section) {
        return section.replaceAll("\\| \\d+ s \\|", "| |");
    }
}
