package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.internal.facts.Uniqueness;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A key that only the time tells from the next one. */
public final class TimeStampedKeyCollides implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .map(entity -> lastTime(design, entity))
                .filter(Objects::nonNull);
    }

    private Finding lastTime(Design design, Entity entity) {
        List<Variable> all =
                entity.key().values().stream().flatMap(Template::variables).toList();
        Variable time = null;
        for (Variable variable : all) {
            Attribute attribute = entity.attributes().get(variable.attribute());
            if (attribute == null || attribute.generate() != null || attribute.sequence() != null) {
                return null;
            }
            if (TimeParts.isWhole(entity, variable)) {
                time = variable;
            }
        }
        Template sort = sortKey(design, entity);
        if (time == null
                || sort == null
                || isReplaced(design, entity, time)
                || sort.variables()
                        .map(variable -> entity.attributes().get(variable.attribute()))
                        .anyMatch(Uniqueness::mayIdentify)) {
            return null;
        }
        return found(
                entity.name(),
                time.place(),
                "two " + entity.name() + " items of one " + unit(entity, time)
                        + " have the same key, and the second replaces the first",
                help(design, entity, sort));
    }

    private static Template sortKey(Design design, Entity entity) {
        Table table = design.tableOf(entity);
        if (table == null) {
            return null;
        }
        return entity.key()
                .get(
                        table.sort() == null
                                ? table.partition().name()
                                : table.sort().name());
    }

    /** Whether a second item of the same time is meant to take the place of the first: it is put, not created. */
    private static boolean isReplaced(Design design, Entity entity, Variable time) {
        PatternUses uses = new PatternUses(design);
        return entity.attributes().get(time.attribute()).set() == null
                && uses.writesOf(entity).anyMatch(pattern -> pattern.verb() == Verb.PUT)
                && uses.writesOf(entity).noneMatch(pattern -> pattern.verb() == Verb.CREATE);
    }

    private static String unit(Entity entity, Variable time) {
        Type type = entity.attributes().get(time.attribute()).type();
        return type == Type.Simple.TIMESTAMP_MILLIS || type == Type.Simple.EPOCH_MILLIS ? "millisecond" : "second";
    }

    static Help help(Design design, Entity entity, Template sort) {
        KeyUse use = Repairs.use(design, entity, sort);
        Attribute there = entity.attributes().values().stream()
                .filter(a -> a.generate() != null && a.isStored())
                .findFirst()
                .orElse(null);
        String name = there != null
                ? there.name()
                : Character.toLowerCase(entity.name().charAt(0)) + entity.name().substring(1) + "Id";
        if (use == null || there == null && entity.attributes().containsKey(name) || Repairs.isPinned(design, entity)) {
            return Help.words("end the key with an id of the item");
        }
        List<Edit> edits = new java.util.ArrayList<>();
        if (there == null) {
            edits.add(Edit.put("{ type: ulid, generate: ulid }", "entities", entity.name(), "attributes", name));
        }
        edits.add(Repairs.template(use, sort.text() + design.separator() + "{" + name + "}"));
        return Help.edits(edits, null);
    }
}
