package dev.partita.plan;

import dev.partita.design.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The steps of a write as text, always the same for the same design. */
final class Outline {

    /** What the first line of each step begins with; those that follow are indented by as much. */
    static final String STEP = "- ";

    private static final String DETAIL = "  ";

    private final List<String> lines = new ArrayList<>();
    private final List<String> actions = new ArrayList<>();
    private int actionCount;

    /** A request before the write itself. */
    Outline step(String text) {
        lines.add(STEP + text);
        return this;
    }

    /** One item of the write itself. */
    Outline action(String text) {
        actions.add(text);
        actionCount++;
        return this;
    }

    /** As many items as there are elements. */
    Outline actions(String text) {
        actionCount++;
        return action(text);
    }

    /** What the action before does in detail, or depends on. */
    Outline detail(String text) {
        if (text != null && !text.isEmpty()) {
            actions.add(DETAIL + text);
        }
        return this;
    }

    /** Ends the write itself; what follows comes after it. */
    Outline done() {
        if (actionCount == 1) {
            lines.add(STEP + actions.get(0));
            actions.subList(1, actions.size()).forEach(detail -> lines.add(DETAIL + detail));
        } else if (actionCount > 1) {
            lines.add(STEP + "TransactWriteItems, all or nothing");
            actions.forEach(action -> lines.add(DETAIL + DETAIL + action));
        }
        actions.clear();
        actionCount = 0;
        return this;
    }

    List<String> lines() {
        done();
        return List.copyOf(lines);
    }

    /** Whether a line is an action of the transaction above it. */
    static boolean isAction(String line) {
        return line.startsWith(DETAIL + DETAIL) && line.charAt(2 * DETAIL.length()) != ' ';
    }

    static String key(Map<String, Template> templates) {
        return templates.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + entry.getValue().text())
                .collect(Collectors.joining(", "));
    }
}
