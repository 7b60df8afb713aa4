package dev.partita.cli.internal.terminal;

import java.io.Console;
import java.util.Locale;

/** Asks whoever sits at the terminal. */
@FunctionalInterface
public interface Prompt {

    /** Yes, no, or null when nobody is there to ask. */
    Boolean ask(String text);

    /** Only a clear yes is one. */
    static Prompt atTheTerminal() {
        return text -> {
            Console console = System.console();
            if (console == null) {
                return null;
            }
            String answer = console.readLine("%s", text);
            return answer != null
                    && ("y".equals(answer.strip().toLowerCase(Locale.ROOT))
                            || "yes".equals(answer.strip().toLowerCase(Locale.ROOT)));
        };
    }
}
