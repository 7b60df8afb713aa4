package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One attribute under two stored names. */
public final class NameStoredTwoWays implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream().flatMap(table -> {
            Map<String, Entity> first = new LinkedHashMap<>();
            List<Finding> findings = new ArrayList<>();
            for (Entity entity : design.entitiesOf(table)) {
                for (Attribute attribute : entity.attributes().values()) {
                    Entity before = attribute.isStored() ? first.putIfAbsent(attribute.name(), entity) : null;
                    if (before != null
                            && !before.attributes()
                                    .get(attribute.name())
                                    .stored()
                                    .equals(attribute.stored())) {
                        findings.add(found(
                                entity.name() + "." + attribute.name(),
                                NamePlaces.option(entity, attribute, "stored"),
                                attribute.name() + " is stored as "
                                        + before.attributes()
                                                .get(attribute.name())
                                                .stored() + " in " + before.name() + " and as " + attribute.stored()
                                        + " in " + entity.name(),
                                entity.storedAs(before.attributes()
                                                        .get(attribute.name())
                                                        .stored())
                                                == null
                                        ? Help.edit(Edit.ofAttribute(
                                                entity,
                                                attribute.name(),
                                                "stored",
                                                before.attributes()
                                                        .get(attribute.name())
                                                        .stored()))
                                        : Help.words("use one stored name for both")));
                    }
                }
            }
            return findings.stream();
        });
    }
}
