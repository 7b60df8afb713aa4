package dev.partita.systems;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Every reading pattern, by looking at all items. */
final class ModelReads {

    /** The last day first: the key has the action behind the day. */
    private static final Set<String> BY_DAY = Set.of("usageOfUser");

    /** An item as it is to be returned; {@code rank} is what the list is sorted by, or null. */
    record Row(String entity, Map<String, Object> values, Object rank) {}

    /**
     * What a pattern must answer.
     *
     * @param rows sorted when they have ranks; of a {@code get} all that it may choose from
     * @param counts for a count of each value
     * @param parts for a gathering
     */
    record Expected(List<Row> rows, long count, Map<Object, Long> counts, Map<String, Expected> parts) {}

    private final Model model;

    ModelReads(Model model) {
        this.model = model;
    }

    Expected read(String name, Map<String, Object> arguments) {
        Pattern pattern = model.design().patterns().get(name);
        if (pattern.verb() == Verb.GATHER) {
            Map<String, Expected> parts = new LinkedHashMap<>();
            pattern.entities().forEach(part -> parts.put(part, read(part, arguments)));
            return new Expected(List.of(), 0, Map.of(), parts);
        }
        Entity entity = model.design().entities().get(pattern.entities().get(0));
        List<Map<String, Object>> found = model.all(entity).stream()
                .filter(values -> isWanted(pattern, entity, values, arguments))
                .toList();
        return switch (pattern.verb()) {
            case GET ->
                pattern.then() == null
                        ? listed(found.stream().map(values -> row(pattern, entity, values)))
                        : found.isEmpty()
                                ? listed(java.util.stream.Stream.empty())
                                : read(pattern.then(), found.get(0));
            case READ -> collection(pattern, entity, found, arguments);
            case COUNT -> counted(pattern, entity, found);
            default -> list(pattern, entity, found);
        };
    }

    private static Expected listed(java.util.stream.Stream<Row> rows) {
        List<Row> all = rows.toList();
        return new Expected(all, all.size(), Map.of(), Map.of());
    }

    private boolean isWanted(
            Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        for (Template.Variable variable : pattern.by()) {
            String attribute = variable.attribute();
            if (pattern.each() != null && pattern.each().attribute().equals(attribute)) {
                continue;
            }
            Object given = arguments.get(Naive.argument(variable));
            Object wanted = variable.formats().isEmpty()
                    ? Plainly.kept(entity.attributes().get(attribute), given)
                    : given;
            if (wanted == null || !wanted.equals(Naive.formatted(model.design(), variable, values.get(attribute)))) {
                return false;
            }
        }
        return isShown(pattern, entity, values)
                && Naive.holds(pattern.where(), values, model.now())
                && isInRange(pattern, values, arguments)
                && isWithinWalk(pattern, entity, values)
                && hasWords(pattern, values, arguments)
                && (pattern.each() == null
                        || eachOf(pattern, entity)
                                .contains(values.get(pattern.each().attribute())));
    }

    private boolean isShown(Pattern pattern, Entity entity, Map<String, Object> values) {
        Entity.SoftDelete mark = entity.softDelete();
        boolean isAsked = mark != null
                && Arrays.asList(mark.flag(), mark.at()).stream()
                        .anyMatch(name -> name != null && Naive.mentions(pattern.where(), name));
        return !model.isExpired(entity, values) && (isAsked || !model.isMarked(entity, values));
    }

    private boolean isInRange(Pattern pattern, Map<String, Object> values, Map<String, Object> arguments) {
        if (pattern.range() == null) {
            return true;
        }
        String name = Naive.argument(pattern.range());
        Object value = Naive.formatted(
                model.design(), pattern.range(), values.get(pattern.range().attribute()));
        return Naive.isBetween(
                value,
                Plainly.of(arguments.get(name + "From")),
                Plainly.of(arguments.get(name + "To")),
                model.design());
    }

    /** Thirty days are today and the twenty-nine before. A list goes on behind them, page after page. */
    private boolean isWithinWalk(Pattern pattern, Entity entity, Map<String, Object> values) {
        if (pattern.walkSeconds() == null || pattern.verb() == Verb.LIST) {
            return true;
        }
        LocalDate today = model.now().atZone(model.design().zone()).toLocalDate();
        LocalDate day = ((Instant) values.get(Naive.timeOf(entity)))
                .atZone(model.design().zone())
                .toLocalDate();
        return day.isAfter(today.minusDays(pattern.walkSeconds() / 86_400)) && !day.isAfter(today);
    }

