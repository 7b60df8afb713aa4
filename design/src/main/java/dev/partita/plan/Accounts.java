package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Type;

/** Where the accounts of a design are that one signs in to, and which of their attributes are name and password. */
public record Accounts(Entity entity, Attribute name, Attribute password) {

    /** Of the first entity with an owner, a password and a unique text; null when there is none. */
    public static Accounts of(Design design) {
        for (Entity entity : design.entities().values()) {
            for (Attribute attribute : entity.attributes().values()) {
                Attribute name = attribute.type() == Type.Simple.PASSWORD ? name(entity) : null;
                if (name != null) {
                    return new Accounts(entity, name, attribute);
                }
            }
        }
        return null;
    }

    private static Attribute name(Entity entity) {
        if (entity.owner() == null) {
            return null;
        }
        return entity.uniques().stream()
                .filter(unique -> unique.attributes().size() == 1)
                .map(unique -> entity.attributes().get(unique.attributes().get(0)))
                .filter(attribute -> attribute != null && attribute.type() == Type.Simple.STRING)
                .findFirst()
                .orElse(null);
    }
}
