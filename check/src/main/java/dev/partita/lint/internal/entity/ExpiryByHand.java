package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A time of expiry that nobody keeps to. */
public final class ExpiryByHand implements Rule.Advice {

    private static final java.util.regex.Pattern ENDS = java.util.regex.Pattern.compile(
            "(?i)ttl|expires?(_?(at|on))?|expiry(_?(at|time|date))?|expiration(_?(at|time|date))?");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(entity -> entity.expiry() == null && entity.from() == null && design.tableOf(entity) != null)
                .flatMap(entity -> entity.attributes().values().stream()
                        .filter(a -> ENDS.matcher(a.name()).matches() && a.isStored())
                        .filter(a -> !a.stored().equals(design.tableOf(entity).expiry()))
                        .limit(1)
                        .map(a -> found(
                                entity.name() + "." + a.name(),
                                NamePlaces.attribute(entity, a),
                                a.name() + " of " + entity.name()
                                        + " says by its name when it ends, and nothing removes it then",
                                help(design, entity, a))));
    }

    private static Help help(Design design, Entity entity, Attribute attribute) {
        if (!TimeParts.isTime(attribute)
                || attribute.type() == Type.Simple.DATE
                || !Presence.isAlwaysThere(entity, attribute.name())
                || Repairs.isPinned(design, entity)) {
            return Help.words("say expiry: 0 seconds after " + attribute.name() + ", a time that is always there");
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.ofEntity(entity, "expiry", "0 seconds after " + attribute.name()));
        edits.addAll(Repairs.expiryAttribute(design.tableOf(entity)));
        return Help.edits(edits, null);
    }
}
