package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Overlap;
import dev.partita.plan.internal.key.Target;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A pinned request for keys that no item of the entity has. */
public final class PinnedKeyFindsNothing implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.pattern().entities().stream()
                .map(design.entities()::get)
                .filter(entity -> entity != null
                        && entity.table() != null
                        && entity.table().equals(read.table().id()))
                .map(entity -> finding(design, read, entity))
                .filter(Objects::nonNull));
    }

    private Finding finding(Design design, PinnedRead read, Entity entity) {
        List<Map<String, Template>> appearances =
                KeySpaceMember.of(new Target(read.table(), read.index()), entity).stream()
                        .map(KeySpaceMember::keys)
                        .toList();
        if (appearances.isEmpty()) {
            return found(
                    read.pattern().name(),
                    NamePlaces.pattern(design, read.pattern()),
                    read.pattern().name() + " finds no " + entity.name() + ": no " + entity.name() + " is ever in "
                            + read.target(),
                    "give " + entity.name() + " a line " + read.index().name() + ": with a template for each key");
        }
        Map.Entry<String, KeyTest> apart = null;
        for (Map<String, Template> keys : appearances) {
            Optional<Map.Entry<String, KeyTest>> never = read.pattern().pinned().key().entrySet().stream()
                    .filter(test -> keys.containsKey(test.getKey()))
                    .filter(test -> !canMatch(design, entity, test.getKey(), test.getValue(), keys.get(test.getKey())))
                    .findFirst();
            if (never.isEmpty()) {
                return null;
            }
            apart = never.get();
        }
        String key = apart.getKey();
        return found(
                read.pattern().name(),
                apart.getValue().place(),
                read.pattern().name() + " finds no " + entity.name() + ": its " + key + " is "
                        + Examples.quoted(appearances.get(0).get(key).text()),
                help(design, read, entity, appearances.get(0)));
    }

    private static boolean canMatch(Design design, Entity entity, String key, KeyTest test, Template stored) {
        // An empty text, or a key that no item can have at all, has a finding of its own.
        if (test.templates().stream().anyMatch(template -> template.parts().isEmpty()) || !canBeKey(entity, stored)) {
            return true;
        }
        KeyShape asked = KeyShape.of(design, entity, key, test.templates().get(0));
        KeyShape written = KeyShape.of(design, entity, key, stored);
        return switch (test.operator()) {
            case EQUALS -> Overlap.mayEqual(asked, written);
            case BEGINS_WITH -> Overlap.prefixCovers(asked, written);
            case BETWEEN, AT_LEAST, AT_MOST, ABOVE, BELOW -> true;
        };
    }

    private static boolean canBeKey(Entity entity, Template stored) {
        return !stored.isLone()
                || stored.variables()
                        .map(variable -> entity.attributes().get(variable.attribute()))
                        .noneMatch(attribute -> attribute != null && attribute.type() == Type.Simple.BOOLEAN);
    }

    private static Help help(Design design, PinnedRead read, Entity entity, Map<String, Template> written) {
        Edit[] edits = read.pattern().pinned().key().entrySet().stream()
                .filter(test -> written.containsKey(test.getKey())
                        && !canMatch(design, entity, test.getKey(), test.getValue(), written.get(test.getKey())))
                .map(test -> Edit.put(
                        Edit.quoted(written.get(test.getKey()).text()),
                        "patterns",
                        read.pattern().name(),
                        "key",
                        test.getKey()))
                .toArray(Edit[]::new);
        return Help.edit(edits).or("leave the request to the compiler");
    }
}
