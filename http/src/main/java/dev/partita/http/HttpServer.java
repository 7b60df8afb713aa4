package dev.partita.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An HTTP/1.1 server: the sockets in front of a {@link Handler}. */
public final class HttpServer implements AutoCloseable {

    /**
     * Where and for whom to listen.
     *
     * @param bind an address or name; {@code localhost} is this machine on both IPv4 and IPv6
     * @param port 0 for any free one
     * @param allowedHosts names this machine goes by, besides those that are always let in
     * @param allowedOrigins web pages from elsewhere that may send requests, such as {@code http://localhost:3000}
     * @param sameOrigin whether pages this server delivered may send requests, too, and links from elsewhere be followed
     * @param proxies whose word is taken for who is behind them
     */
    public record Options(
            String bind,
            int port,
            List<String> allowedHosts,
            List<String> allowedOrigins,
            boolean sameOrigin,
            TrustedProxies proxies,
            HttpLimits limits) {

        public Options {
            allowedHosts = List.copyOf(allowedHosts);
            allowedOrigins = List.copyOf(allowedOrigins);
        }

        /** Without proxies. */
        public Options(
                String bind,
                int port,
                List<String> allowedHosts,
                List<String> allowedOrigins,
                boolean sameOrigin,
                HttpLimits limits) {
            this(bind, port, allowedHosts, allowedOrigins, sameOrigin, new TrustedProxies(List.of()), limits);
        }

        /** For pages and programs on this machine. */
        public static Options defaults() {
            return new Options("localhost", 8001, List.of(), List.of(), true, HttpLimits.defaults());
        }

        public Options withPort(int newPort) {
            return new Options(bind, newPort, allowedHosts, allowedOrigins, sameOrigin, proxies, limits);
        }

        public Options withOrigins(List<String> newOrigins) {
            return new Options(bind, port, allowedHosts, newOrigins, sameOrigin, proxies, limits);
        }

        public Options withLimits(HttpLimits newLimits) {
            return new Options(bind, port, allowedHosts, allowedOrigins, sameOrigin, proxies, newLimits);
        }

        public Options withProxies(TrustedProxies newProxies) {
            return new Options(bind, port, allowedHosts, allowedOrigins, sameOrigin, newProxies, limits);
        }

        /** Whether other machines can reach it. */
        public boolean isReachable() {
            return addressesOf(bind).stream().anyMatch(address -> !address.isLoopbackAddress());
        }
    }

    /** Streams may wait for others, such as a database elsewhere; so there are more threads for them than processors. */
    private static final int STREAM_THREADS = 8;

    private static final class LoopThread extends FastThreadLocalThread {
        /** Null before its first connection. */
        private Loop loop;

        LoopThread(ThreadGroup group, Runnable work, String name) {
            super(group, work, name);
        }
    }

    private final ConnectionContext front;
    private final HttpLimits limits;
    private final MultiThreadIoEventLoopGroup group;
    private final ThreadPoolExecutor slowLane;
    private final ThreadPoolExecutor streamLane;
    private final Map<EventLoop, Loop> loops = new ConcurrentHashMap<>();
    private final ChannelGroup listeners = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private volatile boolean closing;
    private int port;

    /**
     * Listens until closed.
     *
     * @throws StartException if it cannot listen there
     */
    public static HttpServer start(Handler handler, Options options) {
        List<InetAddress> addresses = addressesOf(options.bind());
        HttpServer server = new HttpServer(handler, options);
        try {
            server.listen(addresses, options);
        } catch (RuntimeException | Error problem) {
            server.close();
            throw problem;
        }
        return server;
    }

