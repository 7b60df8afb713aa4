package dev.partita.cli.internal.up;

import dev.partita.cli.internal.terminal.Secrets;
import dev.partita.cli.internal.terminal.Settings;
import dev.partita.cli.internal.terminal.SettingsFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Every option with its value and where that comes from, as {@code partita up --show-config} prints it. */
record ShowConfig(CommandSpec command, ParseResult given, Settings settings, Map<String, String> environment) {

    private static final int MOST_WIDTH = 40;

    String text() {
        List<String[]> rows = new ArrayList<>();
        Settings.configurable(command).forEach((word, argument) -> rows.add(row(word, argument)));
        for (String secret : Secrets.VARIABLES) {
            if (!environment.getOrDefault(secret, "").isBlank()) {
                rows.add(new String[] {secret, "***", "environment"});
            }
        }
        int words = width(rows, 0);
        int values = Math.min(MOST_WIDTH, width(rows, 1));
        String table = rows.stream()
                .map(row -> String.format("%-" + words + "s  %-" + values + "s  %s", row[0], row[1], row[2]))
                .collect(Collectors.joining("\n", "", "\n"));
        return (settings.path() == null
                        ? "No configuration file: ./" + SettingsFile.NAME + " is not there.\n\n"
                        : "Configuration file: " + settings.path() + "\n\n")
                + table;
    }

    private String[] row(String word, ArgSpec argument) {
        boolean typed = argument instanceof OptionSpec option
                ? given.hasMatchedOption(option)
                : !given.matchedPositionals().isEmpty();
        String origin = settings.origin(argument);
        return new String[] {
            word, shown(argument.getValue()), typed ? "command line" : origin == null ? "default" : origin
        };
    }

    private static String shown(Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof List<?> list) {
            return list.isEmpty() ? "-" : list.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        return value instanceof Enum<?> one
                ? one.name().toLowerCase(Locale.ROOT)
                : ServiceOptions.masked(String.valueOf(value));
    }

    private static int width(List<String[]> rows, int column) {
        return rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
    }
}
