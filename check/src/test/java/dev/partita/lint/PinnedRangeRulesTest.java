package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;

import dev.partita.lint.internal.pinned.DateRangeLosesLastDay;
import dev.partita.lint.internal.pinned.InvertedOrderReadBackwards;
import dev.partita.lint.internal.pinned.PinnedOrderDiffers;
import dev.partita.lint.internal.pinned.SortKeysSkipped;
import org.junit.jupiter.api.Test;

/** Ranges and order of pinned requests: what the examples of the rules leave out. */
class PinnedRangeRulesTest {

    @Test
    void theOldestFirstIsReadBackwardsFromInvertedTimes() {
        check(new InvertedOrderReadBackwards(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt:newest-first}#{postId}" }
                    attributes:
                      wall: { type: string }
                      createdAt: { type: timestamp, set: on-create }
                      postId: { type: ulid, generate: ulid }
                patterns:
                  posts: { list: Post, key: { pk: "WALL#{wall}" }, direction: backward, order: oldest-first }
                """);
    }

    @Test
    void plainTimesAreReadBackwards() {
        check(new InvertedOrderReadBackwards(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt}#{postId}" }
                    attributes:
                      wall: { type: string }
                      createdAt: { type: timestamp, set: on-create }
                      postId: { type: ulid, generate: ulid }
                patterns:
                  posts: { list: Post, key: { pk: "WALL#{wall}" }, direction: backward }
                """);
    }

    @Test
    void anInvertedTimeReadForwardsIsNewestFirst() {
        check(new PinnedOrderDiffers(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt:newest-first}#{postId}" }
                    attributes:
                      wall: { type: string }
                      createdAt: { type: timestamp, set: on-create }
                      postId: { type: ulid, generate: ulid }
                patterns:
                  posts: { list: Post, key: { pk: "WALL#{wall}" }, order: newest-first }
                """);
    }

    @Test
    void theOldestFirstOfInvertedTimesReadForwardsDiffers() {
        check(new PinnedOrderDiffers(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt:newest-first}#{postId}" }
                    attributes:
                      wall: { type: string }
                      createdAt: { type: timestamp, set: on-create }
                      postId: { type: ulid, generate: ulid }
                patterns:
                  posts: { list: Post, key: { pk: "WALL#{wall}" }, order: oldest-first }
                  #                                                       ^^^^^^^^^^^^ pinned-order-differs: posts asks for oldest-first

                """);
    }

    @Test
    void anOrderByWhatIsNotInTheKeyDiffers() {
        check(new PinnedOrderDiffers(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt}#{postId}" }
                    attributes:
                      wall: { type: string }
                      createdAt: { type: timestamp, set: on-create }
                      postId: { type: ulid, generate: ulid }
                patterns:
                  posts: { list: Post, key: { pk: "WALL#{wall}" }, order: wall descending }
                  #                                                       ^^^^^^^^^^^^^^^ pinned-order-differs: posts asks for wall descending

                """);
    }

    @Test
    void aWholeTimeAsTheEndLosesNothing() {
        check(new DateRangeLosesLastDay(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Visit:
                    key: { pk: "SHOP#{shop}", sk: "{seenAt}" }
                    attributes:
                      shop: { type: string }
                      seenAt: { type: timestamp }
                patterns:
                  visits: { list: Visit, key: { pk: "SHOP#{shop}", sk: { between: ["{seenAt}", "{seenAt}"] } } }
                """);
    }

    @Test
    void aDateWrittenOutLosesItsDayToo() {
        check(new DateRangeLosesLastDay(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Visit:
                    key: { pk: "SHOP#{shop}", sk: "{seenAt}" }
                    attributes:
                      shop: { type: string }
                      seenAt: { type: timestamp }
                patterns:
                  visits: { list: Visit, key: { pk: "SHOP#{shop}", sk: { at-most: "2023-01-31" } } }
                  #                                                               ^^^^^^^^^^^^ date-range-loses-last-day: visits ends at a bare date
                """);
    }

    @Test
    void keysThatEndWithTheDayLoseNothing() {
        check(new DateRangeLosesLastDay(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Total:
                    key: { pk: "SHOP#{shop}", sk: "{day}" }
                    attributes:
                      shop: { type: string }
                      day: { type: date }
                patterns:
                  totals: { list: Total, key: { pk: "SHOP#{shop}", sk: { between: ["{day}", "{day}"] } } }
                """);
    }

    @Test
    void aRangeBeforeTheLastSortAttributeStopsTheOthers() {
        check(new SortKeysSkipped(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byRound: { partition: season, sort: [round, player], projection: all }
                entities:
                  Match:
                    key: { pk: "MATCH#{matchId}" }
                    attributes:
                      matchId: { type: string }
                      season: { type: string, required: true }
                      round: { type: string, required: true }
                      player: { type: string, required: true }
                patterns:
                  matches: { list: Match, index: byRound, key: { season: "{season}", round: { above: "{round}" }, player: "{player}" } }
                  #                                                                                                       ^^^^^^^^^^ sort-keys-skipped: matches asks for player, but round before it has a range
                """);
    }
}
