package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.Design.Role;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** A role that is read from another item than the one without which a caller is nobody. */
public final class RoleNeedsOtherAccount implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        String account = design.identity() == null ? null : design.identity().entity();
        return design.roles().values().stream()
                .filter(role -> account != null && design.entities().containsKey(account))
                .filter(role -> isOfOthers(design, role, account))
                .map(role -> found(
                        role.name(),
                        NamePlaces.role(design, role),
                        role.name() + " is read from " + Nouns.a(role.source()) + ", and whoever is no " + account
                                + " is nobody",
                        "let identity name an entity that all have who sign in, or give " + role.name()
                                + " a group of the token"));
    }

    /** Whether callers may have what the role is read from and no such account. */
    static boolean isOfOthers(Design design, Role role, String account) {
        Entity source = role.source() == null ? null : design.entities().get(role.source());
        if (source == null || source.name().equals(account)) {
            return false;
        }
        // An item that refers to an account is of somebody who has one; a membership that refers to nothing may be
        // anybody's.
        Attribute by = source.attributes().get(role.by());
        String refersTo = by == null ? null : by.references();
        return role.membership() == null
                ? !Objects.equals(refersTo, account)
                : refersTo != null
                        && !refersTo.equals(account)
                        && design.entities().containsKey(refersTo);
    }
}
