package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has expired is gone for every write, though DynamoDB may take days to remove it. */
class ExpiredItemsTest {

    private final Bench bench = new Bench("""
            design: codes
            tables: { main: { key: { partition: pk, sort: sk }, expiry: ttl } }
            entities:
              Code:
                key: { pk: "CODE#{code}", sk: META }
                expiry: 1 hour after madeAt
                soft-delete: { at: goneAt }
                attributes:
                  code:   { type: string }
                  madeAt: { type: timestamp, set: on-create }
                  state:  { enum: [new, sent], default: new }
                  goneAt: { type: timestamp }
              Ticket:
                key: { pk: "TICKET#{code}", sk: META }
                expiry: 1 hour after madeAt
                attributes:
                  code:   { type: string }
                  madeAt: { type: timestamp, set: on-create }
              Use:
                key: { pk: "TICKET#{code}", sk: "USE#{useId}" }
                attributes: { code: { type: string, references: Ticket, on-delete: cascade }, useId: string }
              Grant:
                key: { pk: "GRANT#{code}", sk: META }
                attributes: { code: string }
            patterns:
              issue:   { create: Code }
              revoke:  { delete: Code, by: code }
              erase:   { delete: Code, by: code, hard: true }
              discard: { delete: Code, by: code, hard: true, when: state = 'new' }
              grant:   { create: Grant }
              redeem:  { transact: [erase, grant], same: [code] }
              sell:    { create: Ticket }
              use:     { create: Use }
              tear:    { delete: Ticket, by: code }
            """);

    @ParameterizedTest
    @ValueSource(strings = {"revoke", "erase", "discard", "redeem"})
    void aDeleteDoesNotFindIt(String pattern) {
        bench.run("issue", "code", "c");
        bench.pass(Duration.ofMinutes(61));
        assertThatThrownBy(() -> bench.run(pattern, "code", "c"))
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(WriteRefused.Rule.NOT_FOUND));
        assertThat(bench.items()).as("nothing is granted").doesNotContainKey("GRANT#c META");
    }

    @Test
    void aDeleteOfAParentDoesNotFindItAndLeavesItsChildren() {
        bench.run("sell", "code", "t");
        bench.run("use", "code", "t", "useId", "1");
        bench.pass(Duration.ofMinutes(61));
        assertThatThrownBy(() -> bench.run("tear", "code", "t"))
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(WriteRefused.Rule.NOT_FOUND));
        assertThat(bench.items()).containsKey("TICKET#t USE#1");
    }
}
