package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Quota;
import dev.partita.design.Table;
import dev.partita.design.Template;
import dev.partita.plan.Look;
import dev.partita.plan.Overlap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A kind of item that lies in a table: those of an entity, the locks that keep something unique, the counters of a quota.
 *
 * @param words what a message calls them: {@code User}, {@code the lock of User's email}
 * @param subject as {@code ignore:} names it
 * @param entity whose attributes the templates are about
 * @param own whether these are the entity's own items, not locks or counters made for it
 */
record Occupant(String words, String subject, Entity entity, boolean own, Map<String, Template> keys) {

    /** Everything that lies in {@code table}, in the file's order. */
    static List<Occupant> of(Design design, Table table) {
        List<Occupant> occupants = new ArrayList<>();
        for (Entity entity : design.entitiesOf(table)) {
            occupants.add(new Occupant(entity.name(), entity.name(), entity, true, entity.key()));
            for (Entity.Unique unique : entity.uniques()) {
                if (!unique.lock().isEmpty()) {
                    String words = "the lock of " + entity.name() + "." + unique.name();
                    occupants.add(
                            new Occupant(words, entity.name() + "." + unique.name(), entity, false, unique.lock()));
                }
            }
        }
        for (Quota quota : design.quotas().values()) {
            Entity counted = design.entities().get(quota.counts());
            if (!quota.item().isEmpty() && counted != null && table.id().equals(counted.table())) {
                occupants.add(
                        new Occupant("the counter of " + quota.name(), quota.name(), counted, false, quota.item()));
            }
        }
        return occupants;
    }

    /** Everything that lies in an index of {@code table}, or in the table itself when {@code index} is null. */
    static List<Occupant> of(Design design, Table table, Table.Index index) {
        if (index == null) {
            return of(design, table);
        }
        return design.entitiesOf(table).stream()
                .flatMap(entity -> Overlap.appearances(table, entity, index).stream()
                        .map(keys -> new Occupant(entity.name(), entity.name(), entity, true, keys)))
                .toList();
    }

    Look look(Design design, String key) {
        return Look.of(design, entity, key, keys.get(key));
    }

    /** As long as no value holds the separator. Only a lone value may: elsewhere it is escaped. */
    Look plainLook(Design design, String key) {
        Template template = keys.get(key);
        if (!template.isLone()) {
            return look(design, key);
        }
        List<Template.Part> parts = new ArrayList<>(template.parts());
        parts.add(new Template.Literal("", template.place()));
        return Look.of(design, entity, key, new Template(template.text(), parts, template.place()));
    }
}
