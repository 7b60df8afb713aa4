package dev.partita.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The whole machine's processor time, to notice when somebody else is using it. */
final class Machine {

    static final double TICKS_PER_SECOND = 100;

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

    static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }
}
