package dev.partita.access;

import static dev.partita.access.Office.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A closed account opens nothing, also where one of two ways is open to anyone. Ann's is open, Cid's closed, Eve has none. */
class ClosedAccountsTest {

    private static final Caller STAFF = as("root", "staff");

    private final Office office = new Office("""
            design: office
            tables:
              main: { key: { partition: pk, sort: sk } }
            identity: { subject: sub, entity: User, by: userId, when: isActive }
            roles:
              staff: { group: staff }
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                attributes: { userId: string, isActive: flag }
              Box:
                key: { pk: "BOX#{boxId}", sk: META }
                allow: signed-in
                attributes: { boxId: string, isOpen: flag }
              Thing:
                key: { pk: "BOX#{boxId}", sk: "THING#{thingId}" }
                through: [openBox, anyBox]
                attributes: { boxId: { type: string, references: Box, on-delete: keep }, thingId: string }
              Pin:
                key: { pk: "PINS", sk: "PIN#{pinId}" }
                attributes: { pinId: string, boxId: { type: string, references: Box } }
            patterns:
              join:    { create: User, allow: staff }
              box:     { create: Box, allow: staff }
              pin:     { create: Pin, allow: staff }
              openBox: { get: Box, by: boxId, where: isOpen, allow: anyone }
              anyBox:  { get: Box, by: boxId, allow: signed-in }
              add:     { create: Thing }
              things:  { list: Thing, by: boxId }
              pinned:  { list: Pin, fetch: Box, allow: anyone }
            """);

    @BeforeEach
    void fill() {
        office.write(STAFF, "join", Map.of("userId", "ann", "isActive", true));
        office.write(STAFF, "join", Map.of("userId", "cid", "isActive", false));
        office.write(STAFF, "box", Map.of("boxId", "open", "isOpen", true));
        office.write(STAFF, "box", Map.of("boxId", "shut", "isOpen", false));
        office.write(STAFF, "pin", Map.of("pinId", "1", "boxId", "shut"));
        office.write(as("ann"), "add", Map.of("boxId", "open", "thingId", "1"));
        office.write(as("ann"), "add", Map.of("boxId", "shut", "thingId", "1"));
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void anotherPatternOfTheParentLetsNobodyInWithoutAnAccount() {
        for (Caller caller : new Caller[] {as("cid"), as("eve"), Caller.NOBODY}) {
            assertThat(office.read(caller, "things", Map.of("boxId", "open")).items())
                    .hasSize(1);
            assertThatThrownBy(() -> office.read(caller, "things", Map.of("boxId", "shut")))
                    .isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> office.write(caller, "add", Map.of("boxId", "shut", "thingId", "2")))
                    .isInstanceOf(RuntimeException.class);
        }
        assertThat(office.read(as("ann"), "things", Map.of("boxId", "shut")).items())
                .hasSize(1);
    }

    @Test
    void whatIsFetchedIsNotShownWithoutAnAccount() {
        for (Caller caller : new Caller[] {as("cid"), as("eve"), Caller.NOBODY}) {
            assertThat(office.read(caller, "pinned", Map.of()).items()).isEmpty();
        }
        assertThat(office.read(as("ann"), "pinned", Map.of()).items()).hasSize(1);
    }
}
