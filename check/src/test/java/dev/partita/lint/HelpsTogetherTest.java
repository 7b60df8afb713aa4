package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one check proposes can be pasted together. */
class HelpsTogetherTest {

    @Tag("slow")
    @Test
    void helpsOfADesignCanAllBePasted() throws Exception {
        List<String> designs = new ArrayList<>(Corpus.all());
        designs.add(MANY);
        for (PlantedMistakes.Mistake mistake : PlantedMistakes.ALL) {
            designs.add(PlantedMistakes.planted(mistake));
        }
        int pasted = 0;
        for (String design : designs) {
            pasted += together(design);
        }
        System.out.println("pasted " + pasted + " helps together");
        assertThat(pasted).isGreaterThan(1_000);
    }

    private static final String MANY = """
            design: many
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Post:
                key: { pk: "POST#{postId}", sk: META }
                attributes:
                  postId: { type: ulid, generate: ulid, read-only: true }
                  wall: { type: string, required: true }
                  title: { type: string, required: true }
                  author: { type: string, required: true }
                  rank: { type: integer, range: 0..99, required: true }
                  createdAt: { type: timestamp, set: on-create }
            patterns:
              add: { create: Post }
              ofWall: { list: Post, by: wall, order: newest-first, page: 20 }
              wallCount: { count: Post, by: wall }
              ofAuthor: { list: Post, by: author, order: newest-first, page: 20 }
              newest: { list: Post, order: newest-first, walk: 30 days, page: 20 }
              byRank: { list: Post, by: rank, page: 20 }
              byTitle: { list: Post, order: title, page: 20 }
              byTitleToo: { list: Post, by: wall, order: title, page: 20 }
              oneOfTitle: { list: Post, by: title, page: 20 }
            """;

    /** Helps in words speak of indexes, too; and with many findings not all can be compared with each other. */
    @Test
    void noTwoHelpsWriteOneIndexInTwoWays() {
        Map<String, Set<String>> lines = new TreeMap<>();
        List<Finding> found =
                LintCheck.lint(MANY).stream().filter(Finding::isError).toList();
        for (Finding finding : found) {
            Matcher line = Pattern.compile("`(GSI\\d): (\\{[^`]*})`").matcher(finding.advice());
            while (line.find()) {
                lines.computeIfAbsent(
                                line.group(1) + (line.group(2).contains("projection") ? "" : " of Post"),
                                x -> new TreeSet<>())
                        .add(line.group(2));
            }
        }
        assertThat(found).hasSizeGreaterThan(5);
        assertThat(lines).hasSizeGreaterThan(8);
        assertThat(lines.values()).as(lines.toString()).allMatch(ways -> ways.size() == 1);
    }

    /** Pastes the first way of every finding, and looks what that brings. */
    private static int together(String design) {
        List<Finding> before = Linter.lint(Reader.read(new Source("test.yaml", design)));
        List<Finding> helped = before.stream()
                .filter(finding -> first(finding) != null)
                .sorted(Comparator.comparing(HelpsTogetherTest::last).reversed())
                .toList();
        String text = design;
        Set<Edit> removed = new HashSet<>();
        for (Finding one : helped) {
            for (Finding other : helped) {
                assertThat(one != other && collide(first(one), first(other)))
                        .as(one + "\nand\n" + other)
                        .isFalse();
            }
            List<Edit> edits = first(one).edits().stream()
                    .filter(edit -> !(edit instanceof Edit.Remove) || removed.add(edit))
                    .toList();
            text = Pasted.into(text, one, new Help.Way(edits, null));
        }
        List<String> known =
                new ArrayList<>(before.stream().map(HelpsTogetherTest::what).toList());
        Set<String> unmended = before.stream()
                .filter(finding -> finding.isError() && first(finding) == null)
                .map(Finding::subject)
                .collect(Collectors.toSet());
        List<Finding> brought = Linter.untried(Reader.read(new Source("test.yaml", text))).stream()
                .filter(finding ->
                        finding.isError() && !unmended.contains(finding.subject()) && !known.remove(what(finding)))
                .toList();
        assertThat(brought).as(text).isEmpty();
        return helped.size();
    }

    private static boolean collide(Help.Way one, Help.Way other) {
        return one.edits().stream().anyMatch(edit -> other.edits().stream().anyMatch(edit::collides));
    }

    private static String what(Finding finding) {
        return finding.rule() + " @" + finding.subject();
    }

    /** What is found by its place is changed from the end of the file, before the lines move. */
    private static Place last(Finding finding) {
        boolean isByPlace = first(finding).edits().stream()
                .anyMatch(edit -> !(edit instanceof Edit.Put || edit instanceof Edit.Remove));
        return isByPlace ? finding.place() : Place.START;
    }

    private static Help.Way first(Finding finding) {
        return finding.help() == null
                ? null
                : finding.help().ways().stream()
                        .filter(way -> !way.edits().isEmpty())
                        .findFirst()
                        .orElse(null);
    }
}
