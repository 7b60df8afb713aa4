package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What has been read of a file so far, and what was wrong with it; handed from reader to reader. */
final class PartialDesign {

    private static final Set<String> TAKEN =
            Set.of("true", "false", "null", "now", "me", "and", "or", "not", "in", "between");

    private static final int LONGEST_TAKEN = 7;

    final ReadingProblems problems = new ReadingProblems();
    final Map<String, Type> types = new LinkedHashMap<>();
    final Map<String, Table> tables = new LinkedHashMap<>();
    final List<Design.Ignore> ignores = new ArrayList<>();
    String separator = "#";

    /** Names of entities, attributes, patterns and the like become names in code, so they look like ones. */
    void checkName(String name, String subject, Place place, String noun) {
        if (!isName(name) || name.length() > 100) {
            problems.error(
                    ReaderRule.BAD_NAME,
                    subject,
                    place,
                    "`" + name + "` cannot be the name of " + noun,
                    "a name has letters, digits and underscores, and begins with a letter");
        }
    }

    /** By hand and not by a regular expression: it is asked of every name when a program starts. */
    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!isLetter && (i == 0 || c != '_' && (c < '0' || c > '9'))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /** The same for attributes, which also stand in conditions. */
    void checkAttributeName(String name, String subject, Place place) {
        if (name.length() <= LONGEST_TAKEN && TAKEN.contains(name.toLowerCase(Locale.ROOT))) {
            problems.error(
                    ReaderRule.BAD_NAME,
                    subject,
                    place,
                    "`" + name + "` has a meaning of its own in conditions",
                    "choose another name");
        }
        checkName(name, subject, place, "an attribute");
    }

    /** {@code ignore: { rule-id: reason }} inside a construct. */
    void readIgnores(ConstructReader fields) {
        if (!fields.has("ignore")) {
            return;
        }
        for (Map.Entry<String, Node> entry : fields.entries("ignore").entrySet()) {
            if (entry.getValue() instanceof Node.Text reason && !reason.isNull()) {
                Place rule = fields.node("ignore").placeOfKey(entry.getKey());
                ignores.add(new Design.Ignore(
                        entry.getKey(), fields.subject(), reason.value(), new Node.Text(entry.getKey(), false, rule)));
            } else {
                fields.error(
                        ReaderRule.MISSING,
                        entry.getValue().place(),
                        "`" + entry.getKey() + "` is ignored without a reason",
                        "say why it is right here: `ignore: { " + entry.getKey() + ": the reason }`");
            }
        }
    }
}
