package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.internal.key.Argument;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Arguments of the parts of a transact or gather that have one name: one where they are the same, told apart where they are not. */
class PartArgumentsTest {

    private static final String DESIGN = """
            design: t
            types:
              RunFacts: { record: { millis: integer } }
              UseFacts: { record: { tool: string } }
            tables:
              main: { key: { partition: pk, sort: sk }, type-attribute: type }
            entities:
              Run:
                type: R
                key: { pk: "USER#{userId}", sk: "RUN#{runId}" }
                attributes: { userId: string, runId: string, facts: { type: RunFacts, required: true }, note: string, use: map }
              Use:
                type: U
                key: { pk: "USER#{userId}", sk: "USE#{runId}" }
                attributes: { userId: string, runId: string, facts: UseFacts, note: { type: string, required: true } }
            patterns:
              record: { create: Run }
              use: { create: Use }
              both: { transact: [record, use] }
              runs: { list: Run, by: userId, where: "note = :text" }
              slow: { list: Run, by: userId, where: "facts.millis > :text" }
              all: { gather: [runs, slow] }
              run: { get: Run, by: [userId, runId] }
              used: { get: Use, by: [userId, runId] }
            """;

    private final Bench bench = new Bench(DESIGN);

    @Test
    void whatIsOfTwoTypesIsCalledAfterItsPart() {
        assertThat(bench.plan("both").arguments())
                .extracting(Argument::toString)
                .containsExactly(
                        "userId: string",
                        "runId: string",
                        "recordFacts: RunFacts",
                        "note: string",
                        "recordUse: map (optional)",
                        "useFacts: UseFacts (optional)");
        bench.run(
                "both",
                Map.of(
                        "userId",
                        "u",
                        "runId",
                        "r",
                        "note",
                        "n",
                        "recordFacts",
                        Map.of("millis", 7),
                        "recordUse",
                        Map.of("a", "b"),
                        "useFacts",
                        Map.of("tool", "hammer")));
        assertThat(bench.read("run", "userId", "u", "runId", "r").one().values())
                .containsEntry("note", "n")
                .extractingByKey("facts")
                .hasToString("{millis=7}");
        assertThat(bench.read("used", "userId", "u", "runId", "r").one().values())
                .containsEntry("note", "n")
                .extractingByKey("facts")
                .hasToString("{tool=hammer}");
    }

    @Test
    void underAPartsNameStandsWhatIsThePartsAlone() {
        bench.run(
                "both",
                Map.of(
                        "record", Map.of("userId", "u", "runId", "r", "facts", Map.of("millis", 7)),
                        "use", Map.of("userId", "u", "runId", "r", "note", "n", "facts", Map.of("tool", "saw"))));
        assertThat(bench.read("used", "userId", "u", "runId", "r").one().values())
                .extractingByKey("facts")
                .hasToString("{tool=saw}");
    }

    /** An enum is the same wherever it is written, a record whatever it is called. */
    @Test
    void whatTakesTheSameValuesIsOneArgument() {
        Bench like = new Bench(DESIGN.replace("note: string,", "note: { enum: [a, b] },")
                .replace("note: { type: string, required: true }", "note: { enum: [b, a] }")
                .replace("{ tool: string }", "{ millis: integer }")
                .replace("where: \"note = :text\"", "where: \"note = 'a'\""));
        assertThat(like.plan("both").arguments())
                .extracting(Argument::name)
                .containsExactly("userId", "runId", "facts", "note", "recordUse");
    }

    /** The name that both have is nobody's: dropped in silence, a value would be lost. */
    @Test
    void aNameThatNoPartHasIsRefused() {
        assertThatThrownBy(() -> bench.run(
                        "both",
                        Map.of(
                                "userId", "u",
                                "runId", "r",
                                "note", "n",
                                "facts", Map.of("millis", 7))))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("facts")
                .hasMessageContaining("it takes userId, runId, recordFacts");
        assertThatThrownBy(() -> bench.read("all", "userId", "u", "text", "t"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("it takes userId, runsText, slowText");
    }

    @Test
    void aGatherTellsThemApartTheSameWay() {
        bench.run("record", Map.of("userId", "u", "runId", "1", "note", "n", "facts", Map.of("millis", 7)));
        bench.run("record", Map.of("userId", "u", "runId", "2", "note", "m", "facts", Map.of("millis", 70)));
        Result all = bench.read("all", "userId", "u", "runsText", "n", "slowText", 50);
        assertThat(List.of(ids(all, "runs"), ids(all, "slow"))).containsExactly(List.of("1"), List.of("2"));
    }

    private static List<Object> ids(Result all, String part) {
        return all.parts().get(part).items().stream()
                .map(found -> found.values().get("runId"))
                .toList();
    }

    @Test
    void aTransferIsGivenTwoAccountsUnderTheNamesOfItsParts() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk } } }
                entities:
                  Account:
                    key: { pk: "ACC#{accountId}" }
                    attributes: { accountId: string, balance: { type: decimal, default: 0, range: 0.. } }
                patterns:
                  open: { create: Account }
                  take: { update: Account, by: accountId, add: [balance] }
                  give: { update: Account, by: accountId, add: [balance] }
                  transfer: { transact: [take, give] }
                """);
        bench.run("open", "accountId", "a", "balance", 10);
        bench.run("open", "accountId", "b");
        Map<String, Object> take = Map.of("accountId", "a", "balance", -7);

        bench.run("transfer", "take", take, "give", Map.of("accountId", "b", "balance", 7));

        assertThat(bench.items().get("ACC#a")).containsEntry("balance", "3");
        assertThat(bench.items().get("ACC#b")).containsEntry("balance", "7");
        assertThatThrownBy(() -> bench.run("transfer", "take", take, "give", Map.of("accountId", "b", "balance", 7)))
                .isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> bench.run("transfer", "accountId", "a", "balance", 1))
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(WriteRefused.Rule.WRITTEN_TWICE));
        assertThat(bench.items().get("ACC#a")).containsEntry("balance", "3");
    }
}
