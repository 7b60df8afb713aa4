package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.WriteRefused.Rule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** An update that makes the item where there is none, by the rules of a create. */
class UpdateOrCreateTest {

    private final Bench bench = new Bench("""
            design: counters
            tables:
              main:
                name: counters
                key: { partition: pk, sort: sk }
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Site:
                key: { pk: "SITE#{site}", sk: META }
                attributes: { site: string, pages: { type: integer, default: 0, read-only: true } }
              Page:
                key: { pk: "SITE#{site}", sk: "PAGE#{path}" }
                GSI1: { gsi1pk: "SITE#{site}", gsi1sk: "{path}" }
                version: version
                attributes:
                  site:    { type: string, references: Site, must-exist: true }
                  path:    string
                  visits:  { type: integer, default: 10, read-only: true, range: 0..20 }
                  spent:   { type: decimal, read-only: true }
                  tags:    { type: list of string, default: [new], max-items: 3, distinct: true }
                  slug:    { type: string, unique: true }
                  title:   { type: string, default: none }
                  upper:   { type: string, derive: "{title:upper}" }
                  version: { type: integer, read-only: true }
                  madeAt:  { type: timestamp, set: on-create }
                  seenAt:  { type: timestamp, set: on-write }
              PageTag:
                from: { entity: Page, each: tags, as: tag }
                key: { pk: "TAG#{tag}", sk: "{site}#{path}" }
                attributes: { tag: { type: string, store: false }, site: { type: string, store: false }, path: { type: string, store: false } }
              Lock:
                key: { pk: "LOCK#{name}", sk: META }
                attributes: { name: string, holder: string, until: { type: timestamp-millis }, lines: { type: list of string, max-items: 9 } }
              Board:
                key: { pk: "BOARD#{name}", sk: META }
                attributes: { name: string, visits: { type: integer, default: 0 }, posts: { type: integer, default: 0, read-only: true }, paid: { type: decimal, range: 0..100 } }
              Post:
                key: { pk: "BOARD#{name}", sk: "POST#{number:05}" }
                attributes: { name: { type: string, references: Board }, number: { type: integer, generate: { sequence: Board.posts } } }
              Code:
                key: { pk: "CODE#{code}", sk: META }
                expiry: 1 hour after madeAt
                soft-delete: { at: goneAt }
                attributes: { code: string, tries: { type: integer, default: 0 }, madeAt: { type: timestamp, set: on-create }, goneAt: timestamp }
            quotas:
              pages: { counts: Page, per: site, counter: Site.pages, limit: 2 }
            patterns:
              addSite: { create: Site }
              visit:   { update: Page, by: [site, path], add: { visits: 1 }, or-create: true }
              spend:   { update: Page, by: [site, path], add: [spent], change: [title, slug], append: [tags], or-create: true }
              count:   { update: Page, by: [site, path], add: [visits], or-create: true }
              untag:   { update: Page, by: [site, path], remove: [tags], or-create: true }
              counted: { update: Page, by: [site, path], set: { title: seen }, require: [slug], change: [slug], requires: { Site: "pages < :most" }, or-create: true }
              hold:    { update: Lock, by: name, set: { holder: me, until: now + 1 minute }, when: "until < now", or-create: true }
              log:     { update: Lock, by: name, append: [lines], or-create: true }
              attempt: { update: Code, by: code, add: { tries: 1 }, or-create: true }
              revoke:  { delete: Code, by: code }
              both:    { transact: [attempt, hold] }
              visitBoard: { update: Board, by: name, add: { visits: 1 }, or-create: true }
              post:    { create: Post }
              visitAndPost: { transact: [visitBoard, post], same: [name] }
              pay:     { update: Board, by: name, add: [paid], or-create: true }
              page:    { get: Page, by: [site, path] }
            """);

    @Test
    void whatIsNotThereIsMadeAndWhatIsThereIsChanged() {
        bench.run("addSite", "site", "s");
        bench.sent();
        Written made = bench.run("visit", "site", "s", "path", "/a");
        assertThat(made.outcome()).isEqualTo(Written.Outcome.CREATED);
        assertThat(made.values())
                .containsEntry("visits", 11L)
                .containsEntry("title", "none")
                .containsEntry("upper", "NONE")
                .containsEntry("tags", List.of("new"))
                .containsEntry("version", 1L)
                .containsEntry("madeAt", bench.surroundings().clock().instant());
        assertThat(bench.sent()).containsExactly("UpdateItem", "TransactWriteItems");
        assertThat(bench.items()).containsKey("TAG#new s#/a");
        Written changed = bench.run("visit", "site", "s", "path", "/a");
        assertThat(changed.outcome()).isEqualTo(Written.Outcome.UPDATED);
        assertThat(changed.values()).containsEntry("visits", 12L).containsEntry("version", 2L);
        assertThat(bench.sent()).as("a counter that is there is one request").containsExactly("UpdateItem");
        assertThat(bench.items().get("SITE#s META")).containsEntry("pages", "1");
    }

