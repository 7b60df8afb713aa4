package dev.partita.cli.internal.terminal;

import dev.partita.design.internal.text.Spelling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What options are when the command line does not say: as the environment has it ({@code PARTITA_SERVICE_PORT} for
 * {@code --service-port}), else the configuration file ({@code service-port:}), else their own default.
 */
public final class Settings implements IDefaultValueProvider {

    static final String PREFIX = "PARTITA_";

    /** Variables that are no options: of table names, of the launcher, and secrets, which have no place on a command line. */
    static final Set<String> OTHER_VARIABLES =
            Set.of("PARTITA_ENV", "PARTITA_JAVA_OPTS", Secrets.JWT_SECRET, Secrets.SECRET, Secrets.METRICS_TOKEN);

    /** Options that only make sense where they are typed. */
    private static final Set<String> TYPED_ONLY =
            Set.of("help", "version", "show-config", "debug", "config", "rebuild-search", "trust-clock");

    private final Map<String, String> environment;
    private final SettingsFile file;
    private final Path path;

    /**
     * @param named the file of {@code --config}; null to look for the usual one
     * @throws UsageException when there is something wrong with the file
     */
    public Settings(CommandSpec command, Map<String, String> environment, String named) {
        this.environment = environment;
        String chosen = named == null ? given(environment.get(PREFIX + "CONFIG")) : named;
        Path usual = Path.of(SettingsFile.NAME);
        this.path = chosen != null ? Path.of(chosen) : Files.isRegularFile(usual) ? usual : null;
        this.file =
                path == null ? SettingsFile.empty() : SettingsFile.read(path, words(command), severalValues(command));
    }

    /** What follows {@code --config} on a command line that is not parsed yet; null when it has none. */
    public static String configNamedBy(String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith("--config=")) {
                return arguments[i].substring("--config=".length());
            }
            if (arguments[i].equals("--config") && i + 1 < arguments.length) {
                return arguments[i + 1];
            }
        }
        return null;
    }

    /** The configuration file that is read; null for none. */
    public Path path() {
        return path;
    }

    @Override
    public String defaultValue(ArgSpec argument) {
        String word = word(argument);
        if (TYPED_ONLY.contains(word)) {
            return null;
        }
        String value = given(environment.get(variable(word)));
        return value == null ? file.value(word) : value;
    }

    /** Where a value that was not typed comes from, as {@code --show-config} and messages say it; null for its default. */
    public String origin(ArgSpec argument) {
        String word = word(argument);
        if (TYPED_ONLY.contains(word)) {
            return null;
        }
        if (given(environment.get(variable(word))) != null) {
            return variable(word);
        }
        return file.value(word) == null ? null : file.place(word);
    }

    /** A refusal of a value that was not typed, with where it stands. */
    UsageException refusal(ArgSpec argument, String message) {
        String word = word(argument);
        return given(environment.get(variable(word))) != null
                ? new UsageException(variable(word) + " in the environment: " + message)
                : file.refusal(word, message);
    }

    /** Variables that look like options and are none, each with what may be meant. */
    public List<String> strangers(CommandSpec command) {
        Set<String> known = new TreeSet<>(OTHER_VARIABLES);
        known.add(PREFIX + "CONFIG");
        words(command).forEach(word -> known.add(variable(word)));
        List<String> strangers = new ArrayList<>();
        new TreeSet<>(environment.keySet())
                .stream()
                        .filter(name -> name.startsWith(PREFIX) && !known.contains(name))
                        .forEach(name -> {
                            String typed = typedOnly(name);
                            String nearest = Spelling.nearest(name, known);
                            strangers.add(name + " in the environment means nothing"
                                    + (typed != null
                                            ? "; " + typed + " can only be typed."
                                            : nearest == null ? "." : "; did you mean " + nearest + "?"));
                        });
        return strangers;
    }

    /** The option that a variable would be of, if it could be one; null for none. */
    private static String typedOnly(String variable) {
        return TYPED_ONLY.stream()
                .filter(word -> variable(word).equals(variable))
                .map(word -> "--" + word)
                .findFirst()
                .orElse(null);
    }

    /** The options that file and environment may have, by the word they have there, in the order of the help. */
    public static Map<String, ArgSpec> configurable(CommandSpec command) {
        Map<String, ArgSpec> all = new LinkedHashMap<>();
        command.positionalParameters().forEach(argument -> all.put(word(argument), argument));
        command.options().stream()
                .filter(argument -> !TYPED_ONLY.contains(word(argument)))
                .forEach(argument -> all.put(word(argument), argument));
        return all;
    }

    /** {@code service-port} of {@code --service-port}; the designs are the only arguments without a name. */
    static String word(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? option.longestName().replaceFirst("^-+", "")
                : argument.paramLabel().toLowerCase(Locale.ROOT) + "s";
    }

    static String variable(String word) {
        return PREFIX + word.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static Set<String> words(CommandSpec command) {
        return configurable(command).keySet();
    }

    private static List<String> severalValues(CommandSpec command) {
        return configurable(command).entrySet().stream()
                .filter(entry -> entry.getValue().isMultiValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** A variable that is set to nothing is not set. */
    private static String given(String value) {
        return value == null || value.isBlank() ? null : value.strip();
    }
}
