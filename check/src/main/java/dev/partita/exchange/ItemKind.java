package dev.partita.exchange;

import dev.partita.item.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Items of a table that seem to be of one entity: the same type attribute, or keys of the same shape. */
record ItemKind(String name, String type, List<Map<String, AttributeValue>> items) {

    private static final List<String> TYPE_NAMES = List.of(
            "type", "entitytype", "et", "_type", "_et", "kind", "__typename", "__edb_e__", "entity", "itemtype");

    /** Words that say where the main item of a collection is, and nothing about what it is. */
    private static final Set<String> PLAIN_SORTS =
            Set.of("META", "METADATA", "INFO", "PROFILE", "DETAILS", "DATA", "ROOT", "MAIN", "A", "");

    /** The attribute that tells the kinds of the table apart, or null. */
    static String typeAttribute(SampledTable table, String separator) {
        if (table.items().isEmpty()) {
            return null;
        }
        Map<String, Set<String>> valuesBySignature;
        String best = null;
        for (String name : table.items().get(0).keySet()) {
            if (!TYPE_NAMES.contains(name.toLowerCase(Locale.ROOT)
                            .replace("-", "")
                            .replace("_", name.startsWith("_") ? "_" : ""))
                    || isKey(table, name)) {
                continue;
            }
            valuesBySignature = new TreeMap<>();
            boolean everywhere = true;
            for (Map<String, AttributeValue> item : table.items()) {
                if (!(item.get(name) instanceof AttributeValue.S value)) {
                    everywhere = false;
                    break;
                }
                valuesBySignature
                        .computeIfAbsent(signature(table, item, separator), s -> new LinkedHashSet<>())
                        .add(value.value());
            }
            if (everywhere && valuesBySignature.values().stream().allMatch(values -> values.size() == 1)) {
                best = name;
            }
        }
        return best;
    }

    static List<ItemKind> of(SampledTable table, String typeAttribute, String separator) {
        Map<String, List<Map<String, AttributeValue>>> groups = new LinkedHashMap<>();
        Map<String, String> known = new LinkedHashMap<>();
        for (int i = 0; i < table.items().size(); i++) {
            Map<String, AttributeValue> item = table.items().get(i);
            String group = table.names().containsKey(i)
                    ? "=" + table.names().get(i)
                    : typeAttribute == null
                            ? signature(table, item, separator)
                            : ((AttributeValue.S) item.get(typeAttribute)).value();
            if (table.names().containsKey(i)) {
                known.put(group, table.names().get(i));
            }
            groups.computeIfAbsent(group, g -> new ArrayList<>()).add(item);
        }
        List<ItemKind> kinds = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        groups.forEach((group, items) -> {
            String type = typeAttribute == null
                    ? null
                    : ((AttributeValue.S) items.get(0).get(typeAttribute)).value();
            String name = known.containsKey(group)
                    ? NameWords.pascal(known.get(group))
                    : type != null ? NameWords.pascal(type) : nameByKey(table, items.get(0), separator);
            String free = name;
            for (int n = 2; !taken.add(free); n++) {
                free = name + n;
            }
            kinds.add(new ItemKind(free, type, items));
        });
        return kinds;
    }

    static boolean isKey(SampledTable table, String name) {
        return table.partition().name().equals(name)
                || table.sort() != null && table.sort().name().equals(name);
    }

    private static String signature(SampledTable table, Map<String, AttributeValue> item, String separator) {
        return shape(item.get(table.partition().name()), separator)
                + " / "
                + (table.sort() == null ? "" : shape(item.get(table.sort().name()), separator));
    }

    /** The words of the key that look like words, and how many parts it has. */
    private static String shape(AttributeValue key, String separator) {
        if (!(key instanceof AttributeValue.S text)) {
            return "?";
        }
        List<String> parts = NameWords.split(text.value(), separator);
        StringBuilder shape = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            boolean word = i == 0
                    ? parts.size() > 1 && NameWords.isWord(parts.get(i)) || NameWords.isUpper(parts.get(i))
                    : NameWords.isUpper(parts.get(i));
            shape.append(i == 0 ? "" : separator).append(word ? parts.get(i) : "*");
        }
        return shape.toString();
    }

    private static String nameByKey(SampledTable table, Map<String, AttributeValue> item, String separator) {
        String best = null;
        for (SampledTable.Key key :
                table.sort() == null ? List.of(table.partition()) : List.of(table.partition(), table.sort())) {
            if (item.get(key.name()) instanceof AttributeValue.S text) {
                List<String> parts = NameWords.split(text.value(), separator);
                for (int i = 0; i < parts.size(); i++) {
                    boolean word = NameWords.isUpper(parts.get(i))
                            || i == 0 && parts.size() > 1 && NameWords.isWord(parts.get(i));
                    if (word && !(best != null && PLAIN_SORTS.contains(parts.get(i)))) {
                        best = parts.get(i);
                    }
                }
            }
        }
        return NameWords.pascal(best == null ? table.name() : best);
    }
}
