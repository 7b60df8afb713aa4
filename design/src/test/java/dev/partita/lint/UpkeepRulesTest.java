package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;

import org.junit.jupiter.api.Test;

/** Expiry, caches, settings and names: what the examples of the rules leave out. */
class UpkeepRulesTest {

    @Test
    void aNewItemChangesNoAnswerAboutAnother() {
        check(new CacheAlwaysMisses(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}", sk: META }
                    attributes:
                      productId: { type: ulid, generate: ulid }
                patterns:
                  product: { get: Product, by: productId, cache: 5 minutes, expect: { per-day: 1000 } }
                  addProduct: { create: Product, expect: { per-day: 5000 } }
                """);
    }

    @Test
    void aCountThatGuardsAWriteIsNeverInTheCache() {
        check(new CacheAlwaysMisses(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                patterns:
                  uses: { count: Use, by: userId, cache: 5 minutes }
                  #                                      ^^^^^^^^^ cache-always-misses: uses is read before each write that drops it
                  use: { create: Use, guard: { count: uses, below: 50 } }
                """);
    }

    @Test
    void aLoginMustNotComeFromYesterday() {
        check(new RightsCachedForLong(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string }
                      passwordHash: { type: password, hidden: true }
                patterns:
                  user: { get: User, by: userId, cache: 24 hours }
                  #                                     ^^^^^^^^ rights-cached-for-long: user may be 1 day old, and logins are checked against passwordHash of User
                """);
    }

    @Test
    void aProductMay() {
        check(new RightsCachedForLong(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}", sk: META }
                    attributes:
                      productId: { type: string }
                patterns:
                  product: { get: Product, by: productId, cache: 24 hours }
                """);
    }

    @Test
    void aRoundedNumberIsNoContradiction() {
        check(new VolumesDisagree(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Log:
                    key: { pk: "APP#{app}", sk: "{logId}" }
                    expiry: 90 days after at
                    attributes:
                      app: { type: string }
                      logId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                    expect: { items: 1000000, per-day: 12000 }
                """);
    }

    @Test
    void aStoredNameMayNotBeThatOfAnotherAttribute() {
        check(new MisleadingStoredName(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Job:
                    key: { pk: "JOB#{jobId}", sk: META }
                    attributes:
                      jobId: { type: string }
                      number: { type: string, stored: pid }
                      language: { type: string, stored: number }
                      #                                 ^^^^^^ misleading-stored-name: language of Job is stored as `number`, which reads like the attribute number
                """);
    }

    @Test
    void anIdMayBeStoredAsId() {
        check(new MisleadingStoredName(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Job:
                    key: { pk: "JOB#{jobId}", sk: META }
                    attributes:
                      jobId: { type: string, stored: id }
                """);
    }

    @Test
    void readsCanPassWhatIsProvisionedToo() {
        check(new ProvisionedTooSmall(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    billing: { read: 10, write: 5, read-up-to: 20 }
                  # ^^^^^^^ provisioned-too-small: main takes 20 read units a second, and 30 are expected
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}", sk: META }
                    attributes:
                      productId: { type: string }
                    expect: { size: 8 KB }
                patterns:
                  product: { get: Product, by: productId, expect: { peak: 30 } }
                """);
    }

    @Test
    void anAlarmIsNotJudgedByRatesNobodyStated() {
        check(new AlarmFiresEveryDay(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}", sk: META }
                    attributes:
                      productId: { type: string }
                patterns:
                  addProduct: { create: Product }
                alarms:
                  HighCost: { metric: units-per-day, above: 1 }
                """);
    }

    @Test
    void aBusyTableIsNotForInfrequentAccess() {
        check(new TableClassMismatch(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    class: infrequent-access
                    #      ^^^^^^^^^^^^^^^^^ table-class-mismatch: main stores 1,000 KB, which weighs less than its requests
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}", sk: META }
                    attributes:
                      productId: { type: string }
                    expect: { items: 1000, size: 1 KB }
                patterns:
                  addProduct: { create: Product, expect: { per-day: 10000000 } }
                """);
    }

    @Test
    void whereMostNamesHaveUnderscoresTheOthersStandOut() {
        check(new MixedNamingStyles(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  User:
                    key: { pk: "USER#{user_id}", sk: META }
                    attributes:
                      user_id: { type: string }
                      first_name: { type: string }
                      lastName: { type: string }
                    # ^^^^^^^^ mixed-naming-styles: lastName of User is written in camelCase
                """);
    }

    @Test
    void aTableThatSaysNothingHasNoStream() {
        check(new StreamOffButNeeded(), """
                design: test
                tables:
                  main:
                # ^^^^ stream-off-but-needed: search of byTitle follows the stream of main
                    key: { partition: pk, sort: sk }
                entities:
                  Book:
                    key: { pk: "BOOK#{bookId}", sk: META }
                    attributes:
                      bookId: { type: ulid, generate: ulid }
                      title: { type: string }
                patterns:
                  byTitle: { search: Book, on: title }
                """);
    }

    @Test
    void theTimeInAKeyIsAlwaysThere() {
        check(new ExpiryCanBeMissing(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Reading:
                    key: { pk: "SENSOR#{sensor}", sk: "{at}" }
                    expiry: 7 days after at
                    attributes:
                      sensor: { type: string }
                      at: { type: timestamp }
                """);
    }

    @Test
    void anExpirySetByHandMustBeSecondsToo() {
        check(new ExpiryNotEpochSeconds(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Session:
                    key: { pk: "SESSION#{sessionId}", sk: META }
                    attributes:
                      sessionId: { type: string }
                      ttl: { type: epoch-millis }
                    # ^^^ expiry-not-epoch-seconds: ttl of Session is an epoch-millis
                """);
    }

    @Test
    void anotherTablesExpiryIsNoConcern() {
        check(new ExpiryWithoutAttribute(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                  other:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Session:
                    table: other
                    key: { pk: "SESSION#{sessionId}", sk: META }
                    expiry: 1 days after at
                    attributes:
                      sessionId: { type: string }
                      at: { type: epoch-seconds, set: on-create }
                """);
    }
}