    /** Loads the classes that {@link #start} will need, and listens nowhere. Another thread has time for it. */
    public static void preload() {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("partita-preload", true), NioIoHandler.newFactory());
        try {
            new ServerBootstrap()
                    .group(group)
                    .channel(NioServerSocketChannel.class)
                    .childHandler(new ChannelInboundHandlerAdapter())
                    .register()
                    .awaitUninterruptibly()
                    .channel()
                    .close()
                    .awaitUninterruptibly();
        } finally {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    private HttpServer(Handler handler, Options options) {
        int cores = Runtime.getRuntime().availableProcessors();
        limits = options.limits();
        // With one loop more than there are cores no core rests while another's loops have work waiting.
        group = new MultiThreadIoEventLoopGroup(
                cores + 1,
                new DefaultThreadFactory("partita-http", true) {
                    @Override
                    protected Thread newThread(Runnable work, String name) {
                        return new LoopThread(threadGroup, work, name);
                    }
                },
                NioIoHandler.newFactory(
                        SelectorProvider.provider(),
                        () -> new EagerSelect(HttpServer::isAwaitingOneRequest, System::nanoTime)));
        slowLane = lane(Math.max(2, cores), "partita-slow");
        streamLane = lane(STREAM_THREADS, "partita-stream");
        front = new ConnectionContext(handler, options, slowLane, streamLane);
    }

    /** Whether a thread is one that reads requests and sends answers. Nothing ever interrupts those. */
    public static boolean isLoop(Thread thread) {
        return thread instanceof LoopThread;
    }

    private static boolean isAwaitingOneRequest() {
        return Thread.currentThread() instanceof LoopThread thread
                && thread.loop != null
                && thread.loop.isAwaitingOneRequest();
    }

    private static ThreadPoolExecutor lane(int threads, String name) {
        ThreadPoolExecutor lane = new ThreadPoolExecutor(
                threads,
                threads,
                10,
                TimeUnit.SECONDS,
                // A connection has one request in flight, so the queue is as long as there are connections, at most.
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(name, true));
        lane.allowCoreThreadTimeOut(true);
        return lane;
    }

    /** The port it listens on; the one chosen if 0 was asked for. */
    public int port() {
        return port;
    }

    /** How many connections are open now. */
    public int connections() {
        return connections.size();
    }

    /** Stops listening, lets requests in flight finish, answers them, and returns when all is quiet. */
    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        listeners.close().awaitUninterruptibly();
        loops.values().forEach(Loop::drain);
        if (!connections.newCloseFuture().awaitUninterruptibly(limits.drain().toMillis())) {
            connections.close().awaitUninterruptibly();
        }
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        slowLane.shutdown();
        streamLane.shutdown();
        try {
            // What the caller closes next may still be in use there.
            slowLane.awaitTermination(limits.drain().toMillis(), TimeUnit.MILLISECONDS);
            streamLane.awaitTermination(limits.drain().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen(List<InetAddress> addresses, Options options) {
        int most = limits.bytesOnTheWay();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                // A client may close its half once it has sent everything, and still wants the answer.
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(most / 4, most))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        opened(channel);
                    }
                });
        port = options.port();
        for (InetAddress address : addresses) {
            ChannelFuture bound = bootstrap.bind(address, port).awaitUninterruptibly();
            if (bound.isSuccess()) {
                listeners.add(bound.channel());
                port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
            } else if (listeners.isEmpty()) {
                throw cannotBind(options, bound.cause());
            }
            // Otherwise this machine has no IPv6, or its port is taken there: IPv4 serves as well.
        }
    }

    private void opened(Channel channel) {
        Loop loop = loops.computeIfAbsent(channel.eventLoop(), eventLoop -> new Loop(eventLoop, front, limits));
        if (Thread.currentThread() instanceof LoopThread thread) {
            thread.loop = loop;
        }
        boolean opens = front.opens(channel);
        if (front.isCrowded()) {
            loops.values().forEach(Loop::closeIdlest);
        }
        if (!opens) {
            HttpAnswer answer = front.answer(Refusal.Reason.TOO_MANY_CONNECTIONS, "Too many connections.");
            ByteBuf bytes = loop.replies().encode(channel.alloc(), answer, null, answer.length(), false, false);
            channel.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        connections.add(channel);
        channel.pipeline().addLast(new Connection(front, loop));
        if (closing) {
            channel.close();
        }
    }

    private static StartException cannotBind(Options options, Throwable cause) {
        String where = options.bind() + ":" + options.port();
        if (cause instanceof BindException && String.valueOf(cause.getMessage()).contains("in use")) {
            return new StartException(
                    StartException.Reason.PORT_IN_USE, "Port " + options.port() + " is already in use.", cause);
        }
        return new StartException(
                StartException.Reason.CANNOT_BIND,
                "Cannot listen on " + where + ": " + cause.getMessage() + ".",
                cause);
    }

    private static List<InetAddress> addressesOf(String bind) {
        try {
            List<InetAddress> addresses = new ArrayList<>();
            if (bind.equalsIgnoreCase("localhost")) {
                addresses.add(InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1}));
                byte[] six = new byte[16];
                six[15] = 1;
                addresses.add(InetAddress.getByAddress("localhost", six));
            } else {
                addresses.add(InetAddress.getByName(bind));
            }
            return addresses;
        } catch (UnknownHostException unknown) {
            throw new StartException(
                    StartException.Reason.CANNOT_BIND,
                    "Cannot listen on '" + bind + "': no such address on this machine.",
                    unknown);
        }
    }
}
