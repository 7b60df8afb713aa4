package dev.partita.lint;

import dev.partita.design.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mistake that a file of them describes: what is exchanged in a design, and what is found then.
 *
 * @param inWords whether its help has nothing to paste
 */
record Mistakes(String rule, String message, boolean inWords, List<String> exchanged) {

    private static final Pattern HEAD = Pattern.compile("([a-z0-9-]+): (.*?)( \\(words\\))?");

    static List<Mistakes> of(Path file) throws IOException {
        List<Mistakes> all = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("- ") || line.startsWith("+ ")) {
                all.get(all.size() - 1)
                        .exchanged()
                        .add(line.substring(2)
                                .replace("\\n", "\n")
                                .replace("\\t", "\t")
                                .replace("\\u0020", " ")
                                .replace("\\e", "")
                                .replace("\\u0007", "\u0007"));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                Matcher head = HEAD.matcher(line);
                if (!head.matches()) {
                    throw new IllegalStateException(line);
                }
                all.add(new Mistakes(head.group(1), head.group(2), head.group(3) != null, new ArrayList<>()));
            }
        }
        return all;
    }

    String planted(String design) {
        String planted = design;
        for (int i = 0; i < exchanged.size(); i += 2) {
            int at = planted.indexOf(exchanged.get(i));
            if (at < 0) {
                throw new IllegalStateException("not in the design: " + exchanged.get(i));
            }
            planted = planted.substring(0, at)
                    + exchanged.get(i + 1)
                    + planted.substring(at + exchanged.get(i).length());
        }
        return planted;
    }

    Finding found(List<Finding> findings) {
        return findings.stream()
                .filter(finding ->
                        finding.rule().equals(rule) && finding.message().contains(message))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not found; found were " + findings));
    }

    @Override
    public String toString() {
        return rule + ": " + message
                + (exchanged.isEmpty()
                        ? ""
                        : " | " + exchanged.get(exchanged.size() - 1).strip());
    }
}
