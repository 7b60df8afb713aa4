package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Utf8;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The parts of an item that a request wants to see. */
public final class Projection {

    public static final Projection ALL = new Projection(List.of());

    private final List<Path> paths;

    /** The top-level attributes in UTF-8, if there is no path into one. */
    private final List<Bytes> names;

    /** Otherwise the paths as a tree: top-level attributes, and what is wanted of each. */
    private final Map<String, Node> tree;

    private Projection(List<Path> paths) {
        this.paths = List.copyOf(paths);
        boolean nested = false;
        for (Path path : paths) {
            nested |= path.isNested();
        }
        if (nested) {
            names = List.of();
            tree = new LinkedHashMap<>();
            for (Path path : paths) {
                tree.computeIfAbsent(path.name(), name -> new Node()).add(path.steps());
            }
        } else {
            tree = null;
            names = new ArrayList<>(paths.size());
            for (Path path : paths) {
                names.add(Bytes.of(Utf8.bytes(path.name())));
            }
        }
    }

    /** Shows what the paths lead to; they must not overlap. */
    static Projection of(List<Path> paths) {
        return new Projection(paths);
    }

    public boolean isAll() {
        return this == ALL;
    }

    /** What the item shows through it; {@link Item#EMPTY} when nothing matches. */
    public Item of(Item item) {
        if (isAll()) {
            return item;
        }
        if (tree == null) {
            return item.only(names);
        }
        Item.Builder builder = new Item.Builder();
        for (Map.Entry<String, Node> wanted : tree.entrySet()) {
            AttributeValue value = item.get(wanted.getKey());
            AttributeValue shown = value == null ? null : wanted.getValue().of(value);
            if (shown != null) {
                builder.add(wanted.getKey(), shown);
            }
        }
        return builder.build();
    }

    /** The top-level attributes it mentions. */
    public Set<String> attributeNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Path path : paths) {
            names.add(path.name());
        }
        return names;
    }

    /** Those of {@link #attributeNames()} that it looks into. */
    public Set<String> nestedNames() {
        if (tree == null) {
            return Set.of();
        }
        Set<String> names = new LinkedHashSet<>();
        for (Path path : paths) {
            path.addNestedTo(names);
        }
        return names;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Projection projection && paths.equals(projection.paths);
    }

    @Override
    public int hashCode() {
        return paths.hashCode();
    }

    @Override
    public String toString() {
        return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** What is wanted of a value: all of it, or some members or elements. */
    private static final class Node {
        private final Map<String, Node> members = new LinkedHashMap<>();
        private final TreeMap<Integer, Node> elements = new TreeMap<>();

        void add(List<Path.Step> steps) {
            Node node = this;
            for (Path.Step step : steps) {
                node = step instanceof Path.Member member
                        ? node.members.computeIfAbsent(member.name(), name -> new Node())
                        : node.elements.computeIfAbsent(((Path.Element) step).index(), index -> new Node());
            }
        }

        /** The wanted part of {@code value}, or null. */
        AttributeValue of(AttributeValue value) {
            if (members.isEmpty() && elements.isEmpty()) {
                return value;
            }
            if (value instanceof AttributeValue.M map) {
                Map<String, AttributeValue> shown = new LinkedHashMap<>();
                members.forEach((name, node) -> {
                    AttributeValue member = map.values().get(name);
                    AttributeValue part = member == null ? null : node.of(member);
                    if (part != null) {
                        shown.put(name, part);
                    }
                });
                return shown.isEmpty() ? null : new AttributeValue.M(shown);
            }
            if (value instanceof AttributeValue.L list) {
                List<AttributeValue> shown = new ArrayList<>();
                elements.forEach((index, node) -> {
                    AttributeValue part =
                            index < list.values().size() ? node.of(list.values().get(index)) : null;
                    if (part != null) {
                        shown.add(part);
                    }
                });
                return shown.isEmpty() ? null : new AttributeValue.L(shown);
            }
            return null;
        }
    }
}
