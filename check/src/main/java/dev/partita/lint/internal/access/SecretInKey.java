package dev.partita.lint.internal.access;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.SecretAttributes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A secret in a key. */
public final class SecretInKey implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Partition.of(compiled.design()).flatMap(p -> p.whole().stream().flatMap(template -> template.variables()
                .filter(v -> !v.has(Kind.HASH) && !v.has(Kind.SHARD))
                .filter(v -> p.entity().attributes().get(v.attribute()) != null
                        && SecretAttributes.isSecret(p.entity().attributes().get(v.attribute())))
                .map(v -> found(
                        p.subject(),
                        p.keys() != null && p.keys().implied()
                                ? NamePlaces.attribute(
                                        p.entity(), p.entity().attributes().get(v.attribute()))
                                : template.place(),
                        "the key of " + p.entity().name()
                                + (p.index() == null ? "" : " in " + p.index().name()) + " holds " + v.attribute()
                                + ", a secret in clear",
                        Repairs.hashed(compiled.design(), p.entity(), template, v)))));
    }
}
