package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.Design.Role;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.compile.RoleReads;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The attributes that decide about somebody's rights, followed to where their values come from. */
public final class RightsAttributes {

    /**
     * @param what it decides, in words
     * @param role the role it decides about, or null
     * @param kind how it decides
     */
    public record One(String entity, String attribute, String what, Role role, Kind kind) {
        public boolean isPermission() {
            return kind == Kind.PERMISSION;
        }

        public boolean isExpiry() {
            return kind == Kind.EXPIRY;
        }

        /** The condition that it is read for, as far as that is about items of its entity; null when there is none. */
        public Where when() {
            if (role == null || kind != Kind.CONDITION) {
                return null;
            }
            String own = role.source();
            if (entity.equals(own)) {
                return role.when();
            }
            // A flag of what the caller's item refers to.
            Where.Operand.Path flag = role.when() == null ? null : role.when().flag();
            return flag != null && flag.names().size() == 2
                    ? new Where.IsTrue(new Where.Operand.Path(flag.names().subList(1, 2), flag.place()), flag.place())
                    : null;
        }
    }

    public enum Kind {
        /** By a condition on it, or as the group of a membership. */
        CONDITION,
        /** It lists who has the role: an item is made for each of them. */
        LIST,
        /** It is the group that has it, and not who belongs to it. */
        PERMISSION,
        /** It says how long. */
        EXPIRY,
        /** It is the limit of a quota. */
        LIMIT,
        /** Without it no call counts. */
        IDENTITY
    }

    private final Design design;
    private final Set<One> all = new LinkedHashSet<>();
    private final Deque<One> fresh = new ArrayDeque<>();

    private RightsAttributes(Design design) {
        this.design = design;
    }

    public static RightsAttributes of(Design design) {
        RightsAttributes decisive = new RightsAttributes(design);
        design.roles().values().forEach(decisive::role);
        Design.Identity identity = design.identity();
        if (identity != null && identity.entity() != null) {
            Conditions.attributes(identity.when())
                    .forEach(name -> decisive.add(identity.entity(), name, "whose calls count", null, Kind.IDENTITY));
        }
        design.quotas().values().forEach(decisive::quota);
        while (!decisive.fresh.isEmpty()) {
            decisive.sources(decisive.fresh.remove());
        }
        return decisive;
    }

    public List<One> of(Entity entity) {
        return all.stream().filter(one -> one.entity().equals(entity.name())).toList();
    }

    private void role(Role role) {
        String what = "who is " + role.name();
        String own = role.source();
        if (own == null) {
            return;
        }
        Conditions.attributes(role.when()).forEach(name -> add(own, name, what, role, Kind.CONDITION));
        Entity referred = RoleReads.referred(design, role);
        if (referred != null && role.when().flag() != null) {
            add(referred.name(), role.when().flag().names().get(1), what, role, Kind.CONDITION);
        }
        if (role.membership() != null && role.groupAttribute() != null) {
            add(own, role.groupAttribute(), what, role, Kind.CONDITION);
        }
        Entity listed = design.entities().get(own);
        if (listed != null
                && listed.from() != null
                && listed.from().each() != null
                && listed.from().as() != null) {
            // An item for each element says whom the role is for, so whoever writes the list says that.
            if (listed.from().as().equals(role.by())) {
                add(listed.from().entity(), listed.from().each(), what, role, Kind.LIST);
            }
        }
        String end = end(design.entities().get(own));
        if (end != null) {
            add(own, end, what, role, Kind.EXPIRY);
        }
        Entity group = RoleReads.permitting(design, role);
        if (group != null) {
            String path = role.permission().split(" ", -1)[0];
            add(group.name(), path.substring(path.indexOf('.') + 1), what, role, Kind.PERMISSION);
        }
    }

    /** What says when an item is over; null when nothing does. */
    private String end(Entity entity) {
        Table table = entity == null ? null : design.tableOf(entity);
        if (table == null || entity.expiry() != null) {
            return entity == null || entity.expiry() == null
                    ? null
                    : entity.expiry().after();
        }
        return entity.attributes().values().stream()
                .filter(attribute ->
                        table.expiry() != null && attribute.stored().equals(table.expiry()))
                .map(Attribute::name)
                .findFirst()
                .orElse(null);
    }

    /** {@code userId.plan.maxUses}, from what is counted; or {@code Settings.maxUses}. */
    private void quota(Quota quota) {
        String what = "the limit of " + quota.name();
        for (Quota.Limit limit : quota.limits().values()) {
            List<String> path = limit.path();
            if (path.size() < 2) {
                continue;
            }
            Entity entity = design.entities().get(path.get(0));
            if (entity == null) {
                entity = referred(design.entities().get(quota.counts()), path.get(0));
            }
            for (String name : path.subList(1, path.size())) {
                if (entity != null) {
                    add(entity.name(), name, what, null, Kind.LIMIT);
                    entity = referred(entity, name);
                }
            }
        }
    }

    private Entity referred(Entity entity, String name) {
        Attribute attribute = entity == null ? null : entity.attributes().get(name);
        return attribute == null || attribute.references() == null
                ? null
                : design.entities().get(attribute.references());
    }

    /** Whoever chooses what an attribute is made of chooses the attribute. */
    private void sources(One one) {
        Entity entity = design.entities().get(one.entity());
        Attribute attribute = entity.attributes().get(one.attribute());
        if (attribute.derive() != null) {
            attribute.derive().variables().map(Variable::attribute).forEach(name -> same(one, one.entity(), name));
        }
        if (entity.from() != null) {
            boolean isElement = entity.from().each() != null
                    && one.attribute().equals(entity.from().as());
            same(one, entity.from().entity(), isElement ? entity.from().each() : one.attribute());
        }
    }

    private void same(One one, String entity, String name) {
        add(entity, name, one.what(), one.role(), one.kind());
    }

    private void add(String entity, String name, String what, Role role, Kind kind) {
        Entity known = design.entities().get(entity);
        if (known != null && known.attributes().containsKey(name)) {
            One one = new One(entity, name, what, role, kind);
            if (all.add(one)) {
                fresh.add(one);
            }
        }
    }
}
