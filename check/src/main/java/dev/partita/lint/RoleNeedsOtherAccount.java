package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Design.Role;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** A role that is read from another item than the one without which a caller is nobody. */
final class RoleNeedsOtherAccount implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                With identity: { entity } a caller who has no such item is nobody, and only groups of the token count for them. A \
                role by another entity is then of no use to whoever is no customer besides: they are answered 403. Keep all who \
                sign in in one entity and let the roles ask for its attributes, or name a group of the token.""";
    }

    @Override
    public String bad() {
        return """
                design: clinic
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                identity: { subject: sub, entity: Patient, by: patientId }
                roles:
                  doctor: { entity: Doctor, by: doctorId, when: isActive }
                # ^^^^^^ role-needs-other-account: doctor is read from a Doctor, and whoever is no Patient is nobody
                entities:
                  Doctor:
                    key: { pk: "DOCTOR#{doctorId}", sk: META }
                    attributes:
                      doctorId: { type: string }
                      isActive: { type: flag, default: true }
                  Patient:
                    key: { pk: "PATIENT#{patientId}", sk: META }
                    owner: patientId
                    attributes:
                      patientId: { type: string }
                patterns:
                  patient: { get: Patient, by: patientId, allow: [owner, doctor] }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("{ entity: Doctor, by: doctorId, when: isActive }", "{ group: doctors }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        String account = design.identity() == null ? null : design.identity().entity();
        return design.roles().values().stream()
                .filter(role -> account != null && design.entities().containsKey(account))
                .filter(role -> isOfOthers(design, role, account))
                .map(role -> found(
                        role.name(),
                        Marks.role(design, role),
                        role.name() + " is read from " + Nouns.a(source(role)) + ", and whoever is no " + account
                                + " is nobody",
                        "let identity name an entity that all have who sign in, or give " + role.name()
                                + " a group of the token"));
    }

    /** Whether callers may have what the role is read from and no such account. */
    static boolean isOfOthers(Design design, Role role, String account) {
        Entity source = source(role) == null ? null : design.entities().get(source(role));
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

    private static String source(Role role) {
        return role.membership() == null ? role.entity() : role.membership();
    }
}
