package dev.partita.proof;

import dev.partita.crash.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs families for hours and rewrites RELIABILITY.md; the command is {@code ./soak}. */
final class Soak {

    private static final String HELP = """
            ./soak --hours N [options]: tries to break every promise for N hours each, and rewrites RELIABILITY.md.

              --hours N        how long each family runs; 0.05 is three minutes
              --seed S         the choices of a former run (not its timing); unless given, one is drawn and printed
              --family R1,R7   only these; the lines of the others stay as they are
              --at-once K      so many families side by side (as many as there are processors); those that measure time run alone
              --page FILE      another page than RELIABILITY.md
              --list           what families there are

            Ctrl-C ends it early: what was tried until then is written. Exit code 1 if a promise was broken.
            """;

    private final Options options;
    private final Map<Family, Reliability.Outcome> outcomes = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<Budget> running = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean stopped;

    /** What the command line asks for. */
    record Options(Duration time, long seed, List<Family> families, int atOnce, Path page, boolean list) {

        /** @throws IllegalArgumentException with a message for whoever typed it */
        static Options of(List<String> words) {
            Duration time = null;
            long seed = System.nanoTime();
            List<Family> families = Families.ALL;
            int atOnce = Runtime.getRuntime().availableProcessors();
            Path page = Path.of("RELIABILITY.md");
            boolean list = false;
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                if (word.equals("--list")) {
                    list = true;
                    continue;
                }
                if (!List.of("--hours", "--seed", "--family", "--at-once", "--page")
                        .contains(word)) {
                    throw new IllegalArgumentException("unknown option " + word);
                }
                if (++i == words.size()) {
                    throw new IllegalArgumentException(word + " needs a value");
                }
                String value = words.get(i);
                switch (word) {
                    case "--hours" -> time = Duration.ofSeconds(Math.round(number(word, value) * 3600));
                    case "--seed" -> seed = seed(value);
                    case "--family" -> families = families(value);
                    case "--at-once" -> atOnce = (int) number(word, value);
                    default -> page = Path.of(value);
                }
            }
            if (!list && (time == null || time.isNegative() || time.isZero())) {
                throw new IllegalArgumentException("--hours says how long, such as --hours 1");
            }
            if (atOnce < 1) {
                throw new IllegalArgumentException("--at-once must be 1 or more");
            }
            return new Options(time, seed, families, atOnce, page, list);
        }

        private static double number(String option, String value) {
            try {
                return Double.parseDouble(value);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(option + " needs a number, not " + value, e);
            }
        }

        private static long seed(String value) {
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("--seed needs a whole number, not " + value, e);
            }
        }

        private static List<Family> families(String list) {
            List<Family> chosen = new ArrayList<>();
            for (String id : list.split(",")) {
                chosen.add(Families.ALL.stream()
                        .filter(family -> family.id().equalsIgnoreCase(id.strip()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("there is no family " + id + "; one of "
                                + Families.ALL.stream().map(Family::id).toList())));
            }
            return chosen;
        }
    }

    private Soak(Options options) {
        this.options = options;
    }

    public static void main(String[] words) throws Exception {
        List<String> all = List.of(words);
        if (all.isEmpty() || all.contains("--help") || all.contains("-h")) {
            System.out.print(HELP);
            System.exit(all.isEmpty() ? 2 : 0);
        }
        Options options;
        try {
            options = Options.of(all);
        } catch (IllegalArgumentException e) {
            System.err.println("soak: " + e.getMessage() + "\n\n" + HELP);
            System.exit(2);
            return;
        }
        if (options.list()) {
            Families.ALL.forEach(family -> System.out.printf("%-4s %s%n", family.id(), family.name()));
            return;
        }
        Soak soak = new Soak(options);
        boolean kept;
        try {
            kept = soak.run();
        } finally {
            ServerProcess.endAll();
        }
        // After Ctrl-C the process is ending already, and waits for this thread.
        if (!soak.stopped) {
            System.exit(kept ? 0 : 1);
        }
    }

    /** Answers whether every promise was kept. */
    private boolean run() throws Exception {
        say("%d families, %s each, --seed %d", options.families().size(), shown(options.time()), options.seed());
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(main)));
        ExecutorService threads = Executors.newFixedThreadPool(options.atOnce());
        try {
            List<Future<?>> together = new ArrayList<>();
            for (Family family : options.families()) {
                if (!family.isTimed()) {
                    together.add(threads.submit(() -> run(family)));
                }
            }
            for (Future<?> one : together) {
                one.get();
            }
            options.families().stream().filter(Family::isTimed).forEach(this::run);
        } finally {
            threads.shutdownNow();
        }
        write();
        List<String> broken = new ArrayList<>();
        outcomes.forEach((family, outcome) -> {
            if (outcome.figures() == null
                    ? !outcome.lacking().startsWith("no ")
                    : !outcome.figures().violations().isEmpty()) {
                broken.add(family.id());
            }
        });
        say(broken.isEmpty() ? "no promise was broken" : "BROKEN: %s", broken);
        return broken.isEmpty();
    }

    /** Ctrl-C: lets each family end its trial, and the page be written. */
    private void stop(Thread main) {
        if (main.isAlive()) {
            stopped = true;
            synchronized (running) {
                running.forEach(Budget::end);
            }
            try {
                main.join(Duration.ofSeconds(60).toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run(Family family) {
        if (stopped) {
            return;
        }
        long started = System.nanoTime();
        String lacking = family.lacks();
        Figures figures = null;
        if (lacking != null) {
            lacking = "no " + lacking;
        } else {
            say("%s begins", family);
            Budget budget = Budget.lasting(options.time());
            running.add(budget);
            try {
                figures = family.run(budget, options.seed());
            } catch (Exception | Error e) {
                e.printStackTrace();
                lacking = "it failed itself: " + e;
            } finally {
                running.remove(budget);
            }
        }
        Duration time = Duration.ofNanos(System.nanoTime() - started);
        outcomes.put(
                family, new Reliability.Outcome(figures, lacking, time, LocalDate.now(ZoneOffset.UTC), options.seed()));
        if (figures == null) {
            say("%s: not run: %s", family, lacking);
        } else {
            say(
                    "%s: %,d %s in %s, %,d compared, %,d faults made, %d broken promises%s",
                    family,
                    figures.trials(),
                    family.trials(),
                    shown(time),
                    figures.checked(),
                    figures.faults(),
                    figures.violations().size(),
                    figures.remark().isEmpty() ? "" : ", " + figures.remark());
            figures.violations().forEach(violation -> say("  %s", violation));
        }
        try {
            write();
        } catch (IOException e) {
            say("%s cannot be written: %s", options.page(), e);
        }
    }

    /** After each family, so that a machine that dies takes little with it. */
    private synchronized void write() throws IOException {
        synchronized (outcomes) {
            if (!outcomes.isEmpty()) {
                new Reliability(options.page()).add(outcomes, machine());
            }
        }
    }

    private static String machine() {
        long gigabytes = 0;
        try {
            gigabytes = Files.readAllLines(Path.of("/proc/meminfo")).stream()
                            .filter(line -> line.startsWith("MemTotal:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .sum()
                    >> 20;
        } catch (IOException e) {
            // Then it is not said.
        }
        return "a machine with " + Runtime.getRuntime().availableProcessors() + " processors"
                + (gigabytes == 0 ? "" : ", " + gigabytes + " GiB") + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ", Java " + Runtime.version().feature();
    }

    private static String shown(Duration time) {
        return time.toMinutes() < 2 ? time.toSeconds() + " s" : time.toMinutes() + " min";
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
