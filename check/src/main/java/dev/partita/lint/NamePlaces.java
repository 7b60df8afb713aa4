package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;

/** Where the names of things stand, for findings about the whole of a thing. */
final class NamePlaces {

    static Place entity(Design design, Entity entity) {
        return below(design.node(), "entities", entity.name(), entity.node());
    }

    static Place attribute(Entity entity, Attribute attribute) {
        return below(entity.node(), "attributes", attribute.name(), attribute.node());
    }

    static Place pattern(Design design, Pattern pattern) {
        return below(design.node(), "patterns", pattern.name(), pattern.node());
    }

    static Place role(Design design, Design.Role role) {
        return below(design.node(), "roles", role.name(), role.node());
    }

    static Place quota(Design design, Quota quota) {
        return below(design.node(), "quotas", quota.name(), quota.node());
    }

    static Place table(Design design, Table table) {
        return below(design.node(), "tables", table.id(), table.node());
    }

    static Place index(Table table, Index index) {
        return below(table.node(), "indexes", index.name(), index.node());
    }

    /** The word {@code option} of a pattern, or its name when the option is not written. */
    static Place option(Design design, Pattern pattern, String option) {
        return pattern.node().get(option) == null
                ? pattern(design, pattern)
                : pattern.node().placeOf(option);
    }

    /** The value of an attribute's {@code option}, or the attribute's name. */
    static Place option(Entity entity, Attribute attribute, String option) {
        return attribute.node().get(option) == null
                ? attribute(entity, attribute)
                : attribute.node().placeOf(option);
    }

    private static Place below(Node parent, String section, String name, Node self) {
        Node names = parent == null ? null : parent.get(section);
        return names == null || names.get(name) == null ? self.place() : names.placeOfKey(name);
    }

    private NamePlaces() {}
}
