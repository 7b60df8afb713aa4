package dev.partita.lint.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A count that callers overwrite. */
public final class CounterOverwritten implements Rule.Warning {

    private static final java.util.regex.Pattern COUNTS = java.util.regex.Pattern.compile(
            "(?i)(.*[a-z_])?(count|counter|views|likes|votes|hits|balance|stock|points|credits|visits|downloads)");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE && uses.entityOf(p) != null)
                .filter(p -> uses.entityOf(p).version() == null && p.when() == null)
                .flatMap(p -> p.change().stream()
                        .map(uses.entityOf(p).attributes()::get)
                        .filter(a -> a != null && isCount(uses, uses.entityOf(p), a))
                        .map(a -> found(
                                p.name(),
                                p.node().placeOf("change"),
                                p.name() + " writes " + a.name() + " over what others counted in the meantime",
                                help(p, a.name()).or("give " + uses.entityOf(p).name() + " a version:"))));
    }

    private static boolean isCount(PatternUses uses, Entity entity, Attribute attribute) {
        boolean isNumber = attribute.type() == Type.Simple.INTEGER || attribute.type() == Type.Simple.DECIMAL;
        return isNumber
                && !attribute.isComputed()
                && (COUNTS.matcher(attribute.name()).matches()
                        || uses.writesOf(entity).anyMatch(p -> p.add().containsKey(attribute.name())));
    }

    private static Help help(Pattern pattern, String name) {
        return pattern.add().isEmpty()
                ? Help.edit(
                        Repairs.without(pattern, "change", pattern.change(), name),
                        Edit.ofPattern(pattern, "add", "[" + name + "]"))
                : Help.words("add to it with add:");
    }
}
