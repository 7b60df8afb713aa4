package dev.partita.bench;

import dev.partita.http.Handler;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpLimits;
import dev.partita.http.HttpServer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * Our reader of HTTP beside Netty's codec, in one process: the same requests, the same answer, as many event loops, rounds in turn.
 * Netty's is measured twice: alone, and with the least that would have to stand behind it here: only known hosts and no foreign
 * page, and an end for clients that are too slow. Ours has both in any case. What a request costs is the CPU time of the event loops alone, so neither the clients nor other processes are in it.
 */
final class HttpReaders {

    private static final int CONNECTIONS = 16;
    private static final int LARGEST_BODY = 16 * 1024 * 1024;
    private static final String JSON = "application/x-amz-json-1.0";
    private static final byte[] ANSWER =
            "{\"Item\":{\"pk\":{\"S\":\"customer#4711\"},\"n\":{\"N\":\"42\"},\"name\":{\"S\":\"somebody\"}}}"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** A server and the name its event loops begin with. */
    private record Contestant(String name, int port, String threads) {}

    /** One round of one of them. */
    private record Round(double perSecond, double cpuMicros) {}

    private HttpReaders() {}

    /** Arguments: rounds, seconds a round, requests that a client sends before it reads the answers. */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        double seconds = Double.parseDouble(arguments[1]);
        int pipelined = Integer.parseInt(arguments[2]);
        try (HttpServer ours = HttpServer.start(
                new Ours(),
                new HttpServer.Options("127.0.0.1", 0, List.of(), List.of(), false, HttpLimits.defaults()))) {
            MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
                    Runtime.getRuntime().availableProcessors(),
                    new DefaultThreadFactory("codec-loop", true),
                    NioIoHandler.newFactory());
            Channel theirs = listen(group, false);
            Channel guarded = listen(group, true);
            List<Contestant> contestants = List.of(
                    new Contestant("ours", ours.port(), "partita-http"),
                    new Contestant("netty-codec-http", port(theirs), "codec-loop"),
                    new Contestant("the same, guarded", port(guarded), "codec-loop"));
            int count = contestants.size();
            for (int i = 0; i < 3; i++) {
                for (Contestant each : contestants) {
                    round(each, 2 * seconds, pipelined);
                }
            }
            List<Round[]> all = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                Round[] one = new Round[count];
                // Who comes first changes, so that a machine that grows slower favours nobody.
                for (int turn = 0; turn < count; turn++) {
                    int who = (i + turn) % count;
                    one[who] = round(contestants.get(who), seconds, pipelined);
                }
                all.add(one);
            }
            for (int i = 0; i < count; i++) {
                int which = i;
                System.out.printf(
                        Locale.ROOT,
                        "%-17s %8.0f requests/s, %6.2f us CPU a request (medians of %d)%n",
                        contestants.get(i).name(),
                        median(all, round -> round[which].perSecond()),
                        median(all, round -> round[which].cpuMicros()),
                        rounds);
            }
            for (int i = 1; i < count; i++) {
                int which = i;
                System.out.printf(
                        Locale.ROOT,
                        "ours / %s: %.2f of the requests/s, %.2f of the CPU (medians of the ratios)%n",
                        contestants.get(i).name(),
                        median(all, round -> round[0].perSecond() / round[which].perSecond()),
                        median(all, round -> round[0].cpuMicros() / round[which].cpuMicros()));
            }
            theirs.close().sync();
            guarded.close().sync();
            group.shutdownGracefully();
        }
    }

    private static final class Ours implements Handler {
        @Override
        public CompletableFuture<HttpAnswer> handle(dev.partita.http.HttpRequest request) {
            boolean known = request.header("X-Amz-Target") != null && request.header("Authorization") != null;
            byte[] body = request.body();
            request.release();
            return CompletableFuture.completedFuture(
                    known && body.length > 0 ? HttpAnswer.of(200, JSON, ANSWER) : HttpAnswer.empty(400));
        }
    }

    private static final class Theirs extends SimpleChannelInboundHandler<FullHttpRequest> {

        private static final DefaultHttpHeadersFactory HEADERS =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false);

        private String date = "";
        private long dateSecond;

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            boolean known = request.headers().get("X-Amz-Target") != null
                    && request.headers().get("Authorization") != null;
            byte[] body = new byte[request.content().readableBytes()];
            request.content().readBytes(body);
            ByteBuf content = Unpooled.wrappedBuffer(ANSWER);
            FullHttpResponse answer = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    known && body.length > 0 ? HttpResponseStatus.OK : HttpResponseStatus.BAD_REQUEST,
                    content,
                    HEADERS,
                    HEADERS);
            answer.headers()
                    .set("Connection", "keep-alive")
                    .set("Content-Type", JSON)
                    .set("Date", date())
                    .set("Content-Length", ANSWER.length);
            context.write(answer, context.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        private String date() {
            long second = System.currentTimeMillis() / 1000;
            if (second != dateSecond) {
                dateSecond = second;
                date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
            }
            return date;
        }
    }

    /** Lets in what names this machine and comes from no page of elsewhere, and ends connections on which nothing happens. */
    private static final class Guard extends IdleStateHandler {

        private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "host.docker.internal");

        Guard() {
            super(0, 0, 60);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            if (message instanceof HttpRequest request && !isLetIn(request.headers())) {
                context.close();
                return;
            }
            super.channelRead(context, message);
        }

        @Override
        protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
            context.close();
        }

        private static boolean isLetIn(HttpHeaders headers) {
            List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
            if (hosts.size() != 1 || headers.contains(HttpHeaderNames.ORIGIN)) {
                return false;
            }
            String host = hosts.get(0);
            int colon = host.lastIndexOf(':');
            return HOSTS.contains((colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT));
        }
    }

    private static int port(Channel listener) {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    private static Channel listen(MultiThreadIoEventLoopGroup group, boolean isGuarded) throws InterruptedException {
        return new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpServerCodec());
                        if (isGuarded) {
                            channel.pipeline().addLast(new Guard());
                        }
                        channel.pipeline().addLast(new HttpObjectAggregator(LARGEST_BODY), new Theirs());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    private static Round round(Contestant contestant, double seconds, int pipelined) throws InterruptedException {
        AtomicLong answered = new AtomicLong();
        long cpuBefore = cpuNanos(contestant.threads());
        long began = System.nanoTime();
        long end = began + (long) (seconds * 1e9);
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            Thread client = new Thread(() -> answered.addAndGet(client(contestant.port(), end, pipelined)));
            clients.add(client);
            client.start();
        }
        for (Thread client : clients) {
            client.join();
        }
        double took = (System.nanoTime() - began) / 1e9;
        long cpu = cpuNanos(contestant.threads()) - cpuBefore;
        return new Round(answered.get() / took, cpu / 1e3 / answered.get());
    }

    private static long client(int port, long end, int pipelined) {
        byte[] requests = request(port).repeat(pipelined).getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            // The answers of one server all have the same length.
            int length = -1;
            long count = 0;
            while (System.nanoTime() < end) {
                socket.getOutputStream().write(requests);
                for (int i = 0; i < pipelined; i++) {
                    if (length < 0) {
                        length = answerBytes(in);
                    } else {
                        in.skipNBytes(length);
                    }
                }
                count += pipelined;
            }
            return count;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** What an AWS client sends for a small GetItem. */
    private static String request(int port) {
        String body = "{\"TableName\":\"customers\",\"Key\":{\"pk\":{\"S\":\"customer#4711\"}}}";
        return "POST / HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nContent-Type: " + JSON
                + "\r\nX-Amz-Target: DynamoDB_20120810.GetItem"
                + "\r\nX-Amz-Date: 20260101T120000Z"
                + "\r\nUser-Agent: aws-sdk-java/2.54.15 ua/2.1 os/Linux lang/java#17 md/sync"
                + "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request,"
                + " SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=" + "0".repeat(64)
                + "\r\namz-sdk-invocation-id: 0b0a5f3c-6a3e-4f6e-9a52-6c2f0f0c0c0c"
                + "\r\namz-sdk-request: attempt=1; max=3"
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** Reads one answer, and says how long it was. */
    private static int answerBytes(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.append((char) next);
        }
        if (!head.toString().startsWith("HTTP/1.1 200 ")) {
            throw new IOException(head.toString());
        }
        in.skipNBytes(ANSWER.length);
        return head.length() + ANSWER.length;
    }

    private static long cpuNanos(String threads) {
        long sum = 0;
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(threads)) {
                sum += THREADS.getThreadCpuTime(thread.getThreadId());
            }
        }
        return sum;
    }

    private static double median(List<Round[]> all, ToDoubleFunction<Round[]> of) {
        double[] sorted = all.stream().mapToDouble(of).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
