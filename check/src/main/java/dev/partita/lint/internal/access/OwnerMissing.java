package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A pattern for the owner of something that has none. */
public final class OwnerMissing implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return Stream.concat(ofOne(design, uses), ofParts(design, uses));
    }

    private Stream<Finding> ofOne(Design design, PatternUses uses) {
        return design.patterns().values().stream()
                .filter(p -> uses.entityOf(p) != null && uses.entityOf(p).owner() == null)
                .filter(p -> uses.allowed(p).contains("owner"))
                .map(p -> found(
                        p.name(),
                        NamePlaces.option(design, p, "allow"),
                        p.name() + " is for the owner of " + uses.entityOf(p).name() + ", and "
                                + uses.entityOf(p).name() + " does not say who that is",
                        help(uses.entityOf(p))));
    }

    /** Each part of a transaction has to be the caller's, and what has no owner is nobody's. */
    private Stream<Finding> ofParts(Design design, PatternUses uses) {
        return design.patterns().values().stream()
                .filter(p ->
                        p.verb() == Pattern.Verb.TRANSACT && uses.allowed(p).contains("owner"))
                .flatMap(p -> p.entities().stream()
                        .map(design.patterns()::get)
                        .filter(part -> part != null
                                && uses.entityOf(part) != null
                                && uses.entityOf(part).owner() == null)
                        .limit(1)
                        .map(part -> found(
                                p.name(),
                                NamePlaces.option(design, p, "allow"),
                                p.name() + " is for the owner of all that it writes, and "
                                        + uses.entityOf(part).name() + ", which " + part.name()
                                        + " writes, does not say who that is",
                                help(uses.entityOf(part)).or("let a role call " + p.name()))));
    }

    private static Help help(Entity entity) {
        String owner = entity.attributes().values().stream()
                .map(Attribute::name)
                .filter(name -> OWNER.matcher(name).matches())
                .findFirst()
                .orElse(null);
        return owner == null
                ? Help.words("say in owner: which attribute holds its owner's identity")
                : Help.edit(Edit.ofEntity(entity, "owner", owner)).saying("if that is its owner's identity");
    }

    private static final java.util.regex.Pattern OWNER = java.util.regex.Pattern.compile(
            "(?i)(user|owner|author|account|member|customer|creator)(id)?|createdBy|ownedBy|sub");
}
