package dev.partita.bench;

import com.sun.management.ThreadMXBean;
import dev.partita.embedded.Partita;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Measures typed reads in this process, when everything is warm: in each round a while of each way, so that whatever else the
 * machine does meets all of them. Everything happens on the calling thread, whose processor time is what counts.
 */
final class TypedCalls {

    private static final int USERS = 50;
    private static final int WARM_UP_ROUNDS = 2;
    private static final int GETS = 10_000;
    private static final int QUERIES = 2_000;

    private static volatile Object sink;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<TypedWay, TypedClient> clients = new EnumMap<>(TypedWay.class);

    private TypedCalls(Partita partita) {
        for (TypedWay way : TypedWay.values()) {
            clients.put(way, way.on(partita));
        }
    }

    /** Prints a line for each measurement: way, operation, microseconds, bytes. */
    public static void main(String[] words) {
        int rounds = Integer.parseInt(words[0]);
        try (Partita partita = Partita.inMemory()) {
            Histories.fill(partita, USERS);
            TypedCalls calls = new TypedCalls(partita);
            for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
                calls.round(round >= 0);
            }
        }
    }

    private void round(boolean counts) {
        clients.forEach((way, client) ->
                measure(way, "get", GETS, i -> client.history(Histories.id(i % (USERS * Histories.PER_USER))), counts));
        clients.forEach((way, client) ->
                measure(way, "query", QUERIES, i -> client.userHistory(Histories.user(i % USERS)), counts));
    }

    private void measure(TypedWay way, String operation, int times, IntFunction<Object> call, boolean counts) {
        long bytes = threads.getCurrentThreadAllocatedBytes();
        long nanos = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < times; i++) {
            sink = call.apply(i);
        }
        nanos = threads.getCurrentThreadCpuTime() - nanos;
        bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
        if (counts) {
            System.out.printf(Locale.ROOT, "%s %s %.3f %d%n", way, operation, nanos / 1e3 / times, bytes / times);
        }
    }
}
