package dev.partita.access;

import static dev.partita.access.Office.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.Result;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is fetched for a list is judged as if the caller had read it: Ann is in t1, Cid in t1 and t2. */
class FetchedTest {

    private static final Caller STAFF = as("root", "staff");
    private static final Caller ANN = as("ann");
    private static final Caller CID = as("cid");

    private final Office office = new Office("""
            design: office
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            roles:
              staff:  { group: staff }
              member: { membership: Membership, by: userId, group: tenantId }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                attributes: { tenantId: string }
              Membership:
                key: { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                attributes: { userId: string, tenantId: { type: string, references: Tenant } }
              Project:
                key: { pk: "PROJECT#{projectId}", sk: META }
                owner: lead
                attributes:
                  projectId: string
                  tenantId: { type: string, required: true, references: Tenant }
                  lead: { type: string, required: true }
                  name: string
              Plan:
                key: { pk: "PLAN#{planId}", sk: META }
                owner: keeper
                allow: [owner, staff]
                attributes: { planId: string, keeper: { type: string, required: true } }
              Colour:
                key: { pk: "COLOUR#{colourId}", sk: META }
                attributes: { colourId: string }
              Task:
                key: { pk: "TASK#{taskId}", sk: META }
                GSI1: { gsi1pk: "TENANT#{tenantId}", gsi1sk: "TASK#{taskId}" }
                owner: author
                attributes:
                  taskId: string
                  tenantId: { type: string, required: true, references: Tenant }
                  projectId: { type: string, references: Project }
                  planId: { type: string, references: Plan }
                  colourId: { type: string, references: Colour }
                  author: { type: string, required: true }
            patterns:
              join:      { create: Membership, allow: staff }
              project:   { create: Project, allow: staff }
              plan:      { create: Plan, allow: staff }
              colour:    { create: Colour, allow: staff }
              task:      { create: Task, allow: staff }
              projects:  { list: Task, by: tenantId, fetch: Project, page: 10, allow: member }
              limited:   { list: Task, by: tenantId, fetch: Project, max: 1, allow: member }
              names:     { list: Task, by: tenantId, fetch: Project, page: 10, return: [projectId, name], allow: member }
              both:      { list: Task, by: tenantId, fetch: Project, page: 10, allow: [owner, member] }
              forAll:    { list: Task, by: tenantId, fetch: Project, page: 10, allow: signed-in }
              plans:     { list: Task, by: tenantId, fetch: Plan, page: 10, allow: signed-in }
              colours:   { list: Task, by: tenantId, fetch: Colour, page: 10, allow: member }
            """);

    @BeforeEach
    void fill() {
        write("join", Map.of("userId", "ann", "tenantId", "t1"));
        write("join", Map.of("userId", "cid", "tenantId", "t1"));
        write("join", Map.of("userId", "cid", "tenantId", "t2"));
        write("project", Map.of("projectId", "p1", "tenantId", "t1", "lead", "dan", "name", "one"));
        write("project", Map.of("projectId", "p2", "tenantId", "t2", "lead", "ann", "name", "two"));
        write("project", Map.of("projectId", "p3", "tenantId", "t2", "lead", "dan", "name", "three"));
        write("plan", Map.of("planId", "a", "keeper", "ann"));
        write("plan", Map.of("planId", "d", "keeper", "dan"));
        write("colour", Map.of("colourId", "red"));
        // Tasks of t1 that name projects of t2, the first of them before its own.
        task("1", "p3", "d");
        task("2", "p2", "a");
        task("3", "p1", "a");
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void aMemberIsShownWhatIsOfTheirGroups() {
        assertThat(ids(ANN, "projects", "projectId")).containsExactly("p1");
        assertThat(ids(CID, "projects", "projectId")).containsExactly("p3", "p2", "p1");
        assertThatThrownBy(() -> office.read(as("eve"), "projects", Map.of("tenantId", "t1")))
                .isInstanceOf(AccessDenied.class);
    }

    @Test
    void aLimitCountsWhatIsShown() {
        assertThat(ids(ANN, "limited", "projectId")).containsExactly("p1");
        assertThat(ids(CID, "limited", "projectId")).containsExactly("p3");
    }

    @Test
    void whoseItIsMustBeShown() {
        assertThat(ids(ANN, "names", "projectId")).isEmpty();
    }

    @Test
    void eachWordOfTheRuleCountsForWhatIsFetched() {
        assertThat(ids(ANN, "both", "projectId")).containsExactly("p2", "p1");
        assertThat(ids(CID, "both", "projectId")).containsExactly("p3", "p2", "p1");
    }

    @Test
    void whatIsForEverybodyIsFetchedForEverybody() {
        assertThat(ids(ANN, "forAll", "projectId")).containsExactly("p3", "p2", "p1");
        assertThat(ids(ANN, "colours", "colourId")).containsExactly("red", "red", "red");
    }

    @Test
    void theRuleOfTheFetchedEntityCountsBesides() {
        assertThat(ids(ANN, "plans", "planId")).containsExactly("a", "a");
        assertThat(ids(CID, "plans", "planId")).isEmpty();
        assertThat(ids(STAFF, "plans", "planId")).containsExactly("d", "a", "a");
    }

    private List<Object> ids(Caller caller, String pattern, String id) {
        Result result = office.read(caller, pattern, Map.of("tenantId", "t1"));
        return result.items().stream().map(item -> item.values().get(id)).toList();
    }

    private void task(String id, String project, String plan) {
        write(
                "task",
                Map.of(
                        "taskId",
                        id,
                        "tenantId",
                        "t1",
                        "projectId",
                        project,
                        "planId",
                        plan,
                        "colourId",
                        "red",
                        "author",
                        "dan"));
    }

    private void write(String pattern, Map<String, Object> arguments) {
        office.write(STAFF, pattern, arguments);
    }
}
