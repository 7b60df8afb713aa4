package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.store.RocksStore;
import dev.partita.store.Store;
import dev.partita.store.StoreBatch;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Power cuts of a store with buffers so small that within a second its journal's files are used again many times and its
 * sorted files merged; under a server with its usual buffers that would take gigabytes.
 */
@Tag("slow")
class StorePowerCutTest {

    private static final int KEYS = 300;
    private static final byte[] LAST = "last".getBytes(StandardCharsets.UTF_8);

    /** Runs under the C library: checks what it finds, says so, and writes on until it is killed. */
    static final class Writer {
        private static final OutputStream OUT = new FileOutputStream(FileDescriptor.out);

        public static void main(String[] arguments) throws IOException {
            RocksStore.Options small = new RocksStore.Options(true, 0, 8 << 20, 64 << 10);
            try (Store store = RocksStore.open(Path.of(arguments[0]), small)) {
                byte[] found = store.get(LAST);
                long last = found == null ? 0 : ByteBuffer.wrap(found).getLong();
                say((isWhole(store, last) ? "found " : "torn at ") + last);
                while (true) {
                    last++;
                    store.apply(batch(last));
                    say("wrote " + last);
                }
            }
        }

        /** A line at a time, or none. */
        private static void say(String line) throws IOException {
            OUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }

        /** Three keys and the number itself; every hundredth batch is larger than a segment of the journal. */
        private static StoreBatch batch(long number) {
            StoreBatch batch = new StoreBatch();
            for (int i = 0; i < 3; i++) {
                batch.put(key(number + i), value(number));
            }
            batch.put(LAST, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
            return batch;
        }

        private static boolean isWhole(Store store, long last) {
            for (int i = 0; i < KEYS; i++) {
                long newest = 0;
                for (long number = Math.max(1, last - 2 * KEYS); number <= last; number++) {
                    newest = Math.floorMod(i - number, KEYS) < 3 ? number : newest;
                }
                byte[] stored = store.get(key(i));
                byte[] expected = newest == 0 ? null : value(newest);
                if (!Arrays.equals(stored, expected)) {
                    return false;
                }
            }
            return true;
        }

        private static byte[] key(long number) {
            return ("key" + number % KEYS).getBytes(StandardCharsets.UTF_8);
        }

        private static byte[] value(long number) {
            byte[] value = new byte[number % 100 == 0 ? 50_000 : 200 + (int) (number * 31 % 900)];
            new SplittableRandom(number).nextBytes(value);
            return value;
        }
    }

    @TempDir
    Path directory;

    @Test
    void noCutTakesOrTearsAnAcknowledgedBatch() throws Exception {
        assumeTrue(PowerCut.available(), "gcc is missing");
        long seed = Long.getLong("seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        PowerCut powerCut = PowerCut.prepare(directory);
        Path data = directory.resolve("data");
        int cycles = Integer.getInteger("power.cycles", 10);
        long cutBytes = 0;
        long acknowledged = 0;
        for (int cycle = 0; cycle < cycles; cycle++) {
            acknowledged = writeUntilKilled(powerCut, data, random, acknowledged, "seed " + seed + " cycle " + cycle);
            cutBytes += powerCut.cut(data, random);
        }
        System.out.printf(
                "power cut of a store: seed %d, %d cycles, %,d batches, 0 lost, %,d bytes cut%n",
                seed, cycles, acknowledged, cutBytes);
        assertThat(cutBytes).as("the cuts took something").isPositive();
    }

    /** Answers the last batch that was acknowledged before the kill. */
    private static long writeUntilKilled(
            PowerCut powerCut, Path data, SplittableRandom random, long acknowledged, String where)
            throws IOException, InterruptedException {
        Process process =
                powerCut.program(Writer.class, data).redirectErrorStream(true).start();
        try (BufferedReader lines = process.inputReader()) {
            String line = lines.readLine();
            while (line != null && !line.startsWith("found ")) {
                assertThat(line).as(where).startsWith("SLF4J");
                line = lines.readLine();
            }
            // The batch under way when the process died may be there or not.
            long found = number(line);
            assertThat(found).as(where).isBetween(acknowledged, acknowledged + 1);
            long last = found;
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(50, 1000));
            for (line = lines.readLine(); line != null; line = lines.readLine()) {
                last = number(line);
                if (System.nanoTime() > end) {
                    // Not by way of Process, which would throw away what the process still said.
                    process.toHandle().destroyForcibly();
                }
            }
            process.waitFor();
            return last;
        }
    }

    private static long number(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }
}
