package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.internal.facts.Uniqueness;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Versions that take each other's place within a day. */
public final class VersionsOfOneDayCollide implements Rule.Warning {

    private static final java.util.regex.Pattern HISTORY = java.util.regex.Pattern.compile(
            "(?i).*(version|revision|history|snapshot|archive|change|audit|log|event)s?");

    private static final java.util.regex.Pattern VERSION = java.util.regex.Pattern.compile(
            "(?i)(v|ver|version|rev|revision|hist|history|snap|snapshot)s?[^a-z{]*\\{.*");

    /** Whether its items are versions of something, by its name or by its key. */
    private static boolean isHistory(Entity entity, Template sort) {
        return HISTORY.matcher(entity.name()).matches()
                || sort != null && VERSION.matcher(sort.text()).matches();
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(entity -> design.tableOf(entity) != null
                        && design.tableOf(entity).sort() != null
                        && isHistory(
                                entity,
                                entity.key().get(design.tableOf(entity).sort().name())))
                .flatMap(entity -> Stream.ofNullable(
                                entity.key().get(design.tableOf(entity).sort().name()))
                        .filter(sort -> !sort.isConstant()
                                && sort.variables()
                                        .allMatch(v -> entity.attributes().get(v.attribute()) != null
                                                && !Uniqueness.mayIdentify(
                                                        entity.attributes().get(v.attribute()))
                                                && !TimeParts.isWhole(entity, v)))
                        .flatMap(sort -> sort.variables()
                                .filter(v -> TimeParts.isTime(entity, v))
                                .limit(1)
                                .map(v -> found(
                                        entity.name(),
                                        v.place(),
                                        "two " + entity.name()
                                                + " items of one day have the same key, and one takes the place of the other",
                                        help(design, entity, sort, v)))));
    }

    /** The whole time where a caller says it and a second version of that time is meant to replace the first; an id otherwise. */
    private static Help help(Design design, Entity entity, Template sort, Variable day) {
        Attribute attribute = entity.attributes().get(day.attribute());
        boolean isPut = new PatternUses(design).writesOf(entity).allMatch(p -> p.verb() == Verb.PUT);
        return isPut && attribute.set() == null && attribute.type() == Type.Simple.DATE
                ? Help.edit(Edit.ofAttribute(entity, attribute.name(), "type", "timestamp"))
                : TimeStampedKeyCollides.help(design, entity, sort);
    }
}
