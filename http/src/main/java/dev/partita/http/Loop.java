package dev.partita.http;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the connections of one event loop share. Everything but {@link #completed} is called from that loop only, so
 * there is nothing to lock.
 */
final class Loop {

    private static final long SHORTEST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EventLoop eventLoop;
    private final ConnectionContext front;
    private final Replies replies;
    private final WaitingAnswers waitingAnswers;
    private final byte[] scratch;
    private final long sweepNanos;
    private final Set<Connection> connections = new HashSet<>();
    private ScheduledFuture<?> sweep;

    /** Connections whose answer another thread has brought, linked by {@link Connection#nextCompleted}. */
    private final AtomicReference<Connection> completed = new AtomicReference<>();

    private final Runnable answerCompleted = this::answerCompleted;

    Loop(EventLoop eventLoop, ConnectionContext front, HttpLimits limits) {
        this.eventLoop = eventLoop;
        this.front = front;
        this.replies = front.newReplies(Clock.systemUTC());
        this.waitingAnswers = front.waitingAnswers();
        this.scratch = new byte[limits.lineBytes() + limits.headerBytes() + 64];
        long shortest = Math.min(
                Math.min(limits.headerTime().toNanos(), limits.bodyGrace().toNanos()),
                Math.min(limits.idle().toNanos(), limits.linger().toNanos()));
        this.sweepNanos =
                Math.max(TimeUnit.MILLISECONDS.toNanos(5), Math.min(TimeUnit.SECONDS.toNanos(1), shortest / 4));
    }

    Replies replies() {
        return replies;
    }

    /** Whether nobody is connected but one, and nothing is to be done but to wait for its next request. */
    boolean isAwaitingOneRequest() {
        return connections.size() == 1
                && front.isForOne()
                && connections.iterator().next().isIdle();
    }

    /** Room to look at a request's head; used within one call. */
    byte[] scratch() {
        return scratch;
    }

    void opened(Connection connection) {
        connections.add(connection);
        if (sweep == null) {
            sweep = eventLoop.scheduleWithFixedDelay(this::sweep, sweepNanos, sweepNanos, TimeUnit.NANOSECONDS);
        }
    }

    void closed(Connection connection) {
        connections.remove(connection);
        if (connections.isEmpty() && sweep != null) {
            sweep.cancel(false);
            sweep = null;
        }
    }

    /**
     * From any thread: {@code connection} has an answer. A group commit brings many at once; only the first of them
     * wakes the loop.
     */
    void completed(Connection connection) {
        Connection head;
        do {
            head = completed.get();
            connection.nextCompleted = head;
        } while (!completed.compareAndSet(head, connection));
        if (head == null) {
            eventLoop.execute(answerCompleted);
        }
    }

    /** Asks every connection to end once it has answered what it is working on. */
    void drain() {
        eventLoop.execute(() -> copyOfConnections().forEach(Connection::drain));
    }

    /** From any thread: there are too many connections, so the one without a request for the longest time goes. */
    void closeIdlest() {
        eventLoop.execute(() -> {
            long now = System.nanoTime();
            connections.stream()
                    // One that was just opened is about to send something.
                    .filter(connection -> connection.isIdle() && now - connection.movedAtNanos() > SHORTEST_IDLE_NANOS)
                    .min(Comparator.comparingLong(connection -> connection.movedAtNanos() - now))
                    .ifPresent(Connection::drain);
        });
    }

    private void answerCompleted() {
        Connection connection = completed.getAndSet(null);
        while (connection != null) {
            // Answering may run the next request, which may complete and link this connection again.
            Connection next = connection.nextCompleted;
            connection.nextCompleted = null;
            try {
                connection.answerCompleted();
            } catch (RuntimeException problem) {
                // The others wait, too.
                connection.fail(problem);
            }
            connection = next;
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        copyOfConnections().forEach(connection -> connection.checkTime(now));
        waitingAnswers.makeRoom();
    }

    /** A connection that closes takes itself out of the set. */
    private List<Connection> copyOfConnections() {
        return new ArrayList<>(connections);
    }
}
