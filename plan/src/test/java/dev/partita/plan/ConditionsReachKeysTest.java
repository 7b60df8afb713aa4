package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions reach the key or the sparse index that serves them, and never lose an item on the way. */
class ConditionsReachKeysTest {

    private static final String DESIGN = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }
                  GSI3: { partition: gsi3pk, sort: gsi3sk, projection: all }
                  GSI4: { partition: gsi4pk, sort: gsi4sk, projection: all }
            entities:
              Issue:
                key:  { pk: "REPO#{repo}", sk: "ISSUE#{number:07}" }
                GSI1: { gsi1pk: "REPO#{repo}", gsi1sk: "{status}#{number:07}" }
                GSI2: { when: "urgency > 5", gsi2pk: "URGENT#{repo}", gsi2sk: "{number:07}" }
                GSI3: { gsi3pk: "DUE#{repo}", gsi3sk: "{dueAt:newest-first}#{number:07}" }
                GSI4: { gsi4pk: "TITLE#{repo}", gsi4sk: "T#{title}#{number:07}" }
                attributes:
                  repo: string
                  number: { type: integer, range: 0..9999999 }
                  status: { enum: [open, held, closed], required: true }
                  urgency: { type: integer, default: 0 }
                  title: { type: string, default: none }
                  dueAt: { type: timestamp, required: true }
            patterns:
              add: { create: Issue }
              some: { list: Issue, by: repo, where: "%s"%s }
            """;

    @Test
    void lettersBeforeTheSeparatorBoundNothing() {
        String design = """
                design: t
                separator: "%1$s"
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Word:
                    key: { pk: "B%1$s{box}", sk: "T%1$s{name}" }
                    attributes: { box: string, name: string }
                patterns:
                  some: { list: Word, by: box, where: "%2$s" }
                """;
        for (String where : List.of("name > :x AND name <= :y", "begins_with(name, :x)")) {
            assertThat(firstStep(design.formatted("#", where))).contains("is bounded by " + where);
            assertThat(firstStep(design.formatted("|", where)))
                    .contains("sk begins with T|")
                    .doesNotContain("bounded");
        }
    }

    private static String firstStep(String design) {
        Compiled compiled =
                Compiler.compile(Reader.read(new Source("test.yaml", design)).design());
        return String.valueOf(((ReadPlan) compiled.plans().get("some")).steps().get(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status = 'open' | | Query of main.GSI1 where gsi1pk = REPO#{repo} and gsi1sk begins with {status}#",
                "status = 'open' | , order: number descending | Query of main.GSI1",
                "status = :status | , order: number descending | Query of main.GSI1",
                "status IN ('held', 'open') | | gsi1sk is bounded by status IN ('held', 'open')",
                "urgency > 5 | | Query of main.GSI2 where gsi2pk = URGENT#{repo}",
                "urgency > 7 | | Query of main.GSI2 where gsi2pk = URGENT#{repo}",
                "urgency = 9 | | Query of main.GSI2",
                "urgency > 4 | | Query of main where pk = REPO#{repo}",
                "dueAt > now | | Query of main.GSI3 where gsi3pk = DUE#{repo} and gsi3sk is bounded by dueAt > now",
                "now < dueAt | | Query of main.GSI3",
                "dueAt BETWEEN :a AND :b | | Query of main.GSI3",
                "dueAt > :a AND dueAt <= :b | | gsi3sk is bounded by dueAt > :a AND dueAt <= :b",
                "begins_with(title, :p) | | Query of main.GSI4 where gsi4pk = TITLE#{repo} and gsi4sk begins with T# and is bounded by begins_with(title, :p)",
                "number >= 3 AND number < 9 | | Query of main where pk = REPO#{repo} and sk begins with ISSUE# and is bounded by",
                "status = 'open' AND number > 3 | | gsi1sk begins with {status}# and is bounded by number > 3",
                "status = 'open' OR number > 3 | | Query of main where pk = REPO#{repo} and sk begins with ISSUE#",
                "NOT status = 'open' | | Query of main where",
                "status <> 'open' | | Query of main where",
            })
    void theBestKeyIsTaken(String where, String rest, String plan) {
        assertThat(plan(where, rest == null ? "" : rest)).contains(plan);
    }

    @Test
    void noItemIsLostAndNoneIsTooMany() {
        List<String> titles =
                List.of("New", "New York", "New!", "N#w", "N%w", "N%23w", "N$w", "new", "Ne", "Z", "%2", "#");
        String base = DESIGN.formatted("begins_with(title, :p)", "");
        for (String bound : List.of("New", "New ", "N#", "N%", "N%2", "N%23", "N$", "#", "%", "N", "Z", "")) {
            for (String condition : List.of(
                    "begins_with(title, :p)",
                    "title > :p",
                    "title >= :p",
                    "title < :p",
                    "title <= :p",
                    "title = :p",
                    "title IN (:p, 'Z')")) {
                if (bound.isEmpty()) {
                    continue;
                }
                Bench bench = new Bench(base.replace("begins_with(title, :p)", condition));
                for (int i = 0; i < titles.size(); i++) {
                    bench.run("add", issue(i, titles.get(i)));
                }
                List<String> expected = titles.stream()
                        .filter(title -> holds(condition, title, bound))
                        .sorted()
                        .toList();
                assertThat(bench.read("some", "repo", "r", "p", bound).items().stream()
                                .map(item -> (String) item.values().get("title"))
                                .sorted()
                                .toList())
                        .as(condition + " " + bound)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void anItemByItsKeyIsReadByItWhateverTheConditions() {
        String design = DESIGN.formatted("status = 'open'", "")
                .replace("list: Issue, by: repo", "get: Issue, by: [repo, number]");
        assertThat(Compiler.compile(Reader.read(new Source("t.yaml", design)).design())
                        .plans()
                        .get("some")
                        .toString())
                .contains("GetItem");
    }

    @Test
    void timesAreBoundedOnBothSides() {
        Bench bench = new Bench(DESIGN.formatted("dueAt > :a AND dueAt <= :b", ""));
        for (int day = 10; day < 20; day++) {
            bench.run("add", issue(day, "t", "2024-07-" + day + "T12:00:00Z"));
        }
        assertThat(bench.read("some", "repo", "r", "a", "2024-07-12T12:00:00Z", "b", "2024-07-15T12:00:00Z")
                        .items())
                .extracting(item -> item.values().get("number"))
                .containsExactly(15L, 14L, 13L);
        assertThat(bench.read("some", "repo", "r", "a", "2024-07-15T12:00:00Z", "b", "2024-07-12T12:00:00Z")
                        .items())
                .isEmpty();
    }

    private static boolean holds(String condition, String title, String bound) {
        int compared = title.compareTo(bound);
        return switch (condition) {
            case "begins_with(title, :p)" -> title.startsWith(bound);
            case "title > :p" -> compared > 0;
            case "title >= :p" -> compared >= 0;
            case "title < :p" -> compared < 0;
            case "title <= :p" -> compared <= 0;
            case "title = :p" -> compared == 0;
            default -> compared == 0 || title.equals("Z");
        };
    }

    private static Map<String, Object> issue(int number, String title) {
        return issue(number, title, "2024-07-01T00:00:00Z");
    }

    private static Map<String, Object> issue(int number, String title, String dueAt) {
        return Map.of("repo", "r", "number", number, "status", "open", "title", title, "dueAt", dueAt);
    }

    private static String plan(String where, String rest) {
        var reading = Reader.read(new Source("t.yaml", DESIGN.formatted(where, rest)));
        assertThat(reading.findings()).filteredOn(Finding::isError).isEmpty();
        Compiled compiled = Compiler.compile(reading.design());
        assertThat(compiled.findings()).isEmpty();
        return compiled.plans().get("some").toString();
    }
}
