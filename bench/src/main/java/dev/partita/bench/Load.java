package dev.partita.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.IntFunction;

/**
 * A closed loop of requests: each connection sends its next request when the last one was answered.
 *
 * <p>One thread drives all connections, so that on a small machine the servers keep nearly all of the processor.
 */
final class Load implements AutoCloseable {

    private static final long SILENCE_MILLIS = 60_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What one run did; latencies are in the histogram. */
    record Outcome(Latencies latencies, double seconds, double clientCpuMicros) {
        double perSecond() {
            return latencies.total() / seconds;
        }
    }

    /** Makes the requests of one connection. */
    interface Source {
        /** Readies the next request, or null when this connection has nothing more to send. */
        ByteBuffer next();
    }

    private final Selector selector;
    private final Connection[] connections;
    private long deadlineNanos;
    private int busy;
    private Latencies latencies = new Latencies();

    Load(int port, int count) {
        try {
            // Connected before the selector is opened: whoever tries until a server answers must not leave selectors
            // behind.
            SocketChannel[] channels = new SocketChannel[count];
            for (int i = 0; i < count; i++) {
                channels[i] = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            }
            selector = Selector.open();
            ByteBuffer incoming = ByteBuffer.allocateDirect(256 << 10);
            connections = new Connection[count];
            for (int i = 0; i < count; i++) {
                channels[i].setOption(StandardSocketOptions.TCP_NODELAY, true);
                channels[i].configureBlocking(false);
                connections[i] = new Connection(channels[i], new ResponseReader(incoming));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs until the time is over or all sources ran dry, and until every answer is in. */
    Outcome run(double seconds, IntFunction<Source> sourceOf) {
        try {
            latencies = new Latencies();
            busy = connections.length;
            long cpu = THREADS.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            deadlineNanos = start + (long) (seconds * 1e9);
            for (int i = 0; i < connections.length; i++) {
                connections[i].source = sourceOf.apply(i);
                connections[i].sendNext(start);
            }
            while (busy > 0) {
                if (selector.select(this::serve, SILENCE_MILLIS) == 0) {
                    throw new IOException("no answer within " + SILENCE_MILLIS / 1000 + " s");
                }
            }
            long end = System.nanoTime();
            double micros = (THREADS.getCurrentThreadCpuTime() - cpu) / 1000.0 / Math.max(1, latencies.total());
            return new Outcome(latencies, (end - start) / 1e9, micros);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One request outside any measurement; answers the whole response. */
    String ask(ByteBuffer request) {
        run(1e6, i -> new Source() {
            private boolean sent = i > 0;

            @Override
            public ByteBuffer next() {
                ByteBuffer next = sent ? null : request;
                sent = true;
                return next;
            }
        });
        return connections[0].reader.text();
    }

    private void serve(SelectionKey key) {
        try {
            ((Connection) key.attachment()).serve();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            for (Connection connection : connections) {
                connection.channel.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Connection {
        private final SocketChannel channel;
        private final ResponseReader reader;
        private final SelectionKey key;
        private Source source;
        private ByteBuffer request;
        private long sentNanos;

        Connection(SocketChannel channel, ResponseReader reader) throws IOException {
            this.channel = channel;
            this.reader = reader;
            this.key = channel.register(selector, SelectionKey.OP_READ, this);
        }

        void serve() throws IOException {
            if (request.hasRemaining()) {
                flush();
            } else if (reader.read(channel)) {
                long now = System.nanoTime();
                latencies.record(now - sentNanos);
                if (!reader.ok()) {
                    throw new IOException("not answered with 200: " + reader.text());
                }
                sendNext(now);
            }
        }

        void sendNext(long now) throws IOException {
            request = now < deadlineNanos ? source.next() : null;
            if (request == null) {
                busy--;
                return;
            }
            reader.reset();
            sentNanos = now;
            flush();
        }

        private void flush() throws IOException {
            channel.write(request);
            int interest = request.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
            if (key.interestOps() != interest) {
                key.interestOps(interest);
            }
        }
    }
}
