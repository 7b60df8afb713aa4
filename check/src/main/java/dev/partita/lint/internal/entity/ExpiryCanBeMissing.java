package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An expiry counted from a time that may not be there. */
public final class ExpiryCanBeMissing implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream()
                .filter(e -> e.expiry() != null)
                .flatMap(e -> Stream.ofNullable(e.attributes().get(e.expiry().after()))
                        .filter(a -> !isThere(e, a) && !isCopied(compiled.design(), e, a))
                        .map(a -> found(
                                e.name(),
                                e.node().placeOf("expiry"),
                                Nouns.a(e.name()) + " without " + a.name() + " never expires",
                                Help.edit(Edit.ofAttribute(e, a.name(), "required", "true"))
                                        .or("count from a time that is set on-create"))));
    }

    private static boolean isThere(Entity entity, Attribute attribute) {
        return attribute.required()
                || attribute.defaultValue() != null
                || attribute.generate() != null
                || attribute.derive() != null
                || attribute.set() == SetOn.ON_CREATE
                || attribute.set() == SetOn.ON_WRITE
                || entity.keyAttributes().contains(attribute.name());
    }

    /** Whether it is the copy of an attribute that every origin has. */
    private static boolean isCopied(Design design, Entity copy, Attribute attribute) {
        Entity origin =
                copy.from() == null ? null : design.entities().get(copy.from().entity());
        Attribute source = origin == null ? null : origin.attributes().get(attribute.name());
        return source != null && isThere(origin, source);
    }
}
