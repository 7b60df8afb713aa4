package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.Sequence;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Place;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Through;
import dev.partita.plan.internal.value.Conditions;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** A condition on the counter that the write itself counts up before it is asked. */
public final class ConditionOnOwnNumber implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.patterns().values().stream()
                .flatMap(pattern -> pattern.verb() == Verb.TRANSACT
                        ? together(uses, pattern)
                        : sequences(uses, pattern).flatMap(taken -> alone(design, pattern, taken)));
    }

    private Stream<Finding> alone(Design design, Pattern pattern, Sequence taken) {
        Stream<Finding> required = asks(pattern.requires().get(taken.entity()), taken)
                ? Stream.of(
                        found(pattern, pattern.requires().get(taken.entity()).place(), "requires: asks for", taken))
                : Stream.empty();
        Stream<Finding> followed = gates(design, pattern, new LinkedHashSet<>())
                .filter(gate -> gate.entities().contains(taken.entity()) && asks(gate.where(), taken))
                .limit(1)
                .map(gate -> found(
                        pattern,
                        NamePlaces.option(design, pattern, "through"),
                        "goes through " + gate.name() + ", which asks for",
                        taken));
        return Stream.concat(required, followed);
    }

    private Stream<Finding> together(PatternUses uses, Pattern whole) {
        Design design = uses.design();
        Set<Pattern> parts = new LinkedHashSet<>();
        whole.entities().stream()
                .map(design.patterns()::get)
                .filter(Objects::nonNull)
                .forEach(parts::add);
        return parts.stream().flatMap(part -> sequences(uses, part)).distinct().flatMap(taken -> parts.stream()
                .filter(part -> part.entities().contains(taken.entity()) && asks(part.when(), taken))
                .map(part -> found(
                        whole,
                        NamePlaces.pattern(design, whole),
                        "has " + part.name() + " as a part, which asks for",
                        taken)));
    }

    private Finding found(Pattern pattern, Place place, String asks, Sequence taken) {
        return found(
                pattern.name(),
                place,
                pattern.name() + " " + asks + " " + taken.entity() + "." + taken.attribute()
                        + ", which it has counted up itself by then",
                "ask for another attribute; how many numbers there are is said by `max` of the sequence");
    }

    private static boolean asks(Where where, Sequence taken) {
        return where != null && Conditions.attributes(where).contains(taken.attribute());
    }

    /** The counters from which a create takes a number. */
    private static Stream<Sequence> sequences(PatternUses uses, Pattern pattern) {
        Entity entity = pattern.makes() ? uses.entityOf(pattern) : null;
        return entity == null
                ? Stream.empty()
                : entity.attributes().values().stream().map(Attribute::sequence).filter(Objects::nonNull);
    }

    /** The patterns of its parents, and of theirs, through which a caller has to get. */
    private static Stream<Pattern> gates(Design design, Pattern pattern, Set<String> above) {
        return above.add(pattern.name())
                ? Through.of(design, pattern).stream()
                        .flatMap(through ->
                                Stream.concat(Stream.of(through.gate()), gates(design, through.gate(), above)))
                : Stream.empty();
    }
}
