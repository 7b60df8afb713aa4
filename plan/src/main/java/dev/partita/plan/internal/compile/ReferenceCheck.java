package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.write.Counting;
import dev.partita.plan.internal.write.WriteModel;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Judges references: whoever refers to an item knows its whole key, in values of its types. */
final class ReferenceCheck {

    private final WriteModel model;
    private final Design design;
    private final List<Finding> findings;

    private ReferenceCheck(WriteModel model, List<Finding> findings) {
        this.model = model;
        this.design = model.design();
        this.findings = findings;
    }

    static void check(WriteModel model, List<Finding> findings) {
        ReferenceCheck check = new ReferenceCheck(model, findings);
        for (Entity entity : model.design().entities().values()) {
            for (Attribute attribute : entity.attributes().values()) {
                if (model.codec(entity.name()) != null
                        && attribute.references() != null
                        && model.codec(attribute.references()) != null) {
                    check.reference(entity, attribute);
                }
            }
        }
        model.design().quotas().values().forEach(check::limits);
        model.design().roles().values().forEach(check::role);
    }

    private void reference(Entity entity, Attribute attribute) {
        Codec of = model.codec(attribute.references());
        Map<String, String> names = model.referredKey(entity, attribute);
        String word = attribute.mustExist()
                ? "must-exist"
                : attribute.onDelete() == OnDelete.CASCADE || attribute.onDelete() == OnDelete.REFUSE
                        ? "on-delete"
                        : null;
        if (names == null && word != null) {
            error(
                    CompilerRule.REFERENCE_TO_COMPOUND_KEY,
                    entity.name() + "." + attribute.name(),
                    attribute.node().placeOfKey(word),
                    entity.name() + "." + attribute.name() + " refers to " + attribute.references()
                            + ", whose key takes several attributes: " + String.join(", ", of.keyAttributes())
                            + reason(entity, of),
                    Help.edit(Edit.remove("entities", entity.name(), "attributes", attribute.name(), word))
                            .or("make the key of " + attribute.references() + " of one attribute"));
        }
        if (names == null) {
            return;
        }
        names.forEach((key, name) -> {
            Attribute there = of.entity().attributes().get(key);
            Attribute here = entity.attributes().get(name);
            boolean isAlike = there == null
                    || here == null
                    || ConditionCheck.kind(there.type()).equals(ConditionCheck.kind(here.type()));
            if (!isAlike && here == attribute) {
                error(
                        CompilerRule.REFERENCE_OF_OTHER_TYPE,
                        entity.name() + "." + name,
                        here.node().placeOf("type"),
                        entity.name() + "." + name + " is "
                                + Wording.one(here.type().word()) + ", and "
                                + of.entity().name() + "." + key + ", which it refers to, is "
                                + Wording.one(there.type().word()),
                        Help.edit(Edit.ofAttribute(
                                entity, name, "type", there.type().word())));
            }
        });
    }

    /** A counter, and a limit that stands at a parent, need the parent's key; a path through references reads one item after the other. */
    private void limits(Quota quota) {
        Entity counted = design.entities().get(quota.counts());
        Entity parent = quota.counterEntity() == null ? null : design.entities().get(quota.counterEntity());
        if (counted != null
                && parent != null
                && model.codec(parent.name()) != null
                && !isTold(quota, counted, parent)) {
            error(
                    CompilerRule.NO_WAY_TO_PARENT,
                    quota.name(),
                    quota.node().placeOf("counter"),
                    counted.name() + " does not say which " + parent.name() + " counts it"
                            + reason(counted, model.codec(parent.name())),
                    model.parentKey(counted, parent) == null
                            ? help(counted, model.codec(parent.name()))
                            : Help.edit(Edit.put(
                                    Edit.list(model.parentKey(counted, parent).values()),
                                    "quotas",
                                    quota.name(),
                                    "per")));
        }
        if (counted != null && parent != null && model.codec(parent.name()) != null) {
            counters(quota, counted, parent);
        }
        for (Quota.Limit limit : quota.limits().values()) {
            Entity entity = design.entities().get(quota.counts());
            limitOfOne(quota, limit, counted);
            for (String name : limit.path().subList(0, Math.max(0, limit.path().size() - 1))) {
                Entity named = design.entities().get(name);
                Attribute attribute =
                        entity == null ? null : entity.attributes().get(name);
                if (named != null && attribute == null) {
                    entity = named;
                } else if (attribute != null && design.entities().containsKey(attribute.references())) {
                    through(quota.name(), limit.node().place(), entity, attribute);
                    entity = design.entities().get(attribute.references());
                } else {
                    break;
                }
            }
        }
    }

