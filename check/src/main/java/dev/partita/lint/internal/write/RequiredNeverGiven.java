package dev.partita.lint.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.MaintainedAttributes;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A required attribute that neither callers nor the design give a value. */
public final class RequiredNeverGiven implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return compiled.design().entities().values().stream()
                .filter(entity -> entity.from() == null)
                .flatMap(entity -> entity.attributes().values().stream()
                        .filter(attribute -> attribute.required()
                                && MaintainedAttributes.isLeftAlone(compiled.design(), entity, attribute))
                        .flatMap(attribute -> uses.writesOf(entity)
                                .filter(pattern -> isLacking(uses, pattern, entity, attribute))
                                .limit(1)
                                .map(pattern -> found(
                                        entity.name() + "." + attribute.name(),
                                        NamePlaces.attribute(entity, attribute),
                                        pattern.name() + " cannot make any " + entity.name() + ": " + attribute.name()
                                                + " is required, and nothing gives it",
                                        Help.edit(Edit.remove(
                                                        "entities",
                                                        entity.name(),
                                                        "attributes",
                                                        attribute.name(),
                                                        "read-only"))
                                                .or("give it in `set:` of " + pattern.name() + ", or by default")))));
    }

    private static boolean isLacking(PatternUses uses, Pattern pattern, Entity entity, Attribute attribute) {
        return (pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT)
                && uses.entityOf(pattern) == entity
                && attribute.defaultValue() == null
                && !pattern.set().containsKey(attribute.name());
    }
}
