package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.SecretAttributes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Optional;
import java.util.stream.Stream;

/** A cache that lets people keep rights they no longer have. */
public final class RightsCachedForLong implements Rule.Warning {

    private static final long LONG_SECONDS = 300;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.cacheSeconds() != null && p.cacheSeconds() > LONG_SECONDS)
                .flatMap(p -> uses.entitiesOf(p)
                        .flatMap(e -> decides(design, e).stream())
                        .limit(1)
                        .map(why -> found(
                                p.name(),
                                p.node().placeOf("cache"),
                                p.name() + " may be " + Figures.duration(p.cacheSeconds()) + " old, and " + why,
                                Help.edit(Edit.ofPattern(p, "cache", "5 minutes"))
                                        .saying("or less"))));
    }

    private static Optional<String> decides(Design design, Entity entity) {
        Optional<String> role = design.roles().values().stream()
                .filter(r -> entity.name().equals(r.entity()) || entity.name().equals(r.membership()))
                .map(r -> entity.name() + " decides who is " + r.name())
                .findFirst();
        return role.isPresent()
                ? role
                : entity.attributes().values().stream()
                        .filter(SecretAttributes::isSecret)
                        .map(a -> "logins are checked against " + a.name() + " of " + entity.name())
                        .findFirst();
    }
}
