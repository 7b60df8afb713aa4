package dev.partita.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** What figures depend on besides the servers: who else uses the processors, and how fast the disk is. */
final class Machine {

    static final double TICKS_PER_SECOND = 100;

    /** About what a group of four puts writes. */
    private static final int SYNCED_BYTES = 12 << 10;

    private static final int SYNCS = 200;

    private static final int IDLE = 4;
    private static final int WAITING_FOR_DISK = 5;

    private Machine() {}

    /** Processor time that all processes together have used since the machine started. */
    static double busySeconds() {
        try {
            String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
            long ticks = 0;
            // The last two, guest time, are contained in the first.
            for (int i = 1; i < 9; i++) {
                ticks += i == IDLE || i == WAITING_FOR_DISK ? 0 : Long.parseLong(fields[i]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How long it takes to overwrite a little of a file and to sync it, while nothing else goes on; the median. */
    static double syncMicros(Path directory) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(SYNCED_BYTES);
        long[] nanos = new long[SYNCS];
        try (FileChannel file = FileChannel.open(
                directory.resolve("synced"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            for (int i = 0; i < SYNCS; i++) {
                file.write(bytes.rewind(), (long) i * SYNCED_BYTES);
            }
            file.force(true);
            for (int i = 0; i < SYNCS; i++) {
                long start = System.nanoTime();
                file.write(bytes.rewind(), (long) i * SYNCED_BYTES);
                file.force(false);
                nanos[i] = System.nanoTime() - start;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Arrays.sort(nanos);
        return nanos[SYNCS / 2] / 1e3;
    }

    static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }
}
