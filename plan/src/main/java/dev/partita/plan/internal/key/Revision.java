package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.value.Bcrypt;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.value.Storing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An item that a person edits in the design's words. Some logical values are given; what follows from them (computed attributes,
 * keys, index keys, the expiry, the version, times of writing) is made as the design's own writes make it. Everything else in
 * the item stays as it is, also what the design does not know of.
 */
public final class Revision {

    /** @param violations what is wrong with given values, which are left out of the item, and with what follows from them */
    public record Revised(Item item, List<Violation> violations) {
        public Revised {
            violations = List.copyOf(violations);
        }
    }

    private final Codec codec;
    private final Entity entity;
    private final Inputs inputs;
    private final RunContext surroundings;
    private final Map<String, Set<String>> sources;

    public Revision(Codec codec, RunContext surroundings) {
        this.codec = codec;
        this.entity = codec.entity();
        this.inputs = new Inputs(codec);
        this.surroundings = surroundings;
        this.sources = Inputs.computed(entity);
    }

    /** What a new item begins with and a person may change: defaults and made-up ids. */
    public Map<String, Object> begin() {
        Map<String, Object> values = new LinkedHashMap<>();
        Instant now = surroundings.now();
        for (Attribute attribute : entity.attributes().values()) {
            Object value = lock(attribute, true) == null ? inputs.initial(attribute, surroundings, now) : null;
            Object known = value == null ? null : coercion(new ArrayList<>()).value(attribute, attribute.name(), value);
            if (known != null) {
                values.put(attribute.name(), known);
            }
        }
        return values;
    }

    /** Why a value is not given by hand, or null when it is. */
    public String lock(Attribute attribute, boolean isNew) {
        String name = attribute.name();
        if (sources.containsKey(name)) {
            return (attribute.derive() != null ? "follows from " : "is the hash of ")
                    + (sources.get(name).isEmpty() ? attribute.derive().text() : String.join(", ", sources.get(name)));
        }
        if (name.equals(entity.version())) {
            return "counts the writes";
        }
        if (Inputs.isMark(entity, name) || attribute.set() == SetOn.ON_DELETE) {
            return "marks it as deleted";
        }
        if (attribute.set() != null) {
            return attribute.set() == SetOn.ON_CREATE ? "is set when it is made" : "is set with every write";
        }
        boolean isNeeded = isNew && inputs.isRequired(attribute);
        if (attribute.readOnly() && !isNeeded) {
            return "only patterns set it";
        }
        if (attribute.immutable() && !isNew) {
            return "never changes once it is there";
        }
        return isFree(attribute.type()) || !holdsAny(attribute.type()) ? null : "holds values of any type";
    }

    /** Whether its content has no type in the design: then it is given as DynamoDB has it, so that sets stay sets. */
    public static boolean isFree(Type type) {
        return type == Type.Simple.ANY
                || type instanceof Type.MapOf map && map.element() == Type.Simple.ANY
                || type instanceof Type.ListOf list && list.element() == Type.Simple.ANY;
    }

    /**
     * @param before as it is stored; {@link Item#NONE} for one that is new
     * @param now as it was edited so far
     * @param given by attribute; an {@link AttributeValue} where the type {@link #isFree is free}, null for what is to go
     * @param again whether everything that can be computed is to be, whatever is given
     */
    public Revised revise(Item before, Item now, Map<String, Object> given, boolean again) {
        List<Violation> violations = new ArrayList<>();
        Edit edit = new Edit(before.isPresent(), now, violations);
        given.forEach(edit::give);
        if (again) {
            edit.touched.addAll(sources.keySet());
        }
        if (edit.touched.isEmpty() && before.isPresent() && !again) {
            return new Revised(now, violations);
        }
        edit.fillIn(before);
        edit.compute();
        edit.store();
        edit.setKey();
        edit.setIndexKeys(again);
        edit.setMarks();
        Item after = Item.of(edit.item);
        if (before.isPresent() && isUndone(before, after)) {
            return new Revised(before, violations);
        }
        codec.requireSize(after, violations);
        return new Revised(after, violations);
    }

