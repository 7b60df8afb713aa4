package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference page shows designs that can be read, and leaves no word out. */
class DesignFilePageTest {

    private static final java.util.regex.Pattern BLOCK = java.util.regex.Pattern.compile("(?ms)^```yaml\\n(.*?)^```");

    private final String page = read(Path.of("..", "docs", "design-file.md"));

    @Test
    void everyDesignOnThePageCanBeRead() {
        int designs = 0;
        for (String block : blocks()) {
            if (block.startsWith("design:")) {
                Source source = new Source("design-file.md", block);
                List<Finding> findings = Reader.read(source).findings();
                assertThat(findings)
                        .as(new Report(source, false).text(findings))
                        .isEmpty();
                designs++;
            }
        }
        assertThat(designs).isGreaterThan(10);
    }

    @Test
    void everyWordOfTheLanguageIsOnThePage() {
        Set<String> words = new TreeSet<>(Vocabulary.VERBS);
        Stream.of(Vocabulary.values()).forEach(w -> words.addAll(w.list()));
        words.addAll(Vocabulary.allOptions());
        for (List<String> choices : List.of(
                Vocabulary.SIMPLE_TYPES,
                Vocabulary.KEY_TYPES,
                Vocabulary.STREAMS,
                Vocabulary.TABLE_CLASSES,
                Vocabulary.SET,
                Vocabulary.NORMALISE,
                Vocabulary.ON_DELETE,
                Vocabulary.CONSISTENCY,
                Vocabulary.DIRECTION,
                Vocabulary.ORDERS,
                Vocabulary.ALLOW,
                Vocabulary.METRICS)) {
            words.addAll(choices);
        }
        Vocabulary.FORMATS.forEach(format -> words.add(":" + format));
        String text = page.replaceAll("(?s)```.*?```", "");
        words.removeIf(word -> text.matches("(?s).*`[^`\\n]*(?<![a-z-])" + word + "(?![a-z-])[^`\\n]*`.*"));
        assertThat(words).isEmpty();
    }

    /** `when` of a new item and `then` of a list have rules that say what to write instead; guards are refused everywhere. */
    @Test
    void theTablesOfVerbsSayWhichOptionsGoWithThem() {
        List<String> header = List.of();
        Set<String> verbs = new TreeSet<>();
        for (String line : page.split("\n")) {
            List<String> cells =
                    Stream.of(line.split("\\|", -1)).map(String::strip).toList();
            if (line.startsWith("| | `by`")) {
                header = cells;
            } else if (header.size() > 2
                    && cells.size() == header.size()
                    && cells.get(1).startsWith("`")) {
                Pattern.Verb verb =
                        Pattern.Verb.valueOf(cells.get(1).replace("`", "").toUpperCase(java.util.Locale.ROOT));
                verbs.add(verb.word());
                List<String> shown = new ArrayList<>();
                for (int i = 2; i < cells.size(); i++) {
                    if (!cells.get(i).isEmpty()) {
                        shown.add(header.get(i).replace("`", ""));
                    }
                }
                List<String> known = new ArrayList<>(Vocabulary.options(verb));
                known.removeAll(Vocabulary.STATED);
                known.remove("guard");
                if (verb == Pattern.Verb.CREATE || verb == Pattern.Verb.PUT) {
                    known.remove("when");
                }
                if (verb == Pattern.Verb.LIST) {
                    known.remove("then");
                }
                assertThat(shown).as(verb.word()).containsExactlyInAnyOrderElementsOf(known);
            } else if (!line.startsWith("|")) {
                header = List.of();
            }
        }
        assertThat(verbs).containsExactlyInAnyOrderElementsOf(Vocabulary.VERBS);
    }

    @Test
    void everyFindingOfTheReaderIsMadeSomewhereAndOnThePage() throws IOException {
        StringBuilder code = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/partita/design"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> code.append(read(file)));
        }
        for (ReaderRule rule : ReaderRule.values()) {
            assertThat(code).contains("ReaderRule." + rule.name());
            assertThat(page).contains("`" + rule.id() + "`");
        }
    }

    /** What stands between the fences of YAML. */
    List<String> blocks() {
        List<String> blocks = new ArrayList<>();
        Matcher m = BLOCK.matcher(page);
        while (m.find()) {
            blocks.add(m.group(1));
        }
        return blocks;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
