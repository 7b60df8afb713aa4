package dev.partita.http;

import io.netty.buffer.ByteBuf;

/** Takes a chunked body apart, byte by byte: sizes, extensions, data, trailers; anything loose is refused. */
final class Chunks {

    private enum State {
        SIZE,
        BEFORE_EXTENSION,
        EXTENSION,
        SIZE_END,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER_START,
        TRAILER_NAME,
        TRAILER,
        TRAILER_END,
        LAST_LF,
        DONE
    }

    /** Extensions and trailers are read and forgotten; this bounds how much of them. */
    private static final int MAX_FORGOTTEN_BYTES = 16 * 1024;

    private State state = State.SIZE;
    private int digits;
    private long size;
    private int forgottenBytes;

    void start() {
        state = State.SIZE;
        digits = 0;
        size = 0;
        forgottenBytes = 0;
    }

    boolean done() {
        return state == State.DONE;
    }

    /**
     * Reads framing from {@code source} up to the next data.
     *
     * @return how many bytes of data come next in {@code source}; 0 if it is used up or the body is done
     */
    int nextData(ByteBuf source) throws MalformedRequest {
        while (source.isReadable() && state != State.DONE) {
            if (state == State.DATA) {
                return (int) Math.min(size, source.readableBytes());
            }
            step(source.readByte());
        }
        return 0;
    }

    /** The caller took {@code count} bytes of data. */
    void took(int count) {
        size -= count;
        if (size == 0) {
            state = State.DATA_CR;
        }
    }

    private void step(byte b) throws MalformedRequest {
        switch (state) {
            case SIZE -> {
                int digit = Character.digit(b, 16);
                if (digit >= 0) {
                    size = size * 16 + digit;
                    if (++digits > 15) {
                        throw new MalformedRequest("a chunk size that is too long");
                    }
                } else if (digits > 0 && b == '\r') {
                    state = State.SIZE_END;
                } else if (digits > 0 && (b == ';' || b == ' ' || b == '\t')) {
                    state = b == ';' ? State.EXTENSION : State.BEFORE_EXTENSION;
                } else {
                    throw new MalformedRequest("a chunk without a size");
                }
            }
            case BEFORE_EXTENSION -> {
                if (b == ';') {
                    state = State.EXTENSION;
                } else if (b != ' ' && b != '\t') {
                    throw new MalformedRequest("broken chunks");
                }
                forget(b, state);
            }
            case EXTENSION -> state = b == '\r' ? State.SIZE_END : forget(b, State.EXTENSION);
            case SIZE_END -> {
                expect(b, '\n');
                state = size == 0 ? State.TRAILER_START : State.DATA;
                digits = 0;
            }
            case DATA_CR -> {
                expect(b, '\r');
                state = State.DATA_LF;
            }
            case DATA_LF -> {
                expect(b, '\n');
                state = State.SIZE;
            }
            case TRAILER_START -> state = b == '\r' ? State.LAST_LF : forget(nameByte(b), State.TRAILER_NAME);
            case TRAILER_NAME -> state = b == ':' ? forget(b, State.TRAILER) : forget(nameByte(b), State.TRAILER_NAME);
            case TRAILER -> state = b == '\r' ? State.TRAILER_END : forget(b, State.TRAILER);
            case TRAILER_END -> {
                expect(b, '\n');
                state = State.TRAILER_START;
            }
            case LAST_LF -> {
                expect(b, '\n');
                state = State.DONE;
            }
            case DATA, DONE -> throw new AssertionError(state);
        }
    }

    private State forget(byte b, State next) throws MalformedRequest {
        boolean control = b >= 0 && b < ' ' && b != '\t' || b == 0x7f;
        if (control || ++forgottenBytes > MAX_FORGOTTEN_BYTES) {
            throw new MalformedRequest("broken chunks");
        }
        return next;
    }

    /** A trailer is a header that comes late, and its name no more than a header's. */
    private static byte nameByte(byte b) throws MalformedRequest {
        if (!RequestHead.isToken(b)) {
            throw new MalformedRequest("a trailer of the chunks that is no header");
        }
        return b;
    }

    private static void expect(byte b, char wanted) throws MalformedRequest {
        if (b != wanted) {
            throw new MalformedRequest("broken chunks");
        }
    }
}
