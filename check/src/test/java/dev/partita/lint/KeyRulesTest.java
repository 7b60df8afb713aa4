package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.lint.internal.key.CollidingKeys;
import dev.partita.lint.internal.key.KeyNotUnique;
import dev.partita.lint.internal.key.PartsRunTogether;
import dev.partita.lint.internal.key.TimeStampedKeyCollides;
import dev.partita.lint.internal.read.TiesInAnyOrder;
import org.junit.jupiter.api.Test;

/** Keys that collide, or run together: what the examples of the rules leave out. */
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

    @Test
    void whatWasChangedLastWithinASecondNoIdTells() {
        String design = """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { byUse: { partition: gpk, sort: gsk, projection: all } }
                entities:
                  File:
                    key: { pk: "FILE#{fileId}", sk: META }
                    byUse: { gpk: "USER#{userId}", gsk: "{usedAt}#{fileId}" }
                    attributes:
                      fileId: { type: ulid, generate: ulid }
                      userId: { type: string, required: true }
                      usedAt: { type: timestamp, set: on-write }
                patterns:
                  recent: { list: File, by: userId, order: newest-first }
                  #                                        ^^^^^^^^^^^^ ties-in-any-order: recent is sorted by time, but of items with the same usedAt nothing
                """;
        check(new TiesInAnyOrder(), design);
        check(
                new TiesInAnyOrder(),
                design.replaceAll("(?m)^ *#.*$", "").replace("order: newest-first", "order: usedAt descending"));
    }
}
