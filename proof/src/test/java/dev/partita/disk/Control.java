package dev.partita.disk;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What {@code tape.c} does in this process from now on; it says how the file is laid out. */
final class Control {

    static final int BYTES = 4096;

    /** Calls that can fail, as numbers that can be added. */
    static final int CREATE = 1;

    static final int WRITE = 2;
    static final int TRUNCATE = 4;
    static final int SYNC = 8;
    static final int RENAME = 16;
    static final int UNLINK = 32;
    static final int ALLOCATE = 256;

    private static final int PATTERN = 128;
    private static final int ROOT = 256;
    private static final int TAPE = 1280;

    private final MappedByteBuffer memory;

    private Control(MappedByteBuffer memory) {
        this.memory = memory;
    }

    /** In a process under the library. */
    static Control here() throws IOException {
        Path file = Path.of(System.getenv("TAPE_CONTROL"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            memory.order(ByteOrder.nativeOrder());
            return new Control(memory);
        }
    }

    /** Records what happens below {@code root}, on a new tape. */
    void record(Path root, Path tape) {
        long number = Math.abs(number(8));
        stop();
        text(ROOT, root.toString());
        text(TAPE, tape.toString());
        put(8, number + 1);
    }

    /** What happens from now on is not on the tape. */
    void stop() {
        put(8, -Math.abs(number(8)));
    }

    /**
     * Lets calls fail.
     *
     * @param files part of the paths of their files, or their end and a {@code $}
     * @param calls which ones
     * @param skipped so many of them work before
     * @param times so many fail then
     * @param firstIsShort whether the first of them writes half of its bytes instead
     */
    void fail(String files, int calls, long skipped, long times, int error, boolean firstIsShort) {
        put(0, 0);
        text(PATTERN, files);
        put(1, calls);
        put(2, skipped);
        put(3, times);
        put(4, error);
        put(5, firstIsShort ? 1 : 0);
        put(6, 0);
        put(7, 0);
        put(0, 1);
    }

    void failNoMore() {
        put(0, 0);
    }

    /** How many calls failed since {@link #fail}. */
    long failed() {
        return number(7);
    }

    private void put(int index, long value) {
        memory.putLong(8 * index, value);
    }

    private long number(int index) {
        return memory.getLong(8 * index);
    }

    private void text(int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            memory.put(at + i, bytes[i]);
        }
        memory.put(at + bytes.length, (byte) 0);
    }
}
