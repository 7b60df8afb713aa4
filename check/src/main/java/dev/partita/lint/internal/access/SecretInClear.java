package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.SecretName;
import java.util.stream.Stream;

/** A key or a token that is stored as it is. */
public final class SecretInClear implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.type() == Type.Simple.STRING
                        && a.hashOf().isEmpty()
                        && a.derive() == null
                        && (a.isStored() || isInKey(design, entity, a)))
                .filter(a -> a.references() == null && SecretName.isOf(a))
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        NamePlaces.attribute(entity, a),
                        a.name() + " of " + entity.name() + " is stored as it is, and whoever sees the item can use it",
                        help(design, entity, a))));
    }

    /** The hash instead, where nothing asks for the secret itself. */
    private static Help help(Design design, Entity entity, Attribute attribute) {
        PatternUses uses = new PatternUses(design);
        String name = attribute.name();
        String hash = name + "Hash";
        boolean isInKey = KeyUse.of(design, entity).stream()
                .anyMatch(use ->
                        PatternUses.variables(java.util.List.of(use.template())).contains(name));
        boolean isAsked = design.patterns().values().stream()
                .filter(p -> uses.entitiesOf(p).anyMatch(e -> e == entity))
                .anyMatch(p -> p.by().stream().anyMatch(v -> v.attribute().equals(name))
                        || p.returned().contains(name)
                        || p.change().contains(name)
                        || Conditions.attributes(p.where()).contains(name)
                        || Conditions.attributes(p.when()).contains(name));
        if (isInKey
                || isAsked
                || attribute.unique()
                || attribute.generate() != null
                || attribute.defaultValue() != null
                || entity.attributes().containsKey(hash)
                || !design.entities().values().stream()
                        .allMatch(e -> e.from() == null
                                || !entity.name().equals(e.from().entity()))) {
            return Help.words("keep its hash: `store: false` at " + name + ", and {" + name
                    + ":hash} in the key that it is asked by");
        }
        return Help.edit(
                Edit.ofAttribute(entity, name, "store", "false"),
                Edit.put(
                        "{ type: string, hash-of: [" + name + "], hidden: true }",
                        "entities",
                        entity.name(),
                        "attributes",
                        hash));
    }

    /** Whether a key holds it as it is: what is not stored beside it is stored there. */
    private static boolean isInKey(Design design, Entity entity, Attribute attribute) {
        return KeyUse.of(design, entity).stream().anyMatch(use -> use.template()
                .variables()
                .anyMatch(v -> v.attribute().equals(attribute.name())
                        && !v.has(Template.Format.Kind.HASH)
                        && !v.has(Template.Format.Kind.SHARD)));
    }
}
