package dev.partita.lint.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.List;
import java.util.stream.Stream;

/** A state that is set whatever it was before. */
public final class StateSetFromAny implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE && uses.entityOf(p) != null)
                .flatMap(p -> p.set().entrySet().stream()
                        .filter(entry -> isState(uses.entityOf(p).attributes().get(entry.getKey()), entry.getValue()))
                        .filter(entry -> !Conditions.attributes(p.when()).contains(entry.getKey()))
                        .map(entry -> found(
                                p.name(),
                                p.node().get("set").placeOf(entry.getKey()),
                                p.name() + " makes " + entry.getKey() + " " + entry.getValue() + ", whatever it was",
                                help(p, uses.entityOf(p).attributes().get(entry.getKey()), entry.getValue()))));
    }

    private static boolean isState(Attribute attribute, Object value) {
        return attribute != null
                && attribute.moves().isEmpty()
                && attribute.type().options().size() > 2
                && attribute.defaultValue() != null
                && attribute.type().options().indexOf(String.valueOf(value)) > 0;
    }

    private static Help help(Pattern pattern, Attribute attribute, Object value) {
        List<String> states = attribute.type().options();
        String before = states.get(states.indexOf(String.valueOf(value)) - 1);
        return pattern.when() == null
                ? Help.edit(Edit.ofPattern(pattern, "when", Edit.quoted(attribute.name() + " = '" + before + "'")))
                        .saying("if that is the one before it")
                        .or("say all its steps once, by `moves:` at " + attribute.name())
                : Help.words("say in when: which " + attribute.name() + " it has before");
    }
}
