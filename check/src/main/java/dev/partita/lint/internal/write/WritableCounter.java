package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Quota;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** A counter that callers may write. */
public final class WritableCounter implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        Map<Attribute, String> counters = new LinkedHashMap<>();
        for (Quota quota : design.quotas().values()) {
            Entity parent = design.entities().get(quota.counterEntity());
            if (parent != null && parent.attributes().containsKey(quota.counterAttribute())) {
                counters.put(
                        parent.attributes().get(quota.counterAttribute()),
                        "the quota " + quota.name() + " counts in it");
            }
        }
        for (Entity entity : design.entities().values()) {
            for (Attribute attribute : entity.attributes().values()) {
                Attribute.Sequence sequence = attribute.sequence();
                Entity parent = sequence == null ? null : design.entities().get(sequence.entity());
                if (parent != null && parent.attributes().containsKey(sequence.attribute())) {
                    counters.put(
                            parent.attributes().get(sequence.attribute()),
                            "it numbers the " + entity.name() + " items");
                }
            }
        }
        return design.entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(counters::containsKey)
                .flatMap(a -> uses.writesOf(entity)
                        .filter(p -> uses.entityOf(p) == entity
                                && uses.chosenByCaller(p).contains(a.name()))
                        .limit(1)
                        .map(p -> found(
                                entity.name() + "." + a.name(),
                                NamePlaces.attribute(entity, a),
                                p.name() + " takes " + a.name() + " from its caller, and " + counters.get(a),
                                Repairs.readOnly(uses, entity, a)))));
    }
}
