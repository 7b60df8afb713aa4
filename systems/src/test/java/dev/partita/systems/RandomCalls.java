package dev.partita.systems;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Calls of a design's patterns, in a row that its seed decides: mostly about items that are there, now and then about none. */
final class RandomCalls {

    private static final Instant START = Instant.parse("2025-03-01T08:00:00.250Z");

    private final Model model;
    private final RandomValues values;
    private final boolean isTyped;
    private final TreeMap<Double, Pattern> choices = new TreeMap<>();
    private final double sum;
    private Instant now = START;

    /** @param isTyped whether the calls are made by generated code, which can compare with what is stored */
    RandomCalls(Model model, Random random, boolean isTyped) {
        this.model = model;
        this.isTyped = isTyped;
        this.values = new RandomValues(random);
        double total = 0;
        for (Pattern pattern : model.design().patterns().values()) {
            choices.put(total, pattern);
            total += weight(pattern);
        }
        this.sum = total;
    }

    /** Children are made often, parents seldom and unmade hardly ever, so that there is something to find. */
    private double weight(Pattern pattern) {
        String entity = pattern.entities().get(0);
        boolean isParent = model.design().entities().values().stream()
                .flatMap(other -> other.attributes().values().stream())
                .anyMatch(
                        attribute -> entity.equals(attribute.references()) && attribute.onDelete() == OnDelete.CASCADE);
        return switch (pattern.verb()) {
            case CREATE, PUT -> hasPassword(entity) ? 0.2 : isParent ? 2 : 9;
            case UPDATE -> hasPassword(entity) ? 0.15 : 1.5;
            case DELETE -> isParent ? 0.04 : 0.6;
            // Its parts are called by themselves; the scripts call it whole.
            case TRANSACT -> 0;
            default -> 0.8;
        };
    }

    /** Hashing passwords is slow on purpose. */
    private boolean hasPassword(String entity) {
        return model.design().entities().containsKey(entity)
                && model.design().entities().get(entity).attributes().values().stream()
                        .anyMatch(attribute -> attribute.cost() != null || attribute.type() == Type.Simple.PASSWORD);
    }

    Call next() {
        if (values.chance(0.7)) {
            now = now.plusMillis(values.below(40_000));
        }
        if (values.chance(0.012)) {
            now = now.plus(Duration.ofHours(values.pick(16, 24, 70)));
        }
        return of(choices.floorEntry(values.below(1_000_000) / 1e6 * sum).getValue());
    }

    /** A call of any write, all alike but for those that take everything away. */
    Call write() {
        return of(values.pick(model.design().patterns().values().stream()
                .filter(pattern -> pattern.verb().writes() && weight(pattern) > 0.5)
                .toList()));
    }

