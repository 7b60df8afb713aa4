package dev.partita.lint.internal.entity;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A hash that tells whether something changed, made and compared by whoever writes. */
public final class HashByHand implements Rule.Advice {

    private static final java.util.regex.Pattern HASH =
            java.util.regex.Pattern.compile(".*(hash|checksum|digest|fingerprint)");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(HashByHand::isHash)
                .map(hash -> savedBy(uses, entity, hash)
                        .map(pattern -> found(entity, hash, pattern))
                        .orElse(null))
                .filter(Objects::nonNull));
    }

    private Finding found(Entity entity, Attribute hash, Pattern pattern) {
        return found(
                entity.name() + "." + hash.name(),
                NamePlaces.attribute(entity, hash),
                "whoever calls " + pattern.name() + " makes the " + hash.name() + " of " + entity.name()
                        + ", by its name a hash, each in its own way",
                help(entity, hash, pattern));
    }

    private static Optional<Pattern> savedBy(PatternUses uses, Entity entity, Attribute hash) {
        return uses.writesOf(entity)
                .filter(pattern -> pattern.verb() == Verb.PUT || pattern.verb() == Verb.UPDATE)
                .filter(pattern -> uses.chosenByCaller(pattern).contains(hash.name()))
                .findFirst();
    }

    private static boolean isHash(Attribute attribute) {
        String name = attribute.name().toLowerCase(Locale.ROOT);
        return attribute.isStored()
                && attribute.type() == Type.Simple.STRING
                && attribute.hashOf().isEmpty()
                && !attribute.secret()
                && !name.contains("password")
                && HASH.matcher(name).matches();
    }

    private static Help help(Entity entity, Attribute hash, Pattern pattern) {
        List<String> made = entity.attributes().values().stream()
                .filter(a -> a != hash
                        && !a.isComputed()
                        && !entity.keyAttributes().contains(a.name())
                        && a.generate() == null)
                .map(Attribute::name)
                .toList();
        if (made.isEmpty() || pattern.verb() != Verb.PUT || pattern.detect() != null) {
            return Help.words(
                    "write hash-of: with what it is made of, and detect: " + hash.name() + " in " + pattern.name());
        }
        return Help.edit(
                Edit.ofAttribute(entity, hash.name(), "hash-of", Edit.list(made)),
                Edit.ofPattern(pattern, "detect", hash.name()));
    }
}
