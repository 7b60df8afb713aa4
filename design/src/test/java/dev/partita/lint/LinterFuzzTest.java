package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Finding;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.plan.Compiled;
import dev.partita.plan.Compiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever is done to a design, it gets findings: no rule fails on a model with holes. */
class LinterFuzzTest {

    private static final int ROUNDS = Integer.getInteger("rounds", 400);

    private static final List<String> WORDS = List.of(
            "null",
            "[]",
            "{}",
            "\"\"",
            "-1",
            "99999999999999999999",
            "User",
            "pk",
            "sk",
            "\"{\"",
            "\"{id}\"",
            "\"#\"",
            "true",
            "list",
            "get",
            "scan",
            "key",
            "when",
            "NOT x",
            "GSI1",
            "string",
            "list of map",
            "enum");

    @Test
    void mutilatedDesignsAreJudgedWithoutFailure() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        List<String> designs = Rules.ALL.stream()
                .flatMap(rule -> Stream.of(rule.bad(), rule.good()))
                .toList();
        for (int round = 0; round < ROUNDS; round++) {
            String design = mutilated(designs.get(random.nextInt(designs.size())), random);
            try {
                Reading reading = Reader.read(new Source("fuzz.yaml", design));
                assertThat(Linter.lint(reading)).extracting(Finding::rule).doesNotContain(Linter.RULE_FAILED);
                // The linter forgives a rule that fails on a design which cannot be read; here none may.
                if (reading.design() != null) {
                    Compiled compiled = Compiler.compile(reading.design());
                    Rules.ALL.forEach(rule -> rule.check(compiled).toList());
                }
            } catch (RuntimeException | AssertionError | StackOverflowError failure) {
                throw new AssertionError("-Dseed=" + seed + ", round " + round + ":\n" + design, failure);
            }
        }
    }

    private static String mutilated(String design, Random random) {
        List<String> lines = new ArrayList<>(design.lines().toList());
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(5)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, lines.get(random.nextInt(lines.size())));
                case 2 -> lines.set(at, withWord(lines.get(at), random));
                case 3 -> lines.set(at, withoutPart(lines.get(at), random));
                default -> lines.set(at, lines.get(at).replaceFirst("[a-zA-Z]+", word(random)));
            }
            if (lines.isEmpty()) {
                return "";
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String withWord(String line, Random random) {
        int colon = line.indexOf(": ", random.nextInt(line.length() + 1));
        int end = colon < 0 ? -1 : line.indexOf(',', colon);
        return colon < 0 ? line : line.substring(0, colon + 2) + word(random) + (end < 0 ? "" : line.substring(end));
    }

    private static String withoutPart(String line, Random random) {
        int from = random.nextInt(line.length() + 1);
        int to = Math.min(line.length(), from + 1 + random.nextInt(12));
        return line.substring(0, from) + line.substring(to);
    }

    private static String word(Random random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }
}
