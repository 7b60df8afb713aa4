package dev.partita.lint.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.stream.Stream;

/** A state that others may reach only step by step, and that whoever makes the item may begin with. */
public final class StateChosenAtCreate implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.writes()
                .filter(made -> made.verb() == Verb.CREATE && uses.entityOf(made) != null)
                .flatMap(made -> uses.entityOf(made).attributes().values().stream()
                        .filter(attribute -> !attribute.type().options().isEmpty()
                                && attribute.moves().isEmpty()
                                && attribute.defaultValue() != null
                                && uses.chosenByCaller(made).contains(attribute.name()))
                        .flatMap(attribute -> steps(uses, uses.entityOf(made), attribute)
                                .filter(step -> isForFewer(uses, step, made))
                                .limit(1)
                                .map(step -> found(
                                        made.name(),
                                        NamePlaces.pattern(compiled.design(), made),
                                        "whoever calls " + made.name() + " may begin with any " + attribute.name()
                                                + ", and only " + String.join(", ", uses.callers(step)) + " may call "
                                                + step.name(),
                                        Help.edit(Edit.put(
                                                String.valueOf(attribute.defaultValue()),
                                                "patterns",
                                                made.name(),
                                                "set",
                                                attribute.name()))))));
    }

    /** The patterns that lead from one state to another. */
    private static Stream<Pattern> steps(PatternUses uses, Entity entity, Attribute state) {
        return uses.writes()
                .filter(pattern -> pattern.verb() == Verb.UPDATE && uses.entityOf(pattern) == entity)
                .filter(pattern -> pattern.set().containsKey(state.name())
                        && Conditions.attributes(pattern.when()).contains(state.name()));
    }

    private static boolean isForFewer(PatternUses uses, Pattern step, Pattern made) {
        return !uses.callers(step).isEmpty()
                && !uses.isOpen(step)
                && !uses.callers(step).containsAll(uses.callers(made));
    }
}
