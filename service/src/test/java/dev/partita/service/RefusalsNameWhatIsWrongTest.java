package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.rest.RouteTable;
import dev.partita.rest.Routes;
import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.Test;

/** A refusal names what the caller gave or left out, once. */
class RefusalsNameWhatIsWrongTest {

    private static final String LIKES = """
            design: likes
            allow: signed-in
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                owner: userId
                attributes: { userId: string, likes: { type: integer, default: 0, read-only: true } }
              Like:
                key: { pk: "USER#{userId}", sk: "LIKE#{thing}" }
                owner: userId
                attributes: { userId: string, thing: string }
            patterns:
              signUp: { create: User, allow: owner, route: POST /users }
              cast: { create: Like, allow: owner, route: POST /casts }
              bump: { update: User, by: userId, add: { likes: 1 }, allow: together }
              like: { transact: [cast, bump], same: userId, route: POST /likes }
              bumpMine: { update: User, by: userId, add: { likes: 1 }, allow: owner }
              likeMine: { transact: [cast, bumpMine], same: userId, allow: owner, route: POST /mine }
            """;

    private static final String POSTS = """
            design: posts
            allow: anyone
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Post:
                key: { pk: "POST#{postId}", sk: META }
                attributes:
                  postId: string
                  tags: { type: list of string, max-items: 9 }
                  marks: { type: map of integer, max-items: 2 }
              PostTag:
                key: { pk: "TAG#{tag}", sk: "{postId}" }
                from: { entity: Post, each: tags, as: tag }
                attributes: { tag: string, postId: { type: string, references: Post } }
            patterns:
              save: { put: Post, route: "PUT /posts/{postId}" }
            """;

    private static final String[] ANN = {"Partita-As", "ann", "Partita-Groups", ""};

    @Test
    void whatIsMissingInAPartIsMissing() {
        try (Served served = Served.design(LIKES)) {
            assertThat(served.post("/api/likes/users", "{}", ANN).status()).isEqualTo(201);
            Answer missing = served.post("/api/likes/likes", "{\"thing\":\"x\"}", ANN);
            assertThat(missing.status()).as(missing.toString()).isEqualTo(422);
            assertThat(missing.body()).contains("is missing in bump; it must be the same in cast and bump");
            assertThat(served.post("/api/likes/mine", "{\"thing\":\"x\"}", ANN).status())
                    .isEqualTo(200);
            String routes = RouteTable.text(Routes.of(served.databases.get(0).plans()));
            assertThat(routes.lines().filter(line -> line.contains("/mine ")))
                    .anyMatch(line -> line.contains("userId?"));
            assertThat(routes.lines().filter(line -> line.contains("/likes ")))
                    .noneMatch(line -> line.contains("userId?"));
        }
    }

    @Test
    void anElementOfWhichACopyIsMadeIsNamedAsItWasGiven() {
        try (Served served = Served.design(POSTS)) {
            Answer empty = served.withBody("PUT", "/api/posts/posts/p", "{\"tags\":[\"a\",\"\"]}");
            assertThat(empty.status()).as(empty.toString()).isEqualTo(422);
            assertThat(empty.body()).contains("tags[1]").contains("may not be empty, for a PostTag is made of it");
        }
    }

    @Test
    void aMapBeyondItsLimitIsRefusedOnce() {
        try (Served served = Served.design(POSTS)) {
            Answer many = served.withBody("PUT", "/api/posts/posts/p", "{\"marks\":{\"a\":1,\"b\":2,\"c\":3}}");
            assertThat(many.status()).as(many.toString()).isEqualTo(422);
            assertThat(many.body().split("\"max-items\"", -1)).hasSize(2);
        }
    }
}