    @Test
    void whatItBeginsWithIsTheDefaultAndWhatIsGiven() {
        bench.run("addSite", "site", "s");
        Map<String, Object> made = bench.run(
                        "spend",
                        "site",
                        "s",
                        "path",
                        "/a",
                        "spent",
                        "1.5",
                        "title",
                        "T",
                        "slug",
                        "a",
                        "tags",
                        List.of("x"))
                .values();
        assertThat(made)
                .containsEntry("spent", new BigDecimal("1.5"))
                .containsEntry("visits", 10L)
                .containsEntry("upper", "T")
                .containsEntry("tags", List.of("new", "x"));
        assertThat(bench.run("untag", "site", "s", "path", "/b", "tags", List.of("new"))
                        .values()
                        .get("tags"))
                .isIn(null, List.of());
    }

    @Test
    void theRulesOfACreateHold() {
        refused(Rule.REFERENCE_MISSING, "Site", () -> bench.run("visit", "site", "none", "path", "/a"));
        bench.run("addSite", "site", "s");
        bench.run("spend", "site", "s", "path", "/a", "spent", 1, "slug", "a");
        refused(
                Rule.NOT_UNIQUE,
                "Page.slug",
                () -> bench.run("spend", "site", "s", "path", "/b", "spent", 1, "slug", "a"));
        assertThatThrownBy(
                        () -> bench.run("spend", "site", "s", "path", "/b", "spent", 1, "tags", List.of("x", "y", "z")))
                .as("four tags with the one that is there by default")
                .isInstanceOf(InvalidValues.class);
        bench.run("visit", "site", "s", "path", "/b");
        refused(Rule.QUOTA_REACHED, "pages", () -> bench.run("visit", "site", "s", "path", "/c"));
        bench.run("visit", "site", "s", "path", "/b");
        assertThat(bench.items()).doesNotContainKey("SITE#s PAGE#/c");
    }

    @Test
    void whatANewItemCouldNotHaveMayBeRightForTheOneThatIsThere() {
        bench.run("addSite", "site", "s");
        bench.run("visit", "site", "s", "path", "/a");
        bench.run("count", "site", "s", "path", "/a", "visits", -11);
        assertThat(bench.run("count", "site", "s", "path", "/a", "visits", 15).values())
                .containsEntry("visits", 15L);
        assertThatThrownBy(() -> bench.run("count", "site", "s", "path", "/b", "visits", 15))
                .isInstanceOf(InvalidValues.class);
        assertThat(bench.items()).doesNotContainKey("SITE#s PAGE#/b");
    }

    @Test
    void ofWhatIsAppendedToWhatIsThereByDefaultOnlyTheNewIsAdded() {
        bench.run("addSite", "site", "s");
        assertThat(bench.run("spend", "site", "s", "path", "/a", "spent", "1", "tags", List.of("new", "x"))
                        .values())
                .containsEntry("tags", List.of("new", "x"));
        assertThat(bench.run("log", "name", "l", "lines", List.of()).values()).containsEntry("lines", List.of());
    }

    @Test
    void aConditionIsOfWhatIsThere() {
        assertThat(bench.run("hold", "name", "l").outcome()).isEqualTo(Written.Outcome.CREATED);
        refused(Rule.CONDITION_NOT_MET, "Lock", () -> bench.run("hold", "name", "l"));
        bench.pass(Duration.ofSeconds(61));
        assertThat(bench.run("hold", "name", "l").outcome()).isEqualTo(Written.Outcome.UPDATED);
    }

    @Test
    void itemsOfTheSameTransactionAreRequiredAsInACreate() {
        bench.run("addSite", "site", "s");
        assertThat(bench.run("counted", "site", "s", "path", "/a", "slug", "x", "most", 1)
                        .outcome())
                .isEqualTo(Written.Outcome.CREATED);
        refused(
                Rule.CONDITION_NOT_MET,
                "Site",
                () -> bench.run("counted", "site", "s", "path", "/b", "slug", "y", "most", 1));
    }

