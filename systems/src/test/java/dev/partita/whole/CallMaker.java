package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Pattern;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;

/** Makes up calls: mostly about items that are there. */
final class CallMaker {

    private static final java.util.regex.Pattern WANTED =
            java.util.regex.Pattern.compile(":(" + ConditionMaker.WANTED + "([A-Za-z0-9]+))");

    private final Dice dice;
    private final Model model;
    private final Sketch sketch;
    private final ValueMaker values;
    private Instant now = Instant.parse("2024-02-28T22:40:00.250Z");
    private int made;

    CallMaker(Dice dice, Model model) {
        this.dice = dice;
        this.model = model;
        this.sketch = model.sketch();
        this.values = new ValueMaker(dice);
    }

    Call next() {
        now = now.plusMillis(
                switch (dice.below(20)) {
                    case 0 -> 86_400_000L * (1 + dice.below(2));
                    case 1, 2 -> 3_600_000L * (1 + dice.below(20));
                    case 3, 4, 5, 6 -> hasLookedUpRoles() ? 6_000 : 0;
                    case 7, 8, 9 -> hasLookedUpRoles() ? 6_000 : dice.below(900);
                    default -> 1_000L * (6 + dice.below(100));
                });
        Pattern pattern = dice.pick(List.copyOf(sketch.patterns().values()));
        if (made < 12 || dice.chance(0.2)) {
            List<Pattern> makers = sketch.patterns().values().stream()
                    .filter(one -> one.verb().equals("create") || one.verb().equals("put"))
                    .toList();
            pattern = makers.isEmpty() ? pattern : dice.pick(makers);
        }
        Call.Way way = dice.of(Call.Way.DATABASE, Call.Way.DATABASE, Call.Way.PATTERN_ROUTE, Call.Way.RESOURCE_ROUTE);
        List<String> caller = caller();
        boolean isPaged = List.of("list", "scan", "search").contains(pattern.verb());
        Integer limit = isPaged && dice.chance(0.3) ? (Integer) (1 + dice.below(4)) : null;
        return new Call(made++, pattern.name(), arguments(pattern), now, way, caller, limit);
    }

    /** What is known of such a role is kept for five seconds, and what Java writes is not heard of. */
    private boolean hasLookedUpRoles() {
        return sketch.section("identity").containsKey("entity")
                || sketch.section("roles").values().stream()
                        .anyMatch(role -> Tree.map(role).containsKey("entity")
                                || Tree.map(role).containsKey("membership"));
    }

    /** Nobody, or somebody, perhaps in a group. */
    private List<String> caller() {
        if (dice.chance(0.2)) {
            return List.of();
        }
        List<String> caller = new ArrayList<>(List.of(dice.of("a", "b", "ab")));
        if (dice.chance(0.35)) {
            caller.add(dice.of("admins", "editors", "nobodies"));
        }
        return caller;
    }

