package dev.partita.lint.internal.entity;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The time of an item's creation, as its caller says it. */
public final class CreationTimeGiven implements Rule.Advice {

    private static final java.util.regex.Pattern CREATION = java.util.regex.Pattern.compile(
            "(created|inserted)(_?(at|on|time|date))?|creation_?(time|date)", java.util.regex.Pattern.CASE_INSENSITIVE);

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return compiled.design().entities().values().stream()
                .filter(entity -> entity.from() == null)
                .flatMap(entity -> entity.attributes().values().stream()
                        .filter(attribute -> TimeParts.isTime(attribute)
                                && attribute.type() != Type.Simple.DATE
                                && CREATION.matcher(attribute.name()).matches())
                        .flatMap(attribute -> givers(uses, entity, attribute)
                                .limit(1)
                                .map(pattern -> found(
                                        entity.name() + "." + attribute.name(),
                                        NamePlaces.attribute(entity, attribute),
                                        "callers of " + pattern.name() + " give " + attribute.name()
                                                + ", by its name the time when " + Nouns.a(entity.name())
                                                + " was created",
                                        help(entity, attribute)))));
    }

    private static Stream<Pattern> givers(PatternUses uses, Entity entity, Attribute attribute) {
        return uses.writesOf(entity)
                .filter(pattern -> uses.entityOf(pattern) == entity && pattern.verb() == Pattern.Verb.CREATE)
                .filter(pattern -> uses.chosenByCaller(pattern).contains(attribute.name()));
    }

    private static Help help(Entity entity, Attribute attribute) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.ofAttribute(entity, attribute.name(), "set", "on-create"));
        if (attribute.node().get("required") != null) {
            edits.add(Edit.remove("entities", entity.name(), "attributes", attribute.name(), "required"));
        }
        return Help.edits(edits, null).or("call it by what it is the time of");
    }
}
