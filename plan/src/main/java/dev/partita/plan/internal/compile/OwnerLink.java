package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import java.util.List;
import java.util.function.Function;

/**
 * How one pattern comes to know to whom the items belong that it is about: by an argument, or by the items themselves. Somebody is
 * an owner, or a group.
 */
public final class OwnerLink {

    private final Pattern pattern;
    private final Attribute attribute;
    private final Entity shown;
    private final Function<Entity, Attribute> belongs;

    private OwnerLink(Design design, Pattern pattern, Function<Entity, Attribute> belongs) {
        this.pattern = pattern;
        this.belongs = belongs;
        this.attribute = belongs.apply(design.entities().get(pattern.entities().get(0)));
        this.shown = shown(design);
    }

    /** By the {@code owner} of the entity. */
    public static OwnerLink ofOwner(Design design, Pattern pattern) {
        return new OwnerLink(
                design,
                pattern,
                entity -> entity.owner() == null ? null : entity.attributes().get(entity.owner()));
    }

    /** By the group whose members have a role. */
    public static OwnerLink ofGroup(Design design, Pattern pattern, Design.Role role) {
        return new OwnerLink(design, pattern, entity -> group(design, entity, role));
    }

    /**
     * The attribute of an entity that says of which group of the role it is, or null: what refers to the group, or is called as
     * it is called in the membership; of the group itself its key.
     */
    public static Attribute group(Design design, Entity entity, Design.Role role) {
        Entity group = groupEntity(design, role);
        if (entity.name().equals(role.membership())) {
            return usable(entity.attributes().get(role.groupAttribute()));
        }
        if (group != null && group.name().equals(entity.name())) {
            List<String> key = entity.key().values().stream()
                    .flatMap(Template::variables)
                    .map(Template.Variable::attribute)
                    .distinct()
                    .toList();
            return key.size() == 1 ? usable(entity.attributes().get(key.get(0))) : null;
        }
        Attribute named = entity.attributes().get(role.groupAttribute());
        List<Attribute> referring = group == null
                ? List.of()
                : entity.attributes().values().stream()
                        .filter(attribute -> group.name().equals(attribute.references()))
                        .toList();
        if (referring.isEmpty()) {
            return named == null || named.references() != null ? null : usable(named);
        }
        return usable(referring.size() == 1 ? referring.get(0) : referring.contains(named) ? named : null);
    }

    /** The entity that the groups of a role are, or null when the file does not say. */
    public static Entity groupEntity(Design design, Design.Role role) {
        if (role.permission() != null) {
            int dot = role.permission().indexOf('.');
            return dot < 0 ? null : design.entities().get(role.permission().substring(0, dot));
        }
        Entity membership = design.entities().get(role.membership());
        Attribute attribute =
                membership == null ? null : membership.attributes().get(role.groupAttribute());
        return attribute == null || attribute.references() == null
                ? null
                : design.entities().get(attribute.references());
    }

    private static Attribute usable(Attribute attribute) {
        boolean isOne = attribute != null
                && attribute.type() instanceof dev.partita.design.model.Type.Simple
                && attribute.derive() == null
                && attribute.hashOf().isEmpty();
        return isOne ? attribute : null;
    }

    /** The attribute of the pattern's own entity; null when it has none. */
    public Attribute attribute() {
        return attribute;
    }

    /** Whether it is an argument, by which it is asked or given. */
    public boolean isArgument() {
        return attribute != null
                && switch (pattern.verb()) {
                    case CREATE, PUT ->
                        !attribute.isComputed() && !pattern.set().containsKey(attribute.name());
                    case UPDATE, DELETE, RESTORE -> isAskedBy();
                    case GET, READ, LIST, COUNT, SEARCH, SCAN -> isAskedBy() || isPinned();
                    case GATHER, TRANSACT -> false;
                };
    }

    /** The argument that would give an item to another, or null. */
    public String newArgument() {
        if (attribute == null) {
            return null;
        }
        String name = attribute.name();
        boolean isChanged = pattern.change().contains(name)
                || pattern.add().containsKey(name) && pattern.add().get(name) == null
                || pattern.append().contains(name);
        if (!isChanged) {
            return null;
        }
        return isAskedBy() ? "new" + Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
    }

    /** The entity of the items that tell it in a result; null when no item does. */
    public Entity shown() {
        return shown;
    }

    /** The attribute of another entity that says the same; null when it has none. */
    public Attribute attributeOf(Entity entity) {
        return belongs.apply(entity);
    }

    private boolean isAskedBy() {
        boolean isEach = pattern.isEach(attribute.name());
        return !isEach && pattern.by().stream().anyMatch(this::isPlain);
    }

    private boolean isPinned() {
        return pattern.pinned() != null
                && pattern.pinned().key().values().stream()
                        .filter(test -> test.operator() == Pattern.KeyTest.Operator.EQUALS)
                        .flatMap(test -> test.templates().stream())
                        .flatMap(Template::variables)
                        .anyMatch(this::isPlain);
    }

    private boolean isPlain(Template.Variable variable) {
        return variable.attribute().equals(attribute.name())
                && variable.formats().isEmpty();
    }

    private Entity shown(Design design) {
        Entity entity = design.entities().get(pattern.entities().get(0));
        boolean isFetched = pattern.fetch() != null && !pattern.fetch().equals("whole");
        Entity found = isFetched ? design.entities().get(pattern.fetch()) : entity;
        Attribute own = found == null ? null : belongs.apply(found);
        Pattern next = pattern.then() == null ? null : design.patterns().get(pattern.then());
        boolean tells = pattern.verb() != Verb.COUNT
                && own != null
                && (next == null || Through.isOfSame(next, entity))
                && !own.hidden()
                && (pattern.returned().isEmpty() || pattern.returned().contains(own.name()) || pattern.then() != null);
        return tells ? found : null;
    }
}
