package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Keys: what the examples of the rules leave out. */
class KeyRulesTest {

    @Test
    void aLockCanCollideWithAnEntity() {
        check(new CollidingKeys(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                # ^^^^ colliding-keys: User and the lock of User.email can have the same key
                    key: { pk: "{userId}", sk: META }
                    unique:
                      email: { on: [email], lock: { pk: "EMAIL#{email}", sk: META } }
                    attributes:
                      userId: { type: string }
                      email: { type: string }
                """);
    }

    @Test
    void aSortKeyOfItsOwnKeepsALockApart() {
        check(new CollidingKeys(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                    key: { pk: "{userId}", sk: META }
                    unique:
                      email: { on: [email], lock: { pk: "EMAIL#{email}", sk: UNIQUE } }
                    attributes:
                      userId: { type: string }
                      email: { type: string }
                """);
    }

    @Test
    void aCounterCanCollideWithTheEntityItCounts() {
        check(new CollidingKeys(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Use:
                # ^^^ colliding-keys: Use and the counter of daily
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: string }
                      createdAt: { type: timestamp, set: on-create }
                quotas:
                  daily: { counts: Use, per: [userId, createdAt:date], item: { pk: "USER#{userId}", sk: "USE#{createdAt:date}" }, limit: 5 }
                """);
    }

    @Test
    void oneLiteralMoreInTheSortKeyIsEnough() {
        check(new CollidingKeys(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Rating:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                  Comment:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}#COMMENT#{commentId}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                      commentId: { type: string }
                """);
    }

    @Test
    void twoTablesNeverCollide() {
        check(new CollidingKeys(), """
                design: test
                tables:
                  users: { key: { partition: pk } }
                  orders: { key: { partition: pk } }
                entities:
                  User:
                    table: users
                    key: { pk: "{userId}" }
                    attributes: { userId: { type: string } }
                  Order:
                    table: orders
                    key: { pk: "{orderId}" }
                    attributes: { orderId: { type: string } }
                """);
    }

    @Test
    void oneItemADayIsMeantToBeOne() {
        check(new TimeStampedKeyCollides(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Total:
                    key: { pk: "SITE#{siteId}", sk: "DAY#{day}" }
                    attributes:
                      siteId: { type: string }
                      day: { type: date }
                """);
    }

    @Test
    void aGeneratedIdInThePartitionKeepsTimesApart() {
        check(new TimeStampedKeyCollides(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Job:
                    key: { pk: "JOB#{jobId}", sk: "{createdAt}" }
                    attributes:
                      jobId: { type: ulid, generate: ulid }
                      createdAt: { type: timestamp, set: on-create }
                """);
    }

    @Test
    void anEnumBesideTheTimeTellsNothingApart() {
        check(new TimeStampedKeyCollides(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Log:
                    key: { pk: "USER#{userId}", sk: "{action}#{createdAt:newest-first}" }
                    #                                          ^^^^^^^^^^^^^^^^^^^^^^ time-stamped-key-collides: two Log items of one millisecond
                    attributes:
                      userId: { type: string }
                      action: { enum: [run, hint] }
                      createdAt: { type: epoch-millis, set: on-create }
                """);
    }

    @Test
    void aRawValueAtTheEndRunsIntoNothing() {
        check(new PartsRunTogether(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "SHOP#{domain}", sk: "URL#{url:raw}" }
                    attributes:
                      domain: { type: string }
                      url: { type: string }
                """);
    }

    @Test
    void anotherDividerIsNotEscaped() {
        check(new PartsRunTogether(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "{country}-{city}", sk: META }
                    #            ^^^^^^^ parts-run-together: country can run into city in pk of Page: `a-b` with `c`
                    attributes:
                      country: { type: string }
                      city: { type: string }
                """);
    }

    @Test
    void aFixedWidthNeedsNoDivider() {
        check(new PartsRunTogether(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "{day}{city}", sk: META }
                    attributes:
                      day: { type: date }
                      city: { type: string }
                """);
    }

    @Test
    void partsWithNothingBetweenRunTogether() {
        check(new PartsRunTogether(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "X#{country}{city}", sk: META }
                    #              ^^^^^^^ parts-run-together: country can run into city in pk of Page: `ab` with `c` makes
                    attributes:
                      country: { type: string }
                      city: { type: string }
                """);
    }

    @Test
    void aNumberInAPartitionKeyIsNeverSorted() {
        check(new UnpaddedNumberInKey(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "BOOK#{number}", sk: META }
                    attributes:
                      number: { type: integer }
                """);
    }

    @Test
    void aNumberKeySortsByItself() {
        check(new UnpaddedNumberInKey(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: { name: n, type: number } } }
                entities:
                  Page:
                    key: { pk: "BOOK#{book}", n: "{number}" }
                    attributes:
                      book: { type: string }
                      number: { type: integer }
                """);
    }

    @Test
    void aDecimalDoesNotSortAsText() {
        check(new NumberUnsortableAsText(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Price:
                    key: { pk: "SHOP#{shop}", sk: "PRICE#{price}" }
                    #                                     ^^^^^ number-unsortable-as-text: price is a decimal
                    attributes:
                      shop: { type: string }
                      price: { type: decimal }
                """);
    }

    @Test
    void aDayOfAnIsoTimeHasOneWidth() {
        check(new TimeOfVariableWidth(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Log:
                    key: { pk: "DAY#{at:date}", sk: "{logId}" }
                    attributes:
                      at: { type: iso-time }
                      logId: { type: ulid, generate: ulid }
                """);
    }

    @Test
    void aBoundedLengthFits() {
        check(new KeyTooLong(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "X", sk: "URL#{url}" }
                    attributes:
                      url: { type: string, length: 1..300 }
                """);
    }

    @Test
    void threeBytesACharacterMayNotFit() {
        check(new KeyTooLong(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "X", sk: "URL#{url}" }
                    #                   ^^^^^^^^^^^ key-too-long: sk of Page can be longer than 1,024 bytes
                    attributes:
                      url: { type: string, length: 1..400 }
                """);
    }

    @Test
    void aHashAlwaysFits() {
        check(new KeyTooLong(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "X", sk: "URL#{url:hash}" }
                    attributes:
                      url: { type: string }
                """);
    }

    @Test
    void anIdOfUnknownLengthIsNotSuspected() {
        check(new KeyTooLong(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "X", sk: "{pageId}" }
                    attributes:
                      pageId: { type: string }
                """);
    }

    @Test
    void anEmptyDefaultMakesAnEmptyPart() {
        check(new EmptyKeyPart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "TOPIC#{topic}", sk: META }
                    #                  ^^^^^ empty-key-part: topic may be empty
                    attributes:
                      topic: { type: string, default: "" }
                """);
    }

    @Test
    void aTruthValueInsideALongerKeyIsText() {
        check(new KeyOfWrongType(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "PUBLIC#{isPublic}", sk: "{pageId}" }
                    attributes:
                      pageId: { type: string }
                      isPublic: { type: boolean }
                """);
    }

    @Test
    void aListIsNoPartOfAKey() {
        check(new KeyOfWrongType(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "TAGS#{tags}", sk: "{pageId}" }
                    #                 ^^^^ key-of-wrong-type: tags is a list of string
                    attributes:
                      pageId: { type: string }
                      tags: { type: list of string }
                """);
    }

    @Test
    void twoEntitiesGiveOneKeyTwoTypes() {
        check(new KeyTypeMismatch(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byRank: { partition: kind, sort: rank, projection: all }
                entities:
                  Player:
                    key: { pk: "PLAYER#{id}" }
                    attributes:
                      id: { type: string }
                      kind: { type: string, required: true }
                      rank: { type: integer, required: true }
                  Team:
                    key: { pk: "TEAM#{id}" }
                    attributes:
                      id: { type: string }
                      kind: { type: string, required: true }
                      rank: { type: string, required: true }
                #     ^^^^ key-type-mismatch: rank of Team is text, but rank is a number in Player
                """);
    }

    @Test
    void storedNamesMayNotDifferInCaseOnly() {
        check(new NamesDifferInCase(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string, stored: PK }
                #     ^^^^^^ names-differ-in-case: userId is stored as PK
                """);
    }

    @Test
    void aDerivedKeyPartChangesWithItsSource() {
        check(new MutableKeyPart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                    key: { pk: "NAME#{handle}", sk: META }
                    attributes:
                      handle: { type: string, derive: name }
                      name: { type: string, required: true }
                patterns:
                  rename: { update: User, by: handle, change: [name] }
                  #                                           ^^^^^^ mutable-key-part: rename changes name
                """);
    }

    @Test
    void aTimeOfEveryWriteIsNoKey() {
        check(new MutableKeyPart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                # ^^^^ mutable-key-part: updatedAt gets a new value
                    key: { pk: "USER#{userId}", sk: "{updatedAt}" }
                    attributes:
                      userId: { type: string }
                      updatedAt: { type: timestamp, set: on-write }
                """);
    }

    @Test
    void anAttributeThatIsTheKeyTakesNothing() {
        check(new StoredNameTakesKey(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                    key: { pk: "{userId}", sk: META }
                    attributes:
                      userId: { type: string, stored: pk }
                """);
    }

    @Test
    void whatIsMadeOfAnotherEntityIsNormalisedThere() {
        check(new UnnormalisedKeyPart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Site:
                    key: { pk: "SITE#{siteId}", sk: META }
                    attributes:
                      siteId: { type: string }
                      tags: { type: list of string, max-items: 9, normalise: [lower] }
                  SiteTag:
                    from: { entity: Site, each: tags, as: tag }
                    key: { pk: "SITE#{siteId}", sk: "TAG#{tag}" }
                    attributes:
                      siteId: { type: string }
                      tag: { type: string }
                """);
    }

    @Test
    void aMeasurementPutTwiceIsMeantToBeReplaced() {
        check(new TimeStampedKeyCollides(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Reading:
                    key: { pk: "DEVICE#{deviceId}", sk: "{measuredAt}" }
                    attributes:
                      deviceId: { type: string }
                      measuredAt: { type: timestamp-millis }
                patterns:
                  record: { put: Reading }
                """);
    }

    @Test
    void anIdTheCallerGivesIsEnough() {
        check(new KeyNotUnique(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Order:
                    key: { pk: "TENANT#{tenantId}", sk: "ORDER#{orderId}" }
                    attributes:
                      tenantId: { type: string }
                      orderId: { type: string }
                      token: { type: uuid, generate: uuid }
                """);
    }

    @Test
    void oneItemForEachPartitionNeedsNoId() {
        check(new KeyNotUnique(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Settings:
                    key: { pk: "USER#{userId}", sk: SETTINGS }
                    attributes:
                      userId: { type: string }
                      etag: { type: uuid, generate: uuid }
                """);
    }

    @Test
    void aUniqueAddressIsSpelledInOneWay() {
        check(new UnnormalisedKeyPart(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string }
                      email: { type: string, unique: true }
                #     ^^^^^ unnormalised-key-part: email can be spelled in several ways, and each makes a lock of its own
                """);
    }

    @Test
    void aCollisionThatTakesAnOddValueCanBeIgnored() {
        String design = """
                design: test
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Reading:
                    key: { pk: "{deviceId}" }
                    attributes: { deviceId: { type: string } }
                  Device:
                    key: { pk: "META#{deviceId}" }
                    attributes: { deviceId: { type: string } }
                """;
        assertThat(LintCheck.lint(design)).anyMatch(finding -> finding.rule().equals("colliding-keys"));
        assertThat(LintCheck.lint(design
                        + "ignore: [ { rule: colliding-keys, at: Device, reason: No device is called META#. } ]\n"))
                .noneMatch(finding -> finding.rule().equals("colliding-keys"));
    }
}
