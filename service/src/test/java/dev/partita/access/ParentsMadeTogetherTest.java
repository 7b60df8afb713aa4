package dev.partita.access;

import static dev.partita.access.Office.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.WriteRefused;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A parent and its first child in one transaction, and what a refusal says where the parent is not for the caller. */
class ParentsMadeTogetherTest {

    private static final String DESIGN = """
            design: office
            tables:
              main: { key: { partition: pk, sort: sk } }
            roles:
              staff: { group: staff }
            entities:
              Box:
                key: { pk: "B#{bid}", sk: META }
                owner: who
                attributes: { bid: string, who: { type: string, required: true } }
              Note:
                key: { pk: "B#{bid}", sk: "N#{nid}" }
                through: box
                attributes: { bid: { type: string, references: Box, must-exist: true }, nid: string }
              Lid:
                key: { pk: "L#{bid}", sk: "L#{nid}" }
                through: shut
                attributes: { bid: { type: string, references: Box }, nid: string }
            patterns:
              box:     { get: Box, by: bid, allow: owner }
              shut:    { get: Box, by: bid, allow: staff, route: "GET /shut/{bid}" }
              addBox:  { create: Box, allow: owner }
              giveBox: { create: Box, allow: signed-in, route: "POST /given" }
              saveBox: { put: Box, allow: owner }
              addNote: { create: Note }
              notes:   { list: Note, by: bid, page: 20 }
              lids:    { list: Lid, by: bid, page: 20 }
              both:    { transact: [addBox, addNote], allow: signed-in }
              child:   { transact: [addNote, addBox], allow: signed-in }
              give:    { transact: [giveBox, addNote], allow: signed-in }
              save:    { transact: [saveBox, addNote], allow: signed-in }
            """;

    private final Office office = new Office(DESIGN);

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void aParentMadeInTheSameTransactionIsReached() {
        office.write(as("ann"), "both", Map.of("bid", "b1", "nid", "n1"));
        office.write(as("ann"), "child", Map.of("bid", "b2", "nid", "n1"));
        for (String box : new String[] {"b1", "b2"}) {
            assertThat(office.read(as("ann"), "notes", Map.of("bid", box)).items())
                    .hasSize(1);
        }
    }

    @Test
    void aParentThatIsThereAlreadyIsNotMade() {
        office.write(as("ann"), "addBox", Map.of("bid", "b1"));
        assertThatThrownBy(() -> office.write(as("bob"), "both", Map.of("bid", "b1", "nid", "n1")))
                .isInstanceOf(WriteRefused.class);
        assertThatThrownBy(() -> office.write(as("bob"), "save", Map.of("bid", "b1", "nid", "n1")))
                .isInstanceOf(ItemHidden.class);
        assertThatThrownBy(() -> office.write(
                        as("bob"),
                        "both",
                        Map.of("addBox", Map.of("bid", "b2"), "addNote", Map.of("bid", "b1", "nid", "n1"))))
                .isInstanceOf(ItemHidden.class);
        assertThat(office.read(as("ann"), "notes", Map.of("bid", "b1")).items()).isEmpty();
    }

    @Test
    void aParentMadeForSomebodyElseIsNotReached() {
        assertThatThrownBy(() -> office.write(as("bob"), "give", Map.of("bid", "b1", "who", "ann", "nid", "n1")))
                .isInstanceOf(ItemHidden.class);
        office.write(as("bob"), "give", Map.of("bid", "b1", "who", "bob", "nid", "n1"));
    }

    @Test
    void aRefusalNamesWhatWasCalled() {
        office.write(as("ann"), "addBox", Map.of("bid", "b1"));
        assertThatThrownBy(() -> office.read(as("ann"), "lids", Map.of("bid", "b1")))
                .isInstanceOf(AccessDenied.class)
                .hasMessage("lids is for whoever may call shut");
        assertThatThrownBy(() -> office.read(Caller.NOBODY, "lids", Map.of("bid", "b1")))
                .isInstanceOf(AccessDenied.class)
                .hasMessage("lids is for whoever may call shut; send a bearer token");
    }

    /** `check` refuses such a design; whoever serves it all the same lets nobody in. */
    @Test
    void whatFollowsAPatternThatCannotBeFollowedIsForNobody() {
        String broken = DESIGN.replace(
                "lids:    { list: Lid, by: bid, page: 20 }",
                "lids:    { list: Lid, by: bid, page: 20, through: notes, allow: signed-in }");
        try (Office other = new Office(broken)) {
            other.write(as("ann"), "addBox", Map.of("bid", "b1"));
            assertThatThrownBy(() -> other.read(as("ann", "staff"), "lids", Map.of("bid", "b1")))
                    .isInstanceOf(AccessDenied.class);
        }
    }
}
