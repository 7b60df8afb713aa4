package dev.partita.cli.internal.terminal;

/** What is done and said when the process is ended in the middle: by Ctrl-C, or by whoever started it. */
public final class InterruptHook implements AutoCloseable {

    private final Thread hook;

    private InterruptHook(Thread hook) {
        this.hook = hook;
    }

    /** @param last what must not be lost */
    public static InterruptHook of(ProgressLine gauge, Terminal terminal, String words, Runnable last) {
        Thread hook = new Thread(() -> {
            last.run();
            gauge.end();
            terminal.out().println();
            terminal.out().println(words);
            terminal.out().flush();
        });
        Runtime.getRuntime().addShutdownHook(hook);
        return new InterruptHook(hook);
    }

    /** The work has come to its own end. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It is said already.
        }
    }
}