    /** Of two attributes in {@code per} that refer to a parent, either could be the one that counts. */
    private void counters(Quota quota, Entity counted, Entity parent) {
        List<String> tellers = Counting.tellers(quota, counted, parent);
        if (tellers.size() > 1 && model.codec(parent.name()).keyAttributes().size() == 1) {
            error(
                    CompilerRule.NO_WAY_TO_PARENT,
                    quota.name(),
                    quota.node().placeOf("per"),
                    String.join(" and ", tellers) + " refer to one " + parent.name()
                            + " each, and nothing says which of them counts",
                    Help.words("leave all but one of them out of `per`, or count in an `item:` of its own"));
        }
    }

    /** {@code limit: Parent.attribute} is that of one parent. */
    private void limitOfOne(Quota quota, Quota.Limit limit, Entity counted) {
        Entity named =
                limit.path().size() > 1 ? design.entities().get(limit.path().get(0)) : null;
        if (counted == null
                || named == null
                || named.name().equals(quota.counterEntity())
                || counted.attributes().containsKey(named.name())
                || model.codec(named.name()) == null) {
            return;
        }
        String rest = String.join(".", limit.path().subList(1, limit.path().size()));
        List<String> rivals = model.rivals(counted, named);
        if (!rivals.isEmpty()) {
            error(
                    CompilerRule.NO_WAY_TO_PARENT,
                    quota.name(),
                    limit.node().place(),
                    counted.name() + " refers to several " + named.name() + " items, by " + String.join(", ", rivals)
                            + ", and nothing says whose " + rest + " is the limit",
                    Help.words("say it by the attribute that is meant: "
                            + rivals.stream()
                                    .map(name -> "`limit: " + name + "." + rest + "`")
                                    .collect(Collectors.joining(" or "))));
        }
    }

    /** Whether {@code per} says which parent counts. */
    private boolean isTold(Quota quota, Entity counted, Entity parent) {
        Map<String, String> names = model.parentKey(counted, parent);
        return names != null
                && names.values().stream().allMatch(name -> quota.per().stream()
                        .anyMatch(per -> per.attribute().equals(name)
                                || parent.name()
                                        .equals(
                                                counted.attributes().get(per.attribute()) == null
                                                        ? null
                                                        : counted.attributes()
                                                                .get(per.attribute())
                                                                .references())));
    }

    private void role(Design.Role role) {
        Entity entity = role.entity() == null ? null : design.entities().get(role.entity());
        Entity referred = RoleReads.referred(design, role);
        Entity group = role.membership() == null ? null : RoleReads.permitting(design, role);
        if (referred != null) {
            Where.IsTrue flag = (Where.IsTrue) role.when();
            through(
                    role.name(),
                    flag.place(),
                    entity,
                    entity.attributes().get(flag.path().attribute()));
        }
        if (group != null && model.codec(group.name()) != null && RoleReads.key(group) == null) {
            error(
                    CompilerRule.REFERENCE_TO_COMPOUND_KEY,
                    role.name(),
                    role.node().placeOf("permission"),
                    role.membership() + "." + role.groupAttribute() + " refers to " + group.name()
                            + ", whose key takes several attributes: "
                            + String.join(", ", model.codec(group.name()).keyAttributes()),
                    Help.words("make the key of " + group.name() + " of one attribute"));
        }
    }

    private void through(String subject, Place place, Entity entity, Attribute attribute) {
        Codec of = model.codec(attribute.references());
        if (of != null && of.keyAttributes().size() > 1) {
            error(
                    CompilerRule.REFERENCE_TO_COMPOUND_KEY,
                    subject,
                    place,
                    entity.name() + "." + attribute.name() + " refers to " + attribute.references()
                            + ", whose key takes several attributes: " + String.join(", ", of.keyAttributes()),
                    Help.words("make the key of " + attribute.references() + " of one attribute"));
        }
    }

    /** Which part of a key somebody has for himself, under the same name. */
    static String reason(Entity child, Codec parent) {
        List<String> own = own(child, parent);
        return own.isEmpty() ? "" : "; its own " + String.join(", ", own) + " is another";
    }

    static Help help(Entity child, Codec parent) {
        Entity entity = parent.entity();
        return own(child, parent).isEmpty()
                ? Help.edits(
                        Proposal.attributes(child, entity, parent.keyAttributes()),
                        "give " + child.name() + " the attributes of that key: "
                                + String.join(", ", parent.keyAttributes()))
                : Help.words("take " + String.join(", ", own(child, parent)) + " out of the key of " + entity.name()
                        + ", so that " + child.name() + " knows the rest");
    }

    private static List<String> own(Entity child, Codec parent) {
        return parent.keyAttributes().stream()
                .filter(name -> child.attributes().containsKey(name)
                        && !parent.entity()
                                .name()
                                .equals(child.attributes().get(name).references())
                        && WriteModel.isOwn(child, child.attributes().get(name)))
                .toList();
    }

    private void error(CompilerRule rule, String subject, Place place, String message, Help help) {
        findings.add(rule.found(subject, place, message, help));
    }
}
