package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A way to make an account that is open only to who has one. */
public final class NobodyCanSignUp implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        Entity account = design.identity() == null || design.identity().entity() == null
                ? null
                : design.entities().get(design.identity().entity());
        if (account == null) {
            return Stream.empty();
        }
        List<Pattern> makers = uses.writesOf(account)
                .filter(p -> uses.entityOf(p) == account && (p.verb() == Verb.CREATE || p.orCreate()))
                .toList();
        // Where people make their account in one place, another may be for who has one.
        return makers.stream().anyMatch(p -> uses.callers(p).contains("anyone"))
                ? Stream.empty()
                : makers.stream()
                        .filter(p -> isForOwn(uses, p))
                        .map(p -> found(
                                p.name(),
                                NamePlaces.option(design, p, "allow"),
                                "whoever may call " + p.name() + " has " + Nouns.a(account.name()) + " already"
                                        + (letsOthersIn(uses, p) ? ", unless by a role" : ""),
                                "write `allow: anyone`, with `set:` of "
                                        + design.identity().by() + " to me where the token says who somebody is"));
    }

    private static boolean isForOwn(PatternUses uses, Pattern pattern) {
        return uses.callers(pattern).contains("owner") || uses.callers(pattern).contains("signed-in");
    }

    private static boolean letsOthersIn(PatternUses uses, Pattern pattern) {
        return uses.callers(pattern).stream().anyMatch(uses.design().roles()::containsKey);
    }
}
