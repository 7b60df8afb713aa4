package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;

import dev.partita.lint.internal.entity.StoredNameTakesKey;
import dev.partita.lint.internal.key.EmptyKeyPart;
import dev.partita.lint.internal.key.KeyOfWrongType;
import dev.partita.lint.internal.key.KeyTooLong;
import dev.partita.lint.internal.key.KeyTypeMismatch;
import dev.partita.lint.internal.key.MutableKeyPart;
import dev.partita.lint.internal.key.NumberUnsortableAsText;
import dev.partita.lint.internal.key.SequenceOutgrowsPadding;
import dev.partita.lint.internal.key.TimeOfVariableWidth;
import dev.partita.lint.internal.key.UnnormalisedKeyPart;
import dev.partita.lint.internal.key.UnpaddedNumberInKey;
import dev.partita.lint.internal.table.NamesDifferInCase;
import org.junit.jupiter.api.Test;

/** What keys are made of: what the examples of the rules leave out. */
class KeyPartRulesTest {

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
    void theVersionsOfAHistoryAreCountedWithEveryWrite() {
        check(new SequenceOutgrowsPadding(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Doc:
                    key: { pk: "DOC#{docId}", sk: LATEST }
                    version: version
                    attributes: { docId: string, text: string, version: integer }
                  DocVersion:
                    key: { pk: "DOC#{docId}", sk: "V#{version:02}" }
                    #                                 ^^^^^^^^^^ sequence-outgrows-padding: version has 2 digits in the key and is counted with every write: from 100 on
                    from: { entity: Doc }
                    attributes: { docId: string, version: integer, text: string }
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
}
