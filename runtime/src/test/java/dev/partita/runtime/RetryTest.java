package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When an attempt is made once more, how often, and after which pauses. */
class RetryTest {

    private final List<Duration> pauses = new ArrayList<>();
    private int attempts;

    @Test
    void whatIsNotRefusedIsDoneOnce() {
        assertThat(run(10, 0, Rule.VERSION_CHANGED)).isEqualTo("done");
        assertThat(attempts).isEqualTo(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void aConflictIsTriedAgainWithGrowingPauses() {
        assertThat(run(10, 9, Rule.VERSION_CHANGED)).isEqualTo("done");
        assertThat(attempts).isEqualTo(10);
        assertThat(pauses).hasSize(9);
        assertThat(pauses.get(8)).isGreaterThan(pauses.get(0).multipliedBy(8));
        assertThat(run(2, 1, Rule.CONTENDED)).isEqualTo("done");
    }

    @Test
    void theLastRefusalIsThrown() {
        assertThatThrownBy(() -> run(3, 3, Rule.VERSION_CHANGED)).hasMessageStartingWith("attempt 3");
        assertThat(pauses).hasSize(2);
    }

    @Test
    void whatAnotherAttemptCannotMendIsThrownAtOnce() {
        for (Rule rule : Rule.values()) {
            if (rule != Rule.VERSION_CHANGED && rule != Rule.CONTENDED) {
                attempts = 0;
                assertThatThrownBy(() -> run(3, 1, rule)).isInstanceOf(WriteRefused.class);
                assertThat(attempts).as(rule.name()).isEqualTo(1);
            }
        }
    }

    @Test
    void whoeverWantsItToEndIsHeard() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> run(3, 1, Rule.VERSION_CHANGED)).isInstanceOf(WriteRefused.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void thereIsOneAttemptAtLeast() {
        assertThatThrownBy(() -> Retry.onConflict(0, () -> "done"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not 0");
    }

    private String run(int most, int refused, Rule rule) {
        int first = attempts;
        return Retry.onConflict(most, pauses::add, () -> {
            if (++attempts - first <= refused) {
                throw new WriteRefused(rule, "Book", "attempt " + attempts);
            }
            return "done";
        });
    }
}
