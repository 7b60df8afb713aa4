package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Two entities of one table with the same type. */
public final class TypeUsedTwice implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> t.typeAttribute() != null)
                .flatMap(t -> {
                    Map<String, Entity> seen = new LinkedHashMap<>();
                    return design.entitiesOf(t).stream()
                            .filter(e -> e.type() != null)
                            .flatMap(e -> Stream.ofNullable(seen.putIfAbsent(e.type(), e))
                                    .map(other -> found(
                                            e.name(),
                                            e.node().placeOf("type"),
                                            e.name() + " and " + other.name() + " both have the type " + e.type(),
                                            Help.edit(Edit.ofEntity(e, "type", Repairs.freeType(design, e))))));
                });
    }
}
