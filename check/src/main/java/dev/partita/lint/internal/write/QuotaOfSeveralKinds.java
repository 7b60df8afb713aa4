package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Quota;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A quota with a limit for each kind and one count for all of them. */
public final class QuotaOfSeveralKinds implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.quotas().values().stream()
                .filter(quota -> quota.by() != null
                        && quota.per().stream()
                                .noneMatch(part -> part.attribute().equals(quota.by())))
                .map(quota -> found(
                        quota.name(),
                        quota.node().placeOf("by"),
                        quota.name() + " has a limit for each " + quota.by() + ", and counts all kinds together",
                        help(quota)));
    }

    private static Help help(Quota quota) {
        return Help.words("name " + quota.by() + " in `per`, and in the key of a counter `item` of its own");
    }
}
