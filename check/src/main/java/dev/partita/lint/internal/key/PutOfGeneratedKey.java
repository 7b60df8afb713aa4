package dev.partita.lint.internal.key;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A put whose key is generated, so that it never replaces anything. */
public final class PutOfGeneratedKey implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.writes()
                .filter(p -> p.verb() == Verb.PUT && uses.entityOf(p) != null)
                .flatMap(p -> uses.entityOf(p).keyAttributes().stream()
                        .filter(name -> uses.entityOf(p).attributes().get(name) != null
                                && uses.entityOf(p).attributes().get(name).generate() != null)
                        .limit(1)
                        .map(name -> found(
                                p.name(),
                                p.node().placeOfKey("put"),
                                p.name() + " puts " + Nouns.a(uses.entityOf(p).name()) + " under a generated " + name
                                        + ", new each time or over whatever is there",
                                Help.edit(new Edit.Put(
                                                List.of("patterns", p.name(), "create"),
                                                uses.entityOf(p).name(),
                                                "put"))
                                        .saying("and update for changes"))));
    }
}
