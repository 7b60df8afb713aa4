package dev.partita.systems;

import dev.partita.design.internal.text.MomentText;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Moment;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Every writing pattern, done to the model. */
final class ModelWrites {

    /**
     * What a write must lead to.
     *
     * @param refusals the rules it breaks, any of which may be named; empty when it must succeed
     * @param values what is known of the item afterwards
     */
    record Verdict(Set<String> refusals, boolean isUnchanged, Map<String, Object> values) {}

    /** Before the name of an attribute that must be what the argument says, as it is stored. */
    static final String WHEN = "when:";

    private final Model model;
    private final ModelRules rules;
    private final Map<String, Object> learned;
    private final Set<String> refusals = new TreeSet<>();

    private ModelWrites(Model model, Map<String, Object> learned) {
        this.model = model;
        this.rules = new ModelRules(model, refusals);
        this.learned = learned;
    }

    /** @param learned what the write answered: ids that were made up are taken from there */
    static Verdict write(Model model, Pattern pattern, Map<String, Object> arguments, Map<String, Object> learned) {
        ModelWrites writes = new ModelWrites(model, learned);
        Entity entity = model.design().entities().get(pattern.entities().get(0));
        return switch (pattern.verb()) {
            case CREATE -> writes.create(pattern, entity, arguments);
            case PUT -> writes.put(pattern, entity, arguments);
            case UPDATE -> writes.update(pattern, entity, arguments);
            case DELETE -> writes.delete(pattern, entity, arguments);
            case RESTORE -> writes.restore(pattern, entity, arguments);
            default -> throw new UnsupportedOperationException(pattern.name());
        };
    }

    private Verdict create(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> values = complete(pattern.set(), entity, arguments);
        List<Map<String, Object>> children = children(pattern, values, arguments);
        if (refusals.isEmpty()) {
            numbered(entity, values);
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        Map<String, Object> there = model.find(entity, model.key(entity, values));
        if (there != null && !model.isExpired(entity, there)) {
            refusals.add("already-exists");
        }
        checkNew(pattern, entity, values);
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, values);
        rules.countUp(entity, values);
        for (Map<String, Object> child : children) {
            model.put(model.design().entities().get(pattern.with()), child);
        }
        return done(entity, values);
    }

    private void checkNew(Pattern pattern, Entity entity, Map<String, Object> values) {
        rules.unique(entity, values);
        rules.references(entity, values, entity.attributes().keySet());
        rules.required(pattern, entity, values);
        rules.quotas(entity, values);
    }

