package dev.partita.access;

import static dev.partita.access.Office.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.access.AccessDenied.Reason;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parts that go together, and whom they are for besides. */
class TogetherTest {

    private final Office office = new Office("""
            design: office
            tables:
              main: { key: { partition: pk, sort: sk } }
            roles:
              staff: { group: staff }
            entities:
              Post:
                key: { pk: "POST#{postId}", sk: META }
                attributes: { postId: string, votes: { type: integer, default: 0 } }
              Vote:
                key: { pk: "POST#{postId}", sk: "VOTE#{userId}" }
                owner: userId
                attributes: { postId: string, userId: string }
            patterns:
              post:    { create: Post, allow: staff }
              cast:    { create: Vote, allow: [owner, together] }
              addVote: { update: Post, by: postId, add: { votes: 1 }, allow: [staff, together] }
              vote:    { transact: [cast, addVote], allow: signed-in }
            """);

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void thePartOfAnOwnerIsTheirsInATransactionToo() {
        office.write(as("root", "staff"), "post", Map.of("postId", "p"));
        forbidden("vote", Map.of("postId", "p", "userId", "bob"));
        forbidden("cast", Map.of("postId", "p", "userId", "bob"));
        forbidden("addVote", Map.of("postId", "p"));
        office.write(as("ann"), "vote", Map.of("postId", "p"));
        assertThat(office.write(as("root", "staff"), "addVote", Map.of("postId", "p"))
                        .values())
                .containsEntry("votes", 2L);
    }

    private void forbidden(String pattern, Map<String, Object> arguments) {
        assertThatThrownBy(() -> office.write(as("ann"), pattern, arguments))
                .isInstanceOfSatisfying(AccessDenied.class, denied -> assertThat(denied.reason())
                        .isEqualTo(Reason.FORBIDDEN));
    }
}
