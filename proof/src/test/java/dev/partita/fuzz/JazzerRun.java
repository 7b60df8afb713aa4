package dev.partita.fuzz;

import com.code_intelligence.jazzer.sanitizers.Constants;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Jazzer in a process of its own, at one target for some seconds. It begins with the corpus and keeps what it finds interesting. */
final class JazzerRun {

    private static final Pattern EXECUTED = Pattern.compile("stat::number_of_executed_units:\\s+(\\d+)");
    private static final Pattern COVERED = Pattern.compile("\\bcov: (\\d+)");
    private static final int FOUND = 77;
    /** Our own bound counts the time of the thread; this one ends what never ends. */
    private static final int HANGS_AFTER_SECONDS = 120;

    /** So long may it take to begin and to end, on a machine that is busy with all the other families. */
    private static final long STARTING_SECONDS = 600;

    /** @param finding what was found, in words; null if nothing was */
    record Outcome(long executed, long covered, String finding) {}

    private final String target;
    private final Path crashes;
    private final Path log;
    private final Process process;
    private final int seconds;

    private JazzerRun(String target, Path crashes, Path log, Process process, int seconds) {
        this.target = target;
        this.crashes = crashes;
        this.log = log;
        this.process = process;
        this.seconds = seconds;
    }

    /** @param out where new inputs go, below {@code TARGET}, and findings, below {@code crashes} */
    static JazzerRun start(String target, Path out, int seconds, long seed) throws Exception {
        Path kept = Files.createDirectories(out.resolve(target));
        Path crashes = Files.createDirectories(out.resolve("crashes").resolve(target));
        Path log = out.resolve(target + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+EnableDynamicAgentLoading",
                // It ends without giving anybody the time to tidy up.
                "-Djava.io.tmpdir=" + Files.createDirectories(out.resolve("tmp")),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + JazzerEntry.class.getName(),
                "--target_args=" + target,
                // The branches of these classes tell whether an input is interesting. Each class takes time at the
                // start.
                "--instrumentation_includes=" + Targets.ALL.get(target).classes(),
                // Jazzer's own detectors of injection change others' code, too, and some fail there.
                "--disabled_hooks=" + String.join(":", Constants.SANITIZER_HOOK_NAMES),
                "--reproducer_path=" + crashes,
                "-artifact_prefix=" + crashes + File.separator,
                "-max_total_time=" + seconds,
                "-timeout=" + HANGS_AFTER_SECONDS,
                "-max_len=4096",
                "-rss_limit_mb=0",
                "-seed=" + (1 + Long.remainderUnsigned(seed, Integer.MAX_VALUE - 1)),
                "-print_final_stats=1"));
        if (Corpus.words(target) != null) {
            command.add("-dict=" + Corpus.words(target));
        }
        command.add(kept.toString());
        command.add(Corpus.of(target).toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(new File("/dev/null"))
                .start();
        return new JazzerRun(target, crashes, log, process, seconds);
    }

    Outcome end() throws IOException, InterruptedException {
        boolean ended = process.waitFor(seconds + STARTING_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String said = Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1);
        long executed = last(EXECUTED, said);
        String finding = null;
        if (!ended) {
            finding = target + ": did not end, see " + log;
        } else if (process.exitValue() == FOUND || process.exitValue() == 70) {
            finding = target + ": " + firstFinding(said) + "; the input is in " + crashes;
        } else if (process.exitValue() != 0 || executed == 0) {
            throw new IllegalStateException(
                    "Jazzer ended with " + process.exitValue() + " after " + executed + " inputs, see " + log);
        }
        return new Outcome(executed, last(COVERED, said), finding);
    }

    private static long last(Pattern pattern, String text) {
        long last = 0;
        for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
            last = Long.parseLong(matcher.group(1));
        }
        return last;
    }

    private static String firstFinding(String said) {
        return said.lines()
                .dropWhile(line -> !line.startsWith("== Java Exception") && !line.contains("ERROR: libFuzzer"))
                .limit(6)
                .map(String::strip)
                .reduce((left, right) -> left + " | " + right)
                .orElse("something");
    }
}