    /** Any of the words will do, and of the last one its beginning. */
    private static boolean hasWords(Pattern pattern, Map<String, Object> values, Map<String, Object> arguments) {
        if (pattern.verb() != Verb.SEARCH) {
            return true;
        }
        List<String> there = words(values.get(pattern.searchOn()));
        List<String> sought = words(arguments.get(pattern.searchOn()));
        String last = sought.get(sought.size() - 1);
        return there.stream().anyMatch(word -> sought.contains(word) || last.length() > 1 && word.startsWith(last));
    }

    private static List<String> words(Object text) {
        return Arrays.asList(String.valueOf(text).toLowerCase(Locale.ROOT).split(" "));
    }

    private List<Object> eachOf(Pattern pattern, Entity entity) {
        if (pattern.each().fromPattern() != null) {
            return read(pattern.each().fromPattern(), Map.of()).rows().stream()
                    .map(row -> row.values().get(pattern.each().fromAttribute()))
                    .toList();
        }
        Attribute attribute = entity.attributes().get(pattern.each().attribute());
        if (attribute.type() instanceof Type.Enumeration choice) {
            return List.copyOf(choice.values());
        }
        List<Object> values = new ArrayList<>();
        for (BigDecimal value = attribute.min();
                value.compareTo(attribute.max()) <= 0;
                value = value.add(BigDecimal.ONE)) {
            values.add(Plainly.of(value));
        }
        return values;
    }

    private Expected collection(
            Pattern pattern, Entity root, List<Map<String, Object>> found, Map<String, Object> arguments) {
        if (found.isEmpty()) {
            return listed(java.util.stream.Stream.empty());
        }
        List<Row> rows = new ArrayList<>();
        rows.add(row(pattern, root, found.get(0)));
        for (String name : pattern.entities().subList(1, pattern.entities().size())) {
            Entity entity = model.design().entities().get(name);
            model.all(entity).stream()
                    .filter(values -> model.isAlive(entity, values))
                    .filter(values -> pattern.by().stream()
                            .allMatch(variable ->
                                    arguments.get(variable.attribute()).equals(values.get(variable.attribute()))))
                    .forEach(values -> rows.add(row(pattern, entity, values)));
        }
        return new Expected(rows, rows.size(), Map.of(), Map.of());
    }

    private Expected counted(Pattern pattern, Entity entity, List<Map<String, Object>> found) {
        Map<Object, Long> counts = new LinkedHashMap<>();
        if (pattern.each() != null) {
            eachOf(pattern, entity).forEach(value -> counts.put(value, 0L));
            found.forEach(values -> counts.merge(values.get(pattern.each().attribute()), 1L, Long::sum));
        }
        return new Expected(List.of(), found.size(), counts, Map.of());
    }

    private Expected list(Pattern pattern, Entity entity, List<Map<String, Object>> found) {
        Map.Entry<String, Boolean> order =
                BY_DAY.contains(pattern.name()) ? Map.entry(Naive.timeOf(entity), true) : Naive.order(pattern, entity);
        List<Row> rows = new ArrayList<>();
        for (Map<String, Object> values : found) {
            Object rank = order == null ? null : values.get(order.getKey());
            if (BY_DAY.contains(pattern.name())) {
                rank = ((Instant) rank).atZone(model.design().zone()).toLocalDate();
            }
            Row row = fetched(pattern, entity, values);
            rows.add(new Row(row.entity(), row.values(), rank));
        }
        if (order != null) {
            Comparator<Row> comparator = (one, other) -> Naive.compare(one.rank(), other.rank());
            rows.sort(order.getValue() ? comparator.reversed() : comparator);
        }
        return new Expected(rows, rows.size(), Map.of(), Map.of());
    }

    /** The item itself, or the one it leads to. */
    private Row fetched(Pattern pattern, Entity entity, Map<String, Object> values) {
        Entity target =
                pattern.fetch() == null ? null : model.design().entities().get(pattern.fetch());
        if (target == null) {
            return row(pattern, entity, values);
        }
        List<Object> key = entity.attributes().values().stream()
                .filter(attribute -> target.name().equals(attribute.references()))
                .map(attribute -> values.get(attribute.name()))
                .collect(Collectors.toList());
        return row(pattern, target, model.find(target, key));
    }

    private static Row row(Pattern pattern, Entity entity, Map<String, Object> values) {
        return new Row(entity.name(), Model.visible(entity, values, pattern.returned()), null);
    }
}
