package dev.partita.plan.internal.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.lint.Linter;
import dev.partita.plan.Bench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only what tells the time proves an order by time: an id that callers may give as any text does not. */
class NewestFirstTest {

    private static final String DESIGN = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Post:
                key: { pk: "WALL#{wall}", sk: "%s" }
                GSI1: { gsi1pk: "WALL#{wall}", gsi1sk: "{madeAt}#{postId}" }
                attributes:
                  wall: string
                  postId: { %s }
                  madeAt: { type: timestamp, set: on-create }
            patterns:
              add: { create: Post }
              posts: { list: Post, by: wall, order: %s }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST#{postId} | type: string, generate: ulid | main.GSI1",
                "POST#{postId} | type: ulid, generate: ulid | main.GSI1",
                "POST#{postId} | type: ulid | main.GSI1",
                "POST#{postId:newest-first} | type: string, generate: ulid | main.GSI1",
                "POST#{postId} | type: string, generate: ulid, read-only: true | main",
                "POST#{postId:newest-first} | type: string, generate: ulid, read-only: true | main",
                "POST#{madeAt}#{postId} | type: uuid, generate: uuid | main",
            })
    void theTimeOfCreationIsPreferredToAnIdThatCallersMayGive(String key, String id, String target) {
        for (String order : List.of("newest-first", "oldest-first")) {
            String design = DESIGN.formatted(key, id, order);
            assertThat(Compiler.compile(
                                    Reader.read(new Source("t.yaml", design)).design())
                            .plans()
                            .get("posts")
                            .toString())
                    .contains("Query of " + target + " where");
            assertThat(Linter.lint(Reader.read(new Source("t.yaml", design))))
                    .filteredOn(finding -> target.equals("main.GSI1"))
                    .extracting(Finding::rule)
                    .doesNotContain("unused-index");
        }
    }

    @Test
    void whatWasWrittenLastComesFirstWhateverIdItWasGiven() {
        Bench bench = new Bench(DESIGN.formatted("POST#{postId}", "type: string, generate: ulid", "newest-first"));
        for (String id : List.of("zzz", "aaa", "mmm")) {
            bench.run("add", "wall", "w", "postId", id);
            bench.pass(Duration.ofSeconds(1));
        }
        assertThat(bench.read("posts", "wall", "w").items())
                .extracting(item -> item.values().get("postId"))
                .containsExactly("mmm", "aaa", "zzz");
    }

    @Test
    void anIdThatMayBeAnyTextProvesNoTime() {
        String design = DESIGN.formatted("POST#{postId}", "type: string, generate: %s", "newest-first")
                .replaceAll("(?m)^ +GSI1: \\{ gsi1pk.*\n", "");
        assertThat(Compiler.compile(Reader.read(new Source("t.yaml", design.formatted("ulid")))
                                .design())
                        .findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.rule()).isEqualTo("order-not-served");
                    assertThat(finding.message()).contains("it sorts by postId, which callers may give as any text");
                    assertThat(finding.advice())
                            .isEqualTo("write `type: ulid` in Post.postId, or write `read-only: true` in Post.postId");
                });
        assertThat(Compiler.compile(Reader.read(new Source("t.yaml", design.formatted("\"p_{ulid}\"")))
                                .design())
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.advice()).isEqualTo("write `read-only: true` in Post.postId"));
    }

    @Test
    void theIdOfACopyIsMadeUpWhereThatOfItsOriginIs() {
        Design design = Reader.read(new Source("test", """
                        design: t
                        tables:
                          main: { key: { partition: pk, sort: sk } }
                        entities:
                          Post:
                            key: { pk: "POST#{postId}", sk: META }
                            attributes:
                              postId: { type: string, generate: ulid, read-only: true }
                              tags: { type: list of string, max-items: 5 }
                          Tag:
                            key: { pk: "TAG#{tag}", sk: "{post}" }
                            from: { entity: Post, each: tags, as: tag }
                            attributes: { tag: string, post: { type: string, references: Post } }
                          Lost:
                            key: { pk: "LOST#{lostId}", sk: META }
                            from: { entity: Nobody }
                            attributes: { lostId: string }
                        """)).design();
        Entity tag = design.entities().get("Tag");
        Attribute post = tag.attributes().get("post");
        assertThat(WriteOrder.isMadeUp(design, tag, post)).isTrue();
        assertThat(WriteOrder.isSurelyUlid(design, tag, post)).isTrue();
        Entity lost = design.entities().get("Lost");
        assertThat(WriteOrder.isMadeUp(design, lost, lost.attributes().get("lostId")))
                .isFalse();
    }
}
