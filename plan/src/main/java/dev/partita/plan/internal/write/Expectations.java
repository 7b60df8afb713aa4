package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Storing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a caller believes an item holds: conditions of the write beside those of the pattern. */
final class Expectations {

    private final Codec codec;
    private final Entity entity;
    private final Map<Attribute, Object> expected;
    private final Map<Attribute, Object> read;

    /**
     * @param expected what the caller says
     * @param read what the caller has read, of what it changes
     * @throws InvalidValues when one cannot be compared
     */
    Expectations(Codec codec, Map<String, Object> expected, Map<String, Object> read) {
        this.codec = codec;
        this.entity = codec.entity();
        this.expected = compared(expected);
        this.read = compared(read);
    }

    private Map<Attribute, Object> compared(Map<String, Object> given) {
        Map<Attribute, Object> compared = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        given.forEach((name, value) -> {
            Attribute attribute = entity.attributes().get(name);
            if (attribute == null) {
                violations.add(violation(name, value, "unknown", "is no attribute of " + entity.name()));
            } else if (!attribute.isStored()) {
                violations.add(violation(name, value, "when", "is not stored, so there is nothing to compare with"));
            } else if (attribute.type() == Type.Simple.PASSWORD) {
                violations.add(violation(name, null, "when", "is stored as a hash that nothing can be compared with"));
            } else {
                compared.put(attribute, value == null ? null : new Inputs(codec).argument(attribute, value));
            }
        });
        codec.require(violations);
        return compared;
    }

    void guard(ItemDraft item) {
        expected.forEach((attribute, value) -> {
            if (attribute.name().equals(entity.version()) && value != null) {
                Versions.check(item, entity, value);
            } else {
                item.guard(guard(attribute, value, notSo(attribute, value)));
            }
        });
        read.forEach((attribute, value) -> item.guard(guard(attribute, value, changed(attribute))));
    }

    private Supplier<WriteRefused> notSo(Attribute attribute, Object value) {
        return Guards.refusal(
                Rule.CONDITION_NOT_MET,
                entity.name() + "." + attribute.name(),
                "the " + entity.name() + " does not have "
                        + (value == null ? attribute.name() + " absent" : attribute.name() + " = " + value));
    }

    private Supplier<WriteRefused> changed(Attribute attribute) {
        return Guards.refusal(
                Rule.VERSION_CHANGED,
                entity.name() + "." + attribute.name(),
                attribute.name() + " of the " + entity.name() + " has changed since it was read");
    }

    private Guard guard(Attribute attribute, Object value, Supplier<WriteRefused> refusal) {
        if (value != null && value.equals(whenAbsent(attribute))) {
            AttributeValue stored = Storing.store(attribute, value);
            return new Guard(
                    aliases -> "attribute_not_exists(" + aliases.name(attribute.stored()) + ") OR "
                            + aliases.name(attribute.stored()) + " = " + aliases.value(stored),
                    true,
                    item -> item.get(attribute.stored()) == null || stored.equals(item.get(attribute.stored())),
                    refusal);
        }
        if (value == null && attribute.absentIsNull()) {
            return new Guard(
                    aliases -> "attribute_not_exists(" + aliases.name(attribute.stored()) + ") OR attribute_type("
                            + aliases.name(attribute.stored()) + ", " + aliases.value(new AttributeValue.S("NULL"))
                            + ")",
                    true,
                    item -> item.get(attribute.stored()) == null
                            || item.get(attribute.stored()) instanceof AttributeValue.Null,
                    refusal);
        }
        return Guards.same(attribute.stored(), value == null ? null : Storing.store(attribute, value), refusal);
    }

    /** What typed code reads where an item from before has nothing: the default. */
    private Object whenAbsent(Attribute attribute) {
        return attribute.defaultValue() == null
                ? null
                : new Inputs(codec).argument(attribute, attribute.defaultValue());
    }

    private Violation violation(String name, Object value, String rule, String message) {
        return new Violation(entity.name(), name, value, rule, message);
    }
}
