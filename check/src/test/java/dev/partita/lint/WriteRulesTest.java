package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;

import dev.partita.lint.internal.access.HiddenValueCopied;
import dev.partita.lint.internal.access.ThroughNotServed;
import dev.partita.lint.internal.access.TogetherWithNothing;
import dev.partita.lint.internal.entity.CascadeWithoutIndex;
import dev.partita.lint.internal.entity.ChildOutlivesParent;
import dev.partita.lint.internal.entity.CopyGoesStale;
import dev.partita.lint.internal.entity.DanglingReference;
import dev.partita.lint.internal.entity.EntityNeverWritten;
import dev.partita.lint.internal.entity.FanOutOverHundred;
import dev.partita.lint.internal.entity.LimitNobodyChecks;
import dev.partita.lint.internal.key.PartsMayDiffer;
import dev.partita.lint.internal.key.PartsMeetSideBySide;
import dev.partita.lint.internal.pinned.DeletedItemsReturned;
import dev.partita.lint.internal.read.ConditionNeverHolds;
import dev.partita.lint.internal.write.ConditionOnOwnNumber;
import dev.partita.lint.internal.write.CounterMissesExpiry;
import dev.partita.lint.internal.write.HotCounter;
import dev.partita.lint.internal.write.QuotaForgetsEarly;
import dev.partita.lint.internal.write.QuotaItemsPileUp;
import dev.partita.lint.internal.write.RepeatedUpdateCountsTwice;
import dev.partita.lint.internal.write.TransactionTouchesItemTwice;
import dev.partita.lint.rule.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes, references and quotas: what the examples of the rules leave out. */
class WriteRulesTest {

    /** A random design: the second Bird was refused, since its own number had hidden the Ant. */
    @Test
    void aCreateDoesNotAskForTheNumberItTakes() {
        String design = """
                design: birds
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Ant:
                    key: { pk: "ANT#{antId}", sk: ANT }
                    attributes: { antId: string, made: integer, isOpen: flag }
                  Bird:
                    key: { pk: "ANT#{antId}", sk: "BIRD#{birdId:06}" }
                    through: openAnt
                    attributes: { antId: { type: string, references: Ant }, birdId: { type: integer, generate: { sequence: Ant.made } } }
                patterns:
                  putAnt: { put: Ant }
                  openAnt: { get: Ant, by: antId, where: "made < 2" }
                  createBird: { create: Bird }
                # ^^^^^^^^^^ condition-on-own-number: createBird goes through openAnt, which asks for Ant.made, which it has counted up itself by then
                  close: { update: Ant, by: antId, set: { isOpen: false }, when: made < 2 }
                  both: { transact: [createBird, close] }
                # ^^^^ condition-on-own-number: both has close as a part, which asks for Ant.made, which it has counted up itself by then
                """;
        check(new ConditionOnOwnNumber(), design);
        check(
                new ConditionOnOwnNumber(),
                design.replaceAll("(?m)^ *# +\\^.*\n", "").replace("made < 2", "isOpen"));
    }

    @Test
    void aCopyOfWhatNeverChangesStaysTrue() {
        check(new CopyGoesStale(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}", sk: META }
                    attributes:
                      productId: { type: ulid, generate: ulid }
                      title: { type: string }
                      price: { type: decimal }
                  Review:
                    key: { pk: "REVIEW#{reviewId}", sk: META }
                    attributes:
                      reviewId: { type: ulid, generate: ulid }
                      productId: { type: string, references: Product }
                      productTitle: { type: string }
                patterns:
                  reprice: { update: Product, by: productId, change: [price] }
                """);
    }

    @Test
    void aChildOfTwoParentsFollowsNeither() {
        check(new ThroughNotServed(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Account:
                    key: { pk: "ACC#{accId}", sk: META }
                    owner: who
                    attributes: { accId: string, who: { type: string, required: true } }
                  Transfer:
                    key: { pk: "TR#{trId}", sk: META }
                    attributes:
                      trId: string
                      fromId: { type: string, required: true, references: Account }
                      toId: { type: string, required: true, references: Account }
                  Entry:
                    key: { pk: "ACC#{accId}", sk: "ENTRY#{entryId}" }
                    attributes:
                      accId: { type: string, references: Account }
                      entryId: string
                      otherId: { type: string, references: Account }
                patterns:
                  account: { get: Account, by: accId, allow: owner }
                  transfer: { get: Transfer, by: trId, through: account, allow: signed-in }
                  #                                             ^^^^^^^ through-not-served: Transfer refers to several Account items: by fromId, toId
                  entry: { get: Entry, by: [accId, entryId], through: account, allow: signed-in }
                """);
    }

