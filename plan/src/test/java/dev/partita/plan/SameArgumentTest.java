package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiler;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A transaction whose parts are about one thing, and callers who say two. */
class SameArgumentTest {

    private static final String RUNS = """
            design: runs
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Run:
                key: { pk: "RUN#{runId}", sk: META }
                attributes:
                  runId: string
                  user: { type: string, required: true, normalise: [trim, lower] }
              Use:
                key: { pk: "USER#{user}", sk: "USE#{useId}" }
                attributes: { user: { type: string, normalise: [trim, lower] }, useId: string, note: string }
            patterns:
              record: { create: Run }
              use: { create: Use }
              run: { transact: [record, use], same: [user] }
              transfer: { transact: [record, use] }
            """;

    private final Bench bench = new Bench(RUNS);

    private static Map<String, Object> record(String id, String user) {
        return Map.of("runId", id, "user", user);
    }

    private static Map<String, Object> use(String id, String user) {
        return Map.of("useId", id, "user", user);
    }

    @Test
    void whatIsTheSameIsOneValueHoweverItIsWritten() {
        assertThat(bench.run("run", "runId", "1", "useId", "1", "user", "ann").parts())
                .hasSize(2);
        assertThat(bench.run("run", "record", record("2", "ann"), "use", use("2", " Ann"))
                        .parts())
                .hasSize(2);
        assertThatThrownBy(() -> bench.run("run", "record", record("3", "ann"), "use", use("3", "bob")))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("run.user must be the same in record and use");
        assertThatThrownBy(() -> bench.run("run", "record", record("3", "ann"), "use", Map.of("useId", "3")))
                .hasMessageContaining("must be the same");
        assertThat(bench.run("transfer", "record", record("3", "ann"), "use", use("3", "bob"))
                        .parts())
                .hasSize(2);
    }

    /** The one beside may be in the path, which says to everybody on the way what is written. */
    @Test
    void whatIsGivenTwiceAgrees() {
        assertThatThrownBy(() ->
                        bench.run("transfer", "runId", "1", "record", record("2", "ann"), "useId", "1", "user", "ann"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("record.runId")
                .hasMessageContaining("differs from the runId beside it");
        assertThat(bench.run("transfer", "runId", "1", "record", record("1", "ann"), "useId", "1", "user", "ANN")
                        .parts())
                .hasSize(2);
    }

    @Test
    void sameOfWhatOnePartTakesSaysNothing() {
        for (String wrong : new String[] {"note", "runId", "nothing"}) {
            assertThat(Compiler.compile(Reader.read(new Source(
                                            "runs.yaml", RUNS.replace("same: [user]", "same: [user, " + wrong + "]")))
                                    .design())
                            .findings())
                    .filteredOn(Finding::isError)
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.rule()).isEqualTo("option-without-effect");
                        assertThat(finding.message()).contains("`same` has no effect", wrong);
                    });
        }
    }
}
