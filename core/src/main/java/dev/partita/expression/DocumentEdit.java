package dev.partita.expression;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A new value, or none, at a path into an attribute.
 *
 * <p>Indexes mean positions in the list as it was. So values go in first, in index order, for those past the end are
 * appended; then elements go out from the back, so that no removal moves another.
 */
record DocumentEdit(Path path, AttributeValue after) {

    /** Makes the edits on the attributes of {@code item} and puts the outcomes into {@code changes}. */
    static void applyAll(List<DocumentEdit> edits, Item item, Map<String, AttributeValue> changes) {
        List<DocumentEdit> ordered = new ArrayList<>(edits);
        ordered.sort(DocumentEdit::compareTurn);
        for (DocumentEdit edit : ordered) {
            String name = edit.path.name();
            AttributeValue value = changes.containsKey(name) ? changes.get(name) : item.get(name);
            changes.put(name, edit.in(value, 0));
        }
    }

    private static int compareTurn(DocumentEdit left, DocumentEdit right) {
        boolean removes = left.after == null;
        if (removes != (right.after == null)) {
            return removes ? 1 : -1;
        }
        int order = compareSteps(left.path.steps(), right.path.steps());
        return removes ? -order : order;
    }

    private static int compareSteps(List<Path.Step> left, List<Path.Step> right) {
        int length = Math.min(left.size(), right.size());
        for (int i = 0; i < length; i++) {
            int order = 0;
            if (left.get(i) instanceof Path.Element a && right.get(i) instanceof Path.Element b) {
                order = Integer.compare(a.index(), b.index());
            } else if (left.get(i) instanceof Path.Member a && right.get(i) instanceof Path.Member b) {
                order = a.name().compareTo(b.name());
            }
            if (order != 0) {
                return order;
            }
        }
        return left.size() - right.size();
    }

    /** {@code value} after the steps from {@code depth} on were followed and the edit was made. */
    private AttributeValue in(AttributeValue value, int depth) {
        Path.Step step = path.steps().get(depth);
        boolean last = depth == path.steps().size() - 1;
        AttributeValue child = last ? after : null;
        if (!last) {
            AttributeValue current = value == null ? null : Path.follow(value, step);
            if (current == null) {
                throw invalidPath();
            }
            child = in(current, depth + 1);
        }
        if (value instanceof AttributeValue.M map && step instanceof Path.Member member) {
            Map<String, AttributeValue> values = new LinkedHashMap<>(map.values());
            if (child == null) {
                values.remove(member.name());
            } else {
                values.put(member.name(), child);
            }
            return new AttributeValue.M(values);
        }
        if (value instanceof AttributeValue.L list && step instanceof Path.Element element) {
            List<AttributeValue> values = new ArrayList<>(list.values());
            int index = Math.min(element.index(), values.size());
            if (child == null) {
                if (index < values.size()) {
                    values.remove(index);
                }
            } else if (index < values.size()) {
                values.set(index, child);
            } else {
                values.add(child);
            }
            return new AttributeValue.L(values);
        }
        throw invalidPath();
    }

    private static ApiException invalidPath() {
        return ApiException.validation("The document path provided in the update expression is invalid for update");
    }
}
