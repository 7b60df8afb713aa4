package dev.partita.bench;

import dev.partita.bench.BenchArguments.Stage;
import dev.partita.bench.Contender.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Measures Partita and DynamoDB Local side by side and says how far ahead each is. */
public final class Bench {

    private static final List<String> SMALL_HEAP = List.of("-Xmx256m");
    private static final int SMALL = 1_000;
    private static final int TYPED_ROUNDS = 9;
    private static final int FIRST_CALLS = 5;
    private static final int HISTORIES = 5_000;
    private static final Duration REST_STEP = Duration.ofMillis(2500);
    private static final Duration REST_AT_MOST = Duration.ofSeconds(60);

    private final BenchArguments arguments;
    private final Setup setup;
    private final PrintStream out;
    private final Results results = new Results();

    private Bench(BenchArguments arguments, Setup setup, PrintStream out) {
        this.arguments = arguments;
        this.setup = setup;
        this.out = out;
    }

    public static void main(String[] words) throws IOException {
        if (List.of(words).contains("--help")) {
            System.out.print(BenchArguments.HELP);
            return;
        }
        BenchArguments arguments;
        try {
            arguments = BenchArguments.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + BenchArguments.HELP);
            System.exit(2);
            return;
        }
        Setup setup = Setup.below(arguments.root());
        try {
            Bench bench = new Bench(arguments, setup, System.out);
            if (arguments.profile()) {
                bench.profile();
            } else {
                bench.compare();
            }
        } finally {
            delete(setup.runDirectory());
        }
    }

    private void compare() throws IOException {
        if (arguments.stages().contains(Stage.START)) {
            measureStarts();
        }
        if (arguments.stages().contains(Stage.SPEED)) {
            measureSpeed();
        }
        if (arguments.stages().contains(Stage.GROWTH)) {
            measureGrowth();
        }
        if (arguments.stages().contains(Stage.TYPED)) {
            measureTyped();
        }
        if (arguments.stages().contains(Stage.SERVICE)) {
            measureService();
        }
        if (arguments.stages().contains(Stage.LONE)) {
            measureLone();
        }
        if (arguments.stages().contains(Stage.BULK)) {
            measureBulk();
        }
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        out.println();
        out.print(new RunReport(results, arguments).text());
        Path directory = Files.createDirectories(arguments.root().resolve("bench-results"));
        String name = now.toString().replace(":", "");
        Files.writeString(directory.resolve(name + ".json"), new ResultsJson(results, arguments).text(now));
        String chart = results.bulk().isEmpty() ? new Chart(results).svg() : new BulkChart(results.bulk()).svg();
        Files.writeString(directory.resolve(name + ".svg"), chart);
        if (arguments.chart() != null) {
            Files.writeString(arguments.root().resolve(arguments.chart()), chart);
        }
        out.println("\nwritten: bench-results/" + name + ".json and .svg");
    }

    private void measureStarts() {
        for (int i = 0; i < arguments.starts(); i++) {
            for (Kind kind : inTurn(i)) {
                try (Contender contender = Contender.start(kind, setup, List.of(), true)) {
                    results.addStart(kind, contender.startSeconds());
                    say("start %d of %d: %s %.2f s", i + 1, arguments.starts(), kind.title(), contender.startSeconds());
                }
            }
        }
    }

    private void measureSpeed() {
        say("a sync of this disk takes %,.0f µs", Machine.syncMicros(setup.runDirectory()));
        List<Contender> contenders = new ArrayList<>();
        try {
            for (Kind kind : inTurn(0)) {
                Contender contender = Contender.start(kind, setup, List.of(), false);
                contenders.add(contender);
                contender.load(arguments.loaded());
                say("%s holds %,d orders", kind.title(), arguments.loaded());
                warmUp(contender, inOrder(arguments.workloads()));
            }
            for (int round = 0; round < arguments.rounds(); round++) {
                for (Workload workload : inOrder(arguments.workloads())) {
                    for (int connections : arguments.connections()) {
                        for (Contender contender : contenders) {
                            rest(contenders);
                            measure(contender, workload, connections, round);
                        }
                    }
                }
                // Whoever went second goes first in the next round.
                Collections.reverse(contenders);
            }
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    private void measure(Contender contender, Workload workload, int connections, int round) {
        measure(contender, workload, connections, round, null);
    }

    private void measure(Contender contender, Workload workload, int connections, int round, Neighbour neighbour) {
        Measurement measurement = Measurement.take(contender, workload, connections, arguments.seconds(), neighbour);
        results.add(measurement);
        say(
                "round %d of %d: %-15s %2d connections %-14s %,9.0f/s p50 %,7.0f µs p99 %,7.0f µs"
                        + " server %,6.0f µs client %,4.0f µs others %2.0f %%",
                round + 1,
                arguments.rounds(),
                workload.title(),
                connections,
                contender.kind().title(),
                measurement.perSecond(),
                measurement.p50Micros(),
                measurement.p99Micros(),
                measurement.serverCpuMicros(),
                measurement.clientCpuMicros(),
                100 * measurement.foreignShare());
    }

    /** One connection, on an idle machine and beside a busy thread; and what a bare server reaches there. */
    private void measureLone() {
        List<Contender> contenders = new ArrayList<>();
        try {
            for (Kind kind : inTurn(0)) {
                Contender contender = Contender.start(kind, setup, List.of(), false);
                contenders.add(contender);
                contender.load(arguments.loaded());
                warmUp(contender, LoneReport.WORKLOADS);
            }
            contenders.add(Contender.start(Kind.BARE, setup, List.of(), false));
            for (int round = 0; round < arguments.rounds(); round++) {
                for (Workload workload : LoneReport.WORKLOADS) {
                    for (Contender contender : contenders) {
                        if (contender.kind() != Kind.BARE || workload == Workload.PUT_ITEM) {
                            rest(contenders);
                            measure(contender, workload, 1, round);
                            try (Neighbour neighbour = new Neighbour()) {
                                say("the same beside a busy thread:");
                                measure(contender, workload, 1, round, neighbour);
                            }
                        }
                    }
                }
                Collections.reverse(contenders);
            }
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    /** A table filled with millions of orders, and reads before, in between and after. */
    private void measureBulk() {
        try (Contender contender = Contender.start(Kind.PARTITA, setup, List.of(), false)) {
            contender.load(SMALL);
            for (Workload workload : List.of(Workload.GET_ITEM, Workload.QUERY)) {
                Measurement.take(contender, workload, 16, arguments.warmUpSeconds());
            }
            results.add(growth(contender, SMALL));
            Bulk bulk = new Bulk(contender);
            results.addBulk(
                    bulk.load(
                            arguments.bulk(),
                            Math.max(25, arguments.bulk() / 100),
                            step -> say(
                                    "%,d orders after %,.0f s, %,.0f a second",
                                    step.orders(), step.seconds(), step.perSecond())),
                    bulk.refused(),
                    bulk.givenUp());
            results.add(growth(contender, arguments.bulk()));
        }
    }

    /**
     * Waits until neither server has work left over from the operation before: files to merge, garbage to collect. It would
     * be charged to the next operation, or to the other server.
     */
    private static void rest(List<Contender> contenders) {
        long end = System.nanoTime() + REST_AT_MOST.toNanos();
        double before = contenders.stream().mapToDouble(Contender::cpuSeconds).sum();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(REST_STEP.toNanos());
            double now = contenders.stream().mapToDouble(Contender::cpuSeconds).sum();
            if (now - before < 0.05 * REST_STEP.toMillis() / 1000) {
                return;
            }
            before = now;
        }
    }

    private void measureGrowth() {
        for (Kind kind : inTurn(0)) {
            List<String> options = kind == Kind.PARTITA ? SMALL_HEAP : List.of();
            try (Contender contender = Contender.start(kind, setup, options, false)) {
                contender.load(SMALL);
                for (Workload workload : List.of(Workload.GET_ITEM, Workload.QUERY)) {
                    Measurement.take(contender, workload, 16, arguments.warmUpSeconds());
                }
                results.add(growth(contender, SMALL));
                contender.load(arguments.grown());
                results.add(growth(contender, arguments.grown()));
            }
        }
    }

    private Results.Growth growth(Contender contender, int orders) {
        rest(List.of(contender));
        double get = medianLatency(contender, Workload.GET_ITEM);
        double query = medianLatency(contender, Workload.QUERY);
        double resident = contender.residentMegabytes();
        say(
                "%s with %,d orders: %,.0f MB, GetItem %.0f µs, Query %.0f µs",
                contender.kind().title(), orders, resident, get, query);
        return new Results.Growth(contender.kind(), orders, resident, get, query);
    }

    /** Typed reads on the engine inside a process: by hand, by the Enhanced Client, by generated code. */
    private void measureTyped() {
        Typed typed = new Typed(setup, results);
        typed.measure(TYPED_ROUNDS);
        for (int i = 0; i < Math.max(FIRST_CALLS, arguments.starts()); i++) {
            for (TypedWay way : TypedWay.values()) {
                say("first call %d: %s %.2f s", i + 1, way.title(), typed.firstCall(way));
            }
        }
    }

    /** Reads of one item over REST beside reads of the same item by GetItem, ours and DynamoDB Local's. */
    private void measureService() {
        List<Contender> contenders = new ArrayList<>();
        try {
            for (Kind kind : inTurn(0)) {
                Contender contender = Contender.start(kind, setup, List.of(), true);
                contenders.add(contender);
                contender.loadHistories(HISTORIES);
                say("%s holds %,d histories", kind.title(), HISTORIES);
                warmUp(contender, ofService(kind));
            }
            for (int round = 0; round < arguments.rounds(); round++) {
                for (Contender contender : contenders) {
                    List<Workload> workloads = ofService(contender.kind());
                    if (round % 2 == 1) {
                        Collections.reverse(workloads);
                    }
                    for (Workload workload : workloads) {
                        rest(contenders);
                        measure(contender, workload, RunReport.TARGET_CONNECTIONS, round);
                    }
                }
                Collections.reverse(contenders);
            }
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    private static List<Workload> ofService(Kind kind) {
        return new ArrayList<>(
                kind == Kind.PARTITA
                        ? List.of(Workload.HISTORY_GET, Workload.HISTORY_REST)
                        : List.of(Workload.HISTORY_GET));
    }

    private double medianLatency(Contender contender, Workload workload) {
        return Stream.generate(() -> Measurement.take(contender, workload, 1, arguments.seconds()))
                .limit(3)
                .map(Measurement::p50Micros)
                .sorted()
                .skip(1)
                .findFirst()
                .orElseThrow();
    }

    private void warmUp(Contender contender, List<Workload> workloads) {
        for (Workload workload : workloads) {
            prove(contender, workload);
            Measurement.take(contender, workload, 16, arguments.warmUpSeconds());
        }
    }

    private void prove(Contender contender, Workload workload) {
        try (Load load = contender.connect(workload, 1)) {
            String answer = load.ask(workload.source(contender.requests(), 0).next());
            if (!answer.contains(workload.proof())) {
                throw new IllegalStateException(
                        contender.kind().title() + ": " + workload.title() + " answered " + answer);
            }
        }
    }

    private void profile() {
        boolean ofService = arguments.stages().equals(Set.of(Stage.SERVICE));
        List<Workload> workloads = ofService ? ofService(Kind.PARTITA) : inOrder(arguments.workloads());
        try (Contender contender = Contender.start(Kind.PARTITA, setup, List.of(), ofService)) {
            if (ofService) {
                contender.loadHistories(HISTORIES);
            } else {
                contender.load(arguments.loaded());
            }
            warmUp(contender, workloads);
            for (Workload workload : workloads) {
                Path file = setup.runDirectory().resolve(workload.name() + ".jfr");
                Profile profile = Profile.of(
                        contender, file, () -> Measurement.take(contender, workload, 16, arguments.seconds()));
                out.print(profile.text(workload.title()));
            }
        }
    }

    private List<Kind> inTurn(int round) {
        List<Kind> kinds = new ArrayList<>(EnumSet.copyOf(arguments.kinds()));
        if (round % 2 == 1) {
            Collections.reverse(kinds);
        }
        return kinds;
    }

    private static <E extends Enum<E>> List<E> inOrder(Set<E> constants) {
        return constants.stream().sorted().toList();
    }

    private void say(String format, Object... values) {
        out.printf(java.util.Locale.ROOT, format + "%n", values);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
