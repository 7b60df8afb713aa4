package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Entity.IndexKeys;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** An index key that changes with every change of state. */
public final class IndexKeyFlips implements Rule.Advice {

    private static final double OFTEN = 1_000;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE && uses.entityOf(p) != null)
                .filter(p -> Volumes.perDay(p).orElse(OFTEN) >= OFTEN)
                .flatMap(p -> uses.entityOf(p).indexKeys().stream()
                        .flatMap(keys -> moving(uses, p, keys).map(a -> Map.entry(keys, a)))
                        .limit(1)
                        .map(found -> found(
                                p.name(),
                                NamePlaces.pattern(design, p),
                                p.name() + " moves the "
                                        + uses.entityOf(p).name() + " in "
                                        + found.getKey().index()
                                        + ": two index writes each time" + perDay(p),
                                Help.edit(Edit.put("100", "patterns", p.name(), "expect", "per-day"))
                                        .saying("if it is that rare")
                                        .or(instead(found.getValue())))));
    }

    /** A state can say which items are in the index; another value is only in the way. */
    private static String instead(Attribute moving) {
        return moving.type().isState()
                ? "take " + moving.name() + " out of the key and into when:"
                : "take " + moving.name() + " out of the key"
                        + (TimeParts.isTime(moving) ? ", and sort by a time that stays" : ", if nothing asks by it");
    }

    /** The attributes of the key that the pattern changes as often as it is called. */
    private static Stream<Attribute> moving(PatternUses uses, Pattern pattern, IndexKeys keys) {
        Entity entity = uses.entityOf(pattern);
        return PatternUses.variables(List.copyOf(keys.keys().values())).stream()
                .map(entity.attributes()::get)
                .filter(a -> a != null
                        && (uses.changes(pattern).contains(a.name()) && isState(a, pattern)
                                || a.set() == SetOn.ON_WRITE));
    }

    // Who changes an email or a title does so rarely; a state is there to change.
    private static boolean isState(Attribute attribute, Pattern pattern) {
        return Volumes.perDay(pattern).isPresent()
                || attribute.type().isState()
                || attribute.type().isTime();
    }

    private static String perDay(Pattern pattern) {
        OptionalDouble perDay = Volumes.perDay(pattern);
        return perDay.isEmpty() ? "" : ", " + Figures.number(Math.round(2 * perDay.getAsDouble())) + " a day";
    }
}
