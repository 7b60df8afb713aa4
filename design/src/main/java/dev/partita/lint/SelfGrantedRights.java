package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Design.Role;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Quota;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A pattern by which callers choose what they are allowed. */
final class SelfGrantedRights implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A role or a limit is read from an attribute, and this pattern lets the people it applies to write that \
                attribute: they make themselves staff, or raise their own limit. A create takes every attribute that is \
                not read-only, so signing up is enough. Mark the attribute read-only or set it in the pattern, and let a \
                role change it by a pattern of its own.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                roles:
                  staff: { entity: User, by: userId, when: isStaff }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    owner: userId
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      name: { type: string }
                      isStaff: { type: flag, default: false }
                patterns:
                  signUp: { create: User, allow: anyone }
                # ^^^^^^ self-granted-rights: whoever calls signUp chooses isStaff
                  makeStaff: { update: User, by: userId, set: { isStaff: true }, allow: staff }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.writes()
                .filter(p -> uses.entityOf(p) != null && isForOrdinaryPeople(uses.allowed(p)))
                .flatMap(p -> decisive(design, uses.entityOf(p)).entrySet().stream()
                        .filter(entry -> uses.chosenByCaller(p).contains(entry.getKey()))
                        .map(entry -> found(
                                p.name(),
                                p.change().contains(entry.getKey())
                                        ? p.node().placeOf("change")
                                        : Marks.pattern(design, p),
                                "whoever calls " + p.name() + " chooses " + entry.getKey() + ", which decides "
                                        + entry.getValue(),
                                help(uses, p, entry.getKey()))));
    }

    private static boolean isForOrdinaryPeople(List<String> allowed) {
        return allowed.contains("anyone") || allowed.contains("signed-in") || allowed.contains("owner");
    }

    /** The attributes of {@code entity} that decide about somebody's rights, and what they decide. */
    private static Map<String, String> decisive(Design design, Entity entity) {
        Map<String, String> decisive = new LinkedHashMap<>();
        for (Role role : design.roles().values()) {
            if (entity.name().equals(role.entity())) {
                Conditions.attributes(role.when()).forEach(name -> decisive.putIfAbsent(name, "who is " + role.name()));
            }
            if (entity.name().equals(role.membership()) && role.groupAttribute() != null) {
                decisive.putIfAbsent(role.groupAttribute(), "who is " + role.name());
            }
        }
        Design.Identity identity = design.identity();
        if (identity != null && entity.name().equals(identity.entity())) {
            Conditions.attributes(identity.when()).forEach(name -> decisive.putIfAbsent(name, "whose calls count"));
        }
        for (Quota quota : design.quotas().values()) {
            for (Quota.Limit limit : quota.limits().values()) {
                List<String> path = limit.path();
                if (path.size() == 2 && path.get(0).equals(entity.name())) {
                    decisive.putIfAbsent(path.get(1), "the limit of " + quota.name());
                }
                if (path.size() > 2 && isReachedBy(design, quota, path.get(0), entity)) {
                    decisive.putIfAbsent(path.get(1), "the limit of " + quota.name());
                }
            }
        }
        return decisive;
    }

    private static boolean isReachedBy(Design design, Quota quota, String reference, Entity entity) {
        Entity counted = design.entities().get(quota.counts());
        Attribute attribute = counted == null ? null : counted.attributes().get(reference);
        return attribute != null && entity.name().equals(attribute.references());
    }

    private static Help help(Uses uses, Pattern pattern, String name) {
        if (pattern.change().contains(name)) {
            return Repairs.unchanged(pattern, "change", pattern.change(), name)
                    .saying("and change it by a pattern for a role");
        }
        Attribute attribute = uses.entityOf(pattern).attributes().get(name);
        String value = attribute.defaultValue() != null
                ? String.valueOf(attribute.defaultValue())
                : attribute.type() == dev.partita.design.Type.Simple.FLAG
                                || attribute.type() == dev.partita.design.Type.Simple.BOOLEAN
                        ? "false"
                        : null;
        return value == null
                ? Help.words("make it read-only, or say in set: what it is")
                : Help.edit(Edit.put(value, "patterns", pattern.name(), "set", name));
    }
}
