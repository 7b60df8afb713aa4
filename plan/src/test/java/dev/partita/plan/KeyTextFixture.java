package dev.partita.plan;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.KeyText;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** The least of a design that a key needs. */
record KeyTextFixture(Map<String, Attribute> attributes, String separator, ZoneId zone) {

    KeyText key(String name, Template template) {
        Table table = new Table(
                "main",
                null,
                "main",
                new Table.KeyAttribute("pk", "S", Place.START),
                new Table.KeyAttribute("sk", "S", Place.START),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Map.of(),
                null);
        Entity entity = new Entity(
                "Thing",
                null,
                "main",
                null,
                Map.of(name, template),
                List.of(),
                attributes,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                List.of(),
                List.of(),
                null,
                null);
        Design design = new Design(
                "test",
                null,
                null,
                null,
                separator,
                zone,
                Map.of(),
                Map.of("main", table),
                Map.of("Thing", entity),
                Map.of(),
                Map.of(),
                null,
                Map.of(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of());
        return KeyText.of(design, entity, name, template);
    }

    static Attribute attribute(String name, Type type) {
        return Attribute.of(name, type);
    }
}
