package dev.partita.load;

import dev.partita.crash.Api;
import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes come four times as fast as the server can take them, whether or not it answers: what it refuses it refuses as throttling, what it
 * accepts is there, it goes on doing useful work, and its memory does not grow.
 *
 * <p>Clients and server share the processors, so what the server does is counted per second of its own processor time. Clients let at most
 * {@value #CONNECTIONS} requests wait; to serve each of those once takes its time at any speed, and is allowed for. Times are judged only where
 * the machine is ours, as in {@code ./soak}; {@code ./verify} prints them.
 */
public final class Overload extends Family {

    static final int CONNECTIONS = 200;
    private static final int SUSTAINED_CONNECTIONS = 64;
    private static final int FACTOR = 4;
    private static final double LEAST_GOODPUT = 0.8;
    private static final double MOST_DELAY = 5;

    private static final Duration IDLE = Duration.ofMillis(700);
    private static final Duration PEAK = Duration.ofSeconds(2);
    private static final Duration STORM = Duration.ofSeconds(4);

    /** Who has waited so long for a connection gives up, as a user does. */
    private static final long PATIENCE_NANOS = 200_000_000L;

    private static final int ROUNDS_TO_COMPARE = 12;
    private static final long GROWTH_MB = 80;

    /** What one phase came to, over all rounds. */
    private static final class Phase {
        private final AtomicLong done = new AtomicLong();
        private final AtomicLong refused = new AtomicLong();
        private final AtomicLong givenUp = new AtomicLong();
        /** How many took how long; each bucket's times are a twentieth longer than those of the one before. */
        private final AtomicLongArray times = new AtomicLongArray(600);

        private double seconds;
        private double serverSeconds;

        double perSecond() {
            return done.get() / seconds;
        }

        double perServerSecond() {
            return done.get() / Math.max(serverSeconds, 0.001);
        }

        void took(long nanos) {
            int bucket = (int) (Math.log(Math.max(nanos, 1)) / Math.log(1.05));
            times.incrementAndGet(Math.min(bucket, times.length() - 1));
        }

        double p99Millis() {
            long all = 0;
            for (int i = 0; i < times.length(); i++) {
                all += times.get(i);
            }
            long below = 0;
            int bucket = 0;
            while (bucket < times.length() - 1 && below + times.get(bucket) < 0.99 * all) {
                below += times.get(bucket++);
            }
            return Math.pow(1.05, bucket + 1) / 1e6;
        }
    }

    private final Phase idle = new Phase();
    private final Phase peak = new Phase();
    private final Phase storm = new Phase();

    public Overload() {
        super("R16", "four times too much load", "storms", 3);
    }

    @Override
    public boolean isTimed() {
        return true;
    }

    @Override
    public String lacks() {
        return Memory.lacks();
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        List<String> violations = new ArrayList<>();
        List<Long> resident = new ArrayList<>();
        long[] acknowledged = new long[CONNECTIONS];
        long rounds = 0;
        long checked = 0;
        long peakMb = 0;
        LoadedServer server = new LoadedServer("overload");
        try (server) {
            // Not counted: the server's code is compiled meanwhile.
            phase(server, new Phase(), SUSTAINED_CONNECTIONS, 0, PEAK, acknowledged, violations);
            while (violations.isEmpty() && server.isAlive() && budget.allowsMore(rounds)) {
                rounds++;
                phase(server, idle, 1, 0, IDLE, acknowledged, violations);
                phase(server, peak, SUSTAINED_CONNECTIONS, 0, PEAK, acknowledged, violations);
                phase(server, storm, CONNECTIONS, FACTOR * peak.perSecond(), STORM, acknowledged, violations);
                checked += compare(server, acknowledged, violations);
                resident.add(Memory.residentMb(server.pid()));
            }
            if (!server.isAlive()) {
                violations.add("the server died; see " + server.log());
            } else {
                peakMb = Memory.peakMb(server.pid());
            }
            violations.addAll(Memory.complaints(server.log()));
        }
        if (peakMb > Memory.MOST_MB) {
            violations.add("the server took " + peakMb + " MB, more than " + Memory.MOST_MB);
        }
        // While the table grows, the store's caches fill up; from then on there is nothing to grow.
        int filled = 2 * resident.size() / 3;
        if (resident.size() >= ROUNDS_TO_COMPARE
                && resident.get(resident.size() - 1) > resident.get(filled) + GROWTH_MB) {
            violations.add("memory grows: " + resident + " MB after each storm");
        }
        double goodput = storm.perServerSecond() / peak.perServerSecond();
        double allowedMillis = MOST_DELAY * (idle.p99Millis() + 1000 * CONNECTIONS / peak.perSecond());
        if (budget.isTime() && goodput < LEAST_GOODPUT) {
            violations.add(String.format("only %.0f %% of the useful work was done", 100 * goodput));
        }
        if (budget.isTime() && storm.p99Millis() > allowedMillis) {
            violations.add(String.format("p99 of %.0f ms, more than %.0f", storm.p99Millis(), allowedMillis));
        }
        if (violations.isEmpty()) {
            server.removeFiles();
        }
        List<String> all = violations.stream()
                .map(violation -> violation + " (seed " + seed + ", files in " + server.directory() + ")")
                .toList();
        return new Figures(rounds, checked + storm.done.get(), rounds, all, inWords(goodput, allowedMillis, peakMb));
    }

    private String inWords(double goodput, double allowedMillis, long peakMb) {
        return String.format(
                "%,.0f writes a second at most, in storms %,.0f (%.0f %% by processor time) and %,d throttled, %,d given up by clients,"
                        + " p99 %.1f ms idle, %.0f ms in storms (%.0f allowed), at most %d MB",
                peak.perSecond(),
                storm.perSecond(),
                100 * goodput,
                storm.refused.get(),
                storm.givenUp.get(),
                idle.p99Millis(),
                storm.p99Millis(),
                allowedMillis,
                peakMb);
    }

    /** @param perSecond how fast requests come, answered or not; 0 for each as soon as the one before it is answered */
    private static void phase(
            LoadedServer server,
            Phase phase,
            int connections,
            double perSecond,
            Duration time,
            long[] acknowledged,
            List<String> violations)
            throws InterruptedException {
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        AtomicLong arrivals = new AtomicLong();
        Duration cpuBefore = cpu(server);
        long started = System.nanoTime();
        long end = started + time.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            int client = i;
            threads.add(new Thread(() -> {
                try (Api api = new Api(server.port())) {
                    while (System.nanoTime() < end && wrong.isEmpty()) {
                        if (perSecond == 0 || isDue(started, perSecond, arrivals, phase)) {
                            write(api, client, phase, acknowledged, wrong);
                        }
                    }
                } catch (IOException e) {
                    wrong.add("client " + client + " was cut off: " + e);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        phase.seconds += (System.nanoTime() - started) / 1e9;
        phase.serverSeconds += cpu(server).minus(cpuBefore).toNanos() / 1e9;
        violations.addAll(wrong);
    }

    /** Waits for the next request's time; false if that is long over. */
    private static boolean isDue(long started, double perSecond, AtomicLong arrivals, Phase phase) {
        long due = started + (long) (arrivals.getAndIncrement() * 1e9 / perSecond);
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
            LockSupport.parkNanos(wait);
        }
        if (System.nanoTime() - due > PATIENCE_NANOS) {
            phase.givenUp.incrementAndGet();
            return false;
        }
        return true;
    }

    private static void write(
            Api api, int client, Phase phase, long[] acknowledged, ConcurrentLinkedQueue<String> wrong)
            throws IOException {
        long next = acknowledged[client] + 1;
        Map<String, Object> item = Map.of(
                "pk", Map.of("S", "client" + client), "sk", Map.of("N", "1"), "n", Map.of("N", String.valueOf(next)));
        long sent = System.nanoTime();
        Api.Reply reply = api.send("PutItem", Map.of("TableName", LoadedServer.TABLE, "Item", item));
        if (reply.succeeded()) {
            phase.took(System.nanoTime() - sent);
            phase.done.incrementAndGet();
            acknowledged[client] = next;
        } else if (Neighbour.isThrottling(reply)) {
            phase.refused.incrementAndGet();
        } else {
            wrong.add("not a throttling error: " + reply);
        }
    }

    /** What was acknowledged last is there, and nothing that was refused. */
    private static long compare(LoadedServer server, long[] acknowledged, List<String> violations) throws IOException {
        try (Api api = new Api(server.port())) {
            for (int client = 0; client < acknowledged.length; client++) {
                Map<String, Object> key = Map.of("pk", Map.of("S", "client" + client), "sk", Map.of("N", "1"));
                Object item = api.call("GetItem", Map.of("TableName", LoadedServer.TABLE, "Key", key))
                        .get("Item");
                long found =
                        item == null ? 0 : Long.parseLong((String) ((Map<?, ?>) ((Map<?, ?>) item).get("n")).get("N"));
                if (found != acknowledged[client]) {
                    violations.add("write " + acknowledged[client] + " of client " + client
                            + " was acknowledged last, and the item is of write " + found);
                }
            }
        }
        return acknowledged.length;
    }

    private static Duration cpu(LoadedServer server) {
        return ProcessHandle.of(server.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }
}