    /** What a whole item has that the design would not have written, by logical attribute or by the key attribute's name. */
    public List<Violation> judge(Item item) {
        List<Violation> violations = new ArrayList<>();
        Coercion coercion = coercion(violations);
        Map<String, Object> values = codec.decode(item);
        for (Attribute attribute : entity.attributes().values()) {
            Object value = values.get(attribute.name());
            if (value == null) {
                if (attribute.isStored() && inputs.isRequired(attribute)) {
                    coercion.refuse(attribute.name(), null, "required", "is required");
                }
            } else if (attribute.type() != Type.Simple.PASSWORD) {
                // A password's rules are about what was typed; here is its hash.
                coercion.value(attribute, attribute.name(), value);
            }
        }
        judgeKeys(item, coercion);
        judgeComputed(item, coercion);
        return violations.stream().map(codec::discreet).toList();
    }

    private void judgeKeys(Item item, Coercion coercion) {
        Map<String, AttributeValue> right = new LinkedHashMap<>();
        codec.addKey(understood(item), right, new ArrayList<>());
        for (KeyText key : codec.keys()) {
            AttributeValue value = item.get(key.name());
            if (value == null) {
                coercion.refuse(key.name(), null, "required", "is missing, and is part of the key");
            } else if (key.read(value) == null) {
                coercion.refuse(key.name(), null, "key", "is not of the form " + key.template());
            } else if (right.containsKey(key.name()) && !right.get(key.name()).equals(value)) {
                coercion.refuse(key.name(), null, "stale", "would be " + shown(right.get(key.name())));
            }
        }
    }

    private void judgeComputed(Item item, Coercion coercion) {
        Map<String, Object> values = understood(item);
        Map<String, Object> complete = new LinkedHashMap<>(values);
        try {
            inputs.compute(complete);
            for (String name : sources.keySet()) {
                Attribute attribute = entity.attributes().get(name);
                Object value = complete.get(name);
                if (attribute.isStored()
                        && value != null
                        && areKnown(sources.get(name), values)
                        && !Storing.store(attribute, value).equals(item.get(attribute.stored()))) {
                    coercion.refuse(name, null, "stale", "would be " + shown(Storing.store(attribute, value)));
                }
            }
            Map<String, AttributeValue> keys = codec.indexKeys(complete);
            Map<String, Set<String>> parts = codec.indexKeyParts();
            for (String name : codec.indexKeyNames()) {
                AttributeValue right = keys.get(name);
                if (areKnown(parts.get(name), complete) && !Objects.equals(right, item.get(name))) {
                    coercion.refuse(
                            name, null, "stale", right == null ? "would not be there" : "would be " + shown(right));
                }
            }
        } catch (InvalidValues wrong) {
            wrong.violations().forEach(one -> coercion.refuse(one.attribute(), null, one.rule(), one.message()));
        }
    }

    /** The values that are of their type; those that are not can be shown, but nothing can be made of them. */
    private Map<String, Object> understood(Item item) {
        Map<String, Object> values = codec.decode(item);
        Set<String> known = inputs.known(values).keySet();
        values.keySet().removeIf(name -> !known.contains(name));
        return values;
    }

    /** Whether an item tells these values, or that they are absent: of what it does not store there is nothing to be known. */
    private boolean areKnown(Set<String> names, Map<String, Object> values) {
        return names.stream()
                .allMatch(name -> values.containsKey(name)
                        || entity.attributes().containsKey(name)
                                && entity.attributes().get(name).isStored());
    }