    /** A call of this very pattern, now. */
    Call of(Pattern pattern) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (pattern.verb() != Verb.GATHER) {
            Entity entity = model.design().entities().get(pattern.entities().get(0));
            switch (pattern.verb()) {
                case CREATE, PUT -> create(pattern, entity, arguments);
                case UPDATE, DELETE, RESTORE -> change(pattern, entity, arguments);
                default -> read(pattern, entity, arguments);
            }
        }
        Integer limit = values.pick(null, null, 1, 2, 3, 7, 20, 100);
        boolean isPaged = pattern.verb() == Verb.LIST || pattern.verb() == Verb.SCAN;
        Object me = parent("User");
        return new Call(pattern.name(), arguments, now, me == null ? "me" : (String) me, isPaged ? limit : null);
    }

    private void create(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        for (Attribute attribute : entity.attributes().values()) {
            boolean isGiven = !attribute.isComputed()
                    && !attribute.name().equals(entity.version())
                    && !pattern.set().containsKey(attribute.name())
                    && !isMark(entity, attribute.name());
            boolean isNeeded = attribute.generate() == null
                    && (attribute.required() || Model.keyNames(entity).contains(attribute.name()));
            if (isGiven && (isNeeded || values.chance(attribute.generate() == null ? 0.6 : 0.4))) {
                Object parent = parent(attribute.references());
                arguments.put(attribute.name(), parent == null ? values.of(entity, attribute, now) : parent);
            }
        }
        if (entity.attributes().containsKey("checkLimit")) {
            arguments.putIfAbsent("checkLimit", 5L);
        }
        limits(arguments, 400L);
        if (pattern.with() != null) {
            Entity child = model.design().entities().get(pattern.with());
            List<Object> children = new ArrayList<>();
            for (int i = 0; i < values.below(4); i++) {
                children.add(Map.of(
                        "input", values.of(child, child.attributes().get("input"), now),
                        "output", values.of(child, child.attributes().get("output"), now)));
            }
            if (!children.isEmpty() || values.chance(0.5)) {
                arguments.put("testCases", children);
            }
        }
        spoil(entity, arguments);
    }

    /** Mostly one that is there. */
    private Object parent(String references) {
        Entity parent = references == null ? null : model.design().entities().get(references);
        return parent == null
                ? null
                : some(parent).get(Model.keyNames(parent).iterator().next());
    }

    /** One that an item can have: a finer moment equals none, and is refused. */
    private Object stored(Entity entity, Attribute attribute) {
        Object value = values.of(entity, attribute, now);
        boolean isToTheSecond =
                attribute.type() == Type.Simple.TIMESTAMP || attribute.type() == Type.Simple.EPOCH_SECONDS;
        return isToTheSecond && value instanceof Instant moment ? moment.truncatedTo(ChronoUnit.SECONDS) : value;
    }

    /** Limits that are reached now and then, and leave room for thousands. */
    private void limits(Map<String, Object> arguments, long rare) {
        arguments.computeIfPresent("checkLimit", (name, value) -> values.pick(rare, 3L, 400L, 1_000L, 1_000L));
        for (String name : List.of("maxHintsPerDay", "maxExecutionsPerDay", "maxProblems")) {
            arguments.computeIfPresent(name, (same, value) -> values.pick(rare, -1L, -1L, 3L, 60L));
        }
    }

    private static boolean isMark(Entity entity, String name) {
        Entity.SoftDelete mark = entity.softDelete();
        return mark != null && (name.equals(mark.flag()) || name.equals(mark.at()) || name.equals(mark.reason()));
    }

    private void change(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> item = pattern.verb() == Verb.RESTORE ? marked(entity) : some(entity);
        for (Template.Variable variable : pattern.by()) {
            arguments.put(variable.attribute(), from(entity, variable, item));
        }
        for (String name : pattern.change()) {
            Attribute attribute = entity.attributes().get(name);
            if (pattern.require().contains(name) || values.chance(0.5)) {
                boolean isRemovable = !attribute.required()
                        && attribute.defaultValue() == null
                        && !pattern.require().contains(name);
                arguments.put(name, isRemovable && values.chance(0.2) ? null : values.of(entity, attribute, now));
            }
        }
        for (String name : pattern.append()) {
            arguments.put(name, values.of(entity, entity.attributes().get(name), now));
        }
        if (pattern.when() instanceof Where.Compare compare
                && compare.left() instanceof Where.Operand.Path path
                && compare.right() instanceof Where.Operand.Argument argument) {
            Object there = item.get(path.attribute());
            Attribute compared = entity.attributes().get(path.attribute());
            arguments.put(argument.name(), there != null && values.chance(0.8) ? there : stored(entity, compared));
        }
        if (entity.version() != null && pattern.verb() == Verb.UPDATE && values.chance(0.5)) {
            BigDecimal version = (BigDecimal) item.getOrDefault(entity.version(), BigDecimal.ONE);
            arguments.put(entity.version(), version.longValue() + (values.chance(0.3) ? 1 : 0));
        }
        if (isTyped && pattern.verb() == Verb.UPDATE && values.chance(0.15)) {
            compare(pattern, entity, item, arguments);
        }
        limits(arguments, 0L);
        if (!pattern.change().isEmpty()) {
            spoil(entity, arguments);
        }
    }

    /** Only if an attribute is what the caller thinks it is: mostly it is. */
    private void compare(Pattern pattern, Entity entity, Map<String, Object> item, Map<String, Object> arguments) {
        Attribute attribute = values.pick(List.copyOf(entity.attributes().values()));
        boolean isComparable = attribute.isStored()
                && !isMark(entity, attribute.name())
                && !attribute.hidden()
                && !attribute.name().equals(entity.version())
                && pattern.by().stream().noneMatch(by -> by.attribute().equals(attribute.name()))
                && (attribute.type() instanceof Type.Enumeration
                        || attribute.type() == Type.Simple.STRING
                        || attribute.type() == Type.Simple.FLAG
                        || attribute.type() == Type.Simple.INTEGER);
        Object value = values.chance(0.7) ? item.get(attribute.name()) : null;
        if (isComparable && attribute.hashOf().isEmpty()) {
            arguments.put(ModelWrites.WHEN + attribute.name(), value == null ? stored(entity, attribute) : value);
        }
    }

    private void read(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> item = some(entity);
        for (Template.Variable variable : pattern.by()) {
            if (pattern.each() == null || !pattern.each().attribute().equals(variable.attribute())) {
                Object value = from(entity, variable, item);
                arguments.put(Naive.argument(variable), value);
            }
        }
        if (pattern.range() != null) {
            String name = Naive.argument(pattern.range());
            for (String end : List.of("From", "To")) {
                if (values.chance(0.7)) {
                    arguments.put(name + end, from(entity, pattern.range(), some(entity)));
                }
            }
        }
        if (pattern.searchOn() != null) {
            arguments.put(pattern.searchOn(), values.words());
        }
    }

    private Map<String, Object> marked(Entity entity) {
        List<Map<String, Object>> marked = model.all(entity).stream()
                .filter(values -> model.isMarked(entity, values))
                .toList();
        return marked.isEmpty() || values.chance(0.2) ? some(entity) : values.pick(marked);
    }

    private Map<String, Object> some(Entity entity) {
        List<Map<String, Object>> all = model.all(entity);
        return all.isEmpty() || values.chance(0.12) ? Map.of() : values.pick(all);
    }

    private Object from(Entity entity, Template.Variable variable, Map<String, Object> item) {
        Object value = item.get(variable.attribute());
        if (value == null) {
            Attribute attribute = entity.attributes().get(variable.attribute());
            value = attribute.sequence() != null ? Long.valueOf(values.below(9)) : stored(entity, attribute);
        }
        if (value instanceof BigDecimal number) {
            value = number.longValueExact();
        }
        Object formatted = Naive.formatted(model.design(), variable, value);
        return formatted instanceof LocalDate day && values.chance(0.1) ? day.minusDays(1) : formatted;
    }

    /** Now and then one value is wrong: too long, too high, twice in a list. */
    private void spoil(Entity entity, Map<String, Object> arguments) {
        if (!values.chance(0.05)) {
            return;
        }
        Attribute attribute = values.pick(List.copyOf(entity.attributes().values()));
        Object given = arguments.get(attribute.name());
        if (given instanceof String
                && attribute.maxLength() != null
                && attribute.maxLength() < 1_000
                && attribute.normalise().isEmpty()) {
            arguments.put(attribute.name(), "z".repeat(attribute.maxLength() + 1));
        } else if (given instanceof Long && attribute.max() != null) {
            arguments.put(attribute.name(), attribute.max().longValue() + 1);
        } else if (given instanceof List<?> && attribute.distinct()) {
            arguments.put(attribute.name(), List.of("same", "same"));
        }
    }
}
