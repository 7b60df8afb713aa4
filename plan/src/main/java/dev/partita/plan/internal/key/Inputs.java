package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Utf8;
import dev.partita.json.JsonText;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.value.Bcrypt;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Normalise;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.value.Sha256;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.value.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes complete logical values of what a caller gives: checked, normalised, with everything the design fills in. */
public final class Inputs {

    private final Codec codec;
    private final Entity entity;

    public Inputs(Codec codec) {
        this.codec = codec;
        this.entity = codec.entity();
    }

    /** The values of a new item from a caller, who may not give what the design computes. */
    public Map<String, Object> create(Map<String, Object> given, RunContext surroundings) {
        return create(given, Map.of(), surroundings);
    }

    /** The values of an item that is taken over as it is: a sample, an import. Computed values may be given. */
    public Map<String, Object> adopt(Map<String, Object> given, RunContext surroundings) {
        return create(Map.of(), given, surroundings);
    }

    /**
     * @param preset values that the design itself provides, such as the next number of a sequence
     */
    public Map<String, Object> create(Map<String, Object> given, Map<String, Object> preset, RunContext surroundings) {
        List<Violation> violations = new ArrayList<>();
        Coercion coercion = coercion(violations);
        refuseComputed(given, coercion);
        Map<String, Object> raw = new LinkedHashMap<>(given);
        raw.putAll(preset);
        Instant now = surroundings.now();
        for (Attribute attribute : entity.attributes().values()) {
            if (raw.get(attribute.name()) == null) {
                raw.put(attribute.name(), initial(attribute, surroundings, now));
            }
        }
        raw.values().removeIf(java.util.Objects::isNull);
        Map<String, Object> values = coercion.members(entity.attributes(), "", raw);
        codec.findable().check(entity.attributes(), given.keySet(), values, coercion);
        hashPasswords(values, given, surroundings);
        compute(values, coercion);
        requireHosts(values, coercion);
        requireFirstStates(given, values, coercion);
        requireAll(values, refused(violations), coercion);
        codec.require(violations);
        return values;
    }

