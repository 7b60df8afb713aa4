package dev.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void percentilesAreExactToTwoPercent() {
        Latencies latencies = new Latencies();
        for (long micros = 1; micros <= 10_000; micros++) {
            latencies.record(micros * 1000);
        }
        assertThat(latencies.total()).isEqualTo(10_000);
        assertThat(latencies.microsAt(0.5)).isCloseTo(5_000, Percentage.withPercentage(2));
        assertThat(latencies.microsAt(0.99)).isCloseTo(9_900, Percentage.withPercentage(2));
        assertThat(latencies.microsAt(0.0001)).isCloseTo(1, Percentage.withPercentage(2));
    }
}
