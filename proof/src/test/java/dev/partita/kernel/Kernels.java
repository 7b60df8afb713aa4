package dev.partita.kernel;

import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The small pieces of code on which several threads meet. Lincheck tries their interleavings one by one and compares with the same calls one
 * after another; where native code takes part, chance does. Each in a process of its own.
 */
public final class Kernels extends Family {

    /** @param interleavings as many as a busy machine tries in some seconds */
    private record Kernel(String name, int interleavings) {}

    private static final List<Kernel> MODELLED = List.of(
            new Kernel("dev.partita.store.GateKernel", 200),
            new Kernel("dev.partita.engine.WriterKernel", 60),
            new Kernel("dev.partita.engine.TokensKernel", 30),
            new Kernel("dev.partita.cache.AnswersKernel", 50));

    private static final String STRESSED = "dev.partita.store.WalkersStress";
    private static final int SCENARIOS = 2;
    private static final int MORE = 2;
    private static final long LIMIT_SECONDS = 600;

    /** What a process printed, and how it ended. */
    record Ended(int code, String text, String command) {}

    public Kernels() {
        super("R10", "interleavings of threads", "kernels tried", MODELLED.size() + 1);
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        long trials = 0;
        long tried = 0;
        List<String> violations = List.of();
        while (violations.isEmpty() && budget.allowsMore(trials)) {
            int number = (int) (trials % (MODELLED.size() + 1));
            // The first round is small; later ones have other shapes, and so other scenarios.
            boolean isFirst = trials <= MODELLED.size();
            int threads = isFirst ? 2 : random.nextInt(2, 4);
            int calls = isFirst ? 2 : random.nextInt(1, 4);
            trials++;
            Ended ended;
            if (number < MODELLED.size()) {
                Kernel kernel = MODELLED.get(number);
                int interleavings = isFirst ? kernel.interleavings() : MORE * kernel.interleavings();
                ended = model(kernel.name(), kernel.name() + "$Twin", threads, calls, interleavings);
                tried += (long) SCENARIOS * interleavings;
            } else {
                ended = stress(random.nextLong());
                tried++;
            }
            if (ended.code() != 0) {
                violations = List.of(ended.text() + " (exit code " + ended.code() + ", seed " + seed
                        + "; to replay, with target/classpath: java -cp … " + ended.command() + ")");
            }
        }
        return new Figures(trials, tried, 0, violations, "");
    }

    static Ended model(String kernel, String twin, int threads, int calls, int interleavings)
            throws IOException, InterruptedException {
        return java(
                KernelProcess.class.getName(),
                kernel,
                twin,
                String.valueOf(threads),
                String.valueOf(calls),
                String.valueOf(SCENARIOS),
                String.valueOf(interleavings));
    }

    private static Ended stress(long seed) throws IOException, InterruptedException {
        Path parent = Files.createDirectories(Path.of("target", "kernel").toAbsolutePath());
        return java(STRESSED, Files.createTempDirectory(parent, "walkers-").toString(), String.valueOf(seed));
    }

    private static Ended java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m"));
        if (Runtime.version().feature() >= 21) {
            command.add("-XX:+EnableDynamicAgentLoading");
        }
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        Path parent = Files.createDirectories(Path.of("target", "kernel").toAbsolutePath());
        Path log = Files.createTempFile(parent, "kernel-", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended;
        try {
            ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            // Nobody waits for it any more, whatever the reason.
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(log);
        Files.delete(log);
        return new Ended(
                ended ? process.exitValue() : -1,
                ended ? text : "not done after ten minutes: " + text,
                String.join(" ", arguments));
    }
}
