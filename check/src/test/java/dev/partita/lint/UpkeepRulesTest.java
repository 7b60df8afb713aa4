package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;

import dev.partita.lint.internal.access.GroupMisspelt;
import dev.partita.lint.internal.access.IdUsedAgain;
import dev.partita.lint.internal.access.RightsCachedForLong;
import dev.partita.lint.internal.entity.CreationTimeGiven;
import dev.partita.lint.internal.entity.ExpiryCanBeMissing;
import dev.partita.lint.internal.entity.ExpiryNotEpochSeconds;
import dev.partita.lint.internal.entity.ExpiryWithoutAttribute;
import dev.partita.lint.internal.entity.MisleadingStoredName;
import dev.partita.lint.internal.entity.MixedNamingStyles;
import dev.partita.lint.internal.read.CacheAlwaysMisses;
import dev.partita.lint.internal.read.ConditionLeftOut;
import dev.partita.lint.internal.table.AlarmFiresEveryDay;
import dev.partita.lint.internal.table.ProvisionedTooSmall;
import dev.partita.lint.internal.table.StreamOffButNeeded;
import dev.partita.lint.internal.table.TableClassMismatch;
import dev.partita.lint.internal.table.VolumesDisagree;
import dev.partita.lint.internal.write.ReadOnlyNeverWritten;
import dev.partita.lint.internal.write.RequiredNeverGiven;
import dev.partita.lint.internal.write.StateChosenAtCreate;
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

    @Test
    void aGroupMayBeCalledAsManyOfTheRole() {
        check(new GroupMisspelt(), """
                design: test
                tables:
                  main: { key: { partition: pk } }
                roles:
                  worker: { group: workers }
                  admins: { group: admin }
                  staff: { group: employees }
                """);
    }

    @Test
    void whatTheDesignWritesIsWritten() {
        check(new ReadOnlyNeverWritten(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Shop:
                    key: { pk: "SHOP#{shopId}", sk: META }
                    soft-delete: { flag: isGone }
                    attributes:
                      shopId: { type: ulid, generate: ulid, read-only: true }
                      bills: { type: integer, default: 0, read-only: true }
                      clerks: { type: integer, default: 0, read-only: true }
                      visits: { type: integer, default: 0, read-only: true }
                      isOpen: { type: flag, default: false, read-only: true }
                      isGone: { type: flag, default: false, read-only: true }
                      createdAt: { type: timestamp, set: on-create, read-only: true }
                      rank: { type: integer, default: 0, read-only: true }
                    # ^^^^ read-only-never-written: nothing writes rank of Shop
                  Bill:
                    key: { pk: "SHOP#{shopId}", sk: "BILL#{number:05}" }
                    attributes:
                      shopId: { type: ulid, references: Shop }
                      number: { type: integer, generate: { sequence: Shop.bills, max: 99999 } }
                  Clerk:
                    key: { pk: "SHOP#{shopId}", sk: "CLERK#{clerkId}" }
                    attributes:
                      shopId: { type: ulid, references: Shop }
                      clerkId: { type: ulid, generate: ulid }
                quotas:
                  clerks: { counts: Clerk, per: shopId, counter: Shop.clerks, limit: 10 }
                patterns:
                  add: { create: Shop }
                  visit: { update: Shop, by: shopId, add: { visits: 1 } }
                  open: { update: Shop, by: shopId, set: { isOpen: true } }
                """);
    }

    @Test
    void aRequiredValueThatAPatternOrADefaultGivesIsGiven() {
        check(new RequiredNeverGiven(), """
                design: test
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Review:
                    key: { pk: "REVIEW#{reviewId}" }
                    owner: author
                    attributes:
                      reviewId: { type: ulid, generate: ulid }
                      author: { type: string, required: true, read-only: true }
                      state: { enum: [new, old], required: true, read-only: true }
                      stars: { type: integer, required: true, default: 3, read-only: true }
                patterns:
                  review: { create: Review, set: { state: new }, allow: owner }
                """);
    }

    @Test
    void whoeverMayTakeTheStepMayBeginWithIt() {
        check(new StateChosenAtCreate(), """
                design: test
                tables:
                  main: { key: { partition: pk } }
                roles:
                  staff: { group: staff }
                  driver: { group: drivers }
                entities:
                  Parcel:
                    key: { pk: "PARCEL#{parcelId}" }
                    attributes:
                      parcelId: { type: ulid, generate: ulid }
                      state: { enum: [new, sent, lost], default: new }
                patterns:
                  make: { create: Parcel, allow: staff }
                  book: { create: Parcel, set: { state: new }, allow: signed-in }
                  send: { update: Parcel, by: parcelId, set: { state: sent }, when: state = 'new', allow: [staff, driver] }
                """);
    }

    @Test
    void aTimeThatIsSetOrCalledOtherwiseIsNotTheCallers() {
        check(new CreationTimeGiven(), """
                design: test
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Reading:
                    key: { pk: "READING#{readingId}" }
                    attributes:
                      readingId: { type: ulid, generate: ulid }
                      measuredAt: { type: timestamp, required: true }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  add: { create: Reading }
                """);
    }

    @Test
    void aConditionIsMissedOnlyWhereOthersHideSomethingByIt() {
        check(new ConditionLeftOut(), """
                design: test
                tables:
                  main: { key: { partition: pk }, stream: new }
                roles:
                  staff: { group: staff }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}" }
                    attributes:
                      productId: { type: ulid, generate: ulid }
                      title: { type: string, length: 1..200 }
                      isPublic: { type: flag, default: false }
                      isNew: { type: flag, default: false }
                patterns:
                  product: { get: Product, by: productId, where: isPublic, allow: anyone }
                  draft: { get: Product, by: productId, allow: staff }
                  titles: { search: Product, on: title, where: isPublic AND isNew, allow: anyone }
                  ours: { search: Product, on: title, allow: staff }
                """);
    }

    /** A breaker had as many runs a day as they liked: by erasing the account and signing up again. */
    @Test
    void aLimitPerDayIsNotWonBackByDeletingWhoHasIt() {
        String design = """
                design: runs
                tables: { main: { key: { partition: pk, sort: sk }, expiry: ttl } }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    owner: userId
                    attributes: { userId: string }
                  Run:
                    key: { pk: "USER#{userId}", sk: "RUN#{runId}" }
                    expiry: 90 days after at
                    attributes:
                      userId: { type: string, references: User, on-delete: cascade }
                      #                                                    ^^^^^^^ id-used-again: a User that is deleted and made anew under the same id wins back what was counted: its Run items went with it
                      runId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                quotas:
                  daily: { counts: Run, per: [userId, at:date], item: { pk: "USER#{userId}", sk: "QUOTA#{at:date}" }, expiry: 2 days, limit: 50 }
                patterns:
                  join: { create: User, allow: owner }
                  leave: { delete: User, by: userId, allow: owner }
                  run: { create: Run, allow: owner }
                """;
        check(new IdUsedAgain(), design);
        String unmarked = design.replaceAll("(?m)^ *# +\\^.*\n", "");
        check(new IdUsedAgain(), unmarked.replace("on-delete: cascade", "on-delete: keep"));
        check(new IdUsedAgain(), unmarked.replace("{ userId: string }", "{ userId: { type: ulid, generate: ulid } }"));
        check(
                new IdUsedAgain(),
                unmarked.replace("per: [userId, at:date]", "per: userId").replace("QUOTA#{at:date}", "QUOTA"));
    }

    @Test
    void aHistoryThatStaysKeepsAnItemFromBeingMadeAnew() {
        String docs = """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk }, expiry: ttl }
                entities:
                  Doc:
                    key: { pk: "DOC#{docId}", sk: LATEST }
                    version: version
                    attributes: { docId: ID, text: string, version: integer, at: { type: timestamp, set: on-create } }
                  DocVersion:
                # ^^^^^^^^^^ id-used-again: a Doc that is gone cannot be made anew under the same id: its DocVersion items stay
                    key: { pk: "DOC#{docId}", sk: "V#{version:08}" }
                    from: { entity: Doc }
                    attributes: { docId: ID, version: integer, text: string }
                patterns:
                  write: { create: Doc }
                  erase: { delete: Doc, by: docId }
                """;
        check(new IdUsedAgain(), docs.replace("ID", "string"));
        String silent = docs.replaceFirst("# \\^.*\n", "\n");
        check(
                new IdUsedAgain(),
                silent.replaceFirst("ID", "{ type: ulid, generate: ulid }").replace("ID", "ulid"));
        check(new IdUsedAgain(), silent.replace("ID", "string").replace("  erase: { delete: Doc, by: docId }\n", ""));
    }
}
