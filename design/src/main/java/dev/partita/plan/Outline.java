package dev.partita.plan;

import dev.partita.design.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The steps of a write as text, always the same for the same design. */
final class Outline {

    private final List<String> lines = new ArrayList<>();
    private final List<String> actions = new ArrayList<>();
    private int actionCount;

    /** A request before the write itself. */
    Outline step(String text) {
        lines.add("- " + text);
        return this;
    }

    /** One item of the write itself. */
    Outline action(String text) {
        actions.add("- " + text);
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
            actions.add("    " + text);
        }
        return this;
    }

    /** Ends the write itself; what follows comes after it. */
    Outline done() {
        if (actionCount == 1) {
            lines.addAll(actions);
        } else if (actionCount > 1) {
            lines.add("- TransactWriteItems, all or nothing");
            actions.forEach(action -> lines.add("    " + action));
        }
        actions.clear();
        actionCount = 0;
        return this;
    }

    List<String> lines() {
        done();
        return List.copyOf(lines);
    }

    static String key(Map<String, Template> templates) {
        return templates.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + entry.getValue().text())
                .collect(Collectors.joining(", "));
    }
}
