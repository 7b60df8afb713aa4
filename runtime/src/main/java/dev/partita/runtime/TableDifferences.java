package dev.partita.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a table lacks of what a design asks for. More than that, other indexes or wider ones, does no harm. */
final class TableDifferences {

    private final Map<?, ?> wanted;
    private final Map<?, ?> found;
    private final List<String> differences = new ArrayList<>();

    private TableDifferences(Map<?, ?> wanted, Map<?, ?> found) {
        this.wanted = wanted;
        this.found = found;
    }

    /**
     * @param wanted the body of CreateTable
     * @param found the table of DescribeTable; empty when the endpoint does not tell
     */
    static List<String> of(Map<?, ?> wanted, Map<?, ?> found) {
        TableDifferences differences = new TableDifferences(wanted, found);
        if (!found.isEmpty()) {
            differences.find();
        }
        return differences.differences;
    }

    private void find() {
        compare("its key", key(wanted, wanted), key(found, found));
        indexes("LocalSecondaryIndexes");
        indexes("GlobalSecondaryIndexes");
        if (wanted.get("StreamSpecification") instanceof Map<?, ?> stream) {
            Object view = found.get("StreamSpecification") instanceof Map<?, ?> there
                            && Boolean.TRUE.equals(there.get("StreamEnabled"))
                    ? there.get("StreamViewType")
                    : "off";
            compare("its stream", stream.get("StreamViewType"), view);
        }
    }

    private void indexes(String kind) {
        for (Map<?, ?> index : maps(wanted.get(kind))) {
            String name = (String) index.get("IndexName");
            Map<?, ?> there = maps(found.get(kind)).stream()
                    .filter(one -> name.equals(one.get("IndexName")))
                    .findFirst()
                    .orElse(null);
            if (there == null) {
                differences.add("the index " + name + " is missing");
                continue;
            }
            compare("the key of " + name, key(wanted, index), key(found, there));
            if (!holds((Map<?, ?>) there.get("Projection"), (Map<?, ?>) index.get("Projection"))) {
                differences.add("the index " + name + " holds " + shown((Map<?, ?>) there.get("Projection"))
                        + ", and the design asks for " + shown((Map<?, ?>) index.get("Projection")));
            }
        }
    }

    private static boolean holds(Map<?, ?> there, Map<?, ?> projection) {
        Object type = there.get("ProjectionType");
        return "ALL".equals(type)
                || "KEYS_ONLY".equals(projection.get("ProjectionType"))
                || "INCLUDE".equals(type)
                        && "INCLUDE".equals(projection.get("ProjectionType"))
                        && ((List<?>) there.get("NonKeyAttributes"))
                                .containsAll((List<?>) projection.get("NonKeyAttributes"));
    }

    private static String shown(Map<?, ?> projection) {
        return "INCLUDE".equals(projection.get("ProjectionType"))
                ? String.valueOf(projection.get("NonKeyAttributes"))
                : String.valueOf(projection.get("ProjectionType"));
    }

    /** {@code pk (S, HASH), sk (S, RANGE)}. */
    private static String key(Map<?, ?> table, Map<?, ?> keyed) {
        Map<Object, Object> types = new HashMap<>();
        maps(table.get("AttributeDefinitions"))
                .forEach(one -> types.put(one.get("AttributeName"), one.get("AttributeType")));
        List<String> parts = new ArrayList<>();
        maps(keyed.get("KeySchema"))
                .forEach(one -> parts.add(one.get("AttributeName") + " (" + types.get(one.get("AttributeName")) + ", "
                        + one.get("KeyType") + ")"));
        return String.join(", ", parts);
    }

    private void compare(String what, Object asked, Object there) {
        if (!Objects.equals(asked, there)) {
            differences.add(what + " is " + there + ", and the design asks for " + asked);
        }
    }

    static List<Map<?, ?>> maps(Object list) {
        List<Map<?, ?>> maps = new ArrayList<>();
        if (list instanceof List<?> all) {
            all.forEach(one -> maps.add((Map<?, ?>) one));
        }
        return maps;
    }
}
