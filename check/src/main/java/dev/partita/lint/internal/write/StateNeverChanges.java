package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.List;
import java.util.stream.Stream;

/** A state that no pattern changes. */
public final class StateNeverChanges implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.entities().values().stream()
                .filter(e -> e.from() == null && uses.writesOf(e).findAny().isPresent())
                .flatMap(e -> e.attributes().values().stream()
                        .filter(a -> a.defaultValue() != null && !a.immutable() && !a.isComputed())
                        .filter(a -> a.type().isState())
                        .filter(a -> e.softDelete() == null
                                || !a.name().equals(e.softDelete().flag()))
                        .filter(a -> e.indexKeys().stream()
                                .anyMatch(k -> Conditions.attributes(k.when()).contains(a.name())
                                        || PatternUses.variables(
                                                        List.copyOf(k.keys().values()))
                                                .contains(a.name())))
                        .filter(a ->
                                uses.writesOf(e).noneMatch(p -> uses.changes(p).contains(a.name())))
                        .map(a -> found(
                                e.name() + "." + a.name(),
                                NamePlaces.attribute(e, a),
                                "no pattern changes " + a.name() + " of " + e.name()
                                        + ", so it stays as it was created",
                                Help.edit(Edit.ofAttribute(e, a.name(), "immutable", "true"))
                                        .or("write a pattern that changes it"))));
    }
}
