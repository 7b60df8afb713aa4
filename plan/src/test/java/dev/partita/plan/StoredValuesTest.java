package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.Written.Outcome;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.value.Times;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A value that is given anywhere is the value as its attribute stores it, and an answer shows what is stored. */
class StoredValuesTest {

    private static final String POSTS = """
            design: posts
            time-zone: Asia/Tokyo
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Author:
                key: { pk: "AUTHOR#{handle}", sk: META }
                attributes:
                  handle: { type: string, normalise: [trim, lower] }
                  name: string
                  closed: flag
              Post:
                key:  { pk: "POST#{postId}", sk: META }
                GSI1: { gsi1pk: "BY#{by}", gsi1sk: "{title}" }
                attributes:
                  postId: string
                  by:     { type: string, references: Author, must-exist: true, required: true }
                  byToo:  { type: string, derive: by }
                  title:  { type: string, normalise: upper, required: true }
                  tags:   { type: list of string, normalise: [trim, lower], max-items: 20 }
                  n:      integer
                  at:     timestamp
              PostTag:
                key: { pk: "TAG#{tag}", sk: "POST#{postId}" }
                from: { entity: Post, each: tags, as: tag }
                attributes: { tag: string, postId: { type: string, references: Post }, by: string }
              Page:
                key: { pk: "PAGE#{url}", sk: META }
                attributes:
                  url:  { type: string, normalise: url }
                  text: string
                  seen: { type: timestamp, set: on-write }
                  secret: { type: string, hidden: true }
                  hash: { type: string, hash-of: [text] }
            patterns:
              join:     { create: Author }
              author:   { get: Author, by: handle }
              post:     { create: Post, requires: { Author: "NOT closed AND name = :name" } }
              tagged:   { list: PostTag, by: tag }
              ofAuthor: { list: Post, by: by }
              between:  { list: Post, by: by, range: title }
              titled:   { scan: Post, where: title = :title }
              with:     { scan: Post, where: "contains(tags, :tag)" }
              heads:    { scan: Post, where: "begins_with(title, :head)" }
              among:    { scan: Post, where: "tags = :tags OR title IN (:a, 'b')" }
              above:    { scan: Post, where: n > :n }
              onDay:    { scan: Post, where: "at >= '2024-06-30' AND at < '2024-07-01'" }
              long:     { scan: Post, where: size(title) = :size }
              retitle:  { update: Post, by: postId, change: [title], when: title = :old }
              seePage:  { put: Page, detect: hash }
              editPage: { update: Page, by: url, change: [text], detect: hash }
            """;

    private final Bench bench = new Bench(POSTS);

    private void post() {
        bench.run("join", "handle", " Ann ", "name", "Ann");
        bench.run(
                "post",
                "postId",
                "1",
                "by",
                "ANN",
                "title",
                "Hello",
                "tags",
                List.of(" JavaScript ", "CSS"),
                "n",
                10,
                "at",
                "2024-06-29T15:00:00Z",
                "name",
                "Ann");
    }

    private List<Object> ids(String pattern, Object... arguments) {
        return bench.read(pattern, arguments).items().stream()
                .map(found -> found.values().get("postId"))
                .toList();
    }

    @Test
    void aReferenceIsNormalisedAsWhatItRefersTo() {
        post();
        assertThat(bench.items()).containsKeys("AUTHOR#ann META", "TAG#javascript POST#1", "TAG#css POST#1");
        assertThat(bench.items().get("POST#1 META")).containsEntry("by", "ann").containsEntry("byToo", "ann");
        assertThat(bench.read("author", "handle", "ANN ").items()).hasSize(1);
    }

    @Test
    void everyArgumentIsNormalisedAsItsAttribute() {
        post();
        assertThat(ids("tagged", "tag", "JavaScript")).containsExactly("1");
        assertThat(ids("ofAuthor", "by", " aNN")).containsExactly("1");
        assertThat(ids("between", "by", "Ann", "titleFrom", "hello", "titleTo", "hellp"))
                .containsExactly("1");
        assertThat(ids("between", "by", "Ann", "titleFrom", "hellp")).isEmpty();
        assertThat(ids("titled", "title", "hello")).containsExactly("1");
        assertThat(ids("with", "tag", " Css ")).containsExactly("1");
        assertThat(ids("heads", "head", "he")).containsExactly("1");
        assertThat(ids("among", "tags", List.of("x"), "a", "hello")).containsExactly("1");
        assertThat(bench.run("retitle", "postId", "1", "title", "bye", "old", "hello")
                        .values())
                .containsEntry("title", "BYE");
    }

    @Test
    void anArgumentHasTheTypeOfItsAttribute() {
        post();
        assertThat(ids("above", "n", "9")).containsExactly("1");
        assertThat(ids("above", "n", 10)).isEmpty();
        assertThat(ids("long", "size", "5")).containsExactly("1");
        assertThatThrownBy(() -> ids("above", "n", "many"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("is not an integer");
        assertThatThrownBy(() -> bench.run("retitle", "postId", "1", "title", "bye"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("old is required");
    }

    @Test
    void aDayInAConditionBeginsWhereItDoesInTheDesignsZone() {
        post();
        assertThat(ids("onDay")).containsExactly("1");
    }

    @Test
    void whatChangesNothingAnswersWhatIsStored() {
        bench.run("seePage", "url", "HTTPS://Example.com/a", "text", "one", "secret", "s");
        String seen = bench.items().get("PAGE#https://example.com/a META").get("seen");
        bench.pass(java.time.Duration.ofHours(1));
        Written again = bench.run("seePage", "url", "https://example.com/a", "text", "one");
        assertThat(again.outcome()).isEqualTo(Outcome.UNCHANGED);
        assertThat(Times.stored(
                        dev.partita.design.model.Type.Simple.TIMESTAMP,
                        again.values().get("seen")))
                .isEqualTo(seen);
        assertThat(again.values()).doesNotContainKey("secret");
        Written edited = bench.run("editPage", "url", "https://example.com/a", "text", "one");
        assertThat(edited.outcome()).isEqualTo(Outcome.UNCHANGED);
        assertThat(edited.values()).isEqualTo(again.values());
        assertThat(bench.items().get("PAGE#https://example.com/a META")).containsEntry("secret", "s");
    }

    @Test
    void anArgumentOfARequirementIsNoAttribute() {
        bench.run("join", "handle", "ann", "name", "Ann");
        assertThatThrownBy(() -> bench.run("post", "postId", "1", "by", "ann", "title", "x", "name", "Ben"))
                .isInstanceOf(WriteRefused.class);
        assertThat(bench.plan("post").arguments()).extracting(Argument::name).contains("name");
    }
}
