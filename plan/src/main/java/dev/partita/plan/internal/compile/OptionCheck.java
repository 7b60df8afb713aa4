package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.key.Inputs;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Judges whether each option of an attribute does something beside its type and the other options. */
final class OptionCheck {

    /** What is seen to for the attributes of an item, and not for the members of a map in it. */
    private static final List<String> OF_ITEMS = List.of(
            "generate",
            "set",
            "derive",
            "hash-of",
            "unique",
            "references",
            "must-exist",
            "on-delete",
            "host-in",
            "moves",
            "read-only",
            "immutable",
            "personal",
            "secret",
            "store",
            "cost");

    /** What is seen to when a pattern writes an item, and not when it is copied from another. */
    private static final List<String> OF_WRITES = List.of("generate", "set", "unique", "must-exist", "moves");

    private final Design design;
    private final List<Finding> findings;

    private OptionCheck(Design design, List<Finding> findings) {
        this.design = design;
        this.findings = findings;
    }

    static void check(Design design, List<Finding> findings) {
        OptionCheck check = new OptionCheck(design, findings);
        design.types().forEach((name, type) -> check.members(type, name, List.of("types", name)));
        for (Entity entity : design.entities().values()) {
            check.entity(entity);
            Set<String> inputs = check.inputs(entity);
            for (Attribute attribute : entity.attributes().values()) {
                Spot spot = new Spot(
                        attribute,
                        entity.name() + "." + attribute.name(),
                        List.of("entities", entity.name(), "attributes", attribute.name()));
                check.types(spot);
                check.clear(spot, attribute.type().element());
                check.beside(entity, spot, inputs);
                if (!isNamed(attribute.type())) {
                    check.members(attribute.type(), spot.subject, spot.path);
                }
            }
        }
    }

    /** Words of an entity that its table, or what its items are made from, leaves nothing to do. */
    private void entity(Entity entity) {
        if (design.tableOf(entity) != null && design.tableOf(entity).typeAttribute() == null) {
            idle(
                    entity,
                    "type",
                    entity.table() + " has no `type-attribute` to write it to",
                    Edit.ofTable(design.tableOf(entity), "type-attribute", "type"));
        }
        if (entity.from() == null) {
            return;
        }
        idle(entity, "unique", madeWith(entity) + ", so nothing takes or frees its locks", null);
        for (Quota quota : design.quotas().values()) {
            if (entity.name().equals(quota.counts())) {
                findings.add(CompilerRule.OPTION_WITHOUT_EFFECT.found(
                        quota.name(),
                        quota.node().placeOf("counts"),
                        "`counts` has no effect: " + madeWith(entity) + ", and are not counted",
                        Help.edit(Edit.put(entity.from().entity(), "quotas", quota.name(), "counts"))
                                .or("bound the list they are made of with `max-items`")));
            }
        }
    }

    private static String madeWith(Entity copy) {
        return copy.name() + " items are made with their " + copy.from().entity() + " and in no other way";
    }

    private void idle(Entity entity, String word, String why, Edit instead) {
        if (entity.node().get(word) != null) {
            Help remove = Help.edit(Edit.remove("entities", entity.name(), word));
            findings.add(CompilerRule.OPTION_WITHOUT_EFFECT.found(
                    entity.name(),
                    entity.node().placeOfKey(word),
                    "`" + word + "` has no effect: " + why,
                    instead == null ? remove : remove.or(instead)));
        }
    }

    /** An attribute or a member, and where it stands. */
    private record Spot(Attribute attribute, String subject, List<String> path) {}

    private static boolean isNamed(Type type) {
        return type instanceof Type.Record record && record.name() != null;
    }

    /** The members of a record where it is written down. */
    private void members(Type type, String subject, List<String> path) {
        for (Attribute member : type.members().values()) {
            List<String> inside = new ArrayList<>(path);
            inside.add("record");
            inside.add(member.name());
            Spot spot = new Spot(member, subject + "." + member.name(), inside);
            for (String word : OF_ITEMS) {
                idle(spot, word, true, "it is for attributes of an item, and " + spot.subject + " is inside of one");
            }
            types(spot);
            clear(spot, member.type());
            absent(spot, member.required() ? "required" : null);
            if (!isNamed(member.type())) {
                members(member.type(), spot.subject, inside);
            }
        }
    }

    /** Rules that only values of some types can break. */
    private void types(Spot spot) {
        Type type = spot.attribute.type();
        Type element = Comparands.element(type);
        boolean isAny = type == Type.Simple.ANY;
        boolean isText = isText(type) || isAny;
        boolean isFixed = type.isClosed();
        boolean isMany = type.element() != null;
        wants(spot, "range", type == Type.Simple.INTEGER || type == Type.Simple.DECIMAL || isAny, "a number");
        wants(spot, "length", isText && !isFixed && !isId(type), "text of any length");
        wants(spot, "pattern", isText && !isFixed, "free text");
        wants(spot, "normalise", isText || element != null && isText(element), "text, or a list of it");
        wants(spot, "max-items", isMany || isAny, "a list, set or map");
        wants(spot, "distinct", type instanceof Type.ListOf || isAny, "a list");
        wants(spot, "prefix", "S".equals(type.tag()), "text");
        wants(spot, "cost", type == Type.Simple.PASSWORD, "a password");
        wants(spot, "moves", type instanceof Type.Enumeration && type.isClosed(), "an enum that is not open");
        wants(spot, "host-in", type == Type.Simple.STRING || isAny, "a string");
        wants(
                spot,
                "unique",
                !isMany && !(type instanceof Type.Record) && type != Type.Simple.PASSWORD,
                "a value that a key can hold");
    }