    /**
     * The changed values of an item that is there: those given, normalised and checked. Null stands for a value to be removed.
     *
     * @param allowed the attributes a caller may change here
     */
    public Map<String, Object> change(Map<String, Object> given, Set<String> allowed, RunContext surroundings) {
        List<Violation> violations = new ArrayList<>();
        Coercion coercion = coercion(violations);
        Map<String, Object> raw = new LinkedHashMap<>();
        Map<String, Object> values = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            Attribute attribute = entity.attributes().get(name);
            if (attribute == null) {
                coercion.refuse(name, value, "unknown", "is no attribute of " + entity.name());
            } else if (!allowed.contains(name)) {
                coercion.refuse(name, value, "change", "cannot be changed here");
            } else if (value == null && isRequired(attribute)) {
                coercion.refuse(name, null, "required", "is required and cannot be removed");
            } else if (value == null) {
                Object fallback = attribute.defaultValue();
                (fallback == null ? values : raw).put(name, fallback);
            } else {
                raw.put(name, value);
            }
        });
        values.putAll(coercion.members(entity.attributes(), "", raw));
        raw.keySet().stream()
                .filter(name ->
                        Coercion.isEmptySet(entity.attributes().get(name).type(), raw.get(name)))
                .forEach(name -> {
                    if (isRequired(entity.attributes().get(name))) {
                        coercion.refuse(name, raw.get(name), "required", "is required and cannot be empty");
                    }
                    values.put(name, null);
                });
        codec.findable().check(entity.attributes(), given.keySet(), values, coercion);
        hashPasswords(values, given, surroundings);
        codec.require(violations);
        return values;
    }

    /** An attribute that every item has cannot be taken away. */
    public void requireRemovable(String name) {
        if (isRequired(entity.attributes().get(name))) {
            codec.require(
                    List.of(new Violation(entity.name(), name, null, "required", "is required and cannot be removed")));
        }
    }

    /** What is there once a value is taken away: the attribute's default, or nothing. */
    public Object withoutValue(String name) {
        Attribute attribute = entity.attributes().get(name);
        return attribute.defaultValue() == null
                ? null
                : argument(attribute, attribute.defaultValue(), Times.Rounding.DOWN);
    }

    /** What a pattern asks of its callers beyond what the entity does. */
    public void requireGiven(List<String> names, Map<String, Object> given) {
        codec.require(names.stream()
                .filter(name -> given.get(name) == null)
                .map(name -> new Violation(entity.name(), name, null, "required", "is required"))
                .toList());
    }

    /** What a pattern sets is not its callers' to give; null stands for nothing given. */
    public void refuseGiven(Set<String> names, Map<String, Object> given) {
        codec.require(names.stream()
                .filter(name -> given.get(name) != null)
                .map(name ->
                        new Violation(entity.name(), name, given.get(name), "set", "is set here and cannot be given"))
                .toList());
    }

    /** The given values that can be understood, as logical values, without judging them. */
    public Map<String, Object> known(Map<String, Object> given) {
        Map<String, Object> known = new LinkedHashMap<>();
        Coercion lenient = coercion(new ArrayList<>());
        given.forEach((name, raw) -> {
            Attribute attribute = entity.attributes().get(name);
            Object value = attribute == null ? null : lenient.value(attribute, name, raw);
            if (value != null) {
                known.put(name, value);
            }
        });
        return known;
    }

    /** A value as an attribute has it; null when it cannot have it, or there is none. */
    public static Object logical(Codec codec, String attribute, Object value) {
        Attribute known = codec.entity().attributes().get(attribute);
        if (known == null || value == null) {
            return null;
        }
        try {
            return new Inputs(codec).argument(known, value, Times.Rounding.DOWN);
        } catch (InvalidValues e) {
            return null;
        }
    }

    /**
     * Whether an identity can be the value of an attribute. Where that is no text, it is spelt as the value is: `007` is another
     * person than `7`.
     */
    public static boolean isIdentity(Codec codec, String attribute, String subject) {
        Object one = logical(codec, attribute, subject);
        return one != null && (one instanceof String || one.toString().equals(subject));
    }

    /**
     * One value of one attribute, as an argument of a pattern: normalised and converted, rules of content aside. What is no option
     * of an enumeration is a misspelling, and refused as it is where items are compared with it.
     */
    public Object argument(Attribute attribute, Object raw) {
        return argument(attribute, raw, Times.Rounding.NONE);
    }

    /** @param rounding of moments that are finer than what the attribute keeps */
    public Object argument(Attribute attribute, Object raw, Times.Rounding rounding) {
        List<Violation> violations = new ArrayList<>();
        Object value = new Coercion(entity.name(), codec.design().zone(), violations, rounding)
                .value(attribute, attribute.name(), raw);
        if (!violations.isEmpty()) {
            boolean isOtherwise = value == null && !(raw instanceof String);
            codec.require(violations.stream()
                    .filter(v ->
                            isOtherwise || v.rule().equals("type") || v.rule().equals("enum"))
                    .toList());
        }
        if (value == null && raw instanceof String text && !Utf8.isWellFormed(text)) {
            // Whatever it is compared with, there is no way to send it.
            codec.require(
                    List.of(new Violation(entity.name(), attribute.name(), raw, "type", "is not well-formed text")));
        }
        return value == null ? raw : value;
    }

    /** Judges some values again, after a change that depends on what was there. */
    public void check(Map<String, Object> values, Set<String> names) {
        List<Violation> violations = new ArrayList<>();
        Coercion coercion = coercion(violations);
        names.forEach(name -> coercion.value(entity.attributes().get(name), name, values.get(name)));
        requireHosts(values, coercion);
        codec.require(violations);
    }

    /** Fills in, or takes away, what follows from other values: derived attributes and hashes. */
    public void compute(Map<String, Object> values) {
        List<Violation> violations = new ArrayList<>();
        compute(values, coercion(violations));
        codec.require(violations);
    }

    /** The attributes whose values follow from others, each with those it follows from. */
    public static Map<String, Set<String>> computed(Entity entity) {
        Map<String, Set<String>> sources = new LinkedHashMap<>();
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.derive() != null) {
                sources.put(attribute.name(), sourcesOf(entity, attribute));
            } else if (!attribute.hashOf().isEmpty()) {
                sources.put(attribute.name(), new LinkedHashSet<>(attribute.hashOf()));
            }
        }
        return sources;
    }

    boolean isRequired(Attribute attribute) {
        return attribute.required() || codec.keyAttributes().contains(attribute.name());
    }

    private Coercion coercion(List<Violation> violations) {
        return new Coercion(entity.name(), codec.design().zone(), violations);
    }

    private void refuseComputed(Map<String, Object> given, Coercion coercion) {
        given.forEach((name, value) -> {
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null
                    && (attribute.isComputed() || name.equals(entity.version()) || isMark(entity, name))) {
                coercion.refuse(name, value, "computed", "is filled in by the design and cannot be given");
            }
        });
    }

    /** Whether it is what marks an item as deleted. */
    public static boolean isMark(Entity entity, String name) {
        Entity.SoftDelete mark = entity.softDelete();
        return mark != null && (name.equals(mark.flag()) || name.equals(mark.at()) || name.equals(mark.reason()));
    }

    /** What the design puts where nothing is given; null where it puts nothing. */
    Object initial(Attribute attribute, RunContext surroundings, Instant now) {
        if (attribute.name().equals(entity.version())) {
            return 1L;
        }
        if (attribute.set() == SetOn.ON_CREATE || attribute.set() == SetOn.ON_WRITE) {
            return moment(attribute, surroundings, now);
        }
        if (attribute.generate() != null && !attribute.generate().equals("sequence")) {
            return surroundings.ids().next(attribute.generate(), now);
        }
        return attribute.defaultValue();
    }

    /** What the layer puts where a design says when: the time, or who it was. */
    public Object moment(Attribute attribute, RunContext surroundings, Instant now) {
        return attribute.type().isTime() ? now : surroundings.me();
    }

    private void hashPasswords(Map<String, Object> values, Map<String, Object> given, RunContext surroundings) {
        for (Attribute attribute : entity.attributes().values()) {
            // An item that is taken over has its hash already.
            if (attribute.type() == Type.Simple.PASSWORD
                    && values.get(attribute.name()) instanceof String plain
                    && (given.get(attribute.name()) != null || !Bcrypt.isHash(plain))) {
                int cost = attribute.cost() == null ? Bcrypt.COST : attribute.cost();
                values.put(attribute.name(), surroundings.ids().passwordHash(plain, cost));
            }
        }
    }

    /** What moves from state to state begins with the first one. */
    private void requireFirstStates(Map<String, Object> given, Map<String, Object> values, Coercion coercion) {
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.moves().isEmpty() || given.get(attribute.name()) == null) {
                continue;
            }
            Object state = values.get(attribute.name());
            Object first = attribute.defaultValue();
            if (state != null && !state.equals(first)) {
                coercion.refuse(attribute.name(), state, "moves", "is not how it begins: that is " + first);
            }
        }
    }

    private void compute(Map<String, Object> values, Coercion coercion) {
        // One may follow from another that stands below it: again until nothing changes, which takes as many rounds as
        // there are.
        List<Attribute> following = entity.attributes().values().stream()
                .filter(attribute ->
                        attribute.derive() != null || !attribute.hashOf().isEmpty())
                .toList();
        Map<String, Object> before = null;
        for (int round = 0; round <= following.size() && !values.equals(before); round++) {
            before = new LinkedHashMap<>(values);
            for (Attribute attribute : following) {
                Object computed = attribute.derive() != null ? derived(attribute, values) : hash(attribute, values);
                Object value = computed == null ? null : coercion.value(attribute, attribute.name(), computed);
                if (value == null) {
                    values.remove(attribute.name());
                } else {
                    values.put(attribute.name(), value);
                }
            }
        }
    }

    private Object derived(Attribute attribute, Map<String, Object> values) {
        Template template = attribute.derive();
        if (template.isLone()
                && template.variables().findFirst().orElseThrow().formats().isEmpty()) {
            return values.get(template.variables().findFirst().orElseThrow().attribute());
        }
        if (template.isConstant()) {
            return entity.attributes().containsKey(template.text()) ? values.get(template.text()) : template.text();
        }
        try {
            KeyText text = codec.text("", template);
            return text.text(
                    variable -> values.get(variable.attribute()),
                    template.parts().size());
        } catch (KeyText.Unfit e) {
            throw new InvalidValues(List.of(e.of(entity.name())));
        }
    }

    private String hash(Attribute attribute, Map<String, Object> values) {
        if (attribute.hashOf().stream().allMatch(name -> values.get(name) == null)) {
            return null;
        }
        List<Attribute> parts =
                attribute.hashOf().stream().map(entity.attributes()::get).toList();
        List<AttributeValue> stored = new ArrayList<>();
        parts.forEach(part -> {
            Object value = values.get(part.name());
            stored.add(value == null ? null : Storing.store(part.type(), value));
        });
        return Sha256.hex(
                isToldApart(parts, stored)
                        ? stored.stream().map(Inputs::canonical).collect(Collectors.joining("\n"))
                        : JsonText.of(stored));
    }

    /**
     * Whether lines tell these values from all others. What is absent or empty, has a line break, or may be text as well as a number
     * needs more than that: JSON in one line, which no lines of several values are.
     */
    private static boolean isToldApart(List<Attribute> parts, List<AttributeValue> stored) {
        return parts.stream().noneMatch(part -> part.type() == Type.Simple.ANY)
                && (stored.size() == 1
                        || stored.stream()
                                .map(Inputs::canonical)
                                .noneMatch(text -> text.isEmpty() || text.indexOf('\n') >= 0));
    }

    private static String canonical(AttributeValue stored) {
        return stored == null
                ? ""
                : stored instanceof AttributeValue.S text
                        ? text.value()
                        : stored instanceof AttributeValue.N number ? number.text() : JsonText.of(stored);
    }

    private static Set<String> sourcesOf(Entity entity, Attribute attribute) {
        Set<String> sources = new LinkedHashSet<>();
        attribute.derive().variables().forEach(variable -> sources.add(variable.attribute()));
        if (attribute.derive().isConstant()
                && entity.attributes().containsKey(attribute.derive().text())) {
            sources.add(attribute.derive().text());
        }
        return sources;
    }

    private static Set<String> refused(List<Violation> violations) {
        Set<String> names = new HashSet<>();
        violations.forEach(violation -> names.add(violation.topAttribute()));
        return names;
    }

    private void requireHosts(Map<String, Object> values, Coercion coercion) {
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.hostIn() != null
                    && values.get(attribute.name()) instanceof String url
                    && values.get(attribute.hostIn()) instanceof String domain
                    && !Normalise.isHostIn(url, domain)) {
                coercion.refuse(attribute.name(), url, "host-in", "is not on " + domain);
            }
        }
    }

    private void requireAll(Map<String, Object> values, Set<String> refused, Coercion coercion) {
        for (Attribute attribute : entity.attributes().values()) {
            Object value = values.get(attribute.name());
            boolean isMissing =
                    value == null || value.equals("") && codec.keyAttributes().contains(attribute.name());
            if (isRequired(attribute) && isMissing && !refused.contains(attribute.name())) {
                coercion.refuse(attribute.name(), null, "required", "is required");
            }
        }
    }
}
