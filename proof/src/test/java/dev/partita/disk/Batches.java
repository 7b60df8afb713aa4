package dev.partita.disk;

import dev.partita.store.StoreBatch;
import java.nio.charset.StandardCharsets;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Numbered batches of which one can tell afterwards which of them a store has: each puts a row of its own, and changes some that all
 * share.
 */
final class Batches {

    private static final int SHARED_KEYS = 150;

    private Batches() {}

    /** The same for the same number. */
    static StoreBatch batch(long number) {
        StoreBatch batch = new StoreBatch();
        change(number, new StoreBatch.Visitor() {
            @Override
            public void put(byte[] key, byte[] value) {
                batch.put(key, value);
            }

            @Override
            public void delete(byte[] key) {
                batch.delete(key);
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                batch.deleteRange(from, to);
            }
        });
        return batch;
    }

    /** Does to {@code rows} what the batch does to a store. */
    static void apply(long number, NavigableMap<String, byte[]> rows) {
        change(number, new StoreBatch.Visitor() {
            @Override
            public void put(byte[] key, byte[] value) {
                rows.put(text(key), value);
            }

            @Override
            public void delete(byte[] key) {
                rows.remove(text(key));
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                rows.subMap(text(from), text(to)).clear();
            }
        });
    }

    /** What a store has after the batches from 1 to {@code last}. */
    static NavigableMap<String, byte[]> rows(long last) {
        NavigableMap<String, byte[]> rows = new TreeMap<>();
        for (long number = 1; number <= last; number++) {
            apply(number, rows);
        }
        return rows;
    }

    /** The row that only this batch puts. */
    static String own(long number) {
        return "batch%08d".formatted(number);
    }

    static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    private static void change(long number, StoreBatch.Visitor out) {
        SplittableRandom random = new SplittableRandom(number);
        out.put(bytes(own(number)), bytes("" + number));
        if (number % 17 == 0) {
            int from = random.nextInt(SHARED_KEYS);
            out.deleteRange(bytes(shared(from)), bytes(shared(from + 5)));
        }
        for (int i = 0; i < 3; i++) {
            byte[] value = new byte[number % 60 == 0 ? 20_000 : random.nextInt(10, 1200)];
            random.nextBytes(value);
            out.put(bytes(shared(random.nextInt(SHARED_KEYS))), value);
        }
        out.delete(bytes(shared(random.nextInt(SHARED_KEYS))));
    }

    private static String shared(int key) {
        return "shared%04d".formatted(key);
    }
}
