package dev.partita.codegen;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A component of a generated record: an attribute, its Java name, and when it is there.
 *
 * @param name in Java
 */
record Component(Attribute attribute, String name, Presence presence) {

    enum Presence {
        /** Whoever makes an item must give it. */
        GIVEN,
        /** The design has a value for when nobody gives one. */
        DEFAULTED,
        /** The design fills it in when the item is written, and not before. */
        MADE,
        /** It may be absent. */
        OPTIONAL
    }

    /** The components of an entity's record: what an item can tell and may leave. */
    static List<Component> of(Entity entity) {
        Set<String> key = entity.keyAttributes();
        List<Attribute> shown = entity.attributes().values().stream()
                .filter(a -> !a.hidden() && (a.isStored() || key.contains(a.name())))
                .toList();
        return of(shown, entity);
    }

    /** Those of a record that has just these attributes of an entity, hidden ones too. */
    static List<Component> of(Entity entity, List<String> names) {
        return of(
                names.stream()
                        .map(entity.attributes()::get)
                        .filter(java.util.Objects::nonNull)
                        .toList(),
                entity);
    }

    /** Those of a record type. */
    static List<Component> of(Type.Record record) {
        return of(record.attributes().values(), null);
    }

    Type type() {
        return attribute.type();
    }

    /** Whether it is a primitive: never null, and of a type that has one. */
    boolean isPrimitive() {
        return (presence == Presence.GIVEN || presence == Presence.DEFAULTED) && JavaTypes.hasPrimitive(type());
    }

    String javaType(JavaTypes types, JavaFile file) {
        return isPrimitive() ? types.bare(type(), file) : types.boxed(type(), file);
    }

    /** {@code String email}. */
    String declaration(JavaTypes types, JavaFile file) {
        return javaType(types, file) + " " + name;
    }

    private static List<Component> of(Collection<Attribute> attributes, Entity entity) {
        Map<String, String> names =
                JavaNames.members(attributes.stream().map(Attribute::name).toList());
        List<Component> components = new ArrayList<>();
        for (Attribute attribute : attributes) {
            components.add(new Component(attribute, names.get(attribute.name()), presence(attribute, entity)));
        }
        return components;
    }

    private static Presence presence(Attribute attribute, Entity entity) {
        if (JavaTypes.hasConstant(attribute)) {
            return Presence.DEFAULTED;
        }
        if (attribute.defaultValue() != null || attribute.set() == SetOn.ON_DELETE) {
            return Presence.OPTIONAL;
        }
        boolean isRequired =
                attribute.required() || entity != null && entity.keyAttributes().contains(attribute.name());
        boolean isVersion = entity != null && attribute.name().equals(entity.version());
        if (attribute.generate() != null || attribute.set() != null || attribute.sequence() != null || isVersion) {
            return Presence.MADE;
        }
        if (attribute.isComputed()) {
            return isRequired ? Presence.MADE : Presence.OPTIONAL;
        }
        return isRequired ? Presence.GIVEN : Presence.OPTIONAL;
    }
}
