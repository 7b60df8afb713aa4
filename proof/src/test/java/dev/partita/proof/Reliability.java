package dev.partita.proof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The page RELIABILITY.md: what was tried, how often, and what came of it. A run replaces the lines of the families it ran. */
final class Reliability {

    private static final String HEADER =
            "| | what is tried | trials | compared | faults made | broken promises | rate below | time | date | seed | also |";
    private static final String RULE = "|---|---|---:|---:|---:|---:|---:|---:|---|---|---|";
    private static final String PLANTED = "## Planted bugs";

    private final Path page;

    Reliability(Path page) {
        this.page = page;
    }

    /** Writes the lines of a run into the page; the other lines, and what follows the table, stay. */
    void add(Map<Family, Outcome> outcomes, String machine) throws IOException {
        String former = Files.exists(page) ? Files.readString(page) : "";
        Map<String, String> lines = new LinkedHashMap<>();
        former.lines()
                .filter(line -> line.matches("\\| R[0-9]+[a-z]? \\|.*"))
                .forEach(line -> lines.put(line.split("\\|")[1].strip(), line));
        outcomes.forEach((family, outcome) -> lines.put(family.id(), line(family, outcome)));
        List<String> ordered = new ArrayList<>(lines.keySet());
        ordered.sort(Comparator.comparingInt((String id) -> Integer.parseInt(id.replaceAll("[^0-9]", "")))
                .thenComparing(Comparator.naturalOrder()));
        StringBuilder text = new StringBuilder(head(machine));
        text.append(HEADER).append('\n').append(RULE).append('\n');
        ordered.forEach(id -> text.append(lines.get(id)).append('\n'));
        rest(former).ifPresent(rest -> text.append('\n').append(rest));
        // A page half written would be worse than an old one.
        Path written = page.resolveSibling(page.getFileName() + ".new");
        Files.write(written, text.toString().getBytes(StandardCharsets.UTF_8));
        Files.move(written, page, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * @param figures null when the family could not run
     * @param lacking what this machine lacks for it, or what stopped it; null when it ran
     */
    record Outcome(Figures figures, String lacking, Duration time, LocalDate date, long seed) {}

    private static String head(String machine) {
        return """
                # Reliability

                Each line is a way to break a promise of [durability](docs/durability.md) or [security](docs/security.md), tried again and again. `./verify` runs a
                few minutes of each; `./soak --hours 1` runs an hour of each and rewrites this page. To see one fail or to repeat a run:

                    ./soak --hours 1 --family R7 --seed 42

                Zero broken promises in N trials do not say "never": they bound the rate below 3/N, with 95 %% confidence. That bound is in the table.

                Last run on %s.

                """.formatted(machine);
    }

    private static Optional<String> rest(String former) {
        int at = former.indexOf(PLANTED);
        return at < 0 ? Optional.empty() : Optional.of(former.substring(at));
    }

    private static String line(Family family, Outcome outcome) {
        Figures figures = outcome.figures();
        if (figures == null) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | – | – | – | – | – | – | %s | – | not run: %s |",
                    family.id(),
                    family.name(),
                    outcome.date(),
                    cell(outcome.lacking()));
        }
        return String.format(
                Locale.ROOT,
                "| %s | %s | %,d %s | %,d | %,d | %s | %s | %s | %s | %d | %s |",
                family.id(),
                family.name(),
                figures.trials(),
                family.trials(),
                figures.checked(),
                figures.faults(),
                figures.violations().isEmpty()
                        ? "0"
                        : "**" + figures.violations().size() + "**",
                figures.violations().isEmpty() ? bound(figures.trials()) : "–",
                time(outcome.time()),
                outcome.date(),
                outcome.seed(),
                cell(figures.remark()));
    }

    /** The rule of three. */
    static String bound(long trials) {
        double percent = 300.0 / Math.max(3, trials);
        int digits = Math.max(0, 1 - (int) Math.floor(Math.log10(percent)));
        return String.format(Locale.ROOT, "%." + digits + "f %%", percent);
    }

    private static String time(Duration time) {
        return time.toMinutes() < 2 ? time.toSeconds() + " s" : time.toMinutes() + " min";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
