package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An item that lacks a part of an index's key has no entry there, so the index serves only those who ask for items that have it. */
class SparseIndexTest {

    private static final String DESIGN = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  byBoth: { partition: [repo, kind], sort: [rank, note], projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }
                  LSI1: { local: true, sort: note, projection: all }
            entities:
              Item:
                key:  { pk: "REPO#{repo}", sk: "ITEM#{id}" }
                GSI1: { when: "kind <> 'x'", gsi1pk: "REPO#{repo}", gsi1sk: "{note}#{id}" }
                GSI2: { gsi2pk: "L#{label}", gsi2sk: "{note}#{id}" }
                attributes:
                  repo: string
                  id: string
                  kind: { type: string, required: true }
                  rank: { type: integer, required: true }
                  note: string
                  label: { type: string, derive: "{note}!" }
                  open: flag
            patterns:
              add: { create: Item }
              some: { list: Item, by: [%s], where: "%s" }
              all: { scan: Item, where: "%s" }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "missing(err) | missing(err) | main.GSI1",
                "missing(err) | err = null | main.GSI1",
                "missing(err) | NOT exists(err) | main.GSI1",
                "missing(err) | NOT err <> null | main.GSI1",
                "NOT exists(err) | err = null | main.GSI1",
                "err = null | missing(err) | main.GSI1",
                "exists(err) | err <> null | main.GSI1",
                "err <> null | NOT missing(err) | main.GSI1",
                "exists(err) | NOT NOT exists(err) | main.GSI1",
                "missing(err) | err <> null | none",
                "missing(err) | NOT missing(err) | none",
            })
    void whatIsMissingIsSoInAllWords(String when, String where, String served) {
        Compiled compiled = Compiler.compile(
                Reader.read(new Source("t.yaml", """
                        design: jobs
                        tables:
                          main:
                            key: { partition: pk }
                            indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
                        entities:
                          Job:
                            key: { pk: "JOB#{jobId}" }
                            GSI1: { when: "%s", gsi1pk: OK, gsi1sk: "{jobId}" }
                            attributes: { jobId: string, err: string }
                        patterns:
                          some: { list: Job, where: "%s" }
                        """.formatted(when, where))).design());
        if (served.equals("none")) {
            assertThat(compiled.plans()).doesNotContainKey("some");
        } else {
            assertThat(compiled.plans().get("some").toString()).contains("Query of " + served);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "repo | missing(note) | main",
                "repo | kind <> 'x' | main",
                "repo | kind <> 'x' AND missing(note) | main",
                "repo | kind <> 'x' AND note <> 'n1' | main",
                "repo | kind <> 'x' AND (exists(note) OR open) | main",
                "repo | kind <> 'x' AND NOT note = 'n1' | main",
                "repo | kind <> 'x' AND exists(note) | main.GSI1",
                "repo | kind <> 'x' AND NOT missing(note) | main.GSI1",
                "repo | kind <> 'x' AND note > 'n0' | main.GSI1",
                "repo | kind <> 'x' AND 'n0' < note | main.GSI1",
                "repo | kind <> 'x' AND (note = 'n1' OR begins_with(note, 'n2')) | main.GSI1",
                "repo | kind <> 'x' AND note <> null | main.GSI1",
                "repo | kind <> 'x' AND size(note) > 1 | main.GSI1",
                "repo | note = 'n1' | main.LSI1",
                "repo | note > 'n0' | main.LSI1",
                "repo, kind | open | none",
                "repo, kind | rank > 0 AND missing(note) | none",
                "repo, kind | rank = 1 | none",
                "repo, kind | open AND exists(note) | main.byBoth",
                "repo, kind | rank = 1 AND note > 'n0' | main.byBoth",
                "label | open | main.GSI2",
                "label | missing(note) | main.GSI2",
            })
    void theAnswerIsThatOfLookingAtEveryItem(String by, String where, String served) {
        String all = "repo = 'r' AND " + (by.contains("kind") ? "kind = 'y' AND " : "") + "(" + where + ")";
        String design = DESIGN.formatted(by, where, by.equals("label") ? "label = 'n1!' AND " + where : all);
        if (served.equals("none")) {
            assertThat(findings(design)).extracting(Finding::rule).containsExactly("missing-index-key");
            return;
        }
        Bench bench = new Bench(design);
        int id = 0;
        for (String kind : List.of("x", "y")) {
            for (String note : List.of("", "n1", "n2")) {
                for (int rank = 0; rank < 2; rank++) {
                    Map<String, Object> item =
                            Bench.map("repo", "r", "id", "i" + id++, "kind", kind, "rank", rank, "open", rank == 1);
                    if (!note.isEmpty()) {
                        item.put("note", note);
                    }
                    bench.run("add", item);
                }
            }
        }
        assertThat(Compiler.compile(bench.design()).plans().get("some").toString())
                .contains("Query of " + served + " where");
        Map<String, Object> arguments = Bench.map("repo", "r", "kind", "y", "label", "n1!");
        arguments.keySet().retainAll(List.of(by.split(", ")));
        assertThat(ids(bench.reads().run("some", arguments))).isEqualTo(ids(bench.read("all")));
    }

    @Test
    void theHelpAsksForItemsThatAreThere() {
        assertThat(findings(DESIGN.formatted("repo, kind", "open OR rank = 1", "open")))
                .extracting(Finding::advice)
                .containsExactly(
                        "write `where: \"(open OR rank = 1) AND exists(note)\"`, or write `required: true` in Item.note");
    }

    private static String ids(Result found) {
        return found.items().stream()
                .map(item -> (String) item.values().get("id"))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static List<Finding> findings(String design) {
        return Compiler.compile(Reader.read(new Source("t.yaml", design)).design())
                .findings();
    }

    private static final String WRITES = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
            entities:
              Item:
                key:  { pk: "ITEM#{id}", sk: META }
                GSI1: { %s gsi1pk: "SHOP#{shop}", gsi1sk: "{code}#{color}" }
                soft-delete: { flag: isGone }
                attributes:
                  id: string
                  shop: { type: string, required: true }
                  code: { type: string, required: true }
                  color: { type: string %s }
                  isOpen: { type: flag, default: true }
                  isGone: { type: flag, default: false, read-only: true }
                  n: integer
            patterns:
              add: { create: Item }
              change: { update: Item, by: [shop, code], change: [n] %s }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "''                     | ''                 | ''                                     | exists(color)",
                "''                     | ', required: true' | ''                                     | -",
                "''                     | ', default: red'   | ''                                     | -",
                "''                     | ''                 | ', when: exists(color)'                | -",
                "''                     | ''                 | ', when: n > 1'                        | n > 1 AND exists(color)",
                "'when: isOpen,'        | ', required: true' | ''                                     | isOpen",
                "'when: isOpen,'        | ''                 | ''                                     | isOpen AND exists(color)",
                "'when: isOpen,'        | ', required: true' | ', when: isOpen'                       | -",
                "'when: exists(color),' | ''                 | ', when: \"isOpen AND exists(color)\"' | -",
                "'when: NOT isGone,'    | ', required: true' | ''                                     | -",
            })
    void aWriteGoesThroughNoIndexThatLeavesOutItsItem(String index, String color, String when, String proposed) {
        List<Finding> findings = Compiler.compile(
                        Reader.read(new Source("t.yaml", WRITES.formatted(index, color, when)))
                                .design())
                .findings();
        if (proposed == null) {
            assertThat(findings).isEmpty();
            return;
        }
        assertThat(findings).extracting(Finding::rule).containsExactly("missing-index-key");
        assertThat(findings.get(0).advice()).contains("write `when: \"" + proposed + "\"`");
    }
}
