package dev.partita.plan.internal.write;

import dev.partita.design.model.Template;
import dev.partita.item.Limits;
import dev.partita.plan.internal.read.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The steps of a write as text, always the same for the same design, and what they are expected to cost. */
final class WriteOutline {

    /** One item of the write itself. */
    private static final class Action {
        private String word;
        private final String item;
        private String note = "";
        private WriteCost cost;
        private final boolean isMany;
        private final List<String> details = new ArrayList<>();

        Action(String word, String item, WriteCost cost, boolean isMany) {
            this.word = word;
            this.item = item;
            this.cost = cost;
            this.isMany = isMany;
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add(word + " " + item + note);
            details.forEach(detail -> lines.add("  " + detail));
            return lines;
        }
    }

    private static final String TRANSACTION = "TransactWriteItems";
    private static final String CHECK = "ConditionCheck";

    private final List<List<String>> steps = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private Action current;
    private double readUnits;
    private double itemUnits;
    private double indexUnits;
    private int fewest;
    private int most;
    private Integer mostChildren;

    /** A read before the write, or after it. */
    WriteOutline read(String text, double units) {
        steps.add(List.of(text));
        readUnits += units;
        fewest++;
        most++;
        return this;
    }

    /** Reads, and perhaps writes, as many as there are. */
    WriteOutline readAll(String text) {
        steps.add(List.of(text));
        readUnits++;
        fewest++;
        most = Integer.MIN_VALUE;
        return this;
    }

    /** A write of its own, before the write itself. */
    WriteOutline write(String text, WriteCost cost) {
        steps.add(List.of(text));
        count(cost, false);
        fewest++;
        most++;
        return this;
    }

    /** One item of the write itself. What happens to the same item twice is one action: the stronger. */
    WriteOutline action(String word, String item, WriteCost cost) {
        for (Action there : actions) {
            if (there.item.equals(item) && !there.isMany) {
                // What is put here exists, so a check of it has nothing left to say.
                current = there.word.equals("PutItem") && word.equals(CHECK) ? null : there;
                if (there.word.equals(CHECK)) {
                    there.word = word;
                    there.cost = cost;
                }
                return this;
            }
        }
        return add(new Action(word, item, cost, false));
    }

    /** As many items as there are elements. */
    WriteOutline actions(String word, String item, WriteCost cost, String each) {
        add(new Action(word, item, cost, true));
        return note(", for each of " + each);
    }

    /** How many actions the write itself has so far. */
    int size() {
        return actions.size();
    }

    /** Says how many of the last kind of which there are many a transaction has room for, beside {@code others}. */
    void room(int others) {
        boolean isKnown = actions.stream().limit(others).noneMatch(action -> action.isMany);
        if (isKnown && actions.size() > others) {
            mostChildren = (Limits.TRANSACT_ACTIONS - others) / (actions.size() - others);
            actions.get(others)
                    .details
                    .add("at most " + mostChildren + ": a transaction has " + Limits.TRANSACT_ACTIONS + " actions");
        }
    }

    /** How many children a write may bring along; null when it brings none, or that cannot be told. */
    Integer mostChildren() {
        return mostChildren;
    }

    /** What else is to be said in the action's own line. */
    WriteOutline note(String text) {
        if (current != null) {
            current.note += text;
        }
        return this;
    }

    /** What the action does in detail, or depends on. */
    WriteOutline detail(String text) {
        if (current != null && text != null && !text.isEmpty() && !current.details.contains(text)) {
            current.details.add(text);
        }
        return this;
    }

    /** Ends the write itself; what follows comes after it. */
    WriteOutline done() {
        boolean isTransaction = actions.size() > 1 || !actions.isEmpty() && actions.get(0).isMany;
        List<String> lines = new ArrayList<>();
        if (isTransaction) {
            lines.add(TRANSACTION + ", all or nothing");
        }
        for (Action action : actions) {
            action.lines().forEach(line -> lines.add((isTransaction ? "  " : "") + line));
            count(action.cost, isTransaction);
        }
        if (!lines.isEmpty()) {
            steps.add(lines);
            fewest++;
            most++;
        }
        actions.clear();
        current = null;
        return this;
    }

    List<List<String>> steps() {
        return List.copyOf(steps);
    }

    /** DynamoDB's names of the requests: {@code GetItem, then TransactWriteItems of 3}. */
    String requests() {
        List<String> requests = new ArrayList<>();
        for (List<String> step : steps) {
            long count =
                    step.stream().filter(line -> line.matches(" {2}[A-Z].*")).count();
            requests.add(step.get(0).split("[ ,]", 2)[0] + (step.get(0).startsWith(TRANSACTION) ? " of " + count : ""));
        }
        return String.join(", then ", requests);
    }

    Estimate reads() {
        return new Estimate(fewest, most < 0 ? Estimate.UNKNOWN : most, readUnits);
    }

    /** Of the items alone: a transaction doubles them. */
    double itemUnits() {
        return itemUnits;
    }

    /** Of the items and their index entries. */
    double writeUnits() {
        return itemUnits + indexUnits;
    }

    static String key(Map<String, Template> templates) {
        return templates.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + entry.getValue().text())
                .collect(Collectors.joining(", "));
    }

    private void count(WriteCost cost, boolean isInTransaction) {
        itemUnits += isInTransaction ? 2 * cost.item() : cost.item();
        indexUnits += cost.indexes();
    }

    private WriteOutline add(Action action) {
        actions.add(action);
        current = action;
        return this;
    }
}
