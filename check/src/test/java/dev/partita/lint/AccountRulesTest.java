package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.lint.internal.access.ChildMoreOpenThanParent;
import dev.partita.lint.internal.access.MeOfNobody;
import dev.partita.lint.internal.access.NobodyCanSignUp;
import dev.partita.lint.internal.access.OwnerListNotByOwner;
import dev.partita.lint.internal.access.RoleNeedsOtherAccount;
import dev.partita.lint.internal.access.TenantChosenByCaller;
import org.junit.jupiter.api.Test;

/** Who is let in though nobody meant them, and who is kept out though somebody did. */
class AccountRulesTest {

    private static final String COMMENTS = """
            design: test
            tables:
              main: { key: { partition: pk, sort: sk } }
            roles:
              agent: { membership: Seat, by: userId, group: tenantId }
              op: { group: ops }
            entities:
              Tenant:
                key: { pk: "T#{tenantId}", sk: META }
                attributes: { tenantId: string, isOpen: flag }
              Seat:
                key: { pk: "U#{userId}", sk: "T#{tenantId}" }
                attributes: { userId: string, tenantId: { type: string, references: Tenant } }
              Comment:
                key: { pk: "T#{tenantId}", sk: "C#{commentId}" }
                owner: author
                attributes:
                  tenantId: { type: string, references: Tenant }
                  commentId: { type: ulid, generate: ulid, read-only: true }
                  author: { type: string, required: true }
                  text: string
            patterns:
              tenant: { get: Tenant, by: tenantId, allow: agent }
              comments: { list: Comment, by: tenantId, allow: agent }
            """;

    @Test
    void whoeverOwnsWhatTheyMakeIsAnyStranger() {
        check(new ChildMoreOpenThanParent(), COMMENTS + """
                  say: { create: Comment, allow: owner }
                # ^^^ child-more-open-than-parent: whoever is signed in may call say in their own name, and fewer may read every Tenant
                  save: { put: Comment, allow: owner }
                # ^^^^ child-more-open-than-parent: whoever is signed in may call save in their own name, and fewer may read every Tenant
                  followed: { create: Comment, allow: owner, through: tenant }
                  asked: { create: Comment, allow: owner, requires: { Tenant: isOpen } }
                  among: { create: Comment, allow: [owner, agent] }
                  edit: { update: Comment, by: [tenantId, commentId], change: [text], allow: owner }
                """);
        check(new TenantChosenByCaller(), COMMENTS + """
                  say: { create: Comment, allow: owner }
                  #                              ^^^^^ tenant-chosen-by-caller: whoever is signed in chooses tenantId in say
                  save: { put: Comment, allow: owner }
                  #                            ^^^^^ tenant-chosen-by-caller: whoever is signed in chooses tenantId in save
                  followed: { create: Comment, allow: owner, through: tenant }
                  asked: { create: Comment, allow: owner, requires: { Tenant: isOpen } }
                  among: { create: Comment, allow: [owner, agent] }
                  edit: { update: Comment, by: [tenantId, commentId], change: [text], allow: owner }
                """);
    }

    @Test
    void whatIsMadeBelowTheCallerIsTheCallersOwn() {
        String design = """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byTopic: { partition: topic, sort: noteId, projection: all }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    owner: userId
                    attributes: { userId: string }
                  Note:
                    key: { pk: "USER#{userId}", sk: "NOTE#{noteId}" }
                    owner: userId
                    attributes: { userId: string, noteId: { type: ulid, generate: ulid }, topic: string }
                patterns:
                  me: { get: User, by: userId, allow: owner }
                  write: { create: Note, allow: owner }
                  countOf: { count: Note, by: topic, allow: signed-in }
                """;
        check(new ChildMoreOpenThanParent(), design);
        check(new ChildMoreOpenThanParent(), design + """
                  notes: { list: Note, by: userId, allow: signed-in }
                # ^^^^^ child-more-open-than-parent: whoever is signed in may call notes, and
                """);
    }

    private static final String DOCTORS = """
            design: test
            tables:
              main: { key: { partition: pk, sort: sk } }
            identity: { subject: sub, entity: Patient, by: patientId }
            roles:
              desk: { group: desk }
              doctor: { entity: Doctor, by: doctorId }
            # ^^^^^^ role-needs-other-account: doctor is read from a Doctor, and whoever is no Patient is nobody
              ill: { entity: Patient, by: patientId, when: isIll }
              nurse: { membership: Shift, by: doctorId, group: ward }
            # ^^^^^ role-needs-other-account: nurse is read from a Shift, and whoever is no Patient is nobody
              guest: { membership: Visit, by: guestId, group: ward }
            entities:
              Doctor:
                key: { pk: "DOCTOR#{doctorId}", sk: META }
                attributes: { doctorId: string }
              Shift:
                key: { pk: "DOCTOR#{doctorId}", sk: "WARD#{ward}" }
                attributes: { doctorId: { type: string, references: Doctor }, ward: string }
              Visit:
                key: { pk: "GUEST#{guestId}", sk: "WARD#{ward}" }
                attributes: { guestId: string, ward: string }
              Patient:
                key: { pk: "PATIENT#{patientId}", sk: META }
                owner: patientId
                attributes:
                  patientId: { type: string, generate: ulid, read-only: true }
                  isIll: { type: flag, default: false }
                  email: { type: string, unique: true, required: true }
                  password: { type: password, hidden: true, required: true }
            patterns:
              look: { get: Patient, by: patientId, allow: [owner, doctor, desk] }
              leave: { delete: Patient, by: patientId, allow: owner }
            """;