    @Test
    void whatIsDerivedFromAHiddenValueIsHidden() {
        check(new HiddenValueCopied(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      pw: { type: password, hidden: true }
                      token: { type: string, hidden: true }
                      shown: { type: string, derive: "{userId} {token}" }
                    # ^^^^^ hidden-value-copied: User.shown has the value of User.token, which is hidden
                      kept: { type: string, derive: "{userId} {token}", hidden: true }
                  UserCopy:
                    key: { pk: "COPY#{userId}", sk: META }
                    from: { entity: User }
                    attributes:
                      userId: { type: ulid }
                      pw: { type: string }
                    # ^^ hidden-value-copied: UserCopy.pw has the value of User.pw, which is hidden
                      token: { type: string, hidden: true }
                """);
    }

    @Test
    void aSoftDeleteLeavesNothingDangling() {
        check(new DanglingReference(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Group:
                    key: { pk: "GROUP#{name}", sk: META }
                    soft-delete: { at: deletedAt }
                    attributes:
                      name: { type: string }
                      deletedAt: { type: timestamp, set: on-delete }
                  Membership:
                    key: { pk: "USER#{userId}", sk: "GROUP#{name}" }
                    attributes:
                      userId: { type: string }
                      name: { type: string, references: Group }
                patterns:
                  deleteGroup: { delete: Group, by: name }
                """);
    }

    @Test
    void aHardDeleteOfWhatIsSoftElsewhereDoes() {
        check(new DanglingReference(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Group:
                    key: { pk: "GROUP#{name}", sk: META }
                    soft-delete: { at: deletedAt }
                    attributes:
                      name: { type: string }
                      deletedAt: { type: timestamp, set: on-delete }
                  Membership:
                    key: { pk: "USER#{userId}", sk: "GROUP#{name}" }
                    attributes:
                      userId: { type: string }
                      name: { type: string, references: Group }
                    # ^^^^ dangling-reference: eraseGroup leaves Membership items behind
                patterns:
                  eraseGroup: { delete: Group, by: name, hard: true }
                """);
    }

    @Test
    void anIndexWithoutDeletedItemsNeedsNoFilter() {
        check(new DeletedItemsReturned(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }
                    byX: { when: NOT isDeleted, xpk: "{userId}", xsk: "{noteId}" }
                    soft-delete: { flag: isDeleted }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      isDeleted: { type: flag, default: false, read-only: true }
                patterns:
                  notes: { list: Note, index: byX, key: { xpk: "{userId}" } }
                """);
    }

    @Test
    void whatIsInASetAlreadyIsNotAddedAgain() {
        check(new RepeatedUpdateCountsTwice(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      likedBy: { type: set of string, max-items: 1000 }
                patterns:
                  like: { update: Post, by: postId, append: [likedBy] }
                """);
    }

    @Test
    void aConditionThatHoldsAgainDoesNotKeepASumFromBeingAddedTwice() {
        check(new RepeatedUpdateCountsTwice(), """
                design: test
                tables: { main: { key: { partition: pk } } }
                entities:
                  Account:
                    key: { pk: "ACC#{accountId}" }
                    attributes:
                      accountId: { type: ulid, generate: ulid }
                      balance: { type: integer, default: 0 }
                      events: { type: list of string, max-items: 100 }
                      state: { enum: [open, closed], default: open }
                patterns:
                  withdraw: { update: Account, by: accountId, add: [balance], when: balance >= 10 }
                  #                                                ^^^^^^^^^ repeated-update-counts-twice: withdraw adds to balance
                  deposit: { update: Account, by: accountId, add: [balance], when: state = 'open' }
                  #                                               ^^^^^^^^^ repeated-update-counts-twice: deposit adds to balance
                  either: { update: Account, by: accountId, add: [balance], set: { state: closed }, when: "state = 'open' OR balance > 1" }
                  close: { update: Account, by: accountId, add: [balance], set: { state: closed }, when: state = 'open' }
                  next: { update: Account, by: accountId, add: { balance: 1 }, when: "balance = :known" }
                  note: { update: Account, by: accountId, append: [events], when: "NOT contains(events, :event)" }
                """);
    }

    @Test
    void childrenAreCreatedWithTheirParent() {
        check(new EntityNeverWritten(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Quiz:
                    key: { pk: "QUIZ#{quizId}", sk: META }
                    attributes:
                      quizId: { type: ulid, generate: ulid }
                  Question:
                    key: { pk: "QUIZ#{quizId}", sk: "Q#{questionId}" }
                    attributes:
                      quizId: { type: string }
                      questionId: { type: ulid, generate: ulid }
                patterns:
                  createQuiz: { create: Quiz, with: Question, expect: { items: 20 } }
                """);
    }

    @Test
    void aCounterOfADayForgetsWithTheDay() {
        check(new CounterMissesExpiry(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    expiry: 90 days after at
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                quotas:
                  daily: { counts: Use, per: [userId, at:date], item: { pk: "USER#{userId}", sk: "QUOTA#{at:date}" }, expiry: 2 days, limit: 50 }
                """);
    }

    @Test
    void aCounterOfAMonthLivesForAMonth() {
        check(new QuotaForgetsEarly(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                quotas:
                  monthly: { counts: Use, per: [userId, at:month], item: { pk: "USER#{userId}", sk: "QUOTA#{at:month}" }, expiry: 7 days, limit: 50 }
                  #                                                                                                               ^^^^^^ quota-forgets-early: monthly counts for 31 days and forgets after 7 days
                """);
    }

    @Test
    void aCounterThatExpiresForgetsWhatIsStillThere() {
        String design = """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Trip:
                    key: { pk: "RIDER#{riderId}", sk: "TRIP#{tripId}" }
                    attributes:
                      riderId: { type: string }
                      tripId: { type: ulid, generate: ulid }
                      day: { type: date, required: true }
                      at: { type: timestamp, required: true }
                      ownDay: { type: date, derive: "{at:date}" }
                      madeAt: { type: timestamp, set: on-create }
                      madeOn: { type: date, set: on-create }
                quotas:
                  ever:    { counts: Trip, per: riderId, item: { pk: "RIDER#{riderId}", sk: "EVER" }, expiry: 2 days, limit: 5 }
                  #                                                                                           ^^^^^^ quota-forgets-early: ever counts for ever and forgets after 2 days, while the Trip items that it counted stay
                  daily:   { counts: Trip, per: [riderId, day], item: { pk: "RIDER#{riderId}", sk: "DAY#{day}" }, expiry: 2 days, limit: 5 }
                  #                                                                                                       ^^^^^^ quota-forgets-early: daily counts by day, which callers give, and forgets after 2 days
                  timed:   { counts: Trip, per: [riderId, at:date], item: { pk: "RIDER#{riderId}", sk: "AT#{at:date}" }, expiry: 2 days, limit: 5 }
                  #                                                                                                              ^^^^^^ quota-forgets-early: timed counts by at, which callers give, and forgets after 2 days
                  derived: { counts: Trip, per: [riderId, ownDay], item: { pk: "RIDER#{riderId}", sk: "OWN#{ownDay}" }, expiry: 2 days, limit: 5 }
                  #                                                                                                             ^^^^^^ quota-forgets-early: derived counts by ownDay, which callers give, and forgets after 2 days
                  made:    { counts: Trip, per: [riderId, madeAt:date], item: { pk: "RIDER#{riderId}", sk: "MADE#{madeAt:date}" }, expiry: 2 days, limit: 5 }
                  madeOn:  { counts: Trip, per: [riderId, madeOn], item: { pk: "RIDER#{riderId}", sk: "ON#{madeOn}" }, expiry: 2 days, limit: 5 }
                patterns:
                  start: { create: Trip }
                """;
        check(new QuotaForgetsEarly(), design);
        check(
                new QuotaForgetsEarly(),
                design.replaceAll("(?m)^ *# .*\n", "")
                        .replace("{ create: Trip }", "{ create: Trip, set: { day: now, at: now } }")
                        .replaceAll("(?m)^  ever: .*\n", ""));
    }

    @Test
    void aCounterMayGoWithTheItemsItCounted() {
        check(new QuotaForgetsEarly(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Attempt:
                    key: { pk: "USER#{userId}", sk: "ATTEMPT#{attemptId}" }
                    expiry: 1 hours after at
                    attributes:
                      userId: { type: string }
                      attemptId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                quotas:
                  attempts: { counts: Attempt, per: userId, item: { pk: "USER#{userId}", sk: "ATTEMPTS" }, expiry: 1 hours, limit: 5 }
                patterns:
                  attempt: { create: Attempt }
                """);
    }

    @Test
    void countersOfDaysThatCallersGiveHaveToStay() {
        check(new QuotaItemsPileUp(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Trip:
                    key: { pk: "RIDER#{riderId}", sk: "TRIP#{tripId}" }
                    attributes:
                      riderId: { type: string }
                      tripId: { type: ulid, generate: ulid }
                      at: { type: timestamp, required: true }
                quotas:
                  timed: { counts: Trip, per: [riderId, at:date], item: { pk: "RIDER#{riderId}", sk: "AT#{at:date}" }, limit: 5 }
                patterns:
                  start: { create: Trip }
                """);
    }

    @Test
    void aLimitReachedThroughAReferenceIsChecked() {
        check(new LimitNobodyChecks(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Plan:
                    key: { pk: "PLAN#{name}", sk: META }
                    attributes:
                      name: { type: string }
                      maxUses: { type: integer }
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string }
                      plan: { type: string, references: Plan }
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string, references: User }
                      useId: { type: ulid, generate: ulid }
                quotas:
                  uses: { counts: Use, per: userId, item: { pk: "USER#{userId}", sk: QUOTA }, limit: userId.plan.maxUses }
                """);
    }

    @Test
    void aTimeLimitIsNoNumberOfItems() {
        check(new LimitNobodyChecks(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Problem:
                    key: { pk: "PROB#{problemId}", sk: META }
                    attributes:
                      problemId: { type: ulid, generate: ulid }
                      timeLimit: { type: integer }
                      maxLength: { type: integer }
                """);
    }

    @Test
    void aNumberPerDayIsAQuota() {
        check(new LimitNobodyChecks(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Plan:
                    key: { pk: "PLAN#{name}", sk: META }
                    attributes:
                      name: { type: string }
                      maxHintsPerDay: { type: integer }
                    # ^^^^^^^^^^^^^^ limit-nobody-checks: no quota reads maxHintsPerDay of Plan
                """);
    }

    @Test
    void aCounterForEveryUserIsNotHot() {
        check(new HotCounter(), """
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
                quotas:
                  uses: { counts: Use, per: userId, item: { pk: "USER#{userId}", sk: QUOTA }, limit: 50 }
                patterns:
                  use: { create: Use, expect: { peak: 5000 } }
                """);
    }

    @Test
    void aStatisticOfTheWholeSiteIs() {
        check(new HotCounter(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Statistics:
                    key: { pk: STATISTICS, sk: META }
                    attributes:
                      visits: { type: integer, default: 0 }
                patterns:
                  visit: { update: Statistics, add: { visits: 1 } }
                  #                            ^^^ hot-counter: visit always adds to the same few items
                """);
    }

    @Test
    void twoPatternsAboutDifferentItemsMayGoTogether() {
        check(new TransactionTouchesItemTwice(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Account:
                    key: { pk: "ACC#{accountId}", sk: META }
                    attributes:
                      accountId: { type: string }
                      balance: { type: decimal, default: 0 }
                  Owner:
                    key: { pk: "OWNER#{accountId}", sk: META }
                    attributes:
                      accountId: { type: string }
                      name: { type: string }
                patterns:
                  deposit: { update: Account, by: accountId, add: [balance] }
                  rename: { update: Owner, by: accountId, change: [name] }
                  both: { transact: [deposit, rename] }
                """);
    }

    @Test
    void whatExpiresAtAMomentOfItsOwnIsSaidSo() {
        check(new CounterMissesExpiry(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes: { userId: { type: string }, uses: { type: integer, default: 0 } }
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string, references: User }
                      useId: { type: ulid, generate: ulid }
                      endsAt: { type: epoch-seconds, required: true, stored: ttl }
                quotas:
                  uses: { counts: Use, per: userId, counter: User.uses, limit: 5 }
                # ^^^^ counter-misses-expiry: Use items expire at their endsAt, and uses goes on counting them
                patterns:
                  use: { create: Use }
                """);
    }

    @Test
    void whatIsForATransactionThatIsNotThereIsForNobody() {
        check(new TogetherWithNothing(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes: { postId: { type: string }, votes: { type: integer, default: 0 } }
                  Note:
                    key: { pk: "POST#{postId}", sk: "NOTE#{noteId}" }
                    through: hidden
                    attributes: { postId: { type: string, references: Post }, noteId: { type: string } }
                patterns:
                  hidden: { get: Post, by: postId, allow: together }
                  #                                       ^^^^^^^^ together-with-nothing: nobody may call hidden: it is for `together` alone, and part of nothing; so nobody gets through it to notes
                  notes: { list: Note, by: postId, allow: signed-in }
                  shown: { get: Post, by: postId, allow: together }
                  page: { gather: [shown, notes], allow: signed-in }
                  add: { create: Post, allow: together }
                  count: { update: Post, by: postId, add: { votes: 1 }, allow: signed-in }
                  both: { transact: [add, count], allow: signed-in }
                """);
    }

    @Test
    void conditionsThatExcludeEachOtherNeverHold() {
        check(new ConditionNeverHolds(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes:
                      postId: { type: string }
                      n: { type: integer }
                      state: { enum: [open, closed] }
                patterns:
                  never: { update: Post, by: postId, set: { n: 1 }, when: "n > 0 AND state = 'open' AND state = 'closed'" }
                  #                                                        ^^^^^^^^^^^^^^^^^^^^^^^^ condition-never-holds: n > 0 AND state = 'open' and state = 'closed' never hold of one item
                  gone: { get: Post, by: postId, where: "state = 'open' OR (n = 1 AND missing(n))" }
                  #                                                         ^^^^^ condition-never-holds: n = 1 and missing(n) never hold of one item
                  fine: { get: Post, by: postId, where: "(state = 'open' OR state = 'closed') AND n <> 1 AND missing(n)" }
                """);
    }

    @Test
    void whatEveryItemHasIsNeverMissing() {
        check(new ConditionNeverHolds(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
                roles:
                  unseen: { entity: Post, by: postId, when: "missing(seenAt)" }
                  #                                          ^^^^^^^^^^^^^^^ condition-never-holds: missing(seenAt) never holds: every Post has seenAt
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    GSI1: { when: "missing(seenAt)", gsi1pk: "POST#{postId:shard(4)}", gsi1sk: "{madeAt}#{postId}" }
                    #              ^^^^^^^^^^^^^^^ condition-never-holds: missing(seenAt) never holds: every Post has seenAt
                    attributes:
                      postId: { type: string }
                      seenAt: { type: timestamp, required: true }
                      madeAt: { type: timestamp, set: on-create }
                      state: { enum: [open, closed], default: open }
                      note: { type: string }
                  Reply:
                    key: { pk: "POST#{postId}", sk: "REPLY#{replyId}" }
                    attributes:
                      postId: { type: string, references: Post }
                      replyId: { type: ulid, generate: ulid }
                patterns:
                  unseen: { list: Post, where: "missing(seenAt)", order: oldest-first }
                  #                             ^^^^^^^^^^^^^^^ condition-never-holds: missing(seenAt) never holds: every Post has seenAt
                  see: { update: Post, by: postId, set: { note: seen }, when: "missing(note) AND seenAt = null" }
                  #                                                                              ^^^^^^^^^^^^^ condition-never-holds: missing(seenAt) never holds
                  unmade: { get: Post, by: postId, where: "NOT exists(madeAt) OR missing(note)" }
                  #                                        ^^^^^^^^^^^^^^^^^^ condition-never-holds: missing(madeAt) never holds
                  reply: { create: Reply, requires: { Post: "missing(postId)" } }
                  #                                          ^^^^^^^^^^^^^^^ condition-never-holds: missing(postId) never holds
                  first: { put: Post, when: "missing(seenAt)" }
                  fine: { get: Post, by: postId, where: "missing(note) OR NOT missing(seenAt) OR missing(state)" }
                """);
    }

    private static final String ACCOUNTS = """
            design: test
            tables:
              main:
                key: { partition: pk }
            entities:
              Account:
                key: { pk: "ACC#{accountId}" }
                attributes:
                  accountId: { type: string }
                  balance: { type: decimal, default: 0, range: 0.. }
                  note: { type: string }
              Bank:
                key: { pk: BANK }
                attributes: { total: { type: decimal, default: 0 }, name: { type: string } }
            patterns:
            """;

    @Test
    void aTransferIsBetweenTwoItemsOfOneEntity() {
        for (Rule rule : List.of(new TransactionTouchesItemTwice(), new PartsMeetSideBySide(), new PartsMayDiffer())) {
            check(rule, ACCOUNTS + """
                      take: { update: Account, by: accountId, add: [balance] }
                      give: { update: Account, by: accountId, add: [balance] }
                      transfer: { transact: [take, give] }
                    """);
        }
    }

    @Test
    void partsThatAlwaysMeetAreAnError() {
        check(new TransactionTouchesItemTwice(), ACCOUNTS + """
                  take: { update: Account, by: accountId, add: [balance] }
                  give: { update: Account, by: accountId, add: [balance] }
                  transfer: { transact: [take, give], same: accountId }
                  #                     ^^^^^^^^^^^^ transaction-touches-item-twice: take and give of transfer write the same Account
                  earn: { update: Bank, add: [total] }
                  rename: { update: Bank, change: [name] }
                  both: { transact: [earn, rename] }
                  #                 ^^^^^^^^^^^^^^ transaction-touches-item-twice: earn and rename of both write the same Bank
                """);
    }

    @Test
    void threeQuartersOfAHundredElementsCannotBeExchangedAtOnce() {
        check(new FanOutOverHundred(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Site:
                    key: { pk: "SITE#{siteId}", sk: META }
                    attributes:
                      siteId: { type: ulid, generate: ulid }
                      tags: { type: list of string, distinct: true, max-items: 75 }
                    # ^^^^ fan-out-over-hundred: a Site with 75 tags cannot be written
                  SiteTag:
                    from: { entity: Site, each: tags, as: tag }
                    key: { pk: "SITE#{siteId}", sk: "TAG#{tag}" }
                    attributes:
                      tag: { type: string }
                      siteId: { type: string }
                """);
    }

    @Test
    void childrenOfAParentWithTwoKeyAttributesAreFoundByBoth() {
        String design = """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Room:
                    key: { pk: "HOUSE#{houseId}", sk: "ROOM#{roomId}" }
                    attributes: { houseId: string, roomId: string }
                  Chair:
                    key: { pk: "%s", sk: "CHAIR#{chairId}" }
                    attributes:
                      houseId: string
                      roomId: { type: string, references: Room, on-delete: cascade }
                      %s
                      chairId: { type: ulid, generate: ulid }
                patterns:
                  closeRoom: { delete: Room, by: [houseId, roomId] }
                """;
        check(new CascadeWithoutIndex(), design.formatted("ROOM#{houseId}#{roomId}", ""));
        check(new CascadeWithoutIndex(), design.formatted("HOUSE#{houseId}", ""));
        check(
                new CascadeWithoutIndex(),
                design.formatted(
                        "CHAIR#{chairId}",
                        "#                                                    ^^^^^^^ cascade-without-index: nothing finds the Chair items of a deleted Room"));
    }

    @Test
    void anIndexThatLeavesChildrenOutDoesNotFindThem() {
        check(new CascadeWithoutIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byShop: { partition: shopId, sort: rank, projection: keys }
                entities:
                  Shop:
                    key: { pk: "SHOP#{shopId}" }
                    attributes:
                      shopId: { type: ulid, generate: ulid }
                  Offer:
                    key: { pk: "OFFER#{offerId}" }
                    attributes:
                      offerId: { type: ulid, generate: ulid }
                      shopId: { type: string, references: Shop, on-delete: cascade }
                      #                                                    ^^^^^^^ cascade-without-index: nothing finds the Offer items of a deleted Shop
                      rank: { type: integer }
                patterns:
                  deleteShop: { delete: Shop, by: shopId }
                """);
    }

    @Test
    void childrenOutliveAParentThatExpiresOrIsOnlyMarked() {
        String design = """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk }, expiry: ttl }
                entities:
                  Room:
                    key: { pk: "ROOM#{roomId}", sk: META }
                    %s
                    attributes:
                      roomId: { type: string }
                      createdAt: { type: timestamp, set: on-create }
                      deletedAt: { type: timestamp, set: on-delete }
                  Chat:
                    key: { pk: "ROOM#{roomId}", sk: "CHAT#{chatId}" }
                    %s
                    attributes:
                      roomId: { type: string, references: Room, on-delete: %s }
                      %s
                      chatId: { type: ulid, generate: ulid }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  open: { create: Room }
                  room: { get: Room, by: roomId }
                  say: { create: Chat }
                  chats: { list: Chat, by: roomId }
                  shut: { delete: Room, by: roomId }
                """;
        String carets = "#                                                    ^^^^^^ child-outlives-parent: ";
        check(
                new ChildOutlivesParent(),
                design.formatted(
                        "expiry: 7 days after createdAt",
                        "",
                        "refuse",
                        carets + "a Room expires, and its Chat items stay"));
        check(new ChildOutlivesParent(), design.formatted("expiry: 7 days after createdAt", "", "keep", ""));
        check(
                new ChildOutlivesParent(),
                design.formatted(
                        "expiry: 7 days after createdAt",
                        "expiry: 90 days after createdAt",
                        "refuse",
                        carets + "a Room expires after 7 days, and its Chat items stay for 90 days"));
        String marked = design.formatted(
                "soft-delete: { at: deletedAt }",
                "",
                "cascade",
                carets.replace("^ ", "^^ ") + "a Room is only marked as deleted, and its Chat items stay");
        check(new ChildOutlivesParent(), marked);
        String fine = design.formatted("soft-delete: { at: deletedAt }", "", "cascade", "");
        check(new ChildOutlivesParent(), fine + "  erase: { delete: Room, by: roomId, hard: true }\n");
        check(new ChildOutlivesParent(), fine + "  reopen: { restore: Room, by: roomId }\n");
        check(new ChildOutlivesParent(), fine.replace("by: roomId }\n  shut", "by: roomId, through: room }\n  shut"));
        check(new ChildOutlivesParent(), fine.replace("on-delete: cascade", "on-delete: refuse"));
    }
}
