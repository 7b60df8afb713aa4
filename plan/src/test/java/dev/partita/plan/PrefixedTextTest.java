package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiler;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A prefix stands in the item and in no value: no condition sees it. */
class PrefixedTextTest {

    private static final String DESIGN = """
            design: t
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Member:
                key: { pk: "TEAM#{team}", sk: "MEMBER#{id}" }
                attributes:
                  team: string
                  id: string
                  by: { type: string, prefix: "MEMBER#" }
                  n: integer
            patterns:
              add: { create: Member }
              some: { list: Member, by: team, where: "%s", page: 1 }
              counted: { count: Member, by: team, where: "%s" }
              all: { scan: Member, where: "%s" }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "contains(by, 'EM') |",
                "contains(by, '#') | c",
                "contains(by, 'ann') | a c",
                "NOT contains(by, 'EM') | a b c",
                "contains(by, 'MEMBER') OR size(by) = 3 | a b",
                "begins_with(by, 'MEM') |",
                "begins_with(by, 'an') | a c",
                "size(by) > 3 | c",
            })
    void conditionsSeeTheValueAlone(String where, String ids) {
        Bench bench = new Bench(DESIGN.formatted(where, where, where));
        bench.run("add", "team", "t", "id", "a", "by", "ann");
        bench.run("add", "team", "t", "id", "b", "by", "bob");
        bench.run("add", "team", "t", "id", "c", "by", "ann#2");
        List<String> found = new java.util.ArrayList<>();
        String cursor = null;
        do {
            Result page = bench.reads().run("some", Bench.map("team", "t"), null, cursor);
            page.items().forEach(item -> found.add((String) item.values().get("id")));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(String.join(" ", found)).isEqualTo(ids == null ? "" : ids);
        assertThat(bench.read("counted", "team", "t").count()).isEqualTo(found.size());
        assertThat(bench.read("all").items()).hasSize(found.size());
    }

    @Test
    void aWriteCannotAskForAPieceOfPrefixedText() {
        String design = DESIGN.formatted("n > 1", "n > 1", "n > 1")
                + "  change: { update: Member, by: [team, id], change: [n], when: \"contains(by, 'x')\" }\n";
        assertThat(Compiler.compile(Reader.read(new Source("t.yaml", design)).design())
                        .findings())
                .extracting(Finding::message)
                .containsExactly(
                        "`contains(by, 'x')` would also find the prefix of by, which DynamoDB cannot leave out");
    }
}
