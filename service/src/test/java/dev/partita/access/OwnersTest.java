package dev.partita.access;

import static dev.partita.access.Office.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.access.AccessDenied.Reason;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import dev.partita.runtime.Values;
import dev.partita.runtime.Write;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnersTest {

    private static final Caller ANN = as("ann");
    private static final Caller BEN = as("ben");
    private static final Caller ADMIN = as("root", "admins");

    private final Office office = new Office();

    @BeforeEach
    void fill() {
        office.write(ANN, "write", Map.of("noteId", "n1", "title", "One", "text", "a", "topic", "t"));
        office.write(BEN, "write", Map.of("noteId", "n2", "title", "Two", "text", "b", "topic", "t"));
        office.database
                .write("takeDesk", Map.of("deskId", "d1", "sitter", "ann", "label", "x"))
                .run();
        office.requests.clear();
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void theOwnerIsFilledInWhereItIsAnArgument() {
        assertThat(office.read(ANN, "mine", Map.of()).items())
                .extracting(item -> item.values().get("noteId"))
                .containsExactly("n1");
        assertThat(office.read(ANN, "note", Map.of("noteId", "n1")).one().values())
                .containsEntry("author", "ann");
    }

    @Test
    void whoNamesAnotherOwnerIsRefusedBeforeAnythingIsRead() {
        refused(Reason.FORBIDDEN, () -> office.read(ANN, "mine", Map.of("author", "ben")));
        refused(Reason.FORBIDDEN, () -> office.write(ANN, "write", Map.of("author", "ben", "text", "x")));
        refused(Reason.FORBIDDEN, () -> office.write(ANN, "changeEmail", Map.of("userId", "ben", "email", "x@y.z")));
        assertThat(office.requests).isEmpty();
    }

    @Test
    void anothersItemIsAnsweredAsIfItWereNotThere() {
        Result others = office.read(ANN, "note", Map.of("noteId", "n2"));
        Result none = office.read(ANN, "note", Map.of("noteId", "n3"));
        assertThat(others.items()).isEqualTo(none.items()).isEmpty();
        assertThat(office.read(BEN, "note", Map.of("noteId", "n2")).items()).hasSize(1);
    }

    @Test
    void aCollectionBelongsToTheOwnerOfItsHead() {
        office.write(
                ANN,
                "writeAll",
                Map.of("noteId", "n4", "title", "Four", "lines", List.of(Map.of("number", 1, "text", "l"))));
        assertThat(office.read(ANN, "whole", Map.of("noteId", "n4")).items()).hasSize(2);
        assertThat(office.read(BEN, "whole", Map.of("noteId", "n4")).items()).isEmpty();
    }

    @Test
    void whatAPatternGoesOnWithIsJudgedToo() {
        assertThat(office.read(ANN, "byTitle", Map.of("title", "One")).items()).hasSize(1);
        assertThat(office.read(BEN, "byTitle", Map.of("title", "One")).items()).isEmpty();
    }

    @Test
    void listsLeaveOutWhatIsSomebodyElses() {
        assertThat(office.read(ANN, "byTopic", Map.of("topic", "t")).items())
                .extracting(item -> item.values().get("noteId"))
                .containsExactly("n1");
        assertThat(office.read(ADMIN, "byTopic", Map.of("topic", "t")).items()).hasSize(2);
    }

    @Test
    void aCountThatIsNotByOwnerIsNotForOwners() {
        refused(Reason.FORBIDDEN, () -> office.read(ANN, "countTopic", Map.of("topic", "t")));
        assertThat(office.read(ADMIN, "countTopic", Map.of("topic", "t")).count())
                .isEqualTo(2);
    }

    @Test
    void whereTheOwnerIsNotReturnedNobodyPassesAsOwner() {
        refused(Reason.FORBIDDEN, () -> office.read(ANN, "noteBare", Map.of("noteId", "n1")));
        assertThat(office.read(ADMIN, "noteBare", Map.of("noteId", "n1")).items())
                .hasSize(1);
    }

    @Test
    void everyPartOfAGatherIsJudged() {
        for (String pattern : List.of("overview", "desk2")) {
            Result own = office.read(ANN, pattern, Map.of("noteId", "n1"));
            assertThat(own.parts().get("mine").items()).hasSize(1);
            assertThat(own.parts().get("note").items()).hasSize(1);
            Result others = office.read(ANN, pattern, Map.of("noteId", "n2"));
            assertThat(others.parts().get("note").items()).isEmpty();
            refused(Reason.FORBIDDEN, () -> office.read(ANN, pattern, Map.of("noteId", "n1", "author", "ben")));
            refused(Reason.UNAUTHENTICATED, () -> office.read(Caller.NOBODY, pattern, Map.of("noteId", "n1")));
        }
        // Each part must be allowed by itself: an administrator may not ask for another's list.
        refused(Reason.FORBIDDEN, () -> office.read(ADMIN, "desk2", Map.of("noteId", "n1", "author", "ann")));
    }

    /** Who is an administrator was told that `mine` is for owners or administrators, and whoever is nobody that it is for nobody. */
    @Test
    void aRefusalNamesTheRuleThatKeepsTheCallerOutAndThePatternThatHasIt() {
        Map<String, Object> anns = Map.of("noteId", "n1", "author", "ann");
        says("mine is for owner, and author names somebody else", () -> office.decide(ADMIN, "desk2", anns));
        try (Office other = new Office(Office.DESIGN
                + "  forAll: { get: Plan, by: name, allow: anyone }\n"
                + "  page:   { gather: [mine, forAll], allow: [owner, admin] }\n")) {
            says("page is for owner or admin", () -> other.decide(ANN, "page", Map.of("name", "Free")));
        }
        for (String pattern : List.of("overview", "desk2")) {
            says(
                    "mine is for owner; send a bearer token",
                    () -> office.access.requireSignedIn(Caller.NOBODY, office.pattern(pattern)));
        }
    }

    private static void says(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(AccessDenied.class).hasMessage(message);
    }

    @Test
    void writesOfAnothersItemAreRefusedAsIfItWereNotThere() {
        notFound(() -> office.write(ANN, "edit", Map.of("noteId", "n2", "text", "mine now")));
        notFound(() -> office.write(ANN, "addTags", Map.of("noteId", "n2", "tags", List.of("x"))));
        notFound(() -> office.write(ANN, "retitle", Map.of("title", "Two", "newTitle", "Mine")));
        notFound(() -> office.write(ANN, "bin", Map.of("noteId", "n2")));
        notFound(() -> office.write(ANN, "burn", Map.of("noteId", "n2")));
        assertThat(office.read(BEN, "note", Map.of("noteId", "n2")).one().values())
                .containsEntry("text", "b")
                .containsEntry("title", "Two")
                .doesNotContainKey("tags");
    }

    @Test
    void theOwnerMay() {
        office.write(BEN, "edit", Map.of("noteId", "n2", "text", "c"));
        office.write(BEN, "addTags", Map.of("noteId", "n2", "tags", List.of("x")));
        office.write(BEN, "retitle", Map.of("title", "Two", "newTitle", "Three"));
        assertThat(office.read(BEN, "note", Map.of("noteId", "n2")).one().values())
                .containsEntry("text", "c")
                .containsEntry("title", "Three")
                .containsEntry("tags", List.of("x"));
        office.write(BEN, "bin", Map.of("noteId", "n2"));
        notFound(() -> office.write(ANN, "unbin", Map.of("noteId", "n2")));
        office.write(BEN, "unbin", Map.of("noteId", "n2"));
        office.write(BEN, "burn", Map.of("noteId", "n2"));
        assertThat(office.database.read("note", Map.of("noteId", "n2")).items()).isEmpty();
    }

    @Test
    void theConditionIsInTheWriteItself() {
        office.write(ANN, "moveDesk", Map.of("deskId", "d1", "label", "y"));
        assertThat(office.requests).singleElement().isInstanceOfSatisfying(Request.UpdateItem.class, update -> {
            assertThat(update.condition()).contains(" = ");
            assertThat(update.names()).containsValue("sitter");
            assertThat(update.values()).containsValue(new AttributeValue.S("ann"));
        });
        notFound(() -> office.write(BEN, "moveDesk", Map.of("deskId", "d1", "label", "z")));
        assertThat(office.requests).hasSize(2);
    }

    @Test
    void whatChangesHandsInBetweenIsNotWritten() {
        Map<String, Object> arguments = Map.of("deskId", "d1", "label", "late");
        Write<Written> late = office.access.guard(
                office.decide(ANN, "moveDesk", arguments), office.database.write("moveDesk", arguments));
        office.database
                .write("takeDesk", Map.of("deskId", "d1", "sitter", "ben", "label", "x"))
                .run();
        notFound(late::run);
        assertThat(office.read(BEN, "desk", Map.of("deskId", "d1")).one().values())
                .containsEntry("label", "x");
    }

    @Test
    void aPutReplacesOnlyWhatIsOnesOwn() {
        office.write(ANN, "takeDesk", Map.of("deskId", "d1", "label", "again"));
        refused(Rule.ALREADY_EXISTS, () -> office.write(BEN, "takeDesk", Map.of("deskId", "d1", "label", "mine")));
        refused(Reason.FORBIDDEN, () -> office.write(BEN, "takeDesk", Map.of("deskId", "d2", "sitter", "ann")));
        office.write(BEN, "takeDesk", Map.of("deskId", "d2"));
        assertThat(office.read(ANN, "desk", Map.of("deskId", "d1")).one().values())
                .containsEntry("label", "again")
                .containsEntry("sitter", "ann");
        // The same where the put has to read first, since it has locks to move.
        office.write(ANN, "replace", Map.of("noteId", "n1", "title", "One again"));
        refused(Rule.ALREADY_EXISTS, () -> office.write(ANN, "replace", Map.of("noteId", "n2", "title", "Stolen")));
        office.write(BEN, "bin", Map.of("noteId", "n2"));
        refused(Rule.ALREADY_EXISTS, () -> office.write(ANN, "replace", Map.of("noteId", "n2", "title", "Stolen")));
        office.write(BEN, "replace", Map.of("noteId", "n2", "title", "Back"));
        assertThat(office.read(BEN, "note", Map.of("noteId", "n2")).one().values())
                .containsEntry("title", "Back")
                .containsEntry("author", "ben");
    }

    @Test
    void aDeleteSaysNothingAboutWhatRefersToAnothersItem() {
        office.write(ADMIN, "addChair", Map.of("chairId", "c1", "deskId", "d1"));
        notFound(() -> office.write(BEN, "clearDesk", Map.of("deskId", "d1")));
        refused(Rule.STILL_REFERENCED, () -> office.write(ANN, "clearDesk", Map.of("deskId", "d1")));
    }

    @Test
    void whatIsLeftOfAnItemThatIsGoneIsNobodysToDelete() {
        office.write(
                ANN,
                "writeAll",
                Map.of("noteId", "n5", "title", "Five", "lines", List.of(Map.of("number", 1, "text", "l"))));
        // By DynamoDB's own API: nothing says that its lines were to go, too.
        office.partita
                .endpoint()
                .call(new Request.DeleteItem("main", key("NOTE#n5", "META"), null, Map.of(), Map.of(), null));
        notFound(() -> office.write(BEN, "burn", Map.of("noteId", "n5")));
        notFound(() -> office.write(Caller.local(), "burn", Map.of("noteId", "n5")));
        assertThat(line("n5").isPresent()).isTrue();
    }

    @Test
    void nobodyGivesAwayWhatIsTheirsUnlessARoleLetsThem() {
        refused(Reason.FORBIDDEN, () -> office.write(ANN, "giveAway", Map.of("noteId", "n1", "author", "ben")));
        // Every note has an author, so nobody takes it away.
        assertThatThrownBy(() -> office.write(
                        ANN, "giveAway", Values.none().and("noteId", "n1").and("author", null)))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Note.author is required");
        notFound(() -> office.write(ANN, "giveAway", Map.of("noteId", "n2", "author", "ann")));
        office.write(ANN, "giveAway", Map.of("noteId", "n1", "author", "ann"));
        office.write(ADMIN, "hire", Map.of("userId", "sue", "email", "s@x.y", "isStaff", true));
        office.write(as("sue"), "giveAway", Map.of("noteId", "n1", "author", "ben"));
        assertThat(office.read(BEN, "note", Map.of("noteId", "n1")).items()).hasSize(1);
    }

    @Test
    void whatIsCreatedIsTheCallersOwn() {
        office.write(ANN, "writeHere", Map.of("noteId", "n6"));
        assertThat(office.read(ANN, "note", Map.of("noteId", "n6")).items()).hasSize(1);
        refused(Reason.UNAUTHENTICATED, () -> office.write(Caller.NOBODY, "write", Map.of("noteId", "n7")));
    }

    @Test
    void inATransactionEachPartIsForItsOwner() {
        office.write(
                ANN,
                "moveAndEdit",
                Map.of("moveDesk", Map.of("deskId", "d1", "label", "1"), "edit", Map.of("noteId", "n1", "text", "1")));
        notFound(() -> office.write(
                ANN,
                "moveAndEdit",
                Map.of("moveDesk", Map.of("deskId", "d1", "label", "2"), "edit", Map.of("noteId", "n2", "text", "2"))));
        notFound(() ->
                office.write(BEN, "moveAndEdit", Map.of("deskId", "d1", "label", "3", "noteId", "n2", "text", "3")));
        assertThat(office.read(ANN, "desk", Map.of("deskId", "d1")).one().values())
                .containsEntry("label", "1");
        assertThat(office.read(BEN, "note", Map.of("noteId", "n2")).one().values())
                .containsEntry("text", "b");
    }

    @Test
    void inATransactionTheOwnerIsFilledInForThePartThatHasIt() {
        office.write(ANN, "writeAndMove", Map.of("noteId", "n9", "deskId", "d1", "label", "9"));
        assertThat(office.read(ANN, "note", Map.of("noteId", "n9")).one().values())
                .containsEntry("author", "ann");
        office.write(
                ANN,
                "writeAndMove",
                Map.of("write", Map.of("noteId", "n10"), "moveDesk", Map.of("deskId", "d1", "label", "10")));
        assertThat(office.read(ANN, "note", Map.of("noteId", "n10")).items()).hasSize(1);
        refused(
                Reason.FORBIDDEN,
                () -> office.write(
                        ANN, "writeAndMove", Map.of("noteId", "n11", "author", "ben", "deskId", "d1", "label", "11")));
        notFound(() -> office.write(BEN, "writeAndMove", Map.of("noteId", "n11", "deskId", "d1", "label", "11")));
        assertThat(office.database.read("note", Map.of("noteId", "n11")).items())
                .isEmpty();
    }

    @Test
    void aRequestThatTheFileStatesIsLookedThroughToo() {
        assertThat(office.read(ANN, "stated", Map.of()).items()).hasSize(1);
        assertThat(office.decide(ANN, "stated", Map.of()).isConditional()).isTrue();
        refused(Reason.FORBIDDEN, () -> office.read(ANN, "stated", Map.of("author", "ben")));
        assertThat(office.read(ANN, "prefixed", Map.of("topic", "t")).items())
                .extracting(item -> item.values().get("noteId"))
                .containsExactly("n1");
    }

    @Test
    void aTransactionForOwnersIsAboutNothingElse() {
        // Whoever is signed in may publish any note; in this transaction it has to be one's own.
        office.write(ANN, "publish", Map.of("noteId", "n2", "topic", "u"));
        notFound(() ->
                office.write(ANN, "bothOwned", Map.of("deskId", "d1", "label", "1", "noteId", "n2", "topic", "v")));
        office.write(ANN, "bothOwned", Map.of("deskId", "d1", "label", "1", "noteId", "n1", "topic", "v"));
    }

    @Test
    void anIdOfAnotherTypeOwnsNothing() {
        office.write(as("7"), "setScore", Map.of("points", 3));
        assertThat(office.read(as("7"), "score", Map.of()).one().values()).containsEntry("points", 3L);
        assertThat(office.read(as("7"), "score", Map.of("number", 7)).items()).hasSize(1);
        refused(Reason.FORBIDDEN, () -> office.read(as("7"), "score", Map.of("number", 8)));
        refused(Reason.FORBIDDEN, () -> office.read(ANN, "score", Map.of("number", 7)));
        refused(Reason.FORBIDDEN, () -> office.read(ANN, "score", Map.of()));
    }

    @Test
    void whoSignsUpDoesNotChooseWhoToBe() {
        refused(
                Reason.FORBIDDEN,
                () -> office.write(Caller.NOBODY, "signUp", Map.of("userId", "ann", "email", "x@y.z")));
        refused(Reason.FORBIDDEN, () -> office.write(BEN, "signUp", Map.of("userId", "ann", "email", "x@y.z")));
        assertThat(office.write(Caller.NOBODY, "signUp", Map.of("email", "x@y.z"))
                        .values()
                        .get("userId"))
                .asString()
                .startsWith("usr_");
        assertThat(office.write(ANN, "signUp", Map.of("userId", "ann", "email", "a@y.z"))
                        .values())
                .containsEntry("userId", "ann");
        assertThat(office.write(ADMIN, "hire", Map.of("userId", "cid", "email", "c@y.z"))
                        .values())
                .containsEntry("userId", "cid");
    }

    @Test
    void inLocalModeEverythingIsAllowedAndTheSubjectIsFilledIn() {
        assertThat(office.read(Caller.local(), "note", Map.of("noteId", "n2")).items())
                .hasSize(1);
        assertThat(office.read(Caller.local("ben"), "mine", Map.of()).items())
                .extracting(item -> item.values().get("noteId"))
                .containsExactly("n2");
        assertThat(office.read(Caller.local("ben"), "mine", Map.of("author", "ann"))
                        .items())
                .hasSize(1);
        assertThat(office.write(Caller.local("ben"), "writeHere", Map.of("noteId", "n8"))
                        .values())
                .containsEntry("author", "ben");
    }

    @Test
    void ownersOfWholeAccountsLeaveWithEverything() {
        office.write(ANN, "signUp", Map.of("userId", "ann", "email", "a@y.z"));
        office.write(ADMIN, "makeGroup", Map.of("name", "g", "permissions", List.of()));
        office.write(ADMIN, "join", Map.of("userId", "ann", "groupName", "g"));
        refused(Reason.FORBIDDEN, () -> office.write(BEN, "leave", Map.of("userId", "ann")));
        office.write(ANN, "leave", Map.of());
        assertThat(office.read(ANN, "groups", Map.of()).items()).isEmpty();
    }

    @Test
    void anUpdateThatMeetsALimitTellsStrangersNothing() {
        office.write(BEN, "addTags", Map.of("noteId", "n2", "tags", List.of("x", "y")));
        assertThatThrownBy(() -> office.write(BEN, "addTags", Map.of("noteId", "n2", "tags", List.of("z"))))
                .isNotInstanceOf(AccessDenied.class);
        notFound(() -> office.write(ANN, "addTags", Map.of("noteId", "n2", "tags", List.of("z"))));
    }

    private Item line(String noteId) {
        return office.partita
                .endpoint()
                .call(Request.GetItem.strong("main", key("NOTE#" + noteId, "LINE#001")))
                .item();
    }

    private static Item key(String pk, String sk) {
        return Item.of(Map.of("pk", new AttributeValue.S(pk), "sk", new AttributeValue.S(sk)));
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AccessDenied.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    private static void notFound(ThrowingCallable call) {
        refused(Rule.NOT_FOUND, call);
    }

    private static void refused(Rule rule, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(WriteRefused.class, e -> assertThat(e.rule())
                .isEqualTo(rule));
    }
}
