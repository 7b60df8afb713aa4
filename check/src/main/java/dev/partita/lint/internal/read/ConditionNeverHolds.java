package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.Exclusion;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Presence;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A condition whose halves exclude each other, or that asks for items without what every item has. */
public final class ConditionNeverHolds implements Rule.Error {

    /** @param entities those whose items it is asked of */
    private record Asked(String subject, List<Entity> entities, Where where) {}

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Stream<Finding> excluded = design.patterns().values().stream()
                .flatMap(pattern -> ofPattern(design, pattern))
                .flatMap(asked -> impossible(asked.where()).map(and -> finding(asked.subject(), and)));
        Stream<Asked> all = Stream.of(
                        design.patterns().values().stream()
                                // Of a new item everything is missing.
                                .filter(pattern -> pattern.verb() != Pattern.Verb.PUT)
                                .flatMap(pattern -> ofPattern(design, pattern)),
                        design.entities().values().stream().flatMap(entity -> entity.indexKeys().stream()
                                .map(keys ->
                                        new Asked(entity.name() + "." + keys.index(), List.of(entity), keys.when()))),
                        design.roles().values().stream().flatMap(role -> ofRole(design, role)))
                .flatMap(asked -> asked);
        return Stream.concat(excluded, all.flatMap(this::neverMissing));
    }

    private static Stream<Asked> ofRole(Design design, Design.Role role) {
        Entity entity = design.entities().get(role.membership() != null ? role.membership() : role.entity());
        return entity == null ? Stream.empty() : Stream.of(new Asked(role.name(), List.of(entity), role.when()));
    }

    private static Stream<Asked> ofPattern(Design design, Pattern pattern) {
        List<Entity> own = pattern.entities().stream()
                .map(design.entities()::get)
                .filter(Objects::nonNull)
                .toList();
        return Stream.concat(
                Stream.of(
                        new Asked(pattern.name(), own, pattern.where()),
                        new Asked(pattern.name(), own, pattern.when())),
                pattern.requires().entrySet().stream()
                        .filter(required -> design.entities().containsKey(required.getKey()))
                        .map(required -> new Asked(
                                pattern.name(),
                                List.of(design.entities().get(required.getKey())),
                                required.getValue())));
    }

    private Finding finding(String subject, Where.And and) {
        return found(
                subject,
                and.left().place(),
                text(and.left()) + " and " + text(and.right()) + " never hold of one item",
                "where one of them is enough, write OR");
    }

    private static String text(Where where) {
        return where.text();
    }

    /** Every AND of it that holds of nothing. */
    private static Stream<Where.And> impossible(Where where) {
        if (where instanceof Where.Or or) {
            return Stream.concat(impossible(or.left()), impossible(or.right()));
        }
        if (where instanceof Where.And and) {
            Stream<Where.And> below = Stream.concat(impossible(and.left()), impossible(and.right()));
            return Exclusion.excludes(and.left(), and.right()) ? Stream.of(and) : below;
        }
        return Stream.empty();
    }

    private Stream<Finding> neverMissing(Asked asked) {
        return missing(asked.where()).flatMap(test -> {
            List<Entity> having = asked.entities().stream()
                    .filter(entity ->
                            entity.attributes().containsKey(test.path().attribute()))
                    .toList();
            boolean isNever = test.path().names().size() == 1
                    && !having.isEmpty()
                    && having.stream()
                            .allMatch(
                                    entity -> isAlwaysThere(entity, test.path().attribute()));
            return isNever ? Stream.of(finding(asked.subject(), having.get(0), test)) : Stream.empty();
        });
    }

    /** A default can be taken away by a later write, so it proves nothing. */
    private static boolean isAlwaysThere(Entity entity, String name) {
        Attribute attribute = entity.attributes().get(name);
        return Presence.isAlwaysThere(entity, name) && (attribute.required() || attribute.defaultValue() == null);
    }

    private Finding finding(String subject, Entity entity, Where.Exists test) {
        String name = test.path().attribute();
        return found(
                subject,
                test.place(),
                text(test) + " never holds: every " + entity.name() + " has " + name,
                entity.attributes().get(name).required()
                        ? Help.edit(Edit.remove("entities", entity.name(), "attributes", name, "required"))
                                .or("leave the condition out")
                        : Help.words("leave the condition out"));
    }

    /** Every test for what is missing that is not itself denied. */
    private static Stream<Where.Exists> missing(Where where) {
        if (where instanceof Where.Or or) {
            return Stream.concat(missing(or.left()), missing(or.right()));
        }
        if (where instanceof Where.And and) {
            return Stream.concat(missing(and.left()), missing(and.right()));
        }
        return where instanceof Where.Exists exists && exists.missing() ? Stream.of(exists) : Stream.empty();
    }
}
