package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Node;
import dev.partita.design.Pattern;
import dev.partita.design.Place;
import dev.partita.design.Table;

/** Where the names of things stand, for findings that are about a thing as a whole. */
final class At {

    static Place table(Design design, Table table) {
        return name(design.node(), "tables", table.id(), table.node());
    }

    static Place index(Table table, Table.Index index) {
        return name(table.node(), "indexes", index.name(), index.node());
    }

    static Place entity(Design design, Entity entity) {
        return name(design.node(), "entities", entity.name(), entity.node());
    }

    static Place attribute(Entity entity, String attribute) {
        return name(entity.node(), "attributes", attribute, entity.node());
    }

    static Place pattern(Design design, Pattern pattern) {
        return name(design.node(), "patterns", pattern.name(), pattern.node());
    }

    private static Place name(Node above, String section, String name, Node otherwise) {
        Node found = above == null ? null : above.get(section);
        return found != null && found.get(name) != null ? found.placeOfKey(name) : otherwise.place();
    }

    private At() {}
}
