package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.partita.Seed;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class HistogramTest {

    private static final double MOST_OFF = 0.016;

    @RepeatedTest(20)
    void quantilesAreThoseOfTheSortedList() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        Histogram histogram = new Histogram();
        long[] all = new long[1 + random.nextInt(20_000)];
        double spread = 1 + 5 * random.nextDouble();
        for (int i = 0; i < all.length; i++) {
            // From some microseconds to some seconds.
            all[i] = (long) (20_000 * Math.exp(spread * Math.abs(random.nextGaussian())));
            histogram.add(all[i]);
        }
        Arrays.sort(all);
        long[] counts = histogram.counts();
        assertThat(Histogram.total(counts)).isEqualTo(all.length);
        for (double share : new double[] {0, 0.001, 0.5, 0.9, 0.99, 0.999, 1}) {
            int rank = Math.max(1, (int) Math.ceil(share * all.length));
            double exact = Math.min(all[rank - 1], 1L << 37) / 1e9;
            assertThat(Histogram.quantile(counts, share))
                    .as("quantile %s of %s, seed %s", share, all.length, seed)
                    // Below 32 microseconds a bucket is one microsecond.
                    .isCloseTo(exact, within(Math.max(MOST_OFF * exact, 0.52e-6)));
        }
    }

    @Test
    void bucketsFollowEachOtherWithoutGaps() {
        int last = 0;
        for (long nanos = 0; nanos < 1L << 39; nanos += Math.max(1, nanos >> 9)) {
            int bucket = Histogram.bucket(nanos);
            assertThat(bucket).as("%s ns", nanos).isBetween(last, last + 1);
            last = bucket;
        }
        assertThat(last).isEqualTo(Histogram.BUCKETS - 1);
        assertThat(Histogram.bucket(Long.MAX_VALUE)).isEqualTo(Histogram.BUCKETS - 1);
        assertThat(Histogram.bucket(-1)).isZero();
    }

    @Test
    void nothingHasNoQuantile() {
        assertThat(Histogram.quantile(null, 0.5)).isNaN();
        assertThat(Histogram.quantile(new long[Histogram.BUCKETS], 0.5)).isNaN();
        assertThat(new Histogram().counts()).isNull();
    }

    @Test
    void differencesAreWhatWasCountedBetween() {
        Histogram histogram = new Histogram();
        histogram.add(1_000_000);
        long[] before = histogram.counts();
        histogram.add(5_000_000);
        assertThat(Histogram.total(Histogram.minus(histogram.counts(), before))).isOne();
        assertThat(Histogram.quantile(Histogram.minus(histogram.counts(), before), 0.5))
                .isCloseTo(0.005, within(0.005 * MOST_OFF));
        assertThat(Histogram.minus(before, before)).isNull();
        assertThat(Histogram.minus(before, null)).isEqualTo(before);
    }

    @Test
    void manyThreadsLoseNothing() throws InterruptedException {
        Histogram histogram = new Histogram();
        int threads = 8;
        int each = 50_000;
        CountDownLatch start = new CountDownLatch(1);
        Thread[] all = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            long nanos = 1_000L << t;
            all[t] = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int i = 0; i < each; i++) {
                    histogram.add(nanos);
                }
            });
            all[t].start();
        }
        start.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(Histogram.total(histogram.counts())).isEqualTo((long) threads * each);
    }
}
