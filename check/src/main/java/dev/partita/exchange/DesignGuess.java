package dev.partita.exchange;

import dev.partita.item.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a design file for tables that exist already. What the tables say is stated; what was read out of sample items is
 * marked {@code # guess}, for a person to check.
 */
public final class DesignGuess {

    private final StringBuilder out = new StringBuilder();

    /** @param origin where the tables come from, for the comment at the top */
    public static String text(String design, String about, String origin, List<SampledTable> tables) {
        DesignGuess guess = new DesignGuess();
        guess.write(design, about, origin, tables);
        return guess.out.toString();
    }

    private void write(String design, String about, String origin, List<SampledTable> tables) {
        long items = tables.stream().mapToLong(table -> table.items().size()).sum();
        line("# Made from " + origin + ", " + items + (items == 1 ? " item" : " items") + " seen.");
        line("# Lines marked \"guess\" were read out of the items: check them, then take the marks away.");
        line("design: " + name(design));
        line("about: " + quoted(about));
        Set<String> separators = new LinkedHashSet<>();
        tables.forEach(table -> separators.add(KeyGuess.separatorOf(table)));
        String separator = separators.iterator().next();
        if (!separator.equals("#")) {
            line("separator: " + quoted(separator) + "   # guess");
        }
        line("");
        line("tables:");
        Map<SampledTable, String> ids = new LinkedHashMap<>();
        for (SampledTable table : tables) {
            String id = tables.size() == 1 ? "main" : NameWords.camel(table.name());
            ids.put(table, id);
            table(id, table, ItemKind.typeAttribute(table, separator));
        }
        List<String> patterns = new ArrayList<>();
        line("");
        line("entities:");
        Set<String> taken = new LinkedHashSet<>();
        for (SampledTable table : tables) {
            String typeAttribute = ItemKind.typeAttribute(table, separator);
            for (ItemKind kind : ItemKind.of(table, typeAttribute, separator)) {
                String free = kind.name();
                for (int n = 2; !taken.add(free); n++) {
                    free = kind.name() + n;
                }
                entity(
                        ids.get(table),
                        tables.size() > 1,
                        table,
                        typeAttribute,
                        new ItemKind(free, kind.type(), kind.items()),
                        separator,
                        patterns);
            }
        }
        if (taken.isEmpty()) {
            line("  {}   # the tables are empty: nothing to guess from");
        }
        line("");
        line("patterns:");
        patterns.forEach(this::line);
        if (patterns.isEmpty()) {
            line("  {}");
        }
    }

    private void table(String id, SampledTable table, String typeAttribute) {
        line("  " + id + ":");
        line("    name: " + quoted(table.name()));
        line("    key: { partition: " + key(table.partition())
                + (table.sort() == null ? "" : ", sort: " + key(table.sort())) + " }");
        if (typeAttribute != null) {
            line("    type-attribute: " + quoted(typeAttribute) + "   # guess");
        }
        line("    billing: "
                + (table.onDemand()
                        ? "on-demand"
                        : "{ read: " + table.readUnits() + ", write: " + table.writeUnits() + " }"));
        if (table.expiry() != null) {
            line("    expiry: " + quoted(table.expiry()));
        }
        if (!table.indexes().isEmpty()) {
            line("    indexes:");
            for (SampledTable.Index index : table.indexes()) {
                line("      " + quoted(index.name()) + ": { "
                        + (index.local() ? "local: true, " : "partition: " + keys(index.partition()) + ", ")
                        + (index.sort().isEmpty() ? "" : "sort: " + keys(index.sort()) + ", ") + "projection: "
                        + (index.projected() == null
                                ? "all"
                                : index.projected().isEmpty()
                                        ? "keys"
                                        : "["
                                                + String.join(
                                                        ", ",
                                                        index.projected().stream()
                                                                .map(DesignGuess::quoted)
                                                                .toList())
                                                + "]")
                        + " }");
            }
        }
    }

    private void entity(
            String tableId,
            boolean severalTables,
            SampledTable table,
            String typeAttribute,
            ItemKind kind,
            String separator,
            List<String> patterns) {
        Set<String> keyNames = new LinkedHashSet<>();
        keyNames.add(table.partition().name());
        if (table.sort() != null) {
            keyNames.add(table.sort().name());
        }
        Set<String> synthetic = new LinkedHashSet<>(keyNames);
        for (SampledTable.Index index : table.indexes()) {
            index.keys().stream()
                    .map(SampledTable.Key::name)
                    .filter(name -> isSynthetic(name, kind.items(), separator))
                    .forEach(synthetic::add);
        }
        KeyGuess keys = new KeyGuess(kind.items(), synthetic, separator);
        line("  " + kind.name() + ":   # guess, from " + kind.items().size()
                + (kind.items().size() == 1 ? " item" : " items"));
        if (severalTables) {
            line("    table: " + tableId);
        }
        if (kind.type() != null) {
            line("    type: " + quoted(kind.type()));
        }
        Map<String, String> key = new LinkedHashMap<>();
        keyNames.forEach(name -> key.put(name, keys.template(name)));
        line("    key: " + templates(key) + "   # guess");
        Map<String, Map<String, String>> indexes = indexKeys(table, keyNames, synthetic, keys);
        Set<String> without = new LinkedHashSet<>(synthetic);
        if (typeAttribute != null) {
            without.add(typeAttribute);
        }
        attributes(kind.items(), without, keys, table.expiry());
        patterns(table, kind, key, indexes, patterns);
    }

    /** What the keys make cheap: one item, the items of a partition, of the table and of each index; and writing them. */
    private static void patterns(
            SampledTable table,
            ItemKind kind,
            Map<String, String> key,
            Map<String, Map<String, String>> indexes,
            List<String> patterns) {
        String one = Character.toLowerCase(kind.name().charAt(0)) + kind.name().substring(1);
        List<String> whole = variables(key.values());
        if (whole.isEmpty()) {
            return;
        }
        patterns.add(pattern(one, "get", kind, whole));
        List<String> partition = variables(List.of(key.get(table.partition().name())));
        if (!partition.isEmpty() && !partition.containsAll(whole)) {
            patterns.add(pattern(one + "List", "list", kind, partition));
        }
        indexes.forEach((index, templates) -> {
            List<String> by = variables(templates.values());
            if (!by.isEmpty()) {
                patterns.add(pattern(one + "By" + NameWords.pascal(index), "list", kind, by));
            }
        });
        patterns.add("  save" + kind.name() + ": { put: " + kind.name() + " }");
        if (whole.stream().noneMatch(name -> name.endsWith(":lower"))) {
            patterns.add(pattern("delete" + kind.name(), "delete", kind, whole));
        }
    }

    private static String pattern(String name, String verb, ItemKind kind, List<String> by) {
        return "  " + name + ": { " + verb + ": " + kind.name() + ", by: [" + String.join(", ", by) + "] }";
    }

    /** @return the templates of the partition keys of those indexes that items of this kind are in, by name */
    private Map<String, Map<String, String>> indexKeys(
            SampledTable table, Set<String> keyNames, Set<String> synthetic, KeyGuess keys) {
        Map<String, Map<String, String>> partitions = new LinkedHashMap<>();
        for (SampledTable.Index index : table.indexes()) {
            Map<String, String> templates = new LinkedHashMap<>();
            boolean declared = false;
            boolean complete = true;
            for (SampledTable.Key part : index.keys()) {
                if (keyNames.contains(part.name())) {
                    continue;
                }
                String template = synthetic.contains(part.name())
                        ? keys.template(part.name())
                        : keys.has(part.name()) ? "{" + NameWords.camel(part.name()) + "}" : null;
                declared |= synthetic.contains(part.name());
                complete &= template != null;
                templates.put(part.name(), template);
            }
            // An index whose keys are plain attributes needs no line: the attributes are its keys.
            if (declared && complete) {
                line("    " + quoted(index.name()) + ": " + templates(templates) + "   # guess");
            }
            if (complete
                    && !index.local()
                    && index.partition().stream().noneMatch(part -> keyNames.contains(part.name()))) {
                Map<String, String> partition = new LinkedHashMap<>();
                index.partition().forEach(part -> partition.put(part.name(), templates.get(part.name())));
                partitions.put(index.name(), partition);
            }
        }
        return partitions;
    }

    private void attributes(
            List<Map<String, AttributeValue>> items, Set<String> without, KeyGuess keys, String expiry) {
        line("    attributes:   # types are guesses");
        Map<String, String> fields = TypeGuess.of(items, without);
        Set<String> names = new LinkedHashSet<>();
        keys.invented.forEach((name, type) -> {
            names.add(name);
            line("      " + name + ": { type: " + type + ", store: false }   # guess: stands in the key alone");
        });
        fields.forEach((stored, options) -> {
            String name = NameWords.camel(stored);
            if (names.add(name)) {
                String type = stored.equals(expiry)
                        ? options.replaceFirst("type: [a-z-]+( of [a-z]+)?", "type: epoch-seconds")
                        : options;
                line("      " + name + ": { " + type + (name.equals(stored) ? "" : ", stored: " + quoted(stored))
                        + " }");
            }
        });
        if (names.isEmpty()) {
            line("      {}");
        }
    }

    /** Whether a key attribute is made for the index, as {@code GSI1PK} is, and not one the item has anyway. */
    private static boolean isSynthetic(String name, List<Map<String, AttributeValue>> items, String separator) {
        if (name.matches("(?i)(gsi|lsi)[_-]?\\d*[_-]?(pk|sk|hash|range|partition|sort)([_-]?key)?[_-]?\\d*")) {
            return true;
        }
        return items.stream()
                .map(item -> item.get(name))
                .anyMatch(value -> value instanceof AttributeValue.S text
                        && text.value().contains(separator)
                        && NameWords.isUpper(
                                NameWords.split(text.value(), separator).get(0)));
    }

    private static List<String> variables(Iterable<String> templates) {
        Set<String> names = new LinkedHashSet<>();
        for (String template : templates) {
            if (template != null) {
                java.util.regex.Matcher matcher = java.util.regex.Pattern.compile("\\{([A-Za-z0-9_]+)(:[^}]*)?}")
                        .matcher(template);
                while (matcher.find()) {
                    // A key in lower case finds every spelling, and says so.
                    names.add(matcher.group(1) + (":lower".equals(matcher.group(2)) ? ":lower" : ""));
                }
            }
        }
        return List.copyOf(names);
    }

    private static String templates(Map<String, String> templates) {
        List<String> parts = new ArrayList<>();
        templates.forEach((name, template) -> parts.add(quoted(name) + ": " + quoted(template)));
        return "{ " + String.join(", ", parts) + " }";
    }

    private static String key(SampledTable.Key key) {
        return key.type().equals("S")
                ? quoted(key.name())
                : "{ name: " + quoted(key.name()) + ", type: " + (key.type().equals("N") ? "number" : "binary") + " }";
    }

    private static String keys(List<SampledTable.Key> keys) {
        return keys.size() == 1
                ? key(keys.get(0))
                : "[" + String.join(", ", keys.stream().map(DesignGuess::key).toList()) + "]";
    }

    private static String name(String text) {
        String name = text.toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[^a-z]+|-+$", "");
        return name.isEmpty() ? "imported" : name;
    }

    /** Plain where YAML lets it be, otherwise in double quotes. */
    static String quoted(String text) {
        if (text.matches("[A-Za-z_][A-Za-z0-9_.-]*") && !text.matches("(?i)true|false|null|yes|no|on|off")) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < 0x20) {
                        quoted.append(String.format("\\x%02x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private DesignGuess() {}
}
