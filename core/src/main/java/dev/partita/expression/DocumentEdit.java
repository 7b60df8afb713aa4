package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A new value, or none, at a path into an attribute.
 *
 * <p>All edits of one list or map are made together while it is copied, for indexes mean positions in the list as it was:
 * no removal moves another element, and what is set past the end is appended in index order.
 */
record DocumentEdit(Path path, AttributeValue after) {

    /** Makes the edits, whose targets fit and of which no two overlap, on the attributes of {@code item}; the outcomes go into {@code changes}. */
    static void applyAll(List<DocumentEdit> edits, Item item, Map<String, AttributeValue> changes) {
        Map<String, List<DocumentEdit>> attributes = new LinkedHashMap<>();
        for (DocumentEdit edit : edits) {
            attributes
                    .computeIfAbsent(edit.path.name(), name -> new ArrayList<>(2))
                    .add(edit);
        }
        attributes.forEach((name, group) -> changes.put(name, edited(item.get(name), group, 0)));
    }

    /** {@code value}, to which {@code depth} steps of each edit have led, after the edits. */
    private static AttributeValue edited(AttributeValue value, List<DocumentEdit> edits, int depth) {
        return value instanceof AttributeValue.M map
                ? editedMap(map.values(), edits, depth)
                : editedList(((AttributeValue.L) value).values(), edits, depth);
    }

    private static AttributeValue editedMap(Map<String, AttributeValue> old, List<DocumentEdit> edits, int depth) {
        Map<String, List<DocumentEdit>> members = new LinkedHashMap<>();
        for (DocumentEdit edit : edits) {
            Path.Member member = (Path.Member) edit.path.steps().get(depth);
            members.computeIfAbsent(member.name(), name -> new ArrayList<>(2)).add(edit);
        }
        Map<String, AttributeValue> values = new LinkedHashMap<>(old);
        members.forEach((name, group) -> {
            AttributeValue after = outcome(old.get(name), group, depth);
            if (after == null) {
                values.remove(name);
            } else {
                values.put(name, after);
            }
        });
        return new AttributeValue.M(values);
    }

    private static AttributeValue editedList(List<AttributeValue> old, List<DocumentEdit> edits, int depth) {
        TreeMap<Integer, List<DocumentEdit>> elements = new TreeMap<>();
        for (DocumentEdit edit : edits) {
            Path.Element element = (Path.Element) edit.path.steps().get(depth);
            elements.computeIfAbsent(element.index(), index -> new ArrayList<>(2))
                    .add(edit);
        }
        List<AttributeValue> values = new ArrayList<>(old.size() + elements.size());
        for (int index = 0; index < old.size(); index++) {
            List<DocumentEdit> group = elements.remove(index);
            AttributeValue after = group == null ? old.get(index) : outcome(old.get(index), group, depth);
            if (after != null) {
                values.add(after);
            }
        }
        elements.forEach((index, group) -> {
            AttributeValue after = outcome(null, group, depth);
            if (after != null) {
                values.add(after);
            }
        });
        return new AttributeValue.L(values);
    }

    /** What becomes of a member or element: the value of the one edit that ends at it, or what those that go on make of it. */
    private static AttributeValue outcome(AttributeValue child, List<DocumentEdit> group, int depth) {
        DocumentEdit first = group.get(0);
        return first.path.steps().size() == depth + 1 ? first.after : edited(child, group, depth + 1);
    }
}
