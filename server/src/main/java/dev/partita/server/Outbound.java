package dev.partita.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import java.nio.charset.StandardCharsets;

/**
 * The way out of one connection. A short answer is one buffer. A long one is copied out piece by piece, or many clients
 * that read slowly could fill the memory outside the heap; it cannot be refused any more, for it may report a write, but
 * while it lasts new requests have less room.
 */
final class Outbound {

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int PIECE_BYTES = 64 * 1024;

    private final Replies replies;
    private final MemoryBudget budget;
    private final ChannelHandlerContext context;
    private boolean unflushed;
    private boolean ended;
    private long endedAtNanos;
    private boolean closeWhenEnded;

    /** What is still to be written of a long answer, or null. */
    private byte[] rest;

    private int restFrom;
    private int restTo;
    private boolean restIsLast;
    private boolean writingRest;

    Outbound(Replies replies, MemoryBudget budget, ChannelHandlerContext context) {
        this.replies = replies;
        this.budget = budget;
        this.context = context;
    }

    /**
     * Writes an answer, or begins to; {@link #isLong()} tells.
     *
     * @param bodyless without the body it announces, as HEAD wants it
     * @param last nothing more will be written
     */
    void answer(int status, String type, byte[] bytes, int length, boolean bodyless, boolean last) {
        int count = bodyless ? 0 : Math.min(length, PIECE_BYTES);
        ByteBuf buffer = replies.encode(context.alloc(), status, type, bytes, length, count, !last);
        unflushed = true;
        if (count < length && !bodyless) {
            budget.takeAnyway(length);
            rest = bytes;
            restFrom = count;
            restTo = length;
            restIsLast = last;
            context.write(buffer, context.voidPromise());
            goOn();
        } else if (last) {
            writeLast(buffer);
        } else {
            context.write(buffer, context.voidPromise());
        }
    }

    /** Tells a client to send the body it holds back. */
    void askForBody() {
        context.write(context.alloc().directBuffer(CONTINUE.length).writeBytes(CONTINUE), context.voidPromise());
        unflushed = true;
    }

    /** Whether a long answer is still on its way. */
    boolean isLong() {
        return rest != null;
    }

    /** Writes more of a long answer, as much as the client takes now. */
    void goOn() {
        // A flush may report that there is room again, and so end up here; the loop below sees that by itself.
        if (writingRest || rest == null) {
            return;
        }
        writingRest = true;
        while (restFrom < restTo && context.channel().isWritable()) {
            int count = Math.min(PIECE_BYTES, restTo - restFrom);
            ByteBuf piece = context.alloc().directBuffer(count).writeBytes(rest, restFrom, count);
            restFrom += count;
            unflushed = true;
            if (restFrom == restTo && restIsLast) {
                writeLast(piece);
            } else {
                context.write(piece, context.voidPromise());
            }
            if (!context.channel().isWritable()) {
                flush();
            }
        }
        writingRest = false;
        if (restFrom == restTo) {
            forget();
        }
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            context.flush();
        }
    }

    /** Whether the last answer has left, all of it. */
    boolean hasEnded() {
        return ended;
    }

    /** When that was. */
    long endedAtNanos() {
        return endedAtNanos;
    }

    /** Do not wait for the client to close its side, too. */
    void closeWhenEnded() {
        closeWhenEnded = true;
    }

    /** Gives up what was not written. */
    void forget() {
        if (rest != null) {
            budget.giveBack(restTo);
            rest = null;
        }
    }

    private void writeLast(ByteBuf buffer) {
        context.write(buffer).addListener((ChannelFutureListener) written -> {
            ended = true;
            endedAtNanos = System.nanoTime();
            if (closeWhenEnded || !written.isSuccess()) {
                context.close();
            } else {
                ((DuplexChannel) context.channel()).shutdownOutput();
            }
        });
    }
}
