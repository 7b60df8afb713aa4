package dev.partita.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What a client may ask of the transport before it is refused; {@link #defaults()} are meant for use, smaller ones for
 * tests.
 *
 * @param bodyBytes a body, as sent and again after gunzip
 * @param lineBytes the request line
 * @param headerBytes all header fields together
 * @param headerTime from the first byte of a request to the end of its header
 * @param bodyGrace how long a body may come at any speed
 * @param bodyBytesPerSecond what it must reach, on average, after that
 * @param idle how long a connection may stay without a request
 * @param linger how long a refused client's remaining bytes are read, so that it sees the answer and not a reset
 * @param connections open at once
 * @param connectionsPerAddress open at once from one address other than this machine's
 * @param inFlightBytes memory for requests being read or run, counted as twice the body and 8 kB each
 * @param queueTime how long a slow operation may wait for a thread
 * @param drain how long {@link HttpServer#close()} waits for requests in flight
 */
public record HttpLimits(
        int bodyBytes,
        int lineBytes,
        int headerBytes,
        Duration headerTime,
        Duration bodyGrace,
        int bodyBytesPerSecond,
        Duration idle,
        Duration linger,
        int connections,
        int connectionsPerAddress,
        long inFlightBytes,
        Duration queueTime,
        Duration drain) {

    private static final long MIB = 1024 * 1024;
    private static final int MOST_CONNECTIONS = 1000;
    private static final int LEAST_CONNECTIONS = 64;
    private static final int OWN_FILES = 700;
    private static final int LEAST_BYTES_ON_THE_WAY = 16 * 1024;
    private static final int MOST_BYTES_ON_THE_WAY = 256 * 1024;

    public static HttpLimits defaults() {
        return new HttpLimits(
                (int) (16 * MIB),
                16 * 1024,
                16 * 1024,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                1024,
                // Many clients give up an idle connection after 60 s, the AWS SDK among them. Ours must live longer, or
                // one could send a request into a connection we are just closing.
                Duration.ofSeconds(70),
                Duration.ofSeconds(2),
                connections(openFiles()),
                100,
                // The largest body takes 32 MiB.
                Math.max(40 * MIB, Runtime.getRuntime().maxMemory() / 4),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10));
    }

    /**
     * How many connections there may be, where a process may have so many files open. The store, the journal and the program itself
     * need several hundred; without one left for them writes would fail. Two servers share the rest.
     */
    static int connections(long files) {
        return (int) Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, (files - OWN_FILES) / 2));
    }

    /** How many files this process should be allowed to have open and is not; 0 when they suffice. */
    public static long lackingFiles() {
        return Math.max(0, OWN_FILES + 2L * LEAST_CONNECTIONS - openFiles());
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /**
     * How much of its answers a connection may leave unread before no more of them are made: it lies outside of the heap, in no
     * budget, and all connections of two servers together must find room beside what is counted.
     */
    int bytesOnTheWay() {
        return (int) Math.max(
                LEAST_BYTES_ON_THE_WAY,
                Math.min(MOST_BYTES_ON_THE_WAY, inFlightBytes / (2L * Math.max(1, connections))));
    }

    public HttpLimits withTimes(Duration newHeaderTime, Duration newBodyGrace, Duration newIdle) {
        return with(newHeaderTime, newBodyGrace, newIdle, connections, connectionsPerAddress, inFlightBytes, drain);
    }

    public HttpLimits withConnections(int total, int perAddress) {
        return with(headerTime, bodyGrace, idle, total, perAddress, inFlightBytes, drain);
    }

    public HttpLimits withInFlightBytes(long newInFlightBytes) {
        return with(headerTime, bodyGrace, idle, connections, connectionsPerAddress, newInFlightBytes, drain);
    }

    public HttpLimits withDrain(Duration newDrain) {
        return with(headerTime, bodyGrace, idle, connections, connectionsPerAddress, inFlightBytes, newDrain);
    }

    private HttpLimits with(
            Duration newHeaderTime,
            Duration newBodyGrace,
            Duration newIdle,
            int total,
            int perAddress,
            long newInFlightBytes,
            Duration newDrain) {
        return new HttpLimits(
                bodyBytes,
                lineBytes,
                headerBytes,
                newHeaderTime,
                newBodyGrace,
                bodyBytesPerSecond,
                newIdle,
                linger,
                total,
                perAddress,
                newInFlightBytes,
                queueTime,
                newDrain);
    }
}
