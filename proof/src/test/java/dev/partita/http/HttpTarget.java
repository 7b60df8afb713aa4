package dev.partita.http;

import dev.partita.fuzz.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What comes over a connection, in two reads; the first byte says where it is cut. Each request is answered, and not with a 5xx. */
public final class HttpTarget implements Target {

    private static final byte[] OK = "ok".getBytes(StandardCharsets.US_ASCII);

    private final HttpServer.Options options =
            HttpServer.Options.defaults().withPort(0).withOrigins(List.of("http://localhost:3000"));

    @Override
    public void read(byte[] input) {
        ConnectionContext front = new ConnectionContext(HttpTarget::answer, options, Runnable::run, Runnable::run);
        Socket channel = new Socket();
        Loop loop = new Loop(channel.eventLoop(), front, options.limits());
        Connection connection = new Connection(front, loop);
        front.opens(channel);
        channel.pipeline().addLast(connection);
        ChannelHandlerContext context = channel.pipeline().context(connection);
        int cut = input.length == 0 ? 0 : Math.min(input.length - 1, input[0] & 0xff);
        // Straight to the connection, which would otherwise log what it throws and close.
        send(connection, context, input, 1, 1 + cut);
        send(connection, context, input, 1 + cut, input.length);
        if (channel.isActive()) {
            connection.userEventTriggered(context, ChannelInputShutdownEvent.INSTANCE);
        }
        channel.runPendingTasks();
        StringBuilder answers = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            answers.append(out.toString(StandardCharsets.ISO_8859_1));
            out.release();
        }
        channel.finishAndReleaseAll();
        channel.checkException();
        if (answers.indexOf("HTTP/1.1 5") >= 0 || !answers.isEmpty() && answers.indexOf("HTTP/1.1 ") != 0) {
            throw new AssertionError("answered with " + answers);
        }
    }

    private static void send(Connection connection, ChannelHandlerContext context, byte[] input, int from, int to) {
        if (from < to && context.channel().isActive()) {
            connection.channelRead(context, Unpooled.copiedBuffer(input, from, to - from));
            connection.channelReadComplete(context);
        }
    }

    private static CompletableFuture<HttpAnswer> answer(HttpRequest request) {
        HttpAnswer answer = request.path().startsWith("/s")
                ? HttpAnswer.stream(200, "a/b", new Twice())
                : HttpAnswer.of(200, "a/b", OK).with("X-Query", String.valueOf(request.query()));
        return CompletableFuture.completedFuture(answer);
    }

    private static final class Twice implements HttpAnswer.Pieces {
        private int left = 2;

        @Override
        public byte[] next() {
            return left-- > 0 ? OK : null;
        }

        @Override
        public void close() {}
    }

    /** A channel whose halves can be closed one by one, as a socket's can. */
    private static final class Socket extends EmbeddedChannel implements DuplexChannel {
        private boolean inputEnded;
        private boolean outputEnded;

        @Override
        public boolean isInputShutdown() {
            return inputEnded;
        }

        @Override
        public ChannelFuture shutdownInput() {
            return shutdownInput(newPromise());
        }

        @Override
        public ChannelFuture shutdownInput(ChannelPromise promise) {
            inputEnded = true;
            return promise.setSuccess();
        }

        @Override
        public boolean isOutputShutdown() {
            return outputEnded;
        }

        @Override
        public ChannelFuture shutdownOutput() {
            return shutdownOutput(newPromise());
        }

        @Override
        public ChannelFuture shutdownOutput(ChannelPromise promise) {
            outputEnded = true;
            return promise.setSuccess();
        }

        @Override
        public boolean isShutdown() {
            return inputEnded && outputEnded;
        }

        @Override
        public ChannelFuture shutdown() {
            return shutdown(newPromise());
        }

        @Override
        public ChannelFuture shutdown(ChannelPromise promise) {
            inputEnded = true;
            return shutdownOutput(promise);
        }
    }
}
