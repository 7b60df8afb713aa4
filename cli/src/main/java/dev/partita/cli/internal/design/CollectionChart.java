package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Palette;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.ValueChecks;
import dev.partita.plan.internal.key.SampleItems;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws a design's samples as DynamoDB keeps them: partitions, and their items in order. */
final class CollectionChart {

    private static final int WIDTH = 110;

    private final Terminal terminal;
    private final Palette palette;

    /** A sample with the entity it is of. */
    private record Row(Entity entity, Map<String, AttributeValue> item) {}

    CollectionChart(Terminal terminal, Palette palette) {
        this.terminal = terminal;
        this.palette = palette;
    }

    /** @param index null for the tables themselves */
    void print(Design design, String index, Clock clock) {
        Map<String, List<Map<String, AttributeValue>>> samples = SampleItems.of(design, clock);
        if (samples.values().stream().allMatch(List::isEmpty)) {
            terminal.out()
                    .println(terminal.dim("  The design has no samples; add some under samples: to see them here."));
            return;
        }
        boolean found = index == null;
        for (Table table : design.tables().values()) {
            if (index == null) {
                table(
                        design,
                        table,
                        samples,
                        List.of(table.partition().name()),
                        table.sort() == null ? List.of() : List.of(table.sort().name()));
            } else if (table.indexes().containsKey(index)) {
                found = true;
                Table.Index one = table.indexes().get(index);
                table(
                        design,
                        table,
                        samples,
                        one.local() ? List.of(table.partition().name()) : names(one.partition()),
                        names(one.sort()));
            }
        }
        if (!found) {
            throw new UsageException("No table of " + design.name() + " has an index " + index + ".");
        }
    }

    private static List<String> names(List<Table.KeyAttribute> keys) {
        return keys.stream().map(Table.KeyAttribute::name).toList();
    }

    private void table(
            Design design,
            Table table,
            Map<String, List<Map<String, AttributeValue>>> samples,
            List<String> partition,
            List<String> sort) {
        Map<String, List<Row>> partitions = new LinkedHashMap<>();
        for (Entity entity : design.entitiesOf(table)) {
            for (Map<String, AttributeValue> item : samples.getOrDefault(entity.name(), List.of())) {
                // An item without every key of the index is not in it.
                if (item.keySet().containsAll(partition) && item.keySet().containsAll(sort)) {
                    partitions
                            .computeIfAbsent(key(item, partition), key -> new ArrayList<>())
                            .add(new Row(entity, item));
                }
            }
        }
        if (partitions.isEmpty()) {
            terminal.out().println(terminal.dim("  " + table.id() + ": no sample is in here"));
            return;
        }
        int sortWidth = partitions.values().stream()
                .flatMap(List::stream)
                .mapToInt(row -> key(row.item(), sort).length())
                .max()
                .orElse(0);
        int width = Math.min(sortWidth, 46);
        int names = design.entities().keySet().stream()
                .mapToInt(String::length)
                .max()
                .orElse(0);
        partitions.forEach((key, rows) -> {
            terminal.out().println("  " + terminal.bold(key));
            rows.sort(Comparator.comparing(Row::item, (left, right) -> compare(left, right, sort)));
            for (int i = 0; i < rows.size(); i++) {
                Row row = rows.get(i);
                String branch = i + 1 < rows.size() ? "├ " : "└ ";
                String text = cut(key(row.item(), sort), width);
                String rest = rest(table, row, WIDTH - width - names - 10);
                terminal.out()
                        .println("  " + terminal.dim(branch)
                                + palette.entity(row.entity().name(), Show.pad(text, width)) + "  "
                                + palette.entity(
                                        row.entity().name(),
                                        Show.pad(row.entity().name(), names)) + "  " + terminal.dim(rest));
            }
        });
    }

    private static int compare(Map<String, AttributeValue> left, Map<String, AttributeValue> right, List<String> sort) {
        for (String name : sort) {
            int order = ValueChecks.compare(left.get(name), right.get(name));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static String key(Map<String, AttributeValue> item, List<String> names) {
        return String.join(
                " | ", names.stream().map(name -> text(item.get(name))).toList());
    }

    private static String rest(Table table, Row row, int width) {
        List<String> parts = new ArrayList<>();
        row.item().forEach((name, value) -> {
            if (!table.keyNames().contains(name) && !name.equals(table.typeAttribute())) {
                parts.add(name + "=" + text(value));
            }
        });
        return cut(String.join(" ", parts), Math.max(20, width));
    }

    private static String text(AttributeValue value) {
        if (value instanceof AttributeValue.S text) {
            return text.value();
        }
        if (value instanceof AttributeValue.N number) {
            return number.text();
        }
        if (value instanceof AttributeValue.Bool truth) {
            return String.valueOf(truth.value());
        }
        if (value instanceof AttributeValue.L list) {
            return "[" + list.values().size() + "]";
        }
        if (value instanceof AttributeValue.M map) {
            return "{" + map.values().size() + "}";
        }
        return value.type().name().toLowerCase(Locale.ROOT);
    }

    private static String cut(String text, int width) {
        String line = text.replace('\n', ' ');
        return line.length() <= width ? line : line.substring(0, width - 1) + "…";
    }
}