    private Map<String, Object> arguments(Pattern pattern) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (pattern.verb().equals("transact")) {
            pattern.of()
                    .forEach(part ->
                            arguments.put(part, arguments(sketch.patterns().get(part))));
            for (String name : pattern.names("same")) {
                agree(name, pattern, arguments);
            }
            return arguments;
        }
        if (pattern.verb().equals("gather")) {
            pattern.of().forEach(part -> arguments(sketch.patterns().get(part)).forEach(arguments::putIfAbsent));
            return arguments;
        }
        Entity entity = sketch.entity(pattern.of().get(0));
        switch (pattern.verb()) {
            case "create", "put" -> create(pattern, entity, arguments);
            case "update", "delete", "restore" -> change(pattern, entity, arguments);
            default -> read(pattern, entity, arguments);
        }
        if (entity.text("owner") != null) {
            mine(pattern, entity, arguments);
        }
        for (String word : List.of("where", "when", "filter")) {
            wanted(pattern.text(word), entity, arguments);
        }
        return arguments;
    }

    /** Most callers say one thing; who does not says two. */
    private void agree(String name, Pattern pattern, Map<String, Object> arguments) {
        Object first = Tree.map(arguments.get(pattern.of().get(0))).get(name);
        Map<String, Object> second = Tree.map(arguments.get(pattern.of().get(1)));
        if (first == null) {
            second.remove(name);
        } else if (!second.containsKey(name) || dice.chance(0.8)) {
            second.put(name, first);
        }
    }

    /** Owners are few, and may be left out where the owner calls. */
    private void mine(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        String owner = entity.text("owner");
        if (arguments.containsKey(owner) && dice.chance(0.7)) {
            arguments.put(owner, dice.of("a", "b", "ab"));
        }
        if (ModelAccess.takesOwner(pattern, entity) && pattern.names("allow").contains("owner") && dice.chance(0.2)) {
            arguments.remove(owner);
        }
    }

    private void wanted(String condition, Entity entity, Map<String, Object> arguments) {
        Matcher matcher = WANTED.matcher(condition == null ? "" : condition);
        while (matcher.find()) {
            String name = matcher.group(2);
            Attribute attribute = entity.attributes().get(Character.toLowerCase(name.charAt(0)) + name.substring(1));
            boolean isElement = attribute.shape().isMany();
            Object value =
                    isElement ? values.of(attribute.shape().element(), now, 0) : from(entity, attribute, some(entity));
            arguments.put(
                    matcher.group(1), attribute.shape().isMoment() && dice.chance(0.4) ? values.finer(value) : value);
        }
    }

    /** An item, mostly one that is there. */
    private Map<String, Object> some(Entity entity) {
        List<Map<String, Object>> all = model.all(entity);
        return all.isEmpty() || dice.chance(0.1) ? Map.of() : dice.pick(all);
    }

    /** An attribute's value in an item, or another. */
    private Object from(Entity entity, Attribute attribute, Map<String, Object> item) {
        Object value = item.get(attribute.name());
        if (value != null && !value.equals(ModelWrites.MADE_UP)) {
            return json(value);
        }
        Object parent = parent(attribute);
        return parent != null ? parent : values.of(attribute, now);
    }

    /** The key of an item that the attribute may refer to, mostly. */
    private Object parent(Attribute attribute) {
        Entity parent = attribute.text("references") == null ? null : sketch.entity(attribute.text("references"));
        Map<String, Object> item = parent == null ? Map.of() : some(parent);
        return item.isEmpty() || parent.keyNames().size() != 1
                ? null
                : json(item.get(parent.keyNames().iterator().next()));
    }

    static Object json(Object value) {
        if (value instanceof BigDecimal number) {
            return number.scale() <= 0 ? (Object) number.longValueExact() : number;
        }
        if (value instanceof Instant || value instanceof LocalDate) {
            return value.toString();
        }
        if (value instanceof Collection<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(element -> all.add(json(element)));
            return all;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach((name, member) -> all.put((String) name, json(member)));
            return all;
        }
        return value;
    }

    private void create(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> set = Tree.map(pattern.words().get("set"));
        for (Attribute attribute : entity.attributes().values()) {
            boolean isOthers = ModelWrites.isOthersToWrite(entity, attribute) || set.containsKey(attribute.name());
            boolean isNeeded = attribute.is("required")
                    || entity.keyNames().contains(attribute.name())
                    || pattern.names("require").contains(attribute.name());
            double share = attribute.get("generate") != null
                    ? pattern.verb().equals("put") ? 0.7 : 0.2
                    : isOthers ? 0.004 : isNeeded ? 0.985 : 0.6;
            if (dice.chance(share)) {
                Object parent = parent(attribute);
                boolean isAgain = entity.keyNames().contains(attribute.name()) && dice.chance(0.3);
                arguments.put(
                        attribute.name(),
                        parent != null
                                ? parent
                                : isAgain ? from(entity, attribute, some(entity)) : values.of(attribute, now));
            }
        }
        if (pattern.text("with") != null && dice.chance(0.8)) {
            Entity child = sketch.entity(pattern.text("with"));
            List<Object> children = new ArrayList<>();
            for (int i = dice.below(4); i > 0; i--) {
                Map<String, Object> one = new LinkedHashMap<>();
                create(new Pattern("", "create", List.of(child.name()), Map.of()), child, one);
                child.attributes().values().stream()
                        .filter(attribute -> entity.name().equals(attribute.text("references"))
                                || entity.keyNames().contains(attribute.name()))
                        .forEach(attribute -> one.remove(attribute.name()));
                children.add(one);
            }
            arguments.put(ModelWrites.childrenArgument(child.name()), children);
        }
        spoil(entity, arguments);
    }

    /** Now and then one value is wrong: too long, too high, of another type. */
    private void spoil(Entity entity, Map<String, Object> arguments) {
        if (arguments.isEmpty() || !dice.chance(0.04)) {
            return;
        }
        String name = dice.pick(List.copyOf(arguments.keySet()));
        Attribute attribute = entity.attributes().get(name);
        if (attribute == null) {
            return;
        }
        if (attribute.bound("length", true) != null) {
            arguments.put(name, "z".repeat(Integer.parseInt(attribute.bound("length", true)) + 1));
        } else if (attribute.bound("range", true) != null) {
            arguments.put(name, new BigDecimal(attribute.bound("range", true)).longValue() + 1);
        } else if (attribute.shape().word().equals("enum") && !attribute.shape().open()) {
            arguments.put(name, "none of them");
        } else if (attribute.shape().isNumber()) {
            arguments.put(name, "many");
        }
    }

    private void change(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> item = some(entity);
        for (Part part : pattern.by()) {
            arguments.put(part.attribute(), from(entity, entity.attributes().get(part.attribute()), item));
        }
        for (String name : pattern.names("change")) {
            Attribute attribute = entity.attributes().get(name);
            boolean isNeeded = pattern.names("require").contains(name);
            if (isNeeded || dice.chance(0.6)) {
                boolean isRemoved = !isNeeded && dice.chance(0.15);
                Object parent = parent(attribute);
                arguments.put(
                        ModelWrites.argument(pattern, name),
                        isRemoved ? null : parent != null ? parent : values.of(attribute, now));
            }
        }
        for (String word : List.of("append", "remove")) {
            for (String name : pattern.names(word)) {
                Attribute attribute = entity.attributes().get(name);
                if (attribute.shape().isMany() && dice.chance(0.7)) {
                    boolean isThere = word.equals("remove") && item.get(name) != null && dice.chance(0.7);
                    arguments.put(name, isThere ? json(item.get(name)) : values.of(attribute, now));
                }
            }
        }
        if (pattern.words().get("add") != null && !(pattern.words().get("add") instanceof Map<?, ?>)) {
            pattern.names("add").forEach(name -> arguments.put(name, (long) dice.below(7) - 2));
        }
        String version = entity.text("version");
        if (version != null && dice.chance(0.4)) {
            Object there = item.getOrDefault(version, BigDecimal.ONE);
            arguments.put(version, ((BigDecimal) there).longValue() + (dice.chance(0.3) ? 1 : 0));
        }
        if (!pattern.names("change").isEmpty()) {
            spoil(entity, arguments);
        }
    }

    private void read(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> item = some(entity);
        Object each = pattern.words().get("each");
        for (Part part : pattern.by()) {
            if (ModelReads.isGiven(pattern, part.attribute())) {
                arguments.put(
                        ModelReads.many(part.attribute()),
                        many(entity.attributes().get(part.attribute()), entity));
                continue;
            }
            if (part.attribute().equals(each) || each instanceof Map<?, ?> map && map.containsKey(part.attribute())) {
                continue;
            }
            Object value = argument(entity, part, item);
            boolean isMoment = part.bucket() == null
                    && entity.attributes().get(part.attribute()).shape().isMoment();
            arguments.put(part.argument(), isMoment && dice.chance(0.1) ? values.finer(value) : value);
        }
        Tree.map(pattern.words().get("key")).values().forEach(test -> ModelReads.pinnedArguments(test)
                .forEach(name -> {
                    Attribute attribute = entity.attributes()
                            .getOrDefault(name, entity.attributes().get(name.replaceFirst("(From|To)$", "")));
                    Object value = from(entity, attribute, item);
                    arguments.put(name, value);
                }));
        if (pattern.text("range") != null) {
            Part part = Sketch.variable(pattern.text("range"));
            for (String end : List.of("From", "To")) {
                if (dice.chance(0.6)) {
                    Object bound = argument(entity, part, some(entity));
                    Attribute attribute = entity.attributes().get(part.attribute());
                    boolean isMoment = attribute.shape().isMoment();
                    if (isMoment && part.bucket() == null && dice.chance(0.3)) {
                        bound = Values.bucket("date", bound, sketch.zone());
                    } else if (isMoment && part.bucket() == null && dice.chance(0.4)) {
                        bound = values.finer(bound);
                    }
                    arguments.put(part.argument() + end, bound);
                }
            }
        }
        if (pattern.text("on") != null) {
            arguments.put(pattern.text("on"), dice.of("a", "b", "ab", "x y", "a b", "META", "1 10"));
        }
    }

    /** Some values, perhaps none; now and then one of them twice, or in another spelling, or wrong. */
    private List<Object> many(Attribute attribute, Entity entity) {
        List<Object> many = new ArrayList<>();
        for (int i = dice.below(6); i > 0; i--) {
            Object value = from(entity, attribute, some(entity));
            if (attribute.shape().word().equals("enum") && !attribute.shape().open() && dice.chance(0.01)) {
                value = "none of them";
            }
            if (value instanceof String text && dice.chance(0.3)) {
                List<String> steps = Tree.names(attribute.get("normalise"));
                value = steps.contains("trim")
                        ? " " + text + " "
                        : steps.contains("lower") ? text.toUpperCase(Locale.ROOT) : text;
            }
            many.add(value);
            if (dice.chance(0.15)) {
                many.add(dice.below(many.size()), value);
            }
        }
        return many;
    }

    private Object argument(Entity entity, Part part, Map<String, Object> item) {
        Attribute attribute = entity.attributes().get(part.attribute());
        Object value = from(entity, attribute, item);
        return part.bucket() == null
                ? value
                : Values.bucket(part.bucket(), Values.argument(attribute, value), sketch.zone());
    }
}
