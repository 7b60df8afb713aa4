package dev.partita.meter;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Sizes of items since the start, in buckets that double: from 128 bytes to the 400 KB that an item may have. */
final class SizeHistogram {

    static final long[] BOUNDS = {
        128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144, 409_600
    };

    private final AtomicLongArray counts = new AtomicLongArray(BOUNDS.length + 1);
    private final LongAdder bytes = new LongAdder();

    void add(int size) {
        counts.getAndIncrement(bucket(size));
        bytes.add(size);
    }

    long[] counts() {
        long[] all = new long[counts.length()];
        for (int i = 0; i < all.length; i++) {
            all[i] = counts.get(i);
        }
        return all;
    }

    long bytes() {
        return bytes.sum();
    }

    static int bucket(int size) {
        int bucket = 0;
        while (bucket < BOUNDS.length && size > BOUNDS[bucket]) {
            bucket++;
        }
        return bucket;
    }
}
