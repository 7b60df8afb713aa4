package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Designs as they are while somebody types: every rule says what is wrong with them, and none falls over. */
class LintFuzzTest {

    private static final int ROUNDS = Integer.getInteger("fuzz.rounds", 400);

    @Test
    void noRuleFailsOnADesignThatIsHalfWritten() {
        List<String> examples = Rules.ALL.stream()
                .flatMap(r -> Stream.of(r.bad(), MendedExample.of(r)))
                .toList();
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int round = 0; round < ROUNDS; round++) {
            String design = mutated(examples.get(random.nextInt(examples.size())), examples, random);
            List<Finding> failed = lint(design).stream()
                    .filter(finding -> finding.rule().equals(Linter.RULE_FAILED))
                    .toList();
            assertThat(failed)
                    .as("round %d of seed %s:%n%s", round, seed, design)
                    .isEmpty();
        }
    }

    /** What was found by chance once. */
    @Test
    void noRuleFailsWhereAPatternCountsWhatIsNotThere() {
        assertThat(lint("""
                design: cms
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Article: { key: { pk: "ART#{articleId}", sk: META }, attributes: { articleId: string } }
                patterns:
                  viewed: { update: Article, by: articleId, add: { views: 1 }, expect: { per-day: 100 } }
                """))
                .noneMatch(finding -> finding.rule().equals(Linter.RULE_FAILED))
                .anyMatch(finding -> finding.rule().equals("unknown-name"));
    }

    private static List<Finding> lint(String design) {
        Reading reading = Reader.read("fuzz.yaml", design.getBytes(StandardCharsets.UTF_8));
        if (reading.design() == null) {
            return Linter.lint(reading, null);
        }
        Compiled compiled = Compiler.compile(reading.design());
        // The linter forgives a rule that fails on what could not be read; here none may.
        List<Finding> failed = new ArrayList<>(Linter.lint(reading, compiled));
        for (Rule rule : Rules.ALL) {
            try {
                rule.check(compiled).forEach(finding -> {});
            } catch (RuntimeException failure) {
                failed.add(new Finding(
                        Linter.RULE_FAILED, Severity.ERROR, rule.id(), Place.START, failure.toString(), (String) null));
            }
        }
        return failed;
    }

    /** A line less, a line twice, a line of another design, a word changed or gone. */
    static String mutated(String design, List<String> others, Random random) {
        List<String> lines = new ArrayList<>(design.lines().toList());
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && !lines.isEmpty(); i++) {
            int at = random.nextInt(lines.size());
            String line = lines.get(at);
            switch (random.nextInt(5)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, line);
                case 2 -> lines.add(at, lineOf(others.get(random.nextInt(others.size())), random));
                case 3 ->
                    lines.set(at, exchanged(line, lineOf(others.get(random.nextInt(others.size())), random), random));
                default -> lines.set(at, without(line, random));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String lineOf(String design, Random random) {
        List<String> lines = design.lines().toList();
        return lines.get(random.nextInt(lines.size()));
    }

    private static String exchanged(String line, String from, Random random) {
        List<String> words = List.of(from.trim().split("[ ,{}\\[\\]]+"));
        String[] own = line.split("(?<=[ ,{}\\[\\]])|(?=[ ,{}\\[\\]])");
        int at = random.nextInt(own.length);
        own[at] = own[at].isBlank() ? own[at] : words.get(random.nextInt(words.size()));
        return String.join("", own);
    }

    private static String without(String line, Random random) {
        if (line.isEmpty()) {
            return line;
        }
        int from = random.nextInt(line.length());
        int to = Math.min(line.length(), from + 1 + random.nextInt(8));
        return line.substring(0, from) + line.substring(to);
    }
}
