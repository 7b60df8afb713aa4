package dev.partita.expression;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A parsed update: what an item becomes.
 *
 * <p>Every action reads the item as it was before; none sees what another does. So an action is first turned into an edit
 * (a path and its new value, or none), and the edits are made together.
 */
public final class Update {

    public static final Update NOTHING =
            new Update(List.of(), Operand.wrongType().getMessage());

    private final List<Action> actions;
    private final String mismatch;

    private Update(List<Action> actions, String mismatch) {
        this.actions = List.copyOf(actions);
        this.mismatch = mismatch;
    }

    static Update of(List<Action> actions) {
        return new Update(actions, NOTHING.mismatch);
    }

    /** An update that words a stored value of the wrong type as {@code mismatch}. */
    static Update of(List<Action> actions, String mismatch) {
        return new Update(actions, mismatch);
    }

    /** One assignment. */
    sealed interface Action {
        Path path();
    }

    record Put(Path path, Operand value) implements Action {
        @Override
        public String toString() {
            return path + " = " + value;
        }
    }

    record Remove(Path path) implements Action {
        @Override
        public String toString() {
            return path.toString();
        }
    }

    record Add(Path path, Operand.Value value) implements Action {
        @Override
        public String toString() {
            return path + " " + value;
        }
    }

    record Delete(Path path, Operand.Value value) implements Action {
        @Override
        public String toString() {
            return path + " " + value;
        }
    }

    /**
     * The item after the update. {@code before} may be {@link Item#NONE}: then operands see the attributes of
     * {@code key}, and the result has those plus the changes.
     */
    public Item apply(Item before, Item key) {
        Item base = before.isPresent() ? before : key;
        if (actions.isEmpty()) {
            return base;
        }
        List<DocumentEdit> nested = null;
        Map<String, AttributeValue> changes = new HashMap<>(actions.size() * 2);
        for (Action action : actions) {
            if (!action.path().isNested()) {
                changes.put(action.path().name(), valueAfter(action, base));
            } else if (before.isPresent() || !(action instanceof Remove)) {
                if (!action.path().isAssignableIn(base)) {
                    throw ApiException.validation(
                            "The document path provided in the update expression is invalid for update");
                }
                nested = nested == null ? new ArrayList<>() : nested;
                nested.add(new DocumentEdit(action.path(), valueAfter(action, base)));
            }
        }
        if (nested != null) {
            DocumentEdit.applyAll(nested, base, changes);
        }
        return base.with(changes);
    }

    /** The top-level attributes that another run of it would change once more: sums, and lists that grow. */
    public Set<String> unrepeatableNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Action action : actions) {
            boolean isSum = action instanceof Add add && add.value().value() instanceof AttributeValue.N;
            boolean isFromItem = action instanceof Put put && !isGiven(put.value());
            if (isSum || isFromItem) {
                names.add(action.path().name());
            }
        }
        return names;
    }

    private static boolean isGiven(Operand operand) {
        return operand instanceof Operand.Value
                || operand instanceof Operand.IfNotExists kept && kept.otherwise() instanceof Operand.Value;
    }

    /** The top-level attributes it assigns, whole or in part. */
    public Set<String> targetNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Action action : actions) {
            names.add(action.path().name());
        }
        return names;
    }

    /** Those of {@link #targetNames()} that it assigns by a path into them. */
    public Set<String> nestedTargetNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Action action : actions) {
            if (action.path().isNested()) {
                names.add(action.path().name());
            }
        }
        return names;
    }

    /** The top-level attributes that it looks into, to assign or to read. */
    public Set<String> nestedNames() {
        Set<String> names = nestedTargetNames();
        for (Action action : actions) {
            if (action instanceof Put put) {
                put.value.collectPaths(path -> path.addNestedTo(names));
            }
        }
        return names;
    }

    /** What UPDATED_OLD and UPDATED_NEW show of the item before or after; {@link Item#EMPTY} if that is nothing. */
    public Item touched(Item item) {
        List<Path> targets = new ArrayList<>(actions.size());
        for (Action action : actions) {
            targets.add(action.path());
        }
        return targets.isEmpty() || !item.isPresent()
                ? Item.EMPTY
                : Projection.of(targets).of(item);
    }

    /** Whether it only has REMOVE and DELETE, so that a missing item stays missing. */
    public boolean onlyRemoves() {
        for (Action action : actions) {
            if (action instanceof Put || action instanceof Add) {
                return false;
            }
        }
        return !actions.isEmpty();
    }

    /** What the action leaves at its path; null for nothing. */
    private AttributeValue valueAfter(Action action, Item item) {
        if (action instanceof Put put) {
            return put.value.required(item);
        }
        if (action instanceof Add add) {
            AttributeValue current = add.path.in(item);
            return current == null ? add.value.value() : added(current, add.value.value());
        }
        if (action instanceof Delete delete) {
            AttributeValue current = delete.path.in(item);
            return current == null ? null : removed(current, delete.value.value());
        }
        return null;
    }

    private AttributeValue added(AttributeValue current, AttributeValue more) {
        if (current instanceof AttributeValue.N number && more instanceof AttributeValue.N increment) {
            return Operand.Arithmetic.sum(number, increment);
        }
        // Only AttributeUpdates gets here with a list: the parser refuses ADD of one.
        if (current instanceof AttributeValue.L list && more instanceof AttributeValue.L tail) {
            List<AttributeValue> all = new ArrayList<>(list.values());
            all.addAll(tail.values());
            return new AttributeValue.L(all);
        }
        AttributeValue union = SetAlgebra.union(current, more);
        if (union == null) {
            throw ApiException.validation(mismatch);
        }
        return union;
    }

    private AttributeValue removed(AttributeValue current, AttributeValue members) {
        if (current.type() != members.type()) {
            throw ApiException.validation(mismatch);
        }
        return SetAlgebra.difference(current, members);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Update update && actions.equals(update.actions);
    }

    @Override
    public int hashCode() {
        return actions.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        appendSection(text, "SET", Put.class);
        appendSection(text, "REMOVE", Remove.class);
        appendSection(text, "ADD", Add.class);
        appendSection(text, "DELETE", Delete.class);
        return text.toString();
    }

    private void appendSection(StringBuilder text, String section, Class<? extends Action> kind) {
        String list =
                actions.stream().filter(kind::isInstance).map(Action::toString).collect(Collectors.joining(", "));
        if (!list.isEmpty()) {
            text.append(text.isEmpty() ? "" : " ").append(section).append(' ').append(list);
        }
    }
}
