package dev.partita.lint;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The places of the code that report something, found by their text, and whether examples reach them. */
final class CallSites {

    private static final Pattern CALL = Pattern.compile(
            "(?<![a-zA-Z] )\\b(?:(?<require>require)|error|found|bad|unexpected|new Bad|new Finding|Unserved\\.helped"
                    + "|new (?:ReadCompiler\\.)?Unserved|new (?:KeyMatch\\.)?Refusal)\\(");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern RULE = Pattern.compile("\\b(?:Compiler|Reader)Rule\\.([A-Z_]+)(\\s*\\.found\\()?");
    private static final Pattern REPORTS = Pattern.compile("Finding|Problems|Refusal|Unserved|Fields|new Bad|tokens");
    private static final int TELLING = 8;

    /** Those in a package, and in those below it, that none of the findings comes from: a finding comes from where its words stand. */
    static List<String> unmet(String folder, List<Finding> findings) throws IOException {
        List<String> unmet = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", folder, "src", "main", "java", "dev", "partita", folder))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                String text = withIds(Files.readString(file));
                Matcher call = CALL.matcher(text);
                // Values that a caller gives are refused in the same words; those are no findings.
                while (REPORTS.matcher(text).find() && call.find()) {
                    String arguments = arguments(text, call.end() - 1);
                    List<String> literals = new ArrayList<>();
                    Matcher literal = LITERAL.matcher(arguments);
                    while (literal.find()) {
                        literals.add(literal.group(1).replace("\\\"", "\""));
                    }
                    boolean isMet = call.group("require") != null && folder.equals("design")
                            ? literals.isEmpty()
                                    || findings.stream()
                                            .anyMatch(finding ->
                                                    finding.message().endsWith(" needs `" + literals.get(0) + "`")
                                                            || literals.contains(finding.advice()))
                            : isMet(literals, findings);
                    if (!isMet) {
                        unmet.add(file.getFileName() + ":"
                                + (1
                                        + text.substring(0, call.start())
                                                .chars()
                                                .filter(c -> c == '\n')
                                                .count()) + " "
                                + String.join(" … ", literals));
                    }
                }
            }
        }
        return unmet;
    }

    /** Ids are constants of an enum; here they become text again, as the first argument. */
    private static String withIds(String text) {
        return RULE.matcher(text)
                .replaceAll(match -> (match.group(2) == null ? "" : "found(")
                        + '"'
                        + match.group(1).toLowerCase(Locale.ROOT).replace('_', '-')
                        + '"'
                        + (match.group(2) == null ? "" : ", "));
    }

    private static boolean isMet(List<String> literals, List<Finding> findings) {
        boolean namesRule = !literals.isEmpty()
                && (Rules.find(literals.get(0)).isPresent()
                        || ReaderRule.find(literals.get(0)).isPresent());
        List<String> telling = literals.stream()
                .skip(namesRule ? 1 : 0)
                .filter(literal -> literal.length() >= TELLING)
                // What is formatted is found by what is not.
                .map(literal -> literal.replaceFirst(".*%\\S* ", ""))
                .toList();
        // What passes on the words of others has none of its own.
        return telling.isEmpty()
                || findings.stream()
                        .filter(finding -> !namesRule || finding.rule().equals(literals.get(0)))
                        .anyMatch(finding ->
                                telling.stream().anyMatch((finding.message() + " " + finding.advice())::contains));
    }

    private static String arguments(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                i++;
                while (text.charAt(i) != '"') {
                    i += text.charAt(i) == '\\' ? 2 : 1;
                }
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                return text.substring(open + 1, i);
            }
        }
        return "";
    }

    private CallSites() {}
}
