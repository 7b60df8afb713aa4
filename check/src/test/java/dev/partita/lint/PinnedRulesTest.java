package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;

import dev.partita.lint.internal.key.PrefixInsidePart;
import dev.partita.lint.internal.pinned.OpenRange;
import dev.partita.lint.internal.pinned.PartitionKeyMissing;
import dev.partita.lint.internal.pinned.PinnedKeyFindsNothing;
import dev.partita.lint.internal.pinned.PrefixMatchesOtherEntity;
import org.junit.jupiter.api.Test;

/** Pinned requests: what the examples of the rules leave out. */
class PinnedRulesTest {

    @Test
    void aValueOfOneWidthEndsWhereItEnds() {
        check(new PrefixInsidePart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Rating:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}#{year}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: ulid }
                      year: { type: string }
                patterns:
                  ratings: { list: Rating, key: { pk: "USER#{userId}", sk: { begins-with: "SITE#{siteId}" } } }
                """);
    }

    @Test
    void aLoneValueIsMeantAsAPrefix() {
        check(new PrefixInsidePart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Rating:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}#{year}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                      year: { type: string }
                patterns:
                  ratings: { list: Rating, key: { pk: "USER#{userId}", sk: { begins-with: "{year}" } } }
                """);
    }

    @Test
    void aConstantPrefixEndsInNoValue() {
        check(new PrefixInsidePart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Rating:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}#{year}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                      year: { type: string }
                patterns:
                  ratings: { list: Rating, key: { pk: "USER#{userId}", sk: { begins-with: "SITE#" } } }
                """);
    }

    @Test
    void countersOfAQuotaLieInThePartition() {
        check(new PrefixMatchesOtherEntity(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                      createdAt: { type: timestamp, set: on-create }
                quotas:
                  daily: { counts: Use, per: [userId, createdAt:date], item: { pk: "USER#{userId}", sk: "QUOTA#{createdAt:date}" }, limit: 5 }
                patterns:
                  uses: { list: Use, key: { pk: "USER#{userId}" } }
                # ^^^^ prefix-matches-other-entity: uses also reads the counter of daily
                  usesOnly: { list: Use, key: { pk: "USER#{userId}", sk: { begins-with: "USE#" } } }
                """);
    }

    @Test
    void aFilterMayTellThemApart() {
        check(new PrefixMatchesOtherEntity(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Rating:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                      stars: { type: integer, required: true }
                  Comment:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}#COMMENT#{commentId}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                      commentId: { type: string }
                patterns:
                  ratings: { list: Rating, key: { pk: "USER#{userId}" }, filter: exists(stars) }
                """);
    }

    @Test
    void aCollectionReadAsAWholeIsMeant() {
        check(new PrefixMatchesOtherEntity(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Problem:
                    key: { pk: "PROB#{id}", sk: META }
                    attributes: { id: { type: string } }
                  TestCase:
                    key: { pk: "PROB#{id}", sk: "TC#{number:05}" }
                    attributes:
                      id: { type: string }
                      number: { type: integer }
                patterns:
                  problem: { read: [Problem, TestCase], key: { pk: "PROB#{id}" } }
                """);
    }

    @Test
    void anIndexThatHoldsNoneOfThemFindsNone() {
        check(new PinnedKeyFindsNothing(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }

                entities:
                  Plan:
                    key: { pk: "PLAN#{name}", sk: META }
                    attributes: { name: { type: string } }
                patterns:
                  plans: { list: Plan, index: GSI1, key: { gsi1pk: PLAN } }
                # ^^^^^ pinned-key-finds-nothing: plans finds no Plan: no Plan is ever in the index GSI1
                """);
    }

    @Test
    void oneOfSeveralTemplatesIsEnough() {
        check(new PinnedKeyFindsNothing(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }

                entities:
                  Problem:
                    key: { pk: "PROB#{id}", sk: META }
                    GSI1:
                      - { when: isDone, gsi1pk: DONE, gsi1sk: "{id}" }
                      - { when: NOT isDone, gsi1pk: OPEN, gsi1sk: "{id}" }
                    attributes:
                      id: { type: string }
                      isDone: { type: flag, default: false }
                patterns:
                  open: { list: Problem, index: GSI1, key: { gsi1pk: OPEN } }
                """);
    }

    @Test
    void aRangeUpwardsDoesNotReachWhatLiesBelow() {
        check(new OpenRange(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Log:
                    key: { pk: "USER#{userId}", sk: "LOG#{logId}" }
                    attributes:
                      userId: { type: string }
                      logId: { type: ulid, generate: ulid }
                  Account:
                    key: { pk: "USER#{userId}", sk: "ACCOUNT" }
                    attributes:
                      userId: { type: string }
                patterns:

                  logs: { list: Log, key: { pk: "USER#{userId}", sk: { at-least: "LOG#{logId}" } } }
                """);
    }

    @Test
    void aRangeDownwardsDoes() {
        check(new OpenRange(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Log:
                    key: { pk: "USER#{userId}", sk: "LOG#{logId}" }
                    attributes:
                      userId: { type: string }
                      logId: { type: ulid, generate: ulid }
                  Account:
                    key: { pk: "USER#{userId}", sk: "ACCOUNT" }
                    attributes:
                      userId: { type: string }
                patterns:

                  logs: { list: Log, key: { pk: "USER#{userId}", sk: { at-most: "LOG#{logId}" } } }
                  #                                                    ^^^^^^^ open-range: logs runs on into Account
                """);
    }

    @Test
    void aScanNeedsNoPartition() {
        check(new PartitionKeyMissing(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes: { userId: { type: string } }
                patterns:
                  all: { scan: User, limit: 10, about: A look at the table. }
                """);
    }
}
