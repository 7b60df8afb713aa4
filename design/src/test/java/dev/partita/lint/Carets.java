package dev.partita.lint;

import dev.partita.design.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the comments of a design say is wrong with the line above: {@code # ^^^^ rule-id: the beginning of the message}. */
record Carets(int line, int column, int length, String rule, String message) {

    private static final Pattern CARETS = Pattern.compile("^\\s*#\\s*(\\^+)\\s+([a-z0-9-]+)(?::\\s*(.*?))?\\s*$");

    static List<Carets> in(String design) {
        List<Carets> carets = new ArrayList<>();
        int above = 0;
        int line = 0;
        for (String text : design.lines().toList()) {
            line++;
            Matcher matcher = CARETS.matcher(text);
            if (matcher.matches()) {
                carets.add(new Carets(
                        above,
                        matcher.start(1) + 1,
                        matcher.group(1).length(),
                        matcher.group(2),
                        matcher.group(3) == null ? "" : matcher.group(3)));
            } else {
                above = line;
            }
        }
        return carets;
    }

    boolean pointsAt(Finding finding) {
        return finding.rule().equals(rule)
                && finding.place().line() == line
                && finding.place().column() == column
                && finding.place().length() == length
                && finding.message().startsWith(message);
    }
}
