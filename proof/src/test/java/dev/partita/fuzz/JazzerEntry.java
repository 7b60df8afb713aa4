package dev.partita.fuzz;

import dev.partita.log.Logs;
import org.slf4j.event.Level;

/** What Jazzer calls, in a process of its own. */
public final class JazzerEntry {

    private static Target target;

    private JazzerEntry() {}

    public static void fuzzerInitialize(String[] names) throws Exception {
        // A key set that cannot be read is a warning, and there will be thousands.
        Logs.configure(Logs.Format.TEXT, Level.ERROR);
        target = Targets.named(names[0]);
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        Bounds.read(target, input);
    }
}
