package dev.partita.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way out of one connection. A short answer is one buffer. A long one is copied out piece by piece, or many clients
 * that read slowly could fill the memory outside the heap; it cannot be refused any more, for it may report a write, but
 * while it lasts new requests have less room, see {@link WaitingAnswers}. A stream is asked for its next piece when there is room for it.
 */
final class Outbound {

    private static final Logger LOG = LoggerFactory.getLogger(Outbound.class);
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_PIECE_BYTES = 64 * 1024;

    private final Replies replies;
    private final int pieceBytes;
    private final WaitingAnswers waitingAnswers;
    private final Executor streamLane;
    private final ChannelHandlerContext context;
    private final Connection connection;
    private boolean unflushed;
    private boolean ended;
    private long endedAtNanos;
    private boolean closeWhenEnded;

    /** Whether nothing follows the answer that is being written. */
    private boolean last;

    /** What is still to be written of a long answer or a piece of a stream, or null. */
    private byte[] rest;

    private int restFrom;
    private int restTo;
    /** Read by other threads, too: how much waits, and when the client last took some of it. */
    private volatile int waitingBytes;

    private volatile long movedAtNanos;
    private boolean writingRest;

    /** Where the rest of a stream comes from, or null. */
    private HttpAnswer.Pieces pieces;

    private boolean chunked;

    /** Whether {@link HttpAnswer.Pieces#next} runs, or waits for a thread. */
    private boolean asked;

    Outbound(Replies replies, ConnectionContext front, ChannelHandlerContext context, Connection connection) {
        this.replies = replies;
        this.pieceBytes = Math.min(MOST_PIECE_BYTES, front.limits().bytesOnTheWay());
        this.waitingAnswers = front.waitingAnswers();
        this.streamLane = front.streamLane();
        this.context = context;
        this.connection = connection;
    }

    /**
     * Writes an answer, or begins to; {@link #isLong()} tells.
     *
     * @param origin the page from elsewhere that may read it, or null
     * @param bodyless without the body it announces, as HEAD wants it
     * @param chunks whether the client understands chunks; without them a stream is {@code last}
     * @param last nothing more will be written
     */
    void answer(HttpAnswer answer, String origin, boolean bodyless, boolean chunks, boolean last) {
        this.last = last;
        boolean empty = bodyless || !Replies.hasBody(answer.status());
        boolean stream = answer.pieces() != null;
        int count = empty ? 0 : Math.min(answer.length(), pieceBytes);
        ByteBuf buffer = replies.encode(context.alloc(), answer, origin, count, stream && chunks, !last);
        unflushed = true;
        if (stream && !empty) {
            context.write(buffer, context.voidPromise());
            flush();
            pieces = answer.pieces();
            chunked = chunks;
            ask();
            return;
        }
        if (stream) {
            close(answer.pieces());
        }
        if (count < answer.length() && !empty) {
            context.write(buffer, context.voidPromise());
            chunked = false;
            hold(answer.body(), count, answer.length());
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
        return rest != null || pieces != null;
    }

    /** Whether the client waits for us and not the other way round. */
    boolean isAsking() {
        return asked;
    }

    /** Writes more of a long answer, as much as the client takes now. */
    void goOn() {
        // A flush may report that there is room again, and so end up here; the loop below sees that by itself.
        if (writingRest || asked || !isLong()) {
            return;
        }
        writingRest = true;
        while (rest != null && context.channel().isWritable()) {
            writeRest();
        }
        writingRest = false;
        if (rest == null && pieces != null && context.channel().isWritable()) {
            ask();
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

    long movedAtNanos() {
        return movedAtNanos;
    }

    int waitingBytes() {
        return waitingBytes;
    }

    /** From any thread: others need the memory. */
    void giveUp() {
        try {
            context.executor().execute(() -> {
                // It may have been told so more than once by now.
                if (rest != null && context.channel().isOpen()) {
                    LOG.warn("a client that does not read its answer was cut off: {}", context.channel());
                    context.close();
                }
            });
        } catch (RejectedExecutionException closing) {
            // Then it goes anyway.
        }
    }

    /** Gives up what was not written. */
    void forget() {
        release();
        if (pieces != null && !asked) {
            close(pieces);
        }
        // One that is just being asked is closed when it has answered.
        pieces = null;
    }

    /** Gives up an answer nobody will read. */
    void forget(HttpAnswer answer) {
        if (answer.pieces() != null) {
            close(answer.pieces());
        }
    }

    private void writeRest() {
        int count = Math.min(pieceBytes, restTo - restFrom);
        ByteBuf piece = chunked
                ? Replies.chunk(context.alloc(), rest, restFrom, count)
                : context.alloc().directBuffer(count, count).writeBytes(rest, restFrom, count);
        restFrom += count;
        movedAtNanos = System.nanoTime();
        unflushed = true;
        boolean whole = restFrom == restTo;
        if (whole) {
            release();
        }
        if (whole && pieces == null && last) {
            writeLast(piece);
        } else {
            context.write(piece, context.voidPromise());
        }
        if (!context.channel().isWritable()) {
            flush();
        }
    }

    private void hold(byte[] bytes, int from, int to) {
        rest = bytes;
        restFrom = from;
        restTo = to;
        waitingBytes = to;
        movedAtNanos = System.nanoTime();
        waitingAnswers.add(this, to);
    }

    private void release() {
        if (rest != null) {
            waitingAnswers.remove(this, restTo);
            rest = null;
        }
    }

    private void ask() {
        asked = true;
        HttpAnswer.Pieces source = pieces;
        try {
            streamLane.execute(() -> {
                byte[] piece = null;
                Throwable problem = null;
                try {
                    piece = source.next();
                } catch (Exception | StackOverflowError thrown) {
                    problem = thrown;
                }
                bring(source, piece, problem);
            });
        } catch (RejectedExecutionException closing) {
            asked = false;
            context.close();
        }
    }

    /** From its own thread to the event loop. */
    private void bring(HttpAnswer.Pieces source, byte[] piece, Throwable problem) {
        try {
            context.executor().execute(() -> take(source, piece, problem));
        } catch (RejectedExecutionException closed) {
            source.close();
        }
    }

    private void take(HttpAnswer.Pieces source, byte[] piece, Throwable problem) {
        asked = false;
        if (pieces == null) {
            close(source);
        } else if (problem != null) {
            LOG.error("an answer broke off", problem);
            context.close();
        } else if (piece == null) {
            endStream();
            connection.wentOn();
        } else {
            if (piece.length > 0) {
                hold(piece, 0, piece.length);
            }
            goOn();
            connection.wentOn();
        }
    }

    private void endStream() {
        close(pieces);
        pieces = null;
        unflushed = true;
        ByteBuf end =
                chunked ? Replies.lastChunk(context.alloc()) : context.alloc().buffer(0);
        if (last) {
            writeLast(end);
        } else {
            context.write(end, context.voidPromise());
        }
    }

    private void close(HttpAnswer.Pieces source) {
        try {
            streamLane.execute(source::close);
        } catch (RejectedExecutionException closing) {
            source.close();
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
