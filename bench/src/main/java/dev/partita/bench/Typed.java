package dev.partita.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs the typed reads in processes of their own and collects what they say. */
final class Typed {

    private final Setup setup;
    private final Results results;

    Typed(Setup setup, Results results) {
        this.setup = setup;
        this.results = results;
    }

    /** What a program said, and how many seconds after its start it began to. */
    private record Said(List<String> lines, double seconds) {}

    void measure(int rounds) {
        for (String line : run(List.of("-Xmx512m"), TypedCalls.class, Integer.toString(rounds)).lines) {
            String[] words = line.split(" ");
            results.add(new Results.TypedCall(
                    TypedWay.valueOf(words[0]), words[1], Double.parseDouble(words[2]), Long.parseLong(words[3])));
        }
    }

    /** Seconds from the start of a process to the end of its first typed read. */
    double firstCall(TypedWay way) {
        Said said = run(List.of(), TypedStart.class, way.name());
        if (!said.lines.equals(List.of("answered"))) {
            throw new IllegalStateException(way.title() + " said " + said.lines);
        }
        results.addFirstCall(way, said.seconds);
        return said.seconds;
    }

    private Said run(List<String> options, Class<?> program, String argument) {
        List<String> command = new ArrayList<>(List.of(setup.java().toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName(), argument));
        try {
            long start = System.nanoTime();
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            List<String> lines = new ArrayList<>();
            double seconds;
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                lines.add(out.readLine());
                seconds = (System.nanoTime() - start) / 1e9;
                out.lines().forEach(lines::add);
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " failed");
            }
            return new Said(lines, seconds);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
