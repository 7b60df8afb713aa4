package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** To write an item is no way to read it: what a write answers is what its caller gave, and what they could read. */
class WritesShowNoMoreTest {

    private static final String DESIGN = """
            design: board
            tables:
              main: { key: { partition: pk, sort: sk } }
            identity: { subject: sub }
            roles:
              staff: { group: staff }
              senders: { group: senders }
            entities:
              Post:
                key: { pk: "POST#{postId}", sk: META }
                owner: author
                version: version
                attributes:
                  postId:   { type: string, length: 1..20 }
                  author:   { type: string, length: 1..40, required: true, immutable: true }
                  text:     { type: string, length: 1..200 }
                  phone:    { type: string, length: 1..40 }
                  tags:     { type: list of string }
                  note:     { type: string, length: 1..40 }
                  isPublic: { type: flag, default: false }
                  likes:    { type: integer, default: 0, read-only: true }
                  checked:  { type: string, read-only: true }
                  changed:  { type: timestamp, set: on-write }
                  made:     { type: timestamp, set: on-create }
                  version:  { type: integer }
              Vote:
                key: { pk: "POST#{postId}", sk: "VOTE#{voter}" }
                owner: voter
                attributes:
                  postId: { type: string, references: Post, must-exist: true, on-delete: cascade }
                  voter:  { type: string, length: 1..40 }
              Line:
                key: { pk: "POST#{postId}", sk: "LINE#{number:03}" }
                through: [post, mine]
                attributes:
                  postId: { type: string, references: Post, on-delete: cascade }
                  number: { type: integer, range: 1..99 }
                  text:   { type: string, length: 1..40 }
                  secret: { type: string, length: 1..40 }
            patterns:
              post:    { get: Post, by: postId, where: isPublic, return: [postId, text, likes, isPublic], allow: signed-in }
              mine:    { get: Post, by: postId, allow: [owner, staff], route: "GET /mine/{postId}" }
              write:   { create: Post, allow: owner }
              like:    { update: Post, by: postId, add: { likes: 1 }, allow: signed-in }
              check:   { update: Post, by: postId, set: { checked: "yes" }, allow: senders }
              change:  { update: Post, by: postId, change: [note], append: [tags], allow: signed-in }
              cast:    { create: Vote, allow: owner }
              addVote: { update: Post, by: postId, add: { likes: 1 }, allow: together }
              vote:    { transact: [cast, addVote], allow: signed-in }
              replace: { put: Post, allow: [owner, senders] }
              say:     { create: Line, through: mine }
              lines:   { list: Line, by: postId, page: 10 }
              correct: { update: Line, by: [postId, number], change: [text], through: [post, mine], allow: signed-in }
              blur:    { update: Line, by: [postId, number], change: [secret], through: post }
            """;

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] EVE = BEARERS.of("eve");
    private static final String[] STAFF = BEARERS.of("sam", "staff");
    private static final String[] SENDER = BEARERS.of("robot", "senders");
    private static final String API = "/api/board";

    private static Served served;

    @BeforeAll
    static void open() {
        served = BEARERS.serve(DESIGN);
        String post =
                "\",\"text\":\"the text\",\"phone\":\"0171\",\"tags\":[\"old\"],\"note\":\"old note\",\"isPublic\":";
        for (String id : new String[] {"hidden", "open"}) {
            Answer made = served.post(API + "/posts", "{\"postId\":\"" + id + post + id.equals("open") + "}", ANN);
            done(201, made);
            assertThat(made.body()).contains("0171", "\"author\":\"ann\"");
        }
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void whoMayNotReadAnItemSeesOnlyWhatTheirWriteDid() {
        done(404, served.get(API + "/posts/hidden", EVE));
        Answer liked = call("like", "{\"postId\":\"hidden\"}", EVE);
        done(200, liked);
        assertThat(liked.body())
                .contains("\"postId\":\"hidden\"", "\"likes\":", "\"version\":", "\"changed\":")
                .doesNotContain("text", "0171", "author", "ann", "made", "note", "tags");
    }

    @Test
    void whoReadsAPartOfItSeesThatPart() {
        Answer liked = call("like", "{\"postId\":\"open\"}", EVE);
        assertThat(liked.body()).contains("the text", "\"likes\":").doesNotContain("0171", "author", "made", "note");
    }

    @Test
    void ownersAndRolesThatReadItSeeAllOfIt() {
        for (String[] who : new String[][] {ANN, STAFF}) {
            assertThat(call("like", "{\"postId\":\"hidden\"}", who).body())
                    .contains("0171", "\"author\":\"ann\"", "\"made\":", "\"tags\":[");
        }
    }

    @Test
    void aRoleThatWritesAndDoesNotReadSeesNothingByAnEmptyChange() {
        Answer checked = call("check", "{\"postId\":\"hidden\"}", SENDER);
        done(200, checked);
        assertThat(checked.body()).contains("\"checked\":\"yes\"").doesNotContain("text", "0171", "ann");
    }

    @Test
    void whatIsGivenIsShownAndWhatItWasAddedToIsNot() {
        Answer changed = call("change", "{\"postId\":\"hidden\",\"note\":\"new note\",\"tags\":[\"new\"]}", EVE);
        done(200, changed);
        assertThat(changed.body()).contains("new note").doesNotContain("old", "tags", "0171");
        assertThat(call("change", "{\"postId\":\"hidden\"}", EVE).body()).doesNotContain("note", "tags", "0171");
    }

    @Test
    void thePartsOfATransactionAreJudgedEachByItself() {
        Answer voted = call("vote", "{\"postId\":\"hidden\",\"voter\":\"eve\"}", EVE);
        done(200, voted);
        assertThat(voted.body())
                .contains("\"voter\":\"eve\"", "\"likes\":")
                .doesNotContain("text", "0171", "author", "ann");
    }

    @Test
    void aPutShowsWhatWasGivenAndNotWhatItKept() {
        done(201, served.post(API + "/posts", "{\"postId\":\"kept\",\"text\":\"before\"}", ANN));
        done(200, call("check", "{\"postId\":\"kept\"}", SENDER));
        Answer put = call("replace", "{\"postId\":\"kept\",\"author\":\"ann\",\"text\":\"after\"}", SENDER);
        done(200, put);
        assertThat(put.body()).contains("after", "\"author\":\"ann\"").doesNotContain("checked", "made", "likes");
        put = call("replace", "{\"postId\":\"kept\",\"author\":\"ann\",\"text\":\"more\"}", ANN);
        assertThat(put.body()).contains("checked", "made", "likes");
    }

    @Test
    void whatFollowsAParentIsShownToWhoReachesIt() {
        done(201, call("say", "{\"postId\":\"open\",\"number\":1,\"text\":\"one\",\"secret\":\"s1\"}", ANN));
        done(201, call("say", "{\"postId\":\"hidden\",\"number\":1,\"text\":\"one\",\"secret\":\"s1\"}", ANN));
        assertThat(call("correct", "{\"postId\":\"open\",\"number\":1,\"text\":\"two\"}", EVE)
                        .body())
                .contains("two", "s1");
        assertThat(call("blur", "{\"postId\":\"open\",\"number\":1,\"secret\":\"s1\"}", EVE)
                        .body())
                .contains("two", "s1");
        done(404, call("correct", "{\"postId\":\"hidden\",\"number\":1,\"text\":\"two\"}", EVE));
    }

    private static Answer call(String pattern, String body, String[] who) {
        return served.post(API + "/patterns/" + pattern, body, who);
    }

    private static void done(int status, Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }
}
