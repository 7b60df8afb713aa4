package dev.partita.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Where a server spent its time and what it allocated while one operation ran, from a flight recording. */
final class Profile {

    private static final int LINES = 25;

    private final Measurement measurement;
    private final Map<String, Long> topFrames = new HashMap<>();
    private final Map<String, Long> ourFrames = new HashMap<>();
    private final Map<String, Long> threadMillis = new HashMap<>();
    private final Map<String, Long> threads = new HashMap<>();
    private final Map<String, Long> nativeFrames = new HashMap<>();
    private final Map<String, Long> allocatedTypes = new HashMap<>();
    private final Map<String, Long> allocatingFrames = new HashMap<>();
    private final Map<String, Long> waits = new HashMap<>();
    private double pauseMillis;

    private Profile(Measurement measurement) {
        this.measurement = measurement;
    }

    /** Records the server while {@code work} runs. */
    static Profile of(Contender contender, Path file, Supplier<Measurement> work) {
        jcmd(contender, "JFR.start", "name=bench", "settings=profile", "filename=" + file);
        Map<String, Long> before = contender.threadMillis();
        Measurement measurement = work.get();
        Map<String, Long> after = contender.threadMillis();
        jcmd(contender, "JFR.stop", "name=bench", "filename=" + file);
        Profile profile = new Profile(measurement);
        after.forEach((thread, millis) -> profile.threadMillis.put(thread, millis - before.getOrDefault(thread, 0L)));
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                profile.add(recording.readEvent());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return profile;
    }

    String text(String title) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%n=== %s: %,.0f/s, p50 %.0f µs, p99 %.0f µs, server %.1f µs/op, client %.1f µs/op, GC pauses %.0f ms%n",
                title,
                measurement.perSecond(),
                measurement.p50Micros(),
                measurement.p99Micros(),
                measurement.serverCpuMicros(),
                measurement.clientCpuMicros(),
                pauseMillis));
        shares(text, "processor time by thread", threadMillis, 10);
        shares(text, "threads (Java samples)", threads, 10);
        shares(text, "hottest methods", topFrames, LINES);
        shares(text, "hottest own lines, callees included", ourFrames, LINES);
        shares(text, "native samples", nativeFrames, 8);
        shares(text, "allocated types, by bytes", allocatedTypes, 12);
        shares(text, "allocating own lines, by bytes", allocatingFrames, LINES);
        shares(text, "waits on locks, by time", waits, 8);
        return text.toString();
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> {
                count(threads, event.getThread("sampledThread").getJavaName(), 1);
                count(topFrames, top(event.getStackTrace()), 1);
                count(ourFrames, own(event.getStackTrace()), 1);
            }
            case "jdk.NativeMethodSample" -> count(nativeFrames, top(event.getStackTrace()), 1);
            case "jdk.ObjectAllocationSample" -> {
                count(allocatedTypes, event.getClass("objectClass").getName(), event.getLong("weight"));
                count(allocatingFrames, own(event.getStackTrace()), event.getLong("weight"));
            }
            case "jdk.JavaMonitorEnter" ->
                count(waits, top(event.getStackTrace()), event.getDuration().toNanos());
            case "jdk.GCPhasePause" -> pauseMillis += event.getDuration().toNanos() / 1e6;
            default -> {}
        }
    }

    private static String top(RecordedStackTrace trace) {
        return trace == null || trace.getFrames().isEmpty()
                ? "(no stack)"
                : name(trace.getFrames().get(0));
    }

    /** The deepest frame of Partita's own code: the line to change. */
    private static String own(RecordedStackTrace trace) {
        if (trace == null) {
            return "(no stack)";
        }
        for (RecordedFrame frame : trace.getFrames()) {
            if (frame.getMethod().getType().getName().startsWith("dev.partita.")) {
                return name(frame) + ":" + frame.getLineNumber();
            }
        }
        return "(elsewhere) " + top(trace);
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    private static void count(Map<String, Long> counts, String key, long amount) {
        counts.merge(String.valueOf(key), amount, Long::sum);
    }

    private static void shares(StringBuilder text, String heading, Map<String, Long> counts, int lines) {
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        if (total == 0) {
            return;
        }
        text.append("-- ").append(heading).append('\n');
        Map<String, Long> ranked = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(lines)
                .forEach(entry -> ranked.put(entry.getKey(), entry.getValue()));
        ranked.forEach((key, amount) ->
                text.append(String.format(Locale.ROOT, "  %5.1f %%  %s%n", 100.0 * amount / total, key)));
    }

    private static void jcmd(Contender contender, String... words) {
        try {
            Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            ProcessBuilder builder = new ProcessBuilder(jcmd.toString(), "" + contender.pid());
            builder.command().addAll(List.of(words));
            Process process = builder.redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new IOException(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
