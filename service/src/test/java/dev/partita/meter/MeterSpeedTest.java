package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What counting a request costs: well under what one notices beside a request of some microseconds. */
@Tag("slow")
class MeterSpeedTest {

    private static final int CALLS = 5_000_000;
    /** Ten times what was measured, so that a busy machine does not fail it. */
    private static final double MOST_NANOS = 500;

    @Test
    void countingARequestTakesNanoseconds() throws InterruptedException {
        PatternMeter meter = new Meters(new MovableClock())
                .design(MetersTest.design(MetersTest.SHOP), Map.of())
                .pattern("user");
        double alone = nanosPerCall(meter, 1);
        alone = Math.min(alone, nanosPerCall(meter, 1));
        double together = nanosPerCall(meter, 4);
        System.out.printf("a request counted in %.1f ns; by four threads at once in %.1f ns%n", alone, together);
        assertThat(alone).isLessThan(MOST_NANOS);
        assertThat(together).isLessThan(4 * MOST_NANOS);
    }

    private static double nanosPerCall(PatternMeter meter, int threads) throws InterruptedException {
        Thread[] all = new Thread[threads];
        long began = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            all[t] = new Thread(() -> {
                for (int i = 0; i < CALLS; i++) {
                    meter.succeeded(10_000 + (i & 0xFFFF));
                    meter.units(0.5, 0);
                }
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        return (double) (System.nanoTime() - began) / CALLS;
    }
}
