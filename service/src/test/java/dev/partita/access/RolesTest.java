package dev.partita.access;

import static dev.partita.access.Office.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.access.AccessDenied.Reason;
import dev.partita.design.model.Pattern;
import dev.partita.plan.Request;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RolesTest {

    private static final Caller ADMIN = as("root", "admins");
    private static final Caller PUBLISHER = as("pat");
    private static final Map<String, Object> PLAN = Map.of("name", "free");

    private final Office office = new Office();

    @BeforeEach
    void fill() {
        office.write(ADMIN, "makePlan", PLAN);
        office.write(ADMIN, "makePlan", Map.of("name", "pro", "canPublish", true));
        office.write(ADMIN, "makeGroup", Map.of("name", "editors", "permissions", List.of("notes.read", "notes.edit")));
        office.write(ADMIN, "makeGroup", Map.of("name", "readers", "permissions", List.of("notes.read")));
        hire("sue", true, "free");
        hire("pat", false, "pro");
        hire("joe", false, "free");
        office.requests.clear();
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void aGroupOfTheTokenIsARole() {
        allowed(ADMIN, "countTopic", Map.of("topic", "t"));
        denied(as("root", "admin"), "countTopic", Map.of("topic", "t"));
        assertThat(office.requests).isEmpty();
    }

    @Test
    void anAttributeOfTheCallersOwnItemIsARole() {
        allowed(as("sue"), "forStaff", PLAN);
        denied(as("joe"), "forStaff", PLAN);
        denied(as("nobody-here"), "forStaff", PLAN);
        assertThat(office.requests).hasSize(3).allSatisfy(request -> assertThat(
                        ((Request.GetItem) request).consistent())
                .isTrue());
    }

    @Test
    void aFlagOfWhatTheCallersItemRefersToIsARole() {
        allowed(as("pat"), "forPublishers", PLAN);
        denied(as("joe"), "forPublishers", PLAN);
        office.database
                .write("signUp", Map.of("userId", "lost", "email", "l@x.y", "plan", "gone"))
                .run();
        denied(as("lost"), "forPublishers", PLAN);
    }

    @Test
    void aMembershipWithAPermissionIsARole() {
        Map<String, Object> note = Map.of("noteId", "n1");
        office.write(as("joe"), "write", Map.of("noteId", "n1", "title", "t"));
        join("pat", "readers");
        assertThat(office.read(as("pat"), "note", note).items()).isEmpty();
        join("pat", "editors");
        assertThat(office.read(as("pat"), "note", note).items()).hasSize(1);
        allowed(as("pat"), "forMembers", PLAN);
        denied(as("joe"), "forMembers", PLAN);
    }

    @Test
    void whereNothingSaysWhoMayNobodyButTheLocalCallerMay() {
        denied(as("sue", "admins"), "unsaid", PLAN);
        assertThatThrownBy(() -> office.decide(Caller.NOBODY, "unsaid", PLAN))
                .isInstanceOfSatisfying(
                        AccessDenied.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED));
        allowed(Caller.local(), "unsaid", PLAN);
    }

    @Test
    void whatWasLookedUpIsRememberedForSeconds() {
        allowed(as("sue"), "forStaff", PLAN);
        int asked = office.requests.size();
        allowed(as("sue"), "forStaff", PLAN);
        assertThat(office.requests).hasSize(asked);
        // Another process takes the right away.
        office.database
                .write("setStaff", Map.of("userId", "sue", "isStaff", false))
                .run();
        allowed(as("sue"), "forStaff", PLAN);
        office.clock.advance(Roles.REMEMBERED);
        denied(as("sue"), "forStaff", PLAN);
    }

    private static final String TEAMS = """
            design: office
            tables:
              main: { key: { partition: pk, sort: sk }, expiry: ttl }
            roles:
              member: { membership: Membership, by: userId, group: tenantId }
              admin: { group: admins }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                attributes: { tenantId: string }
              User:
                key: { pk: "USER#{userId}", sk: META }
                attributes: { userId: string, teams: { type: list of string, max-items: 20, distinct: true } }
              Membership:
                key:  { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                attributes: { userId: { type: string, references: User }, tenantId: { type: string, references: Tenant } }
            patterns:
              addUser: { create: User, allow: admin }
              setTeams: { update: User, by: userId, change: [teams], allow: admin }
              openTenant: { create: Tenant, allow: admin }
              tenant: { get: Tenant, by: tenantId, allow: member }
            """;

    @Test
    void aMembershipMadeFromSomethingElseCountsAtOnce() {
        String design = TEAMS.replace(
                "  Membership:\n", "  Membership:\n    from: { entity: User, each: teams, as: tenantId }\n");
        try (Office teams = new Office(design)) {
            Map<String, Object> tenant = Map.of("tenantId", "t1");
            teams.write(ADMIN, "openTenant", tenant);
            teams.write(ADMIN, "addUser", Map.of("userId", "joe", "teams", List.of("t2")));
            assertThatThrownBy(() -> teams.decide(as("joe"), "tenant", tenant)).isInstanceOf(AccessDenied.class);
            teams.write(ADMIN, "setTeams", Map.of("userId", "joe", "teams", List.of("t1")));
            teams.decide(as("joe"), "tenant", tenant);
            teams.write(ADMIN, "setTeams", Map.of("userId", "joe", "teams", List.of("t2")));
            assertThatThrownBy(() -> teams.decide(as("joe"), "tenant", tenant)).isInstanceOf(AccessDenied.class);
        }
    }

    @Test
    void aMembershipEndsInTheMomentItExpires() {
        String design = TEAMS.replace(
                        "references: Tenant } }",
                        "references: Tenant }, until: { type: epoch-seconds, stored: ttl, required: true } }")
                .replace("addUser: {", "join: { put: Membership, allow: admin }\n  addUser: {");
        try (Office teams = new Office(design)) {
            Map<String, Object> tenant = Map.of("tenantId", "t1");
            teams.write(
                    ADMIN,
                    "join",
                    Map.of(
                            "userId",
                            "joe",
                            "tenantId",
                            "t1",
                            "until",
                            teams.clock.instant().plusSeconds(2)));
            teams.decide(as("joe"), "tenant", tenant);
            teams.clock.advanceSeconds(3);
            assertThatThrownBy(() -> teams.decide(as("joe"), "tenant", tenant)).isInstanceOf(AccessDenied.class);
        }
    }

    @Test
    void whatThisProcessWritesCountsAtOnce() {
        denied(as("joe"), "forStaff", PLAN);
        office.write(ADMIN, "setStaff", Map.of("userId", "joe", "isStaff", true));
        allowed(as("joe"), "forStaff", PLAN);
        office.write(as("joe"), "leave", Map.of());
        denied(as("joe"), "forStaff", PLAN);
        denied(as("joe"), "forPublishers", PLAN);
        office.write(ADMIN, "makePlan", Map.of("name", "free", "canPublish", true));
        allowed(as("sue"), "forPublishers", PLAN);
    }

    @Test
    void whoIsTheOwnerIsNotLookedUp() {
        allowed(as("joe"), "user", Map.of("userId", "joe"));
        allowed(as("joe"), "user", Map.of());
        allowed(Caller.NOBODY, "signUp", Map.of("email", "a@b.c"));
        assertThat(office.requests).isEmpty();
    }

    @Test
    void whoHasToSignInIsToldSoBeforeAnythingElse() {
        for (Pattern pattern : office.database.design().patterns().values()) {
            boolean isOpen = pattern.name().equals("signUp");
            assertThatCode(() -> office.access.requireSignedIn(as("joe"), pattern))
                    .doesNotThrowAnyException();
            assertThatCode(() -> office.access.requireSignedIn(Caller.local(), pattern))
                    .doesNotThrowAnyException();
            if (isOpen) {
                assertThatCode(() -> office.access.requireSignedIn(Caller.NOBODY, pattern))
                        .doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> office.access.requireSignedIn(Caller.NOBODY, pattern))
                        .isInstanceOfSatisfying(
                                AccessDenied.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED));
            }
        }
    }

    @Test
    void openPatternsAreDecidedWithHardlyAnyGarbage() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Map<String, Object> note = Map.of("noteId", "n1", "topic", "t");
        Map<String, Object> account = Map.of("email", "a@b.c");
        int calls = 10_000;
        long before = 0;
        for (int i = -calls; i < calls; i++) {
            if (i == 0) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            office.decide(Caller.NOBODY, "signUp", account);
            office.decide(PUBLISHER, "publish", note);
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / (2 * calls);
        assertThat(each).isLessThan(100);
    }

    @Test
    void whoIsSignedInButMayNotIsToldForWhomItIs() {
        assertThatThrownBy(() -> office.decide(as("joe"), "user", Map.of("userId", "sue")))
                .isInstanceOf(AccessDenied.class)
                .hasMessage("user is for owner or staff, and userId names somebody else");
        assertThatThrownBy(() -> office.decide(Caller.NOBODY, "user", Map.of("userId", "sue")))
                .hasMessage("user is for owner or staff; send a bearer token")
                .isInstanceOfSatisfying(
                        AccessDenied.class, e -> assertThat(e.challenge()).isEqualTo("Bearer"));
    }

    private void hire(String userId, boolean isStaff, String plan) {
        office.write(
                ADMIN, "hire", Map.of("userId", userId, "email", userId + "@x.y", "isStaff", isStaff, "plan", plan));
    }

    private void join(String userId, String group) {
        office.write(ADMIN, "join", Map.of("userId", userId, "groupName", group));
    }

    private void allowed(Caller caller, String pattern, Map<String, Object> arguments) {
        assertThatCode(() -> office.decide(caller, pattern, arguments)).doesNotThrowAnyException();
    }

    private void denied(Caller caller, String pattern, Map<String, Object> arguments) {
        assertThatThrownBy(() -> office.decide(caller, pattern, arguments))
                .isInstanceOfSatisfying(
                        AccessDenied.class, e -> assertThat(e.reason()).isEqualTo(Reason.FORBIDDEN));
    }
}
