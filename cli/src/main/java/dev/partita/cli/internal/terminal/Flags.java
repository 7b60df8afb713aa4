package dev.partita.cli.internal.terminal;

import java.util.Map;

/** Libraries name their settings; on the command line each is an option. */
public final class Flags {

    /** By the setting, as it stands in a message. */
    private static final Map<String, String> OPTIONS = Map.of(
            "`removeIndexes`", "--remove-indexes",
            "`replaceIndexes`", "--replace-indexes",
            "`changeStreams`", "--change-streams",
            "`Filling.ALWAYS`", "--backfill",
            "`overwrite`", "--overwrite",
            "`Verify.ONLY`", "--verify-only",
            "`insecure`", "--insecure");

    private Flags() {}

    /** The message of a library, with our options in place of its settings. */
    public static String in(String message) {
        String told = message;
        for (Map.Entry<String, String> option : OPTIONS.entrySet()) {
            told = told.replace(option.getKey(), option.getValue());
        }
        return told;
    }
}
