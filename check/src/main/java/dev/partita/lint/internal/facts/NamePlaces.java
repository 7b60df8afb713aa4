package dev.partita.lint.internal.facts;

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
public final class NamePlaces {

    public static Place entity(Design design, Entity entity) {
        return below(design.node(), "entities", entity.name(), entity.node());
    }

    public static Place attribute(Entity entity, Attribute attribute) {
        return below(entity.node(), "attributes", attribute.name(), attribute.node());
    }

    public static Place pattern(Design design, Pattern pattern) {
        return below(design.node(), "patterns", pattern.name(), pattern.node());
    }

    public static Place role(Design design, Design.Role role) {
        return below(design.node(), "roles", role.name(), role.node());
    }

    public static Place quota(Design design, Quota quota) {
        return below(design.node(), "quotas", quota.name(), quota.node());
    }

    public static Place table(Design design, Table table) {
        return below(design.node(), "tables", table.id(), table.node());
    }

    public static Place index(Table table, Index index) {
        return below(table.node(), "indexes", index.name(), index.node());
    }

    /** The word {@code option} of a pattern, or its name when the option is not written. */
    public static Place option(Design design, Pattern pattern, String option) {
        return pattern.node().get(option) == null
                ? pattern(design, pattern)
                : pattern.node().placeOf(option);
    }

    /** The value of an attribute's {@code option}, or the attribute's name. */
    public static Place option(Entity entity, Attribute attribute, String option) {
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
