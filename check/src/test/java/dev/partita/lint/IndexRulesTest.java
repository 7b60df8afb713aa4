package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;

import dev.partita.lint.internal.key.IndexOrderUndefined;
import dev.partita.lint.internal.table.DuplicateIndex;
import dev.partita.lint.internal.table.IllegalName;
import dev.partita.lint.internal.table.IndexKeysInvalid;
import dev.partita.lint.internal.table.UnusedIndex;
import dev.partita.lint.internal.write.UniquenessExpectedOfIndex;
import org.junit.jupiter.api.Test;

/** Indexes: what the examples of the rules leave out. */
class IndexRulesTest {

    @Test
    void ofTwoEqualIndexesTheLaterIsOneTooMany() {
        check(new DuplicateIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      one: { partition: status, projection: all }
                      two: { partition: status, projection: all }
                #     ^^^ duplicate-index: one serves whatever two does
                entities:
                  Order:
                    key: { pk: "USER#{userId}", sk: "ORDER#{orderId}" }
                    attributes:
                      userId: { type: string }
                      orderId: { type: string }
                      status: { type: string, required: true }
                      total: { type: integer, required: true }
                """);
    }

    @Test
    void anIndexWithTheKeyOfTheTableIsOneTooMany() {
        check(new DuplicateIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      again: { partition: pk, projection: all }
                #     ^^^^^ duplicate-index: the table serves whatever again does
                entities:
                  Order:
                    key: { pk: "USER#{userId}", sk: "ORDER#{orderId}" }
                    attributes:
                      userId: { type: string }
                      orderId: { type: string }
                      status: { type: string, required: true }
                      total: { type: integer, required: true }
                """);
    }

    @Test
    void aNarrowerProjectionDoesNotReplaceAWiderOne() {
        check(new DuplicateIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      wide: { partition: status, projection: all }
                      narrow: { partition: status, sort: total, projection: [orderId] }
                entities:
                  Order:
                    key: { pk: "USER#{userId}", sk: "ORDER#{orderId}" }
                    attributes:
                      userId: { type: string }
                      orderId: { type: string }
                      status: { type: string, required: true }
                      total: { type: integer, required: true }
                """);
    }

    @Test
    void aLocalIndexNeedsATableWithASortKey() {
        check(new IndexKeysInvalid(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byTotal: { local: true, sort: total, projection: all }
                #     ^^^^^^^ index-keys-invalid: byTotal is local, and its table has no sort key
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: string }
                      total: { type: integer }
                """);
    }

    @Test
    void noAttributeStandsTwiceInAnIndex() {
        check(new IndexKeysInvalid(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      odd: { partition: status, sort: status, projection: all }
                #     ^^^ index-keys-invalid: odd has one attribute twice
                entities:
                  Order:
                    key: { pk: "USER#{userId}", sk: "ORDER#{orderId}" }
                    attributes:
                      userId: { type: string }
                      orderId: { type: string }
                      status: { type: string, required: true }
                      total: { type: integer, required: true }
                """);
    }

    @Test
    void anIndexMayServeAWrite() {
        check(new UnusedIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byNumber: { partition: number, projection: keys }
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: string }
                      number: { type: string, unique: true }
                      status: { type: string }
                patterns:

                  close: { update: Order, by: number, change: [status] }
                """);
    }

    @Test
    void aPatternWithoutAPlanMayBeWhatTheIndexIsFor() {
        check(new UnusedIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byNumber: { partition: number, projection: keys }
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: string }
                      number: { type: string, unique: true }
                      status: { type: string }
                patterns:

                  byStatus: { list: Order, by: status }
                """);
    }

    @Test
    void aPinnedRequestUsesItsIndex() {
        check(new UnusedIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byNumber: { partition: number, projection: keys }
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: string }
                      number: { type: string, unique: true }
                      status: { type: string }
                patterns:

                  byNumber: { list: Order, index: byNumber, key: { number: "{number}" } }
                """);
    }

    @Test
    void aGeneratedIdThatNobodyMayGiveIsUniqueByItself() {
        check(new UniquenessExpectedOfIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byId: { partition: id, projection: all }
                entities:
                  Notice:
                    key: { pk: "USER#{userId}", sk: "NOTICE#{id}" }
                    attributes:
                      userId: { type: string }
                      id: { type: ulid, generate: ulid, read-only: true }
                patterns:
                  notice: { get: Notice, by: id }
                """);
    }

    @Test
    void anIdThatCallersMayGiveCanBeGivenTwice() {
        check(new UniquenessExpectedOfIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byId: { partition: id, projection: all }
                entities:
                  Notice:
                    key: { pk: "USER#{userId}", sk: "NOTICE#{id}" }
                    attributes:
                      userId: { type: string }
                      id: { type: ulid, generate: ulid }
                patterns:
                  notice: { get: Notice, by: id }
                # ^^^^^^ uniqueness-expected-of-index: notice wants one Notice, but nothing keeps two from having the same id
                  drop: { delete: Notice, by: [userId, id] }
                """);
    }

    @Test
    void aPairIsUniqueOnlyTogether() {
        check(new UniquenessExpectedOfIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byPlatform: { partition: platform, sort: number, projection: all }
                entities:
                  Problem:
                    key: { pk: "PROB#{id}", sk: META }
                    unique:
                      number: { on: [platform, number], lock: { pk: "ALT#{platform}#{number}", sk: UNIQUE } }
                    attributes:
                      id: { type: string }
                      platform: { type: string, required: true }
                      number: { type: string, required: true }
                patterns:
                  byPair: { get: Problem, by: [platform, number] }
                  byOne: { get: Problem, by: platform }
                # ^^^^^ uniqueness-expected-of-index: byOne wants one Problem
                """);
    }

    @Test
    void aWriteBySomethingThatIsNotUniqueHitsAnyOfThem() {
        check(new UniquenessExpectedOfIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byEmail: { partition: email, projection: all }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: string }
                      email: { type: string, required: true }
                      name: { type: string }
                patterns:
                  rename: { update: User, by: email, change: [name] }
                # ^^^^^^ uniqueness-expected-of-index: rename wants one User
                """);
    }

    @Test
    void aTimeThatIsItselfTheKeyHasNoPlaceForAnId() {
        check(new IndexOrderUndefined(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byTime: { partition: userId, sort: createdAt, projection: all }
                entities:
                  Post:
                    key: { pk: "POST#{postId}" }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      userId: { type: string, required: true }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  posts: { list: Post, by: userId, order: newest-first }
                """);
    }

    @Test
    void aNameFromTheEnvironmentIsNotJudgedUntilItIsKnown() {
        check(new IllegalName(), """
                design: test
                tables:
                  main: { name: "${TABLE}", key: { partition: pk } }
                  other: { name: "my ${TABLE}", key: { partition: pk } }
                #                ^^^^^^^^^^^^^ illegal-name: `my value` cannot be the name of a table
                entities:
                  User:
                    table: main
                    key: { pk: "{userId}" }
                    attributes: { userId: { type: string } }
                """);
    }
}
