package dev.partita.plan.internal.compile;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.write.FanOuts;
import dev.partita.plan.internal.write.WriteModel;
import java.util.List;
import java.util.Set;

/** Judges fan-out: every value of a copy comes from its origin and can be told again later, and no copy takes the place of another. */
final class FanOutCheck {

    /** Formats that tell two values apart for sure. */
    private static final Set<Format.Kind> EXACT =
            Set.of(Format.Kind.PAD, Format.Kind.NEWEST_FIRST, Format.Kind.HASH, Format.Kind.SHORTEN, Format.Kind.RAW);

    private final WriteModel model;
    private final Entity made;
    private final Entity origin;
    private final FanOuts fanOuts;
    private final List<Finding> findings;

    private FanOutCheck(WriteModel model, Entity made, Entity origin, List<Finding> findings) {
        this.model = model;
        this.made = made;
        this.origin = origin;
        this.fanOuts = new FanOuts(model, origin);
        this.findings = findings;
    }

    static void check(WriteModel model, List<Finding> findings) {
        for (Entity made : model.design().entities().values()) {
            Entity origin = made.from() == null
                    ? null
                    : model.design().entities().get(made.from().entity());
            if (origin != null && model.codec(origin.name()) != null && model.codec(made.name()) != null) {
                new FanOutCheck(model, made, origin, findings).all();
            }
        }
    }

    private void all() {
        if (origin.from() != null) {
            error(
                    CompilerRule.COPY_WITHOUT_SOURCE,
                    made.from().node().placeOf("entity"),
                    made.name() + " is made from " + origin.name() + ", which is itself made from "
                            + origin.from().entity() + ", and copies are not copied again",
                    "make it from " + origin.from().entity());
            return;
        }
        Attribute each = made.from().each() == null
                ? null
                : origin.attributes().get(made.from().each());
        if (each != null && Comparands.element(each.type()) == null) {
            error(
                    CompilerRule.COPY_WITHOUT_SOURCE,
                    made.from().node().placeOf("each"),
                    each.name() + " of " + origin.name() + " is "
                            + Wording.one(each.type().word()) + ", and has no elements to make items of",
                    "write `type: list of string` at " + origin.name() + "." + each.name()
                            + ", or leave `each` out for one item each");
            return;
        }
        made.attributes().values().forEach(attribute -> source(attribute, each));
        key(each);
    }

    private void source(Attribute attribute, Attribute each) {
        boolean isElement = each != null && attribute.name().equals(made.from().as());
        Attribute from = isElement ? each : origin.attributes().get(String.valueOf(fanOuts.originOf(made, attribute)));
        Place place = attribute.node().place();
        String name = made.name() + "." + attribute.name();
        if (from == null) {
            boolean isMade =
                    attribute.derive() != null || !attribute.hashOf().isEmpty() || attribute.defaultValue() != null;
            if (!isMade) {
                error(
                        CompilerRule.COPY_WITHOUT_SOURCE,
                        made.node().get("attributes").placeOfKey(attribute.name()),
                        name + " has no source: " + origin.name() + " has no attribute " + attribute.name(),
                        "give " + origin.name() + " the attribute " + attribute.name() + ", or take it away here");
            }
            return;
        }
        if (!from.isStored() && !model.codec(origin.name()).isGivenByKey(from.name())) {
            boolean isInKey = model.codec(origin.name()).keyAttributes().contains(from.name());
            error(
                    CompilerRule.COPY_WITHOUT_SOURCE,
                    place,
                    name + " copies " + from.name() + " of " + origin.name() + ", which is not stored"
                            + (isInKey ? " and which the key does not give back" : "")
                            + ", so a later write does not know it",
                    "take `store: false` away there, or the attribute away here");
        } else if (model.counters(origin).contains(from.name())) {
            error(
                    CompilerRule.COPY_WITHOUT_SOURCE,
                    place,
                    name + " copies " + from.name() + " of " + origin.name()
                            + ", which is counted without a write of the " + origin.name(),
                    "take it away here, and read it from the " + origin.name());
        } else if (!fits(isElement ? Comparands.element(from.type()) : from.type(), attribute.type())) {
            error(
                    CompilerRule.COPY_WITHOUT_SOURCE,
                    place,
                    name + " is " + Wording.one(attribute.type().word()) + " and copies " + from.name() + " of "
                            + origin.name() + ", "
                            + Wording.one((isElement ? Comparands.element(from.type()) : from.type()).word()),
                    "give both the same type");
        }
    }

    /** Whether every value of one type is a value of the other. */
    static boolean fits(Type from, Type to) {
        return to == Type.Simple.ANY
                || from.equals(to)
                || from.word().equals(to.word())
                || to == Type.Simple.STRING
                        && (from instanceof Type.Enumeration
                                || from == Type.Simple.ULID
                                || from == Type.Simple.UUID
                                || from == Type.Simple.PASSWORD)
                || to == Type.Simple.DECIMAL && from == Type.Simple.INTEGER
                || from.isTime() && to.isTime();
    }

    private void key(Attribute each) {
        List<Template.Variable> there =
                made.key().values().stream().flatMap(Template::variables).toList();
        for (Template template : origin.key().values()) {
            for (Template.Variable wanted : template.variables().toList()) {
                boolean isThere = there.stream()
                        .filter(variable ->
                                isExact(variable) || variable.formats().equals(wanted.formats()))
                        .map(variable ->
                                fanOuts.originOf(made, made.attributes().get(variable.attribute())))
                        .anyMatch(wanted.attribute()::equals);
                if (!isThere) {
                    overwrite(
                            "copies of different " + Wording.plural(origin.name()) + " take each other's place: "
                                    + wanted.attribute() + " of " + origin.name() + " is not in the key of "
                                    + made.name(),
                            "put {" + wanted.attribute() + "} into the key of " + made.name());
                    return;
                }
            }
        }
        boolean hasElement = there.stream()
                .anyMatch(variable -> variable.attribute().equals(made.from().as()) && isExact(variable));
        if (each != null && !hasElement) {
            overwrite(
                    "the copies of one " + origin.name() + " take each other's place: "
                            + made.from().as() + " is not in the key of " + made.name(),
                    "put {" + made.from().as() + "} into the key of " + made.name());
        }
    }

    private static boolean isExact(Template.Variable variable) {
        return variable.formats().stream().allMatch(format -> EXACT.contains(format.kind()));
    }

    private void overwrite(String message, String advice) {
        error(CompilerRule.COPIES_OVERWRITE, made.node().placeOf("key"), message, advice);
    }

    private void error(CompilerRule rule, Place place, String message, String advice) {
        findings.add(rule.found(made.name(), place, message, advice));
    }
}
