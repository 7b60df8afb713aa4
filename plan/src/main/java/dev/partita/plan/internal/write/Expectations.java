package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Storing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a caller believes an item holds: conditions of the write beside those of the pattern. */
final class Expectations {

    private final Entity entity;
    private final Map<Attribute, Object> expected = new LinkedHashMap<>();

    /** @throws InvalidValues when one cannot be compared */
    Expectations(Codec codec, Map<String, Object> given) {
        this.entity = codec.entity();
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
                expected.put(attribute, value == null ? null : new Inputs(codec).argument(attribute, value));
            }
        });
        codec.require(violations);
    }

    void guard(ItemDraft item) {
        expected.forEach((attribute, value) -> {
            if (attribute.name().equals(entity.version()) && value != null) {
                Versions.check(item, entity, value);
            } else {
                item.guard(guard(attribute, value));
            }
        });
    }

    private Guard guard(Attribute attribute, Object value) {
        var refusal = Guards.refusal(
                Rule.CONDITION_NOT_MET,
                entity.name() + "." + attribute.name(),
                "the " + entity.name() + " does not have "
                        + (value == null ? attribute.name() + " absent" : attribute.name() + " = " + value));
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

    private Violation violation(String name, Object value, String rule, String message) {
        return new Violation(entity.name(), name, value, rule, message);
    }
}