    @Test
    void whoIsNoPatientIsNoDoctorEither() {
        check(new RoleNeedsOtherAccount(), DOCTORS);
        check(
                new RoleNeedsOtherAccount(),
                DOCTORS.replaceAll("(?m)^ *# .*\n", "")
                        .replace(
                                "attributes: { doctorId: string }",
                                "attributes: { doctorId: { type: string, references: Patient } }")
                        .replace("references: Doctor", "references: Patient"));
    }

    @Test
    void helpForTheLoginsOfPatientsDoesNotLockDoctorsOut() {
        String design = DOCTORS.replaceAll("(?m)^ *# .*\n", "").replace(", entity: Patient, by: patientId }", " }");
        assertThat(advice(design, "login-outlives-account"))
                .isEqualTo(
                        "let identity name an entity that all have who sign in: with entity: Patient whoever has another"
                                + " would be nobody");
        assertThat(advice(
                        design.replaceAll("(?m)^  (doctor|nurse): .*\n", "").replace("doctor, ", ""),
                        "login-outlives-account"))
                .contains("entity: Patient", "by: patientId");
    }

    @Test
    void whoSignsUpHasNoAccountYet() {
        String design = """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                identity: { subject: sub, entity: User, by: userId }
                roles:
                  admin: { group: admins }
                  staff: { entity: User, by: userId, when: isStaff }
                entities:
                  User:
                    key: { pk: "U#{userId}", sk: META }
                    owner: userId
                    attributes: { userId: string, isStaff: { type: flag, default: false, read-only: true } }
                patterns:
                  me: { get: User, by: userId, allow: owner }
                """;
        check(new NobodyCanSignUp(), design + """
                  signUp: { create: User, allow: owner }
                  #                              ^^^^^ nobody-can-sign-up: whoever may call signUp has a User already
                  add: { create: User, allow: [signed-in, admin] }
                  #                           ^^^^^^^^^^^^^^^^^^ nobody-can-sign-up: whoever may call add has a User already, unless by a role
                  byStaff: { create: User, allow: staff }
                  byAdmin: { create: User, allow: admin }
                """);
        check(new NobodyCanSignUp(), design + """
                  signUp: { create: User, allow: anyone, set: { userId: me } }
                  again: { create: User, allow: owner }
                """);
        check(
                new NobodyCanSignUp(),
                design.replace(", entity: User, by: userId }", " }") + "  signUp: { create: User, allow: owner }\n");
    }

    @Test
    void nobodyIsTheAuthorOfWhatAnyoneWrites() {
        String design = """
                design: test
                tables:
                  main: { key: { partition: pk } }
                identity: { subject: sub, entity: User, by: userId }
                entities:
                  User:
                    key: { pk: "U#{userId}" }
                    owner: userId
                    attributes: { userId: string }
                  Note:
                    key: { pk: "N#{noteId}" }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      author: { type: string, required: true, read-only: true }
                      editor: { type: string, read-only: true }
                patterns:
                  signUp: { create: User, set: { userId: me }, allow: anyone }
                  write: { create: Note, set: { author: me }, allow: anyone }
                  #                                                  ^^^^^^ me-of-nobody: anyone may call write, and author is nothing for who is not signed in
                  edit: { update: Note, by: noteId, set: { editor: me }, allow: anyone }
                  own: { create: Note, set: { author: me }, allow: signed-in }
                """;
        check(new MeOfNobody(), design);
        assertThat(advice(design, "me-of-nobody")).isEqualTo("write `allow: signed-in`");
    }

    @Test
    void aCountOfOthersIsRefusedToOwners() {
        check(new OwnerListNotByOwner(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byEvent: { partition: eventId, sort: userId, projection: all }
                roles:
                  mod: { group: mods }
                entities:
                  Like:
                    key: { pk: "U#{userId}", sk: "LIKE#{eventId}" }
                    owner: userId
                    attributes: { userId: string, eventId: string }
                patterns:
                  likesOf: { count: Like, by: eventId, allow: [owner, mod] }
                  #                                           ^^^^^^^^^^^^ owner-list-not-by-owner: likesOf counts the Like items of others too, so owners are answered 403
                  mine: { count: Like, by: userId, allow: owner }
                """);
    }

    private static String advice(String design, String rule) {
        return LintCheck.lint(design).stream()
                .filter(finding -> finding.rule().equals(rule))
                .findFirst()
                .orElseThrow()
                .advice();
    }
}
