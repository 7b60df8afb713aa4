package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Presence;
import java.util.stream.Stream;

/** A quota that counts by an attribute which items may lack. */
public final class QuotaOfNobody implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.quotas().values().stream()
                .filter(quota -> design.entities().containsKey(quota.counts()))
                .flatMap(quota -> quota.per().stream()
                        .map(Variable::attribute)
                        .distinct()
                        .filter(name -> mayLack(uses, quota, name))
                        .map(name -> found(
                                quota.name(),
                                quota.node().placeOf("per"),
                                quota.name() + " counts per " + name + ", and " + Nouns.a(quota.counts())
                                        + " without one is refused",
                                Help.edit(Edit.ofAttribute(
                                        design.entities().get(quota.counts()), name, "required", "true")))));
    }

    private static boolean mayLack(PatternUses uses, Quota quota, String name) {
        Entity entity = uses.design().entities().get(quota.counts());
        return entity.attributes().containsKey(name)
                && !Presence.isAlwaysThere(entity, name)
                && uses.writesOf(entity).filter(Pattern::makes).anyMatch(p -> !isGiven(p, name));
    }

    private static boolean isGiven(Pattern p, String name) {
        return p.set().get(name) != null
                || p.require().contains(name)
                || p.by().stream().anyMatch(by -> by.attribute().equals(name));
    }
}