    @Test
    void whatHasExpiredIsMadeAnewAndWhatIsMarkedIsNot() {
        bench.run("attempt", "code", "c");
        assertThat(bench.run("attempt", "code", "c").values()).containsEntry("tries", 2L);
        bench.pass(Duration.ofMinutes(61));
        Written anew = bench.run("attempt", "code", "c");
        assertThat(anew.outcome()).isEqualTo(Written.Outcome.CREATED);
        assertThat(anew.values()).containsEntry("tries", 1L);
        bench.run("revoke", "code", "c");
        WriteRefused marked = refused(Rule.ALREADY_EXISTS, "Code", () -> bench.run("attempt", "code", "c"));
        assertThat(marked).hasMessage("there is such a Code already, marked as deleted");
        bench.pass(Duration.ofMinutes(61));
        assertThat(bench.run("attempt", "code", "c").values()).containsEntry("tries", 1L);
    }

    /** What stands in the table's expiry says nothing of an entity whose items do not expire. */
    @Test
    void whatDoesNotExpireIsThereWhateverItsExpirySays() {
        bench.run("addSite", "site", "s");
        bench.run("spend", "site", "s", "path", "/a", "spent", 1, "title", "t");
        Map<String, AttributeValue> stored = new LinkedHashMap<>();
        bench.raw().stream()
                .filter(item -> item.get("sk").equals(new AttributeValue.S("PAGE#/a")))
                .forEach(item -> stored.putAll(item.toMap()));
        stored.put("ttl", AttributeValue.N.of(1));
        bench.call(new Request.PutItem("counters", Item.of(stored), null, Map.of(), Map.of(), null));
        Written changed = bench.run("untag", "site", "s", "path", "/a", "tags", List.of("new"));
        assertThat(changed.outcome()).isEqualTo(Written.Outcome.UPDATED);
        assertThat(changed.values()).containsEntry("title", "t");
    }

    @Test
    void aVersionThatIsExpectedHasToBeThere() {
        bench.run("addSite", "site", "s");
        assertThatThrownBy(() -> bench.run("visit", "site", "s", "path", "/a", "version", 3))
                .isInstanceOf(WriteRefused.class);
        assertThat(bench.items()).doesNotContainKey("SITE#s PAGE#/a");
    }

    @Test
    void inATransactionEachPartIsMadeOrChanged() {
        bench.run("attempt", "code", "c");
        Written both = bench.run("both", "code", "c", "name", "l");
        assertThat(both.parts())
                .extracting(Written::outcome)
                .containsExactly(Written.Outcome.UPDATED, Written.Outcome.CREATED);
        refused(Rule.CONDITION_NOT_MET, "Lock", () -> bench.run("both", "code", "d", "name", "l"));
        assertThat(bench.items()).as("all or nothing").doesNotContainKey("CODE#d META");
        bench.pass(Duration.ofSeconds(61));
        Written later = bench.run("both", "code", "d", "name", "l");
        assertThat(later.parts())
                .extracting(Written::outcome)
                .containsExactly(Written.Outcome.CREATED, Written.Outcome.UPDATED);
    }

    @Test
    void aParentThatIsMadeNumbersTheChildrenOfTheSameTransaction() {
        for (int number = 1; number <= 3; number++) {
            Written both = bench.run("visitAndPost", "name", "b");
            assertThat(both.parts().get(1).values()).containsEntry("number", (long) number);
        }
        assertThat(bench.items().get("BOARD#b META"))
                .containsEntry("posts", "3")
                .containsEntry("visits", "3");
    }

    @Test
    void aSumThatNoNumberCanHoldIsTheCallersFault() {
        bench.run("addSite", "site", "s");
        bench.run("visit", "site", "s", "path", "/a");
        assertThatThrownBy(() -> bench.run("pay", "name", "b", "paid", new BigDecimal("1e-38")))
                .isInstanceOfSatisfying(InvalidValues.class, invalid -> assertThat(invalid.violations())
                        .extracting(Violation::attribute)
                        .containsExactly("paid"));
    }

    @Test
    void manyAtOnceMakeOneAndLoseNoCount() throws Exception {
        int callers = 8;
        int calls = 25;
        ExecutorService all = Executors.newFixedThreadPool(callers);
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                work.add(() -> {
                    for (int call = 0; call < calls; call++) {
                        bench.run("attempt", "code", "c" + call);
                    }
                    return null;
                });
            }
            for (Future<Void> done : all.invokeAll(work)) {
                done.get();
            }
        } finally {
            all.shutdown();
        }
        for (int call = 0; call < calls; call++) {
            assertThat(bench.items().get("CODE#c" + call + " META")).containsEntry("tries", "" + callers);
        }
    }
}
