package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copies go with their origin, also when nobody deletes it: they have its moment of expiry. */
class CopyExpiryTest {

    private final Bench bench = new Bench("""
            design: offers
            tables:
              main: { key: { partition: pk, sort: sk }, expiry: ttl }
            entities:
              Offer:
                key: { pk: "OFFER#{offerId}", sk: META }
                expiry: 7 days after renewedAt
                attributes:
                  offerId:   string
                  tags:      { type: list of string, max-items: 20, distinct: true }
                  renewedAt: { type: timestamp, required: true }
              OfferTag:
                key: { pk: "TAG#{tag}", sk: "{offerId}" }
                from: { entity: Offer, each: tags, as: tag }
                attributes: { tag: string, offerId: string, renewedAt: timestamp }
            patterns:
              offer:  { create: Offer }
              save:   { put: Offer }
              renew:  { update: Offer, by: offerId, change: [renewedAt] }
              get:    { get: Offer, by: offerId }
              tagged: { list: OfferTag, by: tag }
              many:   { count: OfferTag, by: tag }
            """);

    @Test
    void aCopyHasTheMomentOfItsOrigin() {
        offer("offer", Bench.START.toString(), "a", "b");
        String moment = String.valueOf(Bench.START.plus(Duration.ofDays(7)).getEpochSecond());
        assertThat(bench.items().values()).extracting(item -> item.get("ttl")).containsExactly(moment, moment, moment);
        bench.pass(Duration.ofDays(8));
        assertThat(tagged("a")).isZero();
        assertThat(bench.read("many", "tag", "a").count()).isZero();
    }

    @Test
    void aRenewedOriginTakesItsCopiesAlong() {
        offer("offer", Bench.START.toString(), "a", "b");
        bench.run(
                "renew",
                "offerId",
                "1",
                "renewedAt",
                Bench.START.plus(Duration.ofDays(5)).toString());
        bench.pass(Duration.ofDays(8));
        assertThat(tagged("a")).isEqualTo(1);
        bench.pass(Duration.ofDays(5));
        assertThat(tagged("a")).isZero();
    }

    /** What expired is still stored, and DynamoDB removes it and its copies when it comes to it. */
    @Test
    void whatIsMadeAnewHasOnlyItsOwnCopies() {
        for (String pattern : List.of("save", "offer")) {
            offer(pattern, bench.surroundings().now().toString(), "a", "b");
            bench.pass(Duration.ofDays(8));
            offer(pattern, bench.surroundings().now().toString(), "b", "c");
            assertThat(List.of(tagged("a"), tagged("b"), tagged("c")))
                    .as(pattern)
                    .containsExactly(0, 1, 1);
            bench.pass(Duration.ofDays(8));
        }
    }

    @Test
    void whatIsPutBeforeItsTimeIsOverLosesTheOldCopies() {
        offer("save", Bench.START.toString(), "a", "b");
        offer("save", Bench.START.toString(), "c");
        assertThat(List.of(tagged("a"), tagged("b"), tagged("c"))).containsExactly(0, 0, 1);
        assertThat(bench.items()).hasSize(2);
    }

    private void offer(String pattern, String renewedAt, String... tags) {
        bench.run(pattern, "offerId", "1", "tags", List.of(tags), "renewedAt", renewedAt);
    }

    private int tagged(String tag) {
        return bench.read("tagged", "tag", tag).items().size();
    }
}
