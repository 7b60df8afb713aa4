package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.MovableClock;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What counting a request costs: well under what one notices beside a request of some microseconds. */
@Tag("slow")
class MeterSpeedTest {

    private static final int CALLS = 5_000_000;
    /** Several times what was measured, so that a slow machine does not fail it. */
    private static final double MOST_NANOS = 100;

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

    @Test
    void meteringARequestToATableTakesNanoseconds() {
        DesignMeter shop = new Meters(new MovableClock())
                .design(
                        MetersTest.design(MetersTest.SHOP
                                + "alarms:\n  Size: { metric: item-size, above: 300 KB }\n"
                                + "  Hot: { metric: hot-key, above: 3000 }\n"),
                        Map.of());
        Item item = Item.of(Map.of("pk", new AttributeValue.S("USER#1"), "name", new AttributeValue.S("x")));
        Answer answer = new Answer(List.of(item), null, Item.NONE, 1, 1, 0.5, List.of(), List.of());
        Endpoint metered = shop.metered((request, context) -> answer);
        Request get = Request.GetItem.strong("shop-dev", Item.of(Map.of("pk", new AttributeValue.S("USER#1"))));
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long began = cpuNanos();
            for (int i = 0; i < CALLS / 5; i++) {
                metered.call(get);
            }
            best = Math.min(best, (double) (cpuNanos() - began) / (CALLS / 5));
        }
        System.out.printf("a request to a table metered in %.1f ns%n", best);
        assertThat(best).isLessThan(4 * MOST_NANOS);
    }

    /** Processor time of a call, so that it does not matter what else the machine does. */
    private static double nanosPerCall(PatternMeter meter, int threads) throws InterruptedException {
        Thread[] all = new Thread[threads];
        LongAdder spent = new LongAdder();
        for (int t = 0; t < threads; t++) {
            all[t] = new Thread(() -> {
                long began = cpuNanos();
                for (int i = 0; i < CALLS; i++) {
                    meter.succeeded(10_000 + (i & 0xFFFF));
                    meter.units(0.5, 0);
                }
                spent.add(cpuNanos() - began);
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        return (double) spent.sum() / threads / CALLS;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
