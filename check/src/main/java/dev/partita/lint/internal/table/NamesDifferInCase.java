package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Table;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Attribute names that differ in case only. */
public final class NamesDifferInCase implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        List<Finding> findings = new ArrayList<>();
        Map<String, String> keys = new HashMap<>();
        Map<String, Table> owners = new HashMap<>();
        for (Table table : design.tables().values()) {
            Map<String, String> names = new HashMap<>();
            for (String name : table.keyNames()) {
                String before = keys.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
                Table owner = owners.putIfAbsent(name.toLowerCase(Locale.ROOT), table);
                if (before != null && !before.equals(name)) {
                    findings.add(found(
                            table.id(),
                            NamePlaces.table(design, table),
                            table.id() + " has " + name + " where " + owner.id() + " has " + before,
                            "name the keys of all tables alike"));
                }
                names.put(name.toLowerCase(Locale.ROOT), name);
            }
            table.indexes().values().forEach(index -> index.keyNames()
                    .forEach(name -> names.putIfAbsent(name.toLowerCase(Locale.ROOT), name)));
            for (Entity entity : design.entitiesOf(table)) {
                for (Attribute attribute : entity.attributes().values()) {
                    String stored = attribute.stored();
                    String before =
                            attribute.isStored() ? names.putIfAbsent(stored.toLowerCase(Locale.ROOT), stored) : null;
                    if (before != null && !before.equals(stored)) {
                        findings.add(found(
                                entity.name() + "." + attribute.name(),
                                NamePlaces.attribute(entity, attribute),
                                attribute.name() + " is stored as " + stored + ", and " + table.id() + " already has "
                                        + before,
                                "store it under a name that differs in more than case"));
                    }
                }
            }
        }
        return findings.stream();
    }
}
