package dev.partita.plan.internal.value;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import java.util.List;

/** Where the accounts of a design are that one signs in to, and which of their attributes are name and password. */
public record Accounts(Entity entity, Attribute name, Attribute password) {

    /** Null when the design has none. */
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

    /** The attributes of the key, which find one account. */
    public List<String> key() {
        return entity.key().values().stream()
                .flatMap(template -> template.variables().map(variable -> variable.attribute()))
                .distinct()
                .toList();
    }

    /** By what a token finds its account again: the key, or the name where the key holds only a part of a value, such as its day. */
    public List<String> foundBy() {
        return isFoundByKey() ? key() : List.of(name.name());
    }

    /** Whether a token finds its account whatever happens to it, until it is deleted. A name may change. */
    public boolean isFoundByKey() {
        return entity.key().values().stream()
                .flatMap(template -> template.variables())
                .allMatch(variable -> variable.formats().isEmpty());
    }

    /** Whether the owner is the whole key, so that the subject of a token finds the account. */
    public boolean isFoundByOwner() {
        return foundBy().equals(List.of(entity.owner()));
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
