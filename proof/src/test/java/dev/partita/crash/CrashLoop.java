package dev.partita.crash;

import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntPredicate;

/** Starts a server, lets clients work, kills it at a random moment, starts it again, checks; and so on. */
final class CrashLoop {

    /** What a loop found. */
    record Outcome(
            int cycles,
            long checkedWrites,
            long lostItems,
            long cutBytes,
            List<String> violations,
            Duration slowestStart) {}

    private static final int CLIENTS = 8;
    private static final int SHOWN_VIOLATIONS = 20;
    private static final int SHORTEST_LOAD_MILLIS = 200;
    private static final int LONGEST_LOAD_MILLIS = 2000;

    /** Then a new directory is begun: what has to be compared after each cycle grows. */
    private static final int CYCLES_PER_DIRECTORY = 100;

    private final Path directory;
    private final long seed;
    private final SplittableRandom random;
    private final PowerCut powerCut;
    private final List<String> options;

    /** {@code powerCut} is null for a plain kill. */
    CrashLoop(Path directory, long seed, PowerCut powerCut, String... options) {
        this.directory = directory;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.powerCut = powerCut;
        this.options = List.of(options);
    }

    /** One directory after another, until the budget is used up or a write is lost. */
    static Figures figures(Budget budget, long seed, boolean isPowerCut) throws Exception {
        Path parent = Files.createDirectories(Path.of("target", "crash").toAbsolutePath());
        SplittableRandom seeds = new SplittableRandom(seed);
        long cycles = 0;
        long checked = 0;
        long cutBytes = 0;
        Duration slowestStart = Duration.ZERO;
        List<String> violations = List.of();
        while (violations.isEmpty() && budget.allowsMore(cycles)) {
            Path directory = Files.createTempDirectory(parent, isPowerCut ? "power-cut-" : "kill-");
            CrashLoop loop =
                    new CrashLoop(directory, seeds.nextLong(), isPowerCut ? PowerCut.prepare(directory) : null);
            long before = cycles;
            Outcome outcome = loop.run(done -> done < CYCLES_PER_DIRECTORY && budget.allowsMore(before + done));
            cycles += outcome.cycles();
            checked += outcome.checkedWrites();
            cutBytes += outcome.cutBytes();
            slowestStart = slowestStart.compareTo(outcome.slowestStart()) < 0 ? outcome.slowestStart() : slowestStart;
            violations = outcome.violations().stream()
                    .map(violation -> violation + " (" + loop + ")")
                    .toList();
            if (violations.isEmpty()) {
                loop.removeFiles();
            }
        }
        String remark = "slowest start " + slowestStart.toMillis() + " ms"
                + (isPowerCut ? String.format(", %,d bytes cut", cutBytes) : "");
        if (isPowerCut && cutBytes == 0) {
            violations = List.of("no cut took anything: the test does not test");
        }
        return new Figures(cycles, checked, cycles, violations, remark);
    }

    /** Stops at the first violation: after it nothing can be said about what follows. */
    Outcome run(IntPredicate allowsMore) throws Exception {
        Path data = directory.resolve("data");
        List<Client> clients = new ArrayList<>();
        for (int id = 0; id < CLIENTS; id++) {
            clients.add(new Client(id, random.split()));
        }
        Checker checker = new Checker(clients);
        long cutBytes = 0;
        Duration slowestStart = Duration.ZERO;
        ServerProcess server = start(data);
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            try (Api api = new Api(server.port())) {
                Tables.create(api);
                checker.begin(api);
            }
            int cycle = 0;
            while (allowsMore.test(cycle) && checker.violations().isEmpty()) {
                load(clients, server, threads);
                if (powerCut != null) {
                    cutBytes += powerCut.cut(data, random);
                }
                server = start(data);
                if (server.startTime().compareTo(slowestStart) > 0) {
                    slowestStart = server.startTime();
                }
                try (Api api = new Api(server.port())) {
                    checker.check(api);
                }
                cycle++;
            }
            return new Outcome(
                    cycle,
                    checker.checkedWrites(),
                    checker.lostItems(),
                    cutBytes,
                    checker.violations().stream().limit(SHOWN_VIOLATIONS).toList(),
                    slowestStart);
        } finally {
            threads.shutdownNow();
            server.kill();
        }
    }

    /** For whoever has to find out what happened, nothing is removed after a failure. */
    void removeFiles() throws IOException {
        Directories.remove(directory);
    }

    private ServerProcess start(Path data) throws IOException, InterruptedException {
        Map<String, String> environment = powerCut == null ? Map.of() : powerCut.environment();
        return ServerProcess.start(data, directory.resolve("server.log"), environment, options.toArray(String[]::new));
    }

    private void load(List<Client> clients, ServerProcess server, ExecutorService threads) throws Exception {
        int port = server.port();
        List<CompletableFuture<Void>> running = clients.stream()
                .map(client -> CompletableFuture.runAsync(() -> client.runUntilCut(port), threads))
                .toList();
        Thread.sleep(random.nextInt(SHORTEST_LOAD_MILLIS, LONGEST_LOAD_MILLIS));
        server.kill();
        for (CompletableFuture<Void> client : running) {
            client.get();
        }
    }

    @Override
    public String toString() {
        return "seed " + seed + ", files in " + directory;
    }
}