    /** A number is taken whatever becomes of the write. */
    private void numbered(Entity entity, Map<String, Object> values) {
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.sequence() != null) {
                Entity parent =
                        model.design().entities().get(attribute.sequence().entity());
                Map<String, Object> counted = model.parent(
                        parent, values.get(Model.keyNames(parent).iterator().next()));
                if (counted == null) {
                    refusals.add("reference-missing");
                    return;
                }
                BigDecimal next = ((BigDecimal) counted.get(attribute.sequence().attribute())).add(BigDecimal.ONE);
                counted.put(attribute.sequence().attribute(), Plainly.of(next));
                values.put(attribute.name(), Plainly.of(next));
            }
        }
    }

    private List<Map<String, Object>> children(
            Pattern pattern, Map<String, Object> parent, Map<String, Object> arguments) {
        List<Map<String, Object>> children = new ArrayList<>();
        if (pattern.with() == null) {
            return children;
        }
        Entity entity = model.design().entities().get(pattern.with());
        Entity owner = model.design().entities().get(pattern.entities().get(0));
        Attribute numbered = entity.attributes().values().stream()
                .filter(attribute -> attribute.sequence() != null)
                .findFirst()
                .orElseThrow();
        String argument =
                Character.toLowerCase(pattern.with().charAt(0)) + pattern.with().substring(1) + "s";
        for (Object child : (List<?>) arguments.getOrDefault(argument, List.of())) {
            Map<String, Object> given = Plainly.ofMap((Map<?, ?>) child);
            Model.keyNames(owner).forEach(name -> given.put(name, parent.get(name)));
            given.put(numbered.name(), children.size() + 1);
            children.add(complete(Map.of(), entity, given));
        }
        parent.put(numbered.sequence().attribute(), Plainly.of(children.size()));
        return children;
    }

    private Verdict put(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        if (pattern.require().stream().anyMatch(name -> arguments.get(name) == null)) {
            refusals.add("invalid");
        }
        Map<String, Object> values = complete(pattern.set(), entity, arguments);
        if (!refusals.isEmpty()) {
            return refused();
        }
        Map<String, Object> before = model.find(entity, model.key(entity, values));
        if (before == null || model.isExpired(entity, before)) {
            checkNew(pattern, entity, values);
        } else {
            for (Attribute attribute : entity.attributes().values()) {
                boolean isKept = attribute.set() == SetOn.ON_CREATE
                        || attribute.generate() != null
                        || attribute.immutable()
                        || attribute.readOnly()
                        || model.keepsOwners()
                                && attribute.name().equals(entity.owner())
                                && arguments.get(attribute.name()) == null;
                if (isKept && before.get(attribute.name()) != null) {
                    values.put(attribute.name(), before.get(attribute.name()));
                }
            }
            if (pattern.detect() != null && values.get(pattern.detect()).equals(before.get(pattern.detect()))) {
                return new Verdict(Set.of(), true, values);
            }
            rules.references(entity, values, entity.attributes().keySet());
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, values);
        return done(entity, values);
    }

    private Verdict update(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> changes = new LinkedHashMap<>();
        for (String name : pattern.change()) {
            if (arguments.containsKey(name)) {
                Attribute attribute = entity.attributes().get(name);
                Object value = Plainly.kept(attribute, arguments.get(name));
                changes.put(name, value);
                if (value == null ? attribute.required() : !Naive.isFine(attribute, value)) {
                    refusals.add("invalid");
                }
            } else if (pattern.require().contains(name)) {
                refusals.add("invalid");
            }
        }
        Map<String, Object> before = found(pattern, entity, arguments);
        if (refusals.isEmpty() && (before == null || !model.isAlive(entity, before))) {
            refusals.add("not-found");
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        compare(entity, arguments, before);
        Map<String, Object> judged = new LinkedHashMap<>(before);
        arguments.forEach((name, value) -> judged.put(":" + name, Plainly.of(value)));
        if (!Naive.holds(pattern.when(), judged, model.now())) {
            refusals.add("condition-not-met");
        }
        Map<String, Object> after = new LinkedHashMap<>(before);
        after.putAll(changes);
        append(pattern, entity, arguments, after);
        pattern.set()
                .forEach((name, value) ->
                        after.put(name, constant(entity.attributes().get(name), value)));
        version(entity, arguments, before, after);
        touched(entity, after);
        after.values().removeIf(java.util.Objects::isNull);
        compute(entity, after, false);
        rules.unique(entity, after);
        rules.references(entity, after, changes.keySet());
        rules.required(pattern, entity, after);
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, after);
        return done(entity, after);
    }

    private void compare(Entity entity, Map<String, Object> arguments, Map<String, Object> before) {
        arguments.forEach((name, value) -> {
            if (name.startsWith(WHEN)) {
                String attribute = name.substring(WHEN.length());
                if (!Plainly.kept(entity.attributes().get(attribute), value).equals(before.get(attribute))) {
                    refusals.add("condition-not-met");
                }
            }
        });
    }

    private void append(Pattern pattern, Entity entity, Map<String, Object> arguments, Map<String, Object> after) {
        for (String name : pattern.append()) {
            List<Object> all = new ArrayList<>((List<?>) after.getOrDefault(name, List.of()));
            all.addAll((List<?>) arguments.getOrDefault(name, List.of()));
            if (!Naive.isFine(entity.attributes().get(name), all)) {
                refusals.add("invalid");
            }
            after.put(name, all);
        }
    }

    private void version(
            Entity entity, Map<String, Object> arguments, Map<String, Object> before, Map<String, Object> after) {
        if (entity.version() != null) {
            Object given = Plainly.of(arguments.get(entity.version()));
            BigDecimal there = (BigDecimal) before.get(entity.version());
            if (given != null && !given.equals(there)) {
                refusals.add("version-changed");
            }
            after.put(entity.version(), Plainly.of(there.add(BigDecimal.ONE)));
        }
    }

    private void touched(Entity entity, Map<String, Object> after) {
        entity.attributes().values().stream()
                .filter(attribute -> attribute.set() == SetOn.ON_WRITE)
                .forEach(attribute -> after.put(attribute.name(), Plainly.kept(attribute, model.now())));
    }

    private Verdict delete(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> before = found(pattern, entity, arguments);
        boolean isSoft = entity.softDelete() != null && !pattern.hard();
        if (before != null && (isSoft ? model.isAlive(entity, before) : !model.isExpired(entity, before))) {
            boolean wasMarked = model.isMarked(entity, before);
            Verdict told = done(entity, before);
            if (isSoft) {
                mark(entity, before, arguments);
            } else {
                model.remove(entity, before);
                rules.cascade(entity, before);
            }
            if (!wasMarked) {
                rules.countDown(entity, before);
            }
            return told;
        }
        refusals.add("not-found");
        return refused();
    }

    private void mark(Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        Entity.SoftDelete mark = entity.softDelete();
        if (mark.flag() != null) {
            values.put(mark.flag(), true);
        }
        if (mark.at() != null) {
            values.put(mark.at(), Plainly.kept(entity.attributes().get(mark.at()), model.now()));
        }
        if (mark.reason() != null && arguments.get(mark.reason()) != null) {
            values.put(mark.reason(), arguments.get(mark.reason()));
        }
        touched(entity, values);
    }

    private Verdict restore(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> before = found(pattern, entity, arguments);
        if (before == null || !model.isMarked(entity, before)) {
            refusals.add("not-found");
            return refused();
        }
        rules.quotas(entity, before);
        if (!refusals.isEmpty()) {
            return refused();
        }
        Entity.SoftDelete mark = entity.softDelete();
        before.put(mark.flag(), false);
        before.remove(mark.at());
        before.remove(mark.reason());
        touched(entity, before);
        rules.countUp(entity, before);
        return done(entity, before);
    }

    private Map<String, Object> found(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        boolean isByKey = pattern.by().size() == Model.keyParts(entity).size();
        return model.all(entity).stream()
                .filter(values -> isByKey || !model.isMarked(entity, values))
                .filter(values -> pattern.by().stream().allMatch(variable -> {
                    Attribute attribute = entity.attributes().get(variable.attribute());
                    Object wanted = Plainly.kept(attribute, arguments.get(attribute.name()));
                    return wanted != null && wanted.equals(values.get(attribute.name()));
                }))
                .findFirst()
                .orElse(null);
    }

    /** A new item: what is given, what the pattern sets, and what the design fills in. */
    private Map<String, Object> complete(Map<String, Object> set, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Attribute attribute : entity.attributes().values()) {
            boolean isSet = set.containsKey(attribute.name());
            Object given = isSet
                    ? constant(attribute, set.get(attribute.name()))
                    : Plainly.kept(attribute, arguments.get(attribute.name()));
            Object value = given == null && !isSet ? initial(entity, attribute) : given;
            if (value != null) {
                values.put(attribute.name(), value);
            }
        }
        compute(entity, values, true);
        Set<String> key = Model.keyNames(entity);
        for (Attribute attribute : entity.attributes().values()) {
            Object value = values.get(attribute.name());
            boolean isNeeded = attribute.required() || key.contains(attribute.name());
            boolean isMissing = value == null || value.equals("") && key.contains(attribute.name());
            if (isNeeded && isMissing && attribute.sequence() == null
                    || value != null && !Naive.isFine(attribute, value)) {
                refusals.add("invalid");
            }
            if (attribute.hostIn() != null
                    && value instanceof String url
                    && !isBelow(url, values.get(attribute.hostIn()))) {
                refusals.add("invalid");
            }
        }
        return values;
    }

    /** A host is the domain itself, or ends with it after a dot. */
    private static boolean isBelow(String url, Object domain) {
        String host = url.substring(url.indexOf("://") + 3).replaceAll("[/?].*", "");
        return host.equals(domain) || host.endsWith("." + domain);
    }

    private Object initial(Entity entity, Attribute attribute) {
        if (attribute.name().equals(entity.version())) {
            return BigDecimal.ONE;
        }
        if (attribute.set() == SetOn.ON_CREATE || attribute.set() == SetOn.ON_WRITE) {
            return Plainly.kept(attribute, model.now());
        }
        if (attribute.generate() != null && attribute.sequence() == null) {
            return learned.getOrDefault(attribute.name(), "made up");
        }
        return Plainly.kept(attribute, attribute.defaultValue());
    }

    private Object constant(Attribute attribute, Object value) {
        boolean isTime = attribute.type() instanceof Type.Simple simple && simple.isTime();
        Moment moment = isTime ? MomentText.of(value) : null;
        return Plainly.kept(
                attribute,
                "me".equals(value) ? model.me() : moment != null ? model.now().plusSeconds(moment.seconds()) : value);
    }

    /** Copies follow; a hash follows what is given, and stays when none of it is. */
    private static void compute(Entity entity, Map<String, Object> values, boolean isWhole) {
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.derive() != null) {
                String source = attribute.derive().text().replaceAll("[{}]", "");
                values.put(attribute.name(), values.get(source));
            }
            boolean isHashed = attribute.hashOf().stream().anyMatch(name -> values.get(name) != null);
            if (isHashed && isWhole) {
                boolean isComplete = attribute.hashOf().stream().allMatch(name -> {
                    String text =
                            values.get(name) == null ? "" : values.get(name).toString();
                    return !text.isEmpty() && !text.contains("\n");
                });
                List<String> parts = attribute.hashOf().stream()
                        .map(name -> values.get(name))
                        .map(value -> hashed(value, isComplete))
                        .toList();
                values.put(
                        attribute.name(),
                        Naive.sha256(isComplete ? String.join("\n", parts) : "[" + String.join(",", parts) + "]"));
            }
        }
    }

    /** Lines where each value is one, else DynamoDB's JSON. */
    private static String hashed(Object value, boolean isLine) {
        String text = value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
        return isLine || value == null
                ? text
                : "{\"" + (value instanceof BigDecimal ? "N" : "S") + "\":\""
                        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"}";
    }

    private Verdict refused() {
        return new Verdict(Set.copyOf(refusals), false, Map.of());
    }

    private static Verdict done(Entity entity, Map<String, Object> values) {
        return new Verdict(Set.of(), false, Model.visible(entity, values, List.of()));
    }
}
