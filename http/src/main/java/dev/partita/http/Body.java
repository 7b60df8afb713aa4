package dev.partita.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The bytes of one request body as they come in. It grows with what arrived, not with what was announced, so a client
 * that only promises a large body holds no memory.
 */
final class Body {

    private static final byte[] NOTHING = new byte[0];
    private static final int FIRST_BYTES = 8 * 1024;
    private static final int OVERHEAD_BYTES = 8 * 1024;

    private final MemoryBudget budget;
    private byte[] bytes = NOTHING;
    private int length;
    private long takenBytes;

    Body(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Whether there is memory to begin with. */
    boolean start() {
        return take(OVERHEAD_BYTES);
    }

    /**
     * Moves {@code count} bytes from {@code source} to the end.
     *
     * @param expected how long the body will be, as far as known: at least what is there and {@code count}
     * @return false if there is no memory for them now
     */
    boolean append(ByteBuf source, int count, int expected) {
        int needed = length + count;
        if (needed > bytes.length) {
            int capacity = (int) Math.min(expected, Math.max(Math.max(FIRST_BYTES, needed), bytes.length * 2L));
            if (!take(2L * (capacity - bytes.length))) {
                return false;
            }
            bytes = length == 0 ? new byte[capacity] : Arrays.copyOf(bytes, capacity);
        }
        source.readBytes(bytes, length, count);
        length = needed;
        return true;
    }

    /** All of it, in an array of its own; {@link #release()} is still due. */
    byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Takes {@code extra} bytes of memory for work on this body. */
    boolean take(long extra) {
        if (!budget.take(extra)) {
            return false;
        }
        takenBytes += extra;
        return true;
    }

    void release() {
        if (takenBytes > 0) {
            budget.giveBack(takenBytes);
        }
        takenBytes = 0;
        bytes = NOTHING;
        length = 0;
    }
}