    /** Whether nothing is left of the edits but the count and the time that went with them. */
    private boolean isUndone(Item before, Item after) {
        Set<String> along = new LinkedHashSet<>();
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.name().equals(entity.version()) || attribute.set() == SetOn.ON_WRITE) {
                along.add(attribute.name());
            }
        }
        Set<String> names = new LinkedHashSet<>();
        along.forEach(name -> names.add(entity.attributes().get(name).stored()));
        codec.indexKeyParts().forEach((name, parts) -> {
            if (parts.stream().anyMatch(along::contains)) {
                names.add(name);
            }
        });
        if (entity.expiry() != null && along.contains(entity.expiry().after())) {
            names.add(codec.table().expiry());
        }
        return without(before, names).equals(without(after, names));
    }

    private static Map<String, AttributeValue> without(Item item, Set<String> names) {
        Map<String, AttributeValue> rest = new LinkedHashMap<>(item.toMap());
        rest.keySet().removeAll(names);
        return rest;
    }

    private Coercion coercion(List<Violation> violations) {
        return new Coercion(entity.name(), codec.design().zone(), violations);
    }

    private static boolean holdsAny(Type type) {
        return type == Type.Simple.ANY
                || type.element() != null && holdsAny(type.element())
                || type.members().values().stream().anyMatch(member -> holdsAny(member.type()));
    }

    private static String shown(AttributeValue value) {
        return value instanceof AttributeValue.S text
                ? text.value()
                : value instanceof AttributeValue.N number ? number.text() : String.valueOf(value);
    }

    /** One revision on its way: the values, what of them is touched, and the item they become. */
    private final class Edit {

        private final boolean isThere;
        private final Map<String, AttributeValue> item;
        private final Map<String, Object> values;
        private final Map<String, AttributeValue> exact = new LinkedHashMap<>();
        private final Set<String> touched = new LinkedHashSet<>();
        private final Set<String> refused = new LinkedHashSet<>();
        private final List<Violation> violations;
        private final Item now;

        Edit(boolean isThere, Item now, List<Violation> violations) {
            this.isThere = isThere;
            this.now = now;
            this.item = new LinkedHashMap<>(now.toMap());
            this.values = understood(now);
            this.violations = violations;
        }

        void give(String name, Object raw) {
            Attribute attribute = entity.attributes().get(name);
            List<Violation> found = new ArrayList<>();
            Coercion coercion = coercion(found);
            Object value = null;
            if (attribute == null) {
                coercion.refuse(name, raw, "unknown", "is no attribute of " + entity.name());
            } else if (lock(attribute, !isThere) != null) {
                coercion.refuse(name, raw, "computed", lock(attribute, !isThere));
            } else if (raw == null || raw.equals("") && codec.keyAttributes().contains(name)) {
                if (inputs.isRequired(attribute)) {
                    coercion.refuse(name, null, "required", "is required");
                }
            } else if (raw instanceof AttributeValue free) {
                value = coercion.value(attribute, name, Storing.load(attribute, free));
                exact.put(name, free);
            } else {
                value = coercion.value(attribute, name, raw);
            }
            if (!found.isEmpty()) {
                found.forEach(violation -> violations.add(codec.discreet(violation)));
                refused.add(name);
                if (!isThere && attribute != null) {
                    // A new one is only what was given; one that is there keeps what it has.
                    values.remove(name);
                    touched.add(name);
                }
            } else if (!isAsItWas(attribute, value)) {
                put(name, attribute.type() == Type.Simple.PASSWORD && value != null ? hash(attribute, value) : value);
                touched.add(name);
            }
        }

        private boolean isAsItWas(Attribute attribute, Object value) {
            AttributeValue free = exact.get(attribute.name());
            return free != null
                    ? free.equals(now.get(attribute.stored()))
                    : Objects.equals(value, values.get(attribute.name()))
                            && (value != null || !attribute.isStored() || now.get(attribute.stored()) == null);
        }

        private String hash(Attribute attribute, Object plain) {
            int cost = attribute.cost() == null ? Bcrypt.COST : attribute.cost();
            return surroundings.ids().passwordHash((String) plain, cost);
        }

        /** What goes with a write: the time and the count of one that is there, all that is not given by hand of a new one. */
        void fillIn(Item before) {
            Instant moment = surroundings.now();
            for (Attribute attribute : entity.attributes().values()) {
                String name = attribute.name();
                boolean isVersion = name.equals(entity.version());
                Object value = null;
                if (!isThere) {
                    boolean isMissing = values.get(name) == null && lock(attribute, true) != null;
                    value = isMissing ? inputs.initial(attribute, surroundings, moment) : null;
                } else if (isVersion && Objects.equals(before.get(attribute.stored()), now.get(attribute.stored()))) {
                    value = values.get(name) instanceof Long count ? count + 1 : null;
                } else if (attribute.set() == SetOn.ON_WRITE) {
                    value = inputs.moment(attribute, surroundings, moment);
                }
                Object known =
                        value == null ? null : coercion(new ArrayList<>()).value(attribute, name, value);
                if (known != null) {
                    put(name, known);
                    touched.add(name);
                }
            }
        }

        void compute() {
            Set<String> computed = new LinkedHashSet<>();
            boolean more = true;
            while (more) {
                more = false;
                for (Map.Entry<String, Set<String>> entry : sources.entrySet()) {
                    boolean follows = !isThere || entry.getValue().stream().anyMatch(touched::contains);
                    if (isThere && !areKnown(entry.getValue(), values)) {
                        continue;
                    }
                    if (follows && computed.add(entry.getKey())) {
                        touched.add(entry.getKey());
                        more = true;
                    }
                }
            }
            sources.forEach((name, from) -> {
                if (touched.contains(name) && areKnown(from, values)) {
                    computed.add(name);
                }
            });
            touched.removeIf(name -> sources.containsKey(name) && !computed.contains(name));
            if (computed.isEmpty()) {
                return;
            }
            Map<String, Object> complete = new LinkedHashMap<>(values);
            try {
                inputs.compute(complete);
                computed.forEach(name -> put(name, complete.get(name)));
            } catch (InvalidValues wrong) {
                say(wrong.violations());
                touched.removeAll(computed);
            }
        }

        void store() {
            for (String name : touched) {
                Attribute attribute = entity.attributes().get(name);
                if (!attribute.isStored()) {
                    continue;
                }
                try {
                    AttributeValue stored = codec.stored(attribute, values.get(name));
                    if (exact.containsKey(name)) {
                        stored = exact.get(name);
                    }
                    replace(attribute.stored(), keep(attribute.type(), now.get(attribute.stored()), stored));
                } catch (InvalidValues wrong) {
                    say(wrong.violations());
                }
            }
        }

        /** Members of records that the design does not know stay. */
        private AttributeValue keep(Type type, AttributeValue old, AttributeValue stored) {
            if (!(type instanceof Type.Record record)
                    || !(old instanceof AttributeValue.M before)
                    || !(stored instanceof AttributeValue.M after)) {
                return stored;
            }
            Map<String, AttributeValue> members = new LinkedHashMap<>(before.values());
            for (Attribute member : record.attributes().values()) {
                AttributeValue value = after.values().get(member.stored());
                AttributeValue kept = keep(member.type(), members.remove(member.stored()), value);
                if (kept != null) {
                    members.put(member.stored(), kept);
                }
            }
            return new AttributeValue.M(members);
        }

        void setKey() {
            boolean isWhole = codec.keys().stream().allMatch(text -> item.containsKey(text.name()));
            if (isWhole && codec.keyAttributes().stream().noneMatch(touched::contains)) {
                return;
            }
            Map<String, AttributeValue> key = new LinkedHashMap<>();
            List<Violation> wrong = new ArrayList<>();
            codec.addKey(values, key, wrong);
            say(wrong);
            if (wrong.isEmpty() || !isThere) {
                codec.keys().forEach(text -> replace(text.name(), key.get(text.name())));
            }
        }

        void setIndexKeys(boolean again) {
            Set<String> names = new LinkedHashSet<>();
            codec.indexKeyParts().forEach((name, parts) -> {
                boolean isTouched = again || parts.stream().anyMatch(touched::contains);
                if (!isThere || isTouched && areKnown(parts, values)) {
                    names.add(name);
                }
            });
            try {
                Map<String, AttributeValue> keys = codec.indexKeys(values, names);
                names.forEach(name -> replace(name, keys.get(name)));
            } catch (InvalidValues wrong) {
                say(wrong.violations());
            }
        }

        /** The type of a new one, and the expiry where it follows from what was touched. */
        void setMarks() {
            if (!isThere && codec.table().typeAttribute() != null && entity.type() != null) {
                item.put(codec.table().typeAttribute(), new AttributeValue.S(entity.type()));
            }
            if (entity.expiry() != null
                    && codec.table().expiry() != null
                    && touched.contains(entity.expiry().after())) {
                Long expiry = codec.expiresAt(values);
                replace(codec.table().expiry(), expiry == null ? null : AttributeValue.N.of(expiry));
            }
        }

        private void say(List<Violation> more) {
            more.stream()
                    .filter(one -> refused.add(one.attribute()))
                    .map(codec::discreet)
                    .forEach(violations::add);
        }

        private void put(String name, Object value) {
            if (value == null) {
                values.remove(name);
            } else {
                values.put(name, value);
            }
        }

        private void replace(String name, AttributeValue value) {
            if (value == null) {
                item.remove(name);
            } else {
                item.put(name, value);
            }
        }
    }
}
