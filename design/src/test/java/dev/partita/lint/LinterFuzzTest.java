package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.partita.design.Finding;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.plan.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Designs that look like designs but make no sense are judged, and bring nothing down. */
class LinterFuzzTest {

    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_.:-]*|\"[^\"\\n]*\"|[0-9]+");
    private static final Pattern OPTION =
            Pattern.compile("(, )?[a-zA-Z-]+: ([^{}\\[\\],\\n]+|\\{[^{}\\n]*}|\\[[^\\[\\]\\n]*])");

    @Test
    void noDesignBringsTheLinterDown() throws IOException {
        fuzz(150);
    }

    @Test
    @Tag("slow")
    void noDesignBringsTheLinterDownHoweverLong() throws IOException {
        fuzz(2_000);
    }

    private static void fuzz(int tries) throws IOException {
        long seed = Long.getLong("seed", 20260715L);
        Random random = new Random(seed);
        List<String> designs = designs();
        int clean = 0;
        Set<String> faults = new TreeSet<>();
        for (int i = 0; i < tries; i++) {
            String text = mutated(designs.get(random.nextInt(designs.size())), random);
            try {
                Reading reading = Reader.read(new Source("fuzz.yaml", text));
                List<Finding> findings = Linter.lint(reading);
                clean += reading.isClean() ? 1 : 0;
                for (Finding finding : findings) {
                    if (finding.rule().equals(Linter.RULE_FAILED)
                            || finding.rule().equals(Compiler.FAILED)) {
                        faults.add(finding.message());
                        Files.writeString(Files.createTempFile("partita-fuzz", ".yaml"), text);
                    }
                }
            } catch (Throwable e) {
                Path kept = Files.createTempFile("partita-fuzz", ".yaml");
                Files.writeString(kept, text);
                fail("seed " + seed + ", try " + i + ", kept as " + kept, e);
            }
        }
        assertThat(faults).as("seed " + seed).isEmpty();
        System.out.printf("%d of %d random designs could be read and were linted%n", clean, tries);
    }

    /** Words change places and options vanish: what is left is still YAML, and often still a design. */
    private static String mutated(String design, Random random) {
        String text = design;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            List<int[]> words = spans(WORD, text);
            int[] word = words.get(random.nextInt(words.size()));
            int[] other = words.get(random.nextInt(words.size()));
            switch (random.nextInt(4)) {
                case 0 ->
                    text = text.substring(0, word[0]) + text.substring(other[0], other[1]) + text.substring(word[1]);
                case 1, 2 -> {
                    List<int[]> options = spans(OPTION, text);
                    int[] option = options.get(random.nextInt(options.size()));
                    text = text.substring(0, option[0]) + text.substring(option[1]);
                }
                default -> {
                    List<String> lines = new ArrayList<>(text.lines().toList());
                    lines.remove(random.nextInt(lines.size()));
                    text = String.join("\n", lines) + "\n";
                }
            }
        }
        return text;
    }

    private static List<int[]> spans(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(m -> new int[] {m.start(), m.end()})
                .toList();
    }

    private static List<String> designs() throws IOException {
        List<String> designs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            designs.add(Files.readString(Path.of("src/test/resources/dev/partita/design/everything.yaml")));
        }
        try (Stream<Path> files = Files.walk(Path.of("..", "systems", "designs"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                designs.add(Files.readString(file));
            }
        }
        return designs;
    }
}