    /** A password is hashed as an attribute of an item; further inside it would be stored as it is. */
    private void clear(Spot spot, Type type) {
        Type innermost = type;
        for (Type next = type; next != null; next = next.element()) {
            innermost = next;
        }
        if (innermost == Type.Simple.PASSWORD) {
            findings.add(CompilerRule.ATTRIBUTE_OF_WRONG_TYPE.found(
                    spot.subject,
                    spot.attribute.node().placeOf("type"),
                    "only an attribute of an item is hashed as a password, and this one is inside of one",
                    Help.words("make it an attribute of the entity")));
        }
    }

    private static boolean isId(Type type) {
        return type == Type.Simple.ULID || type == Type.Simple.UUID;
    }

    private static boolean isText(Type type) {
        return type instanceof Type.Enumeration
                || type instanceof Type.Simple
                        && "S".equals(type.tag())
                        && (!type.isTime() || type == Type.Simple.ISO_TIME);
    }

    /** Options that another one, or the lack of it, leaves nothing to do. */
    private void beside(Entity entity, Spot spot, Set<String> inputs) {
        Attribute attribute = spot.attribute;
        String name = attribute.name();
        boolean refers = attribute.references() != null;
        for (String word : entity.from() == null ? List.<String>of() : OF_WRITES) {
            idle(spot, word, true, madeWith(entity) + ", with its values");
        }
        boolean isKey = entity.keyAttributes().contains(name);
        idle(spot, "moves", isKey, "the attribute is part of the key, so it never changes");
        idle(spot, "must-exist", !refers, "the attribute has no `references`");
        idle(spot, "on-delete", !refers, "the attribute has no `references`");
        idle(spot, "stored", !attribute.isStored(), "the attribute says `store: false`");
        idle(
                spot,
                "store",
                !attribute.isStored() && !inputs.contains(name),
                "no key, derived attribute or hash is made of " + name + ", so its value would be lost");
        idle(
                spot,
                "set",
                attribute.set() == SetOn.ON_DELETE && entity.softDelete() == null,
                "a deleted " + entity.name() + " is gone, since it has no soft-delete");
        String follows =
                attribute.derive() != null ? "derive" : !attribute.hashOf().isEmpty() ? "hash-of" : null;
        boolean isStamped = attribute.set() == SetOn.ON_CREATE || attribute.set() == SetOn.ON_WRITE;
        String filled = follows != null ? follows : isStamped ? "set" : null;
        besides(spot, "hash-of", attribute.derive() != null ? "derive" : null);
        besides(spot, "set", follows);
        besides(spot, "generate", filled);
        besides(spot, "default", filled != null ? filled : attribute.sequence() != null ? "generate" : null);
        idle(spot, "default", name.equals(entity.version()), "the version of a new item is 1");
        idle(spot, "absent", isKey, "the attribute is part of the key, so it is never absent");
        absent(
                spot,
                isKey
                        ? null
                        : !attribute.isStored()
                                ? "store"
                                : attribute.required()
                                        ? "required"
                                        : attribute.defaultValue() != null ? "default" : isStamped ? "set" : null);
    }

    private void absent(Spot spot, String other) {
        besides(spot, "absent", other);
    }

    /** What is made of values that need not be stored themselves. */
    private Set<String> inputs(Entity entity) {
        Set<String> inputs = new LinkedHashSet<>();
        List<Template> templates = new ArrayList<>(entity.key().values());
        entity.indexKeys().forEach(keys -> templates.addAll(keys.keys().values()));
        entity.uniques().forEach(unique -> {
            inputs.addAll(unique.attributes());
            templates.addAll(unique.lock().values());
        });
        for (Attribute attribute : entity.attributes().values()) {
            inputs.addAll(attribute.hashOf());
            if (attribute.hostIn() != null) {
                inputs.add(attribute.hostIn());
            }
            if (attribute.derive() != null) {
                inputs.addAll(Inputs.computed(entity).get(attribute.name()));
            }
        }
        design.quotas().values().stream()
                .filter(quota -> entity.name().equals(quota.counts()))
                .forEach(quota -> {
                    quota.per().forEach(variable -> inputs.add(variable.attribute()));
                    templates.addAll(quota.item().values());
                });
        templates.stream().flatMap(Template::variables).forEach(variable -> inputs.add(variable.attribute()));
        return inputs;
    }

    private void besides(Spot spot, String word, String other) {
        idle(spot, word, other != null, "`" + other + "` beside it decides");
    }

    private void idle(Spot spot, String word, boolean isIdle, String why) {
        if (isIdle && spot.attribute.node().get(word) != null) {
            error(CompilerRule.OPTION_WITHOUT_EFFECT, spot, word, "`" + word + "` has no effect: " + why);
        }
    }

    private void wants(Spot spot, String word, boolean fits, String wanted) {
        if (!fits && spot.attribute.node().get(word) != null) {
            error(
                    CompilerRule.ATTRIBUTE_OF_WRONG_TYPE,
                    spot,
                    word,
                    "`" + word + "` wants " + wanted + ", and " + spot.subject + " is "
                            + Wording.one(spot.attribute.type().word()));
        }
    }

    private void error(CompilerRule rule, Spot spot, String word, String message) {
        List<String> path = new ArrayList<>(spot.path);
        path.add(word);
        findings.add(rule.found(
                spot.subject, spot.attribute.node().placeOfKey(word), message, Help.edit(new Edit.Remove(path))));
    }
}
