package dev.partita.log;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.slf4j.event.Level;

/**
 * What is logged, and how. It holds for the whole process and can be changed at any time.
 *
 * <p>The level is Partita's. Other libraries are logged from WARN on, whatever it is: what they tell for debugging has
 * requests in it, and with them what people stored.
 */
public final class Logs {

    /** How a line looks. */
    public enum Format {
        TEXT,
        JSON
    }

    /** @param out null for standard error, whatever that is at the moment */
    record Setup(Format format, Level level, PrintStream out, Clock clock) {}

    private static final String OWN = "dev.partita";
    private static final Setup DEFAULT = new Setup(Format.TEXT, Level.WARN, null, Clock.systemUTC());

    private static volatile Setup setup = DEFAULT;

    /** From now on lines look like this and begin at this level. */
    public static void configure(Format format, Level level) {
        setup = new Setup(format, level, null, Clock.systemUTC());
    }

    static void configure(Setup other) {
        setup = other == null ? DEFAULT : other;
    }

    static boolean isOwn(String logger) {
        return logger.startsWith(OWN);
    }

    static boolean isOn(boolean own, Level level) {
        Level from = setup.level();
        if (!own && from.toInt() < Level.WARN.toInt()) {
            from = Level.WARN;
        }
        return level.toInt() >= from.toInt();
    }

    static void write(LogLine line) {
        Setup now = setup;
        String text = now.format() == Format.JSON
                ? line.toJson(now.clock().instant())
                : line.toText(now.clock().instant());
        // One write, so that lines of several threads do not mix.
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        PrintStream out = now.out() == null ? System.err : now.out();
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    private Logs() {}
}
