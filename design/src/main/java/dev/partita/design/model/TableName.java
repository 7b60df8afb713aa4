package dev.partita.design.model;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/** Fills the variables of a table's name: {@code ${VAR:default}} from the environment, {@code {env}} from PARTITA_ENV. */
final class TableName {

    private static final java.util.regex.Pattern VARIABLE =
            java.util.regex.Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.]*)(?::((?:[^{}]|\\{env})*))?}");

    static String fill(String template, Map<String, String> environment) {
        return VARIABLE.matcher(template)
                .replaceAll(match -> Matcher.quoteReplacement(
                        environment.getOrDefault(match.group(1), match.group(2) == null ? "" : match.group(2))))
                .replace("{env}", environment.getOrDefault("PARTITA_ENV", "dev"));
    }

    /** The names of the variables, without {@code env}. */
    static Set<String> variables(String template) {
        return VARIABLE.matcher(template).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }

    private TableName() {}
}
