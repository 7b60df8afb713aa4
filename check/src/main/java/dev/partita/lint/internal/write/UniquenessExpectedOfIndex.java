package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.Uniqueness;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.FreeSpelling;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A single item asked for by something that several items may have. */
public final class UniquenessExpectedOfIndex implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream()
                .filter(pattern -> wantsOne(pattern) && !pattern.entities().isEmpty())
                .filter(pattern ->
                        design.entities().containsKey(pattern.entities().get(0)))
                .filter(pattern -> {
                    Set<String> given = given(pattern);
                    return !given.isEmpty()
                            && !Uniqueness.isUnique(
                                    design.entities().get(pattern.entities().get(0)), given);
                })
                .map(pattern -> found(
                        pattern.name(),
                        NamePlaces.pattern(design, pattern),
                        pattern.name() + " wants one " + pattern.entities().get(0)
                                + ", but nothing keeps two from having the same "
                                + String.join(" and ", given(pattern)),
                        help(design, design.entities().get(pattern.entities().get(0)), given(pattern))));
    }

    private static boolean wantsOne(Pattern pattern) {
        return switch (pattern.verb()) {
            // With an order it is said which of several is meant.
            case GET -> pattern.order() == null;
            case UPDATE, DELETE, RESTORE -> true;
            case READ, LIST, COUNT, SEARCH, SCAN, GATHER, CREATE, PUT, TRANSACT -> false;
        };
    }

    /** The attributes whose values the caller gives. */
    private static Set<String> given(Pattern pattern) {
        Stream<Variable> pinned = pattern.pinned() == null
                ? Stream.empty()
                : pattern.pinned().key().values().stream()
                        .filter(test -> test.operator() == Operator.EQUALS)
                        .flatMap(test -> test.templates().get(0).variables());
        return Stream.concat(pattern.by().stream(), pinned)
                .map(Variable::attribute)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Help help(Design design, Entity entity, Set<String> given) {
        if (Repairs.hasPinned(design, design.tableOf(entity))) {
            return Help.words("make " + String.join(", ", given) + " unique, or ask with list:");
        }
        if (given.size() == 1) {
            String name = given.iterator().next();
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null && attribute.generate() != null) {
                return Help.edit(Edit.ofAttribute(entity, name, "read-only", "true"))
                        .or(Edit.ofAttribute(entity, name, "unique", "true"))
                        .saying("when callers may give it");
            }
            Edit unique = Edit.ofAttribute(entity, name, "unique", "true");
            return (FreeSpelling.varies(entity, attribute)
                            ? Help.edit(unique, Edit.ofAttribute(entity, name, "normalise", FreeSpelling.cure(name)))
                            : Help.edit(unique))
                    .or("ask with list:");
        }
        String name = given.stream()
                .map(one -> Character.toUpperCase(one.charAt(0)) + one.substring(1))
                .collect(Collectors.joining("", "by", ""));
        return Help.edit(Edit.put("{ on: " + Edit.list(given) + " }", "entities", entity.name(), "unique", name))
                .or("ask with list:");
    }
}
