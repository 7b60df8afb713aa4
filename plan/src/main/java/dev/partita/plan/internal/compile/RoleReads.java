package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The reads by which a role is found out: the check compiles them, and the service runs them. */
public final class RoleReads {

    /** The name of the read of a caller who meets what identity asks for. */
    public static final String IDENTITY = "the identity";

    /** The name of the read of a caller who is there at all. */
    public static final String ANYBODY = "the identity of anybody";

    private final Design design;
    private final Design.Role role;
    private final List<Pattern> patterns = new ArrayList<>();

    private RoleReads(Design design, Design.Role role) {
        this.design = design;
        this.role = role;
    }

    /** Of all roles, and of what identity asks of callers. */
    public static List<Pattern> of(Design design) {
        List<Pattern> all = new ArrayList<>(ofIdentity(design));
        design.roles().values().forEach(role -> all.addAll(of(design, role)));
        return all;
    }

    static List<Pattern> ofIdentity(Design design) {
        Design.Identity identity = design.identity();
        if (identity == null || identity.by() == null || !design.entities().containsKey(identity.entity())) {
            return List.of();
        }
        List<String> by = List.of(identity.by());
        return List.of(
                Pattern.Get.of(IDENTITY, identity.entity(), by, identity.when(), false, by),
                Pattern.Get.of(ANYBODY, identity.entity(), by, null, false, by));
    }

    /** None for a group of the token, which no table knows. */
    static List<Pattern> of(Design design, Design.Role role) {
        RoleReads reads = new RoleReads(design, role);
        if (role.membership() != null) {
            reads.membership(design.entities().get(role.membership()));
        } else if (role.entity() != null) {
            reads.entity(design.entities().get(role.entity()));
        }
        return reads.patterns;
    }

    /** The name of the read that begins with the caller. No file can name a pattern with a blank in it. */
    public static String name(Design.Role role) {
        return "role " + role.name();
    }

    /** The name of the read of what the first one leads to. */
    public static String name(Design.Role role, Entity entity) {
        return name(role) + " of " + entity.name();
    }

    /** What {@code plan} refers to in {@code when: plan.canPublish}; null when the condition is about the entity itself. */
    public static Entity referred(Design design, Design.Role role) {
        Entity entity = design.entities().get(role.entity());
        if (entity == null
                || !(role.when() instanceof Where.IsTrue flag)
                || flag.path().names().size() != 2) {
            return null;
        }
        Attribute first = entity.attributes().get(flag.path().attribute());
        return first == null || first.references() == null
                ? null
                : design.entities().get(first.references());
    }

    /** The entity whose items have the permission; null when the role asks for none. */
    public static Entity permitting(Design design, Design.Role role) {
        return role.permission() == null || role.permission().indexOf('.') < 0
                ? null
                : design.entities()
                        .get(role.permission().substring(0, role.permission().indexOf('.')));
    }

    /** The attribute by which an item is found that others refer to; null when it takes several. */
    public static String key(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        entity.key().values().forEach(template -> template.variables().forEach(v -> names.add(v.attribute())));
        return names.size() == 1 ? names.iterator().next() : null;
    }

    private void entity(Entity entity) {
        Entity referred = referred(design, role);
        if (entity == null) {
            return;
        }
        if (referred == null) {
            add(name(role), entity, role.by(), role.when(), role.by());
            return;
        }
        Operand.Path path = ((Where.IsTrue) role.when()).path();
        add(name(role), entity, role.by(), null, path.attribute());
        Operand.Path flag = new Operand.Path(path.names().subList(1, 2), path.place());
        String key = key(referred);
        add(name(role, referred), referred, key, new Where.IsTrue(flag, path.place()), key);
    }

    private void membership(Entity entity) {
        if (entity == null) {
            return;
        }
        if (role.by() != null && role.groupAttribute() != null) {
            patterns.add(Pattern.Listing.of(
                    name(role), entity.name(), List.of(role.by()), role.when(), List.of(role.groupAttribute())));
        }
        Entity group = permitting(design, role);
        String[] words =
                role.permission() == null ? new String[0] : role.permission().split(" ", -1);
        if (group != null && words.length == 3) {
            // Group.permissions contains sites.write
            Operand.Path path = new Operand.Path(List.of(words[0].substring(words[0].indexOf('.') + 1)), Place.START);
            Where where =
                    new Where.Call(Where.Function.CONTAINS, path, new Operand.Text(words[2], Place.START), Place.START);
            add(name(role, group), group, key(group), where, key(group));
        }
    }

    private void add(String name, Entity entity, String by, Where where, String returned) {
        if (by != null && returned != null) {
            patterns.add(Pattern.Get.of(name, entity.name(), List.of(by), where, false, List.of(returned)));
        }
    }
}
