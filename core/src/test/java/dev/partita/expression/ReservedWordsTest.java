package dev.partita.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which words need a placeholder. */
class ReservedWordsTest {

    @ParameterizedTest
    @ValueSource(strings = {"ABORT", "zone", "Status", "size", "LocalTimestamp", "flattern", "ttl", "IN"})
    void areReservedInAnyCase(String word) {
        assertThat(ReservedWords.contains(word)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pk", "statuses", "a", "siz", "sizes", "ABORT_", "s\u0131ze", "local_timestamp", ""})
    void othersAreNot(String word) {
        assertThat(ReservedWords.contains(word)).isFalse();
    }
}
