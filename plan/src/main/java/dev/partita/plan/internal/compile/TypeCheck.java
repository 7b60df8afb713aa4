package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.KeyTerm;
import java.util.List;
import java.util.function.Predicate;

/** Judges what a word makes of an attribute: a version counts, a mark of deletion is a flag or a time, an id is text. */
final class TypeCheck {

    private final Design design;
    private final List<Finding> findings;

    private TypeCheck(Design design, List<Finding> findings) {
        this.design = design;
        this.findings = findings;
    }

    static void check(Design design, List<Finding> findings) {
        TypeCheck check = new TypeCheck(design, findings);
        design.entities().values().forEach(check::entity);
        design.quotas().values().forEach(check::quota);
    }

    private void entity(Entity entity) {
        require(
                entity,
                entity.version(),
                "version",
                isA(Type.Simple.INTEGER),
                "integer",
                entity.node().placeOf("version"));
        Entity.SoftDelete soft = entity.softDelete();
        if (soft != null) {
            require(
                    entity,
                    soft.flag(),
                    "soft-delete flag",
                    isA(Type.Simple.FLAG).or(isA(Type.Simple.BOOLEAN)),
                    "flag",
                    soft.node().placeOf("flag"));
            require(
                    entity,
                    soft.at(),
                    "soft-delete at",
                    Type::isTime,
                    "timestamp",
                    soft.node().placeOf("at"));
            require(
                    entity,
                    soft.reason(),
                    "soft-delete reason",
                    type -> "S".equals(type.tag()) && !type.isTime() || type == Type.Simple.ANY,
                    "string",
                    soft.node().placeOf("reason"));
        }
        if (entity.expiry() != null && entity.node().get("expiry") != null) {
            require(
                    entity,
                    entity.expiry().after(),
                    "expiry",
                    type -> type.isTime() && type != Type.Simple.ISO_TIME,
                    "timestamp",
                    entity.node().placeOf("expiry"));
        }
        for (Attribute attribute : entity.attributes().values()) {
            made(entity, attribute);
            formats(entity, attribute.derive());
        }
        entity.key().values().forEach(template -> formats(entity, template));
        entity.indexKeys().forEach(keys -> keys.keys().values().forEach(template -> formats(entity, template)));
        entity.uniques().forEach(unique -> unique.lock().values().forEach(template -> formats(entity, template)));
    }

    /** A day is cut from a time, zeros stand before a number, and what is turned newest first is a time, a number or a ULID. */
    private void formats(Entity entity, Template template) {
        if (template == null) {
            return;
        }
        template.variables().forEach(variable -> {
            Attribute attribute = entity.attributes().get(variable.attribute());
            String word = "{" + KeyTerm.shown(variable) + "}";
            for (Template.Format format : variable.formats()) {
                switch (format.kind()) {
                    case PAD ->
                        require(
                                entity,
                                variable.attribute(),
                                word,
                                type -> type == Type.Simple.INTEGER
                                        || type == Type.Simple.EPOCH_SECONDS
                                        || type == Type.Simple.EPOCH_MILLIS
                                        || type == Type.Simple.STRING
                                        || isAny(type),
                                "integer",
                                variable.place());
                    case DATE, MONTH, YEAR, HOUR ->
                        require(
                                entity,
                                variable.attribute(),
                                word,
                                type -> type.isTime() || isAny(type),
                                "timestamp",
                                variable.place());
                    case NEWEST_FIRST ->
                        require(
                                entity,
                                variable.attribute(),
                                word,
                                type -> type.isTime()
                                        || type == Type.Simple.INTEGER
                                        || WriteOrder.isUlid(design, entity, attribute),
                                attribute != null && attribute.type() == Type.Simple.STRING ? "ulid" : "timestamp",
                                variable.place());
                    case LOWER, UPPER, HASH, SHARD, SHORTEN, RAW -> {}
                }
            }
        });
    }

    private static boolean isAny(Type type) {
        return type == Type.Simple.ANY;
    }

    private void made(Entity entity, Attribute attribute) {
        Place place = attribute.node().placeOf("generate");
        if (attribute.generate() != null) {
            boolean isUlid = attribute.generate().equals("ulid");
            boolean isUuid = attribute.generate().equals("uuid");
            require(
                    entity,
                    attribute.name(),
                    "generate: " + attribute.generate(),
                    type -> type == Type.Simple.STRING
                            || isUlid && type == Type.Simple.ULID
                            || isUuid && type == Type.Simple.UUID,
                    isUlid ? "ulid" : isUuid ? "uuid" : "string",
                    place);
        }
        if (attribute.sequence() != null) {
            require(entity, attribute.name(), "generate: sequence", isA(Type.Simple.INTEGER), "integer", place);
            Entity parent = design.entities().get(attribute.sequence().entity());
            counter(parent, attribute.sequence().attribute(), "sequence", place);
        }
        if (!attribute.hashOf().isEmpty()) {
            require(
                    entity,
                    attribute.name(),
                    "hash-of",
                    isA(Type.Simple.STRING),
                    "string",
                    attribute.node().placeOf("hash-of"));
        }
    }

    private void quota(Quota quota) {
        Entity parent = quota.counterEntity() == null ? null : design.entities().get(quota.counterEntity());
        counter(parent, quota.counterAttribute(), "counter", quota.node().placeOf("counter"));
        for (Quota.Limit limit : quota.limits().values()) {
            Entity entity = design.entities().get(quota.counts());
            for (int i = 0; i < limit.path().size() && entity != null; i++) {
                String name = limit.path().get(i);
                Attribute attribute = entity.attributes().get(name);
                if (i == limit.path().size() - 1) {
                    counter(entity, name, "limit", limit.node().place());
                } else if (i == 0 && design.entities().containsKey(name)) {
                    entity = design.entities().get(name);
                } else {
                    entity = attribute == null || attribute.references() == null
                            ? null
                            : design.entities().get(attribute.references());
                }
            }
        }
    }

    private void counter(Entity entity, String attribute, String word, Place place) {
        if (entity != null) {
            require(entity, attribute, word, isA(Type.Simple.INTEGER), "integer", place);
        }
    }

    private static Predicate<Type> isA(Type wanted) {
        return type -> type == wanted;
    }

    private void require(Entity entity, String name, String word, Predicate<Type> fits, String wanted, Place place) {
        Attribute attribute = name == null ? null : entity.attributes().get(name);
        if (attribute == null || fits.test(attribute.type())) {
            return;
        }
        findings.add(CompilerRule.ATTRIBUTE_OF_WRONG_TYPE.found(
                entity.name(),
                place,
                "`" + word + "` wants " + Wording.one(wanted) + ", and " + entity.name() + "." + name + " is "
                        + Wording.one(attribute.type().word()),
                Help.edit(Edit.ofAttribute(entity, name, "type", wanted))));
    }
}
