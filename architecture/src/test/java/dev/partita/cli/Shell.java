package dev.partita.cli;

import dev.partita.cli.internal.terminal.Terminal;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code partita} command as it is typed, in this process. */
public final class Shell {

    private static final long PATIENCE_SECONDS = 60;

    /** Hands on what is printed, line by line. */
    private static final class Lines extends Writer {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final StringBuilder begun = new StringBuilder();

        @Override
        public synchronized void write(char[] text, int from, int length) {
            for (int i = from; i < from + length; i++) {
                if (text[i] == '\n') {
                    lines.add(begun.toString());
                    begun.setLength(0);
                } else {
                    begun.append(text[i]);
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private Shell() {}

    /** Runs a command on this thread; answers what it printed. */
    public static String run(String... arguments) {
        Lines lines = new Lines();
        int code = Main.run(terminal(lines), Map.of(), arguments);
        String printed = String.join("\n", lines.lines);
        if (code != 0) {
            throw new AssertionError("exit code " + code + "\n" + printed);
        }
        return printed;
    }

    /**
     * Starts {@code partita up}, which ends with this process.
     *
     * @return where the API is, and where the service is
     */
    public static List<String> up(Path data, Path design) throws InterruptedException {
        Lines lines = new Lines();
        List<String> arguments = List.of(
                "up",
                "--port",
                "0",
                "--service-port",
                "0",
                "--samples",
                "no",
                "--data",
                data.toString(),
                design.toString());
        Thread thread =
                new Thread(() -> Main.run(terminal(lines), Map.of(), arguments.toArray(String[]::new)), "partita-up");
        thread.setDaemon(true);
        thread.start();
        Pattern address = Pattern.compile("^\\s*(?:API|Service) +(http://localhost:\\d+)");
        List<String> seen = new ArrayList<>();
        List<String> found = new ArrayList<>();
        while (found.size() < 2) {
            String line = lines.lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("it did not start: " + String.join("\n", seen));
            }
            seen.add(line);
            Matcher matcher = address.matcher(line);
            if (matcher.find()) {
                found.add(matcher.group(1));
            }
        }
        return found;
    }

    private static Terminal terminal(Lines lines) {
        PrintWriter out = new PrintWriter(lines, true);
        return new Terminal(out, out, false);
    }
}
