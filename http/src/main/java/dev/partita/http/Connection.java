package dev.partita.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: reads a request, has it answered, reads the next. Requests that come before the answer wait
 * in {@link #waiting} and the socket is not read any further, so answers keep their order and a flood stays with its sender.
 *
 * <p>Everything runs on the connection's event loop, except {@link #complete}, which a thread that brings an answer calls.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    private enum State {
        /** Between requests. */
        IDLE,
        /** Some bytes of a head are there. */
        HEAD,
        /** The body is coming in. */
        BODY,
        /** The request is with the handler. */
        RUNNING,
        /** A long answer or a stream goes out, as fast as the client takes it. */
        WRITING,
        /** The last answer goes out or has gone; what still comes in is thrown away until the client is gone. */
        LINGERING
    }

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final ConnectionContext front;
    private final HttpLimits limits;
    private final Loop loop;
    private final RequestHead head;
    private final Body body;
    private final Chunks chunks = new Chunks();
    private final HeaderCache remembered = new HeaderCache();

    private ChannelHandlerContext context;
    private InetAddress peer;
    private Outbound outbound;
    private State state = State.IDLE;
    private long stateSinceNanos;

    /** When something last happened here; the clock is asked once for each event, not for each state it leads through. */
    private long movedAtNanos;

    private ByteBuf waiting;
    private boolean draining;
    private boolean inputEnded;
    private boolean closed;

    /** The answer this request gets without the handler, once its body has been read; null to run it. */
    private HttpAnswer reply;

    private long bodyBytes;
    private String allowedHost;

    /** The page from elsewhere that may read the answer, or null. */
    private String origin;

    /** Written before {@link Loop#completed} links this connection, read after it is unlinked. */
    private HttpAnswer response;

    Connection nextCompleted;

    Connection(ConnectionContext front, Loop loop) {
        this.front = front;
        this.limits = front.limits();
        this.loop = loop;
        this.head = new RequestHead(limits.lineBytes(), limits.headerBytes());
        this.body = new Body(front.budget());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        movedAtNanos = System.nanoTime();
        context = ctx;
        peer = ConnectionContext.addressOf(ctx.channel());
        outbound = new Outbound(loop.replies(), front, ctx, this);
        enter(State.IDLE);
        loop.opened(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (state == State.LINGERING) {
            in.release();
            return;
        }
        movedAtNanos = System.nanoTime();
        if (waiting == null) {
            waiting = in;
        } else {
            waiting = append(waiting, in);
        }
        work();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        outbound.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        movedAtNanos = System.nanoTime();
        if (ctx.channel().isWritable()) {
            outbound.goOn();
            wentOn();
        }
    }

    /** More of a long answer, or its end, has been written. */
    void wentOn() {
        movedAtNanos = System.nanoTime();
        if (state == State.WRITING && !outbound.isLong()) {
            enter(State.IDLE);
            if (draining) {
                closeOnceWritten();
            }
        }
        work();
        outbound.flush();
    }

    /** The client will send no more; it may still be reading. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            outbound.closeWhenEnded();
            if (outbound.hasEnded()) {
                ctx.close();
                return;
            }
            work();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
        if (state != State.RUNNING) {
            body.release();
        }
        outbound.forget();
        loop.closed(this);
        front.closed(ctx.channel());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            // The client went away; there is nobody to tell.
            LOG.debug("connection lost", cause);
            ctx.close();
        } else {
            fail(cause);
        }
    }

    /** Something went wrong that nobody can answer for. */
    void fail(Throwable problem) {
        LOG.error("a connection failed and was closed", problem);
        context.close();
    }

    /** Whether nothing of a request has come since the last answer. */
    boolean isIdle() {
        return state == State.IDLE && waiting == null;
    }

    long movedAtNanos() {
        return movedAtNanos;
    }

    /** Ends the connection once nothing is in flight on it. */
    void drain() {
        draining = true;
        outbound.closeWhenEnded();
        if (state == State.IDLE || state == State.HEAD || outbound.hasEnded()) {
            context.close();
        }
    }

    /** Called now and then; closes what has become too slow. */
    void checkTime(long now) {
        long inState = now - stateSinceNanos;
        switch (state) {
            case IDLE, WRITING -> {
                if (!outbound.isAsking() && now - movedAtNanos > limits.idle().toNanos()) {
                    context.close();
                }
            }
            case HEAD -> {
                if (inState > limits.headerTime().toNanos()) {
                    timeOut(now);
                }
            }
            case BODY -> {
                long late = inState - limits.bodyGrace().toNanos();
                if (late > 0 && bodyBytes < limits.bodyBytesPerSecond() * (inState / 1e9)) {
                    timeOut(now);
                }
            }
            case LINGERING -> {
                // Until the answer has left, the client may still be taking it in.
                if (outbound.hasEnded()
                        ? now - outbound.endedAtNanos() > limits.linger().toNanos()
                        : !outbound.isAsking()
                                && now - movedAtNanos > limits.idle().toNanos()) {
                    context.close();
                }
            }
            case RUNNING -> {}
        }
        outbound.flush();
    }

    /** From any thread: the handler is done. */
    void complete(HttpAnswer answer, Throwable problem) {
        response = problem == null && answer != null ? answer : front.failed(problem);
        loop.completed(this);
    }

    /** On the event loop, after {@link #complete}. */
    void answerCompleted() {
        movedAtNanos = System.nanoTime();
        HttpAnswer answer = response;
        response = null;
        body.release();
        if (closed) {
            outbound.forget(answer);
            return;
        }
        answer(made(answer));
        work();
        outbound.flush();
    }

    /** Reads and runs requests for as long as there is something to read and nothing to wait for. */
    private void work() {
        while (waiting != null && !isBusy() && context.channel().isWritable()) {
            try {
                if (!step()) {
                    break;
                }
            } catch (MalformedRequest malformed) {
                refuse(front.answer(Refusal.Reason.MALFORMED, "Bad request: " + malformed.getMessage()));
            }
        }
        if (waiting != null && !waiting.isReadable()) {
            waiting.release();
            waiting = null;
        }
        boolean held = waiting != null && (isBusy() || !context.channel().isWritable());
        if (context.channel().config().isAutoRead() == held) {
            context.channel().config().setAutoRead(!held);
        }
        if (inputEnded && !held && !isBusy() && state != State.LINGERING) {
            closeOnceWritten();
        }
    }

    /** Whether it got anywhere. */
    private boolean step() throws MalformedRequest {
        return switch (state) {
            case IDLE, HEAD -> readHead();
            case BODY -> head.chunked() ? readChunks() : readBody();
            case RUNNING, WRITING, LINGERING -> false;
        };
    }

    private boolean readHead() throws MalformedRequest {
        if (!waiting.isReadable()) {
            return false;
        }
        if (state == State.IDLE) {
            enter(State.HEAD);
        }
        byte[] scratch = loop.scratch();
        int length = Math.min(waiting.readableBytes(), Math.min(scratch.length, head.maxBytes()));
        waiting.getBytes(waiting.readerIndex(), scratch, 0, length);
        int used = head.parse(scratch, length);
        if (used < 0) {
            return false;
        }
        head.keep(scratch, used);
        waiting.skipBytes(used);
        startBody();
        return true;
    }

    private void startBody() {
        enter(State.BODY);
        bodyBytes = 0;
        origin = null;
        Refusal refusal = front.refusal(head, allowedHost);
        if (refusal != null) {
            refuse(front.answer(refusal));
            return;
        }
        allowedHost = head.host();
        origin = front.originToTell(head);
        if (!head.chunked() && head.contentLength() > limits.bodyBytes()) {
            refuse(front.tooLarge());
            return;
        }
        boolean hasBody = head.chunked() || head.contentLength() > 0;
        reply = origin == null ? null : front.preflight(head, remembered);
        if (reply == null && !body.start()) {
            reply = front.overloaded();
        }
        if (head.expect() != null && hasBody) {
            if (!head.expect().equalsIgnoreCase("100-continue")) {
                refuse(front.answer(Refusal.Reason.UNKNOWN_EXPECTATION, "Only 'Expect: 100-continue' is understood."));
            } else if (reply != null) {
                // The client holds its body back until told; there is no use for it.
                refuse(reply);
            } else if (!waiting.isReadable()) {
                outbound.askForBody();
            }
        }
        if (state == State.BODY && !hasBody) {
            run();
        }
        chunks.start();
    }

    private boolean readBody() {
        int expected = (int) head.contentLength();
        int count = Math.min(waiting.readableBytes(), expected - (int) bodyBytes);
        if (count == 0) {
            return false;
        }
        keep(count, expected);
        if (bodyBytes == expected) {
            run();
        }
        return true;
    }

    private boolean readChunks() throws MalformedRequest {
        int count = chunks.nextData(waiting);
        if (chunks.done()) {
            run();
            return true;
        }
        if (count == 0) {
            return false;
        }
        if (bodyBytes + count > limits.bodyBytes()) {
            refuse(front.tooLarge());
            return false;
        }
        keep(count, limits.bodyBytes());
        chunks.took(count);
        return true;
    }

    private void keep(int count, int expected) {
        bodyBytes += count;
        if (reply == null && !body.append(waiting, count, expected)) {
            body.release();
            reply = front.overloaded();
            waiting.skipBytes(count);
        } else if (reply != null) {
            waiting.skipBytes(count);
        }
    }

    /** The request is complete. */
    private void run() {
        if (reply != null) {
            HttpAnswer now = reply;
            reply = null;
            body.release();
            answer(now);
            return;
        }
        enter(State.RUNNING);
        boolean packed = "gzip".equalsIgnoreCase(head.contentEncoding());
        HttpRequest request = new HttpRequest(
                head.method(),
                head.target(),
                head.fields(),
                remembered,
                body.toBytes(),
                front.client(peer, head, remembered));
        CompletableFuture<HttpAnswer> future = front.run(request, packed, body);
        if (!request.isReleased()) {
            head.leaveFields();
        }
        if (future.isDone() && !future.isCompletedExceptionally() && future.join() != null) {
            HttpAnswer answer = made(future.join());
            body.release();
            answer(answer);
        } else {
            future.whenComplete(this::complete);
        }
    }

    private HttpAnswer made(HttpAnswer answer) {
        try {
            return answer.made();
        } catch (RuntimeException | StackOverflowError problem) {
            return front.failed(problem);
        }
    }

    private void answer(HttpAnswer answer) {
        boolean ended = inputEnded && (waiting == null || !waiting.isReadable());
        boolean cannotStay = ended || draining || !head.keepAlive() || answer.isLast();
        write(answer, cannotStay || answer.pieces() != null && !head.isOneDotOne());
        if (!outbound.isLong()) {
            answer.release();
        }
    }

    /** Answers at once and ends the connection, whatever else the client meant to send. */
    private void refuse(HttpAnswer refusal) {
        reply = null;
        body.release();
        write(refusal, true);
    }

    private void write(HttpAnswer answer, boolean last) {
        if (last && waiting != null) {
            waiting.skipBytes(waiting.readableBytes());
        }
        outbound.answer(answer, origin, "HEAD".equals(head.method()), head.isOneDotOne(), last);
        enter(last ? State.LINGERING : outbound.isLong() ? State.WRITING : State.IDLE);
    }

    private void timeOut(long now) {
        movedAtNanos = now;
        refuse(front.answer(Refusal.Reason.TOO_SLOW, "The request came too slowly."));
    }

    private void closeOnceWritten() {
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private boolean isBusy() {
        return state == State.RUNNING || state == State.WRITING;
    }

    private void enter(State next) {
        state = next;
        stateSinceNanos = movedAtNanos;
    }

    private ByteBuf append(ByteBuf first, ByteBuf second) {
        ByteBuf both = context.alloc().directBuffer(first.readableBytes() + second.readableBytes());
        both.writeBytes(first).writeBytes(second);
        first.release();
        second.release();
        return both;
    }
}
