package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.lint.internal.access.AccountIdChosen;
import dev.partita.lint.internal.access.AllowMissing;
import dev.partita.lint.internal.access.ChildMoreOpenThanParent;
import dev.partita.lint.internal.access.ConditionTellsStrangers;
import dev.partita.lint.internal.access.GroupNotKnown;
import dev.partita.lint.internal.access.HiddenValueCopied;
import dev.partita.lint.internal.access.HiddenValueGuessed;
import dev.partita.lint.internal.access.OwnerListNotByOwner;
import dev.partita.lint.internal.access.OwnerMissing;
import dev.partita.lint.internal.access.OwnerNotReturned;
import dev.partita.lint.internal.access.PasswordAsText;
import dev.partita.lint.internal.access.PersonalDataInPublicAnswer;
import dev.partita.lint.internal.access.ReferenceUnchecked;
import dev.partita.lint.internal.access.SelfGrantedRights;
import dev.partita.lint.internal.access.TenantChosenByCaller;
import dev.partita.lint.internal.access.ThroughNotServed;
import dev.partita.lint.internal.access.TogetherWithNothing;
import dev.partita.lint.internal.key.LongValueInPath;
import dev.partita.lint.internal.read.OrderByIdCallersGive;
import dev.partita.lint.internal.table.SecretCopiedIntoIndex;
import dev.partita.plan.internal.compile.Compiler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rights and secrets: what the examples of the rules leave out. */
class RightsRulesTest {

    @Test
    void whoMayChooseTheirPlanChoosesTheirLimit() {
        check(new SelfGrantedRights(), """
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
                    owner: userId
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
                patterns:
                  changePlan: { update: User, by: userId, change: [plan], allow: owner }
                  #                                               ^^^^^^ self-granted-rights: whoever calls changePlan chooses plan, which decides the limit of uses
                """);
    }

    /** What stands in a list is a role for each element, see {@code from:}. */
    private static final String LISTED = """
            design: test
            tables:
              main: { key: { partition: pk, sort: sk } }
            roles:
              op:     { group: ops }
              admin:  { membership: Admin, by: userId, group: teamId }
              member: { membership: Member, by: userId, group: teamId }
            entities:
              Team:
                key: { pk: "T#{teamId}", sk: META }
                owner: founder
                attributes:
                  teamId: { type: ulid, generate: ulid }
                  founder: { type: string, required: true }
                  name: { type: string, length: 1..50 }
                  admins: { type: list of string, max-items: 20, distinct: true }
              Admin:
                key: { pk: "A#{userId}", sk: "T#{teamId}" }
                from: { entity: Team, each: admins, as: userId }
                attributes: { userId: { type: string, length: 1..99 }, teamId: { type: ulid, references: Team } }
              Member:
                key: { pk: "U#{userId}", sk: "T#{teamId}" }
                attributes: { userId: { type: string, length: 1..99 }, teamId: { type: ulid, references: Team } }
            patterns:
              team: { get: Team, by: teamId, allow: [member, admin] }
              drop: { delete: Team, by: teamId, allow: admin }
              PATTERN
            """;

    private static void listed(String pattern) {
        check(new SelfGrantedRights(), LISTED.replace("PATTERN", indented(pattern)));
    }

    /** As lines of the patterns, but for what points to the beginning of one. */
    private static String indented(String pattern) {
        return pattern.replace("\n", "\n  ").replace("\n  #~", "\n# ").stripTrailing();
    }

    @Test
    void whoWritesTheListOfThoseWhoHaveARoleIsOneOfThem() {
        listed("""
                edit: { update: Team, by: teamId, change: [name, admins], allow: member }
                #                                         ^^^^^^^^^^^^^^ self-granted-rights: whoever calls edit chooses admins, which decides who is admin
                """);
        listed("""
                join: { update: Team, by: teamId, append: [admins], allow: signed-in }
                #~^^^^ self-granted-rights: whoever calls join chooses admins, which decides who is admin
                """);
    }

    @Test
    void whoGovernsAGroupSaysWhoIsInIt() {
        listed("edit: { update: Team, by: teamId, change: [admins], allow: admin }");
        listed("edit: { update: Team, by: teamId, change: [admins], allow: op }");
        listed("edit: { update: Team, by: teamId, change: [admins], allow: owner }");
        listed("found: { create: Team, allow: owner }");
    }

    private static final String REFERRED = """
            design: test
            tables:
              main: { key: { partition: pk, sort: sk } }
            roles:
              member: { membership: Member, by: userId, group: tenantId }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                attributes: { tenantId: string }
              Member:
                key: { pk: "U#{userId}", sk: "T#{tenantId}" }
                attributes: { userId: string, tenantId: { type: string, references: Tenant } }
              Task:
                key: { pk: "TASK#{taskId}", sk: META }
                owner: author
                attributes:
                  taskId: string
                  tenantId: { type: string, required: true, references: Tenant }
                  author: { type: string }
              Part:
                key: { pk: "TENANT#{tenantId}", sk: "PART#{partId}" }
                attributes: { tenantId: { type: string, references: Tenant }, partId: string }
              Comment:
                key: { pk: "COMMENT#{commentId}", sk: META }
                owner: writer
                attributes:
                  commentId: { type: ulid, generate: ulid }
                  tenantId: { type: string, required: true, references: Tenant, must-exist: true }
                  taskId: { type: string, references: Task, MUST }
                  writer: { type: string }
                  text: { type: string }
                  partId: { type: string, references: Part, on-delete: refuse }
            patterns:
              task: { get: Task, by: taskId, allow: READERS }
              PATTERN
            """;

    private static void referred(String must, String readers, String pattern) {
        check(
                new ChildMoreOpenThanParent(),
                REFERRED.replace("MUST", must).replace("READERS", readers).replace("PATTERN", indented(pattern)));
    }

    @Test
    void anItemOfOneGroupMayNameOneOfAnother() {
        String told = """
                comment: { create: Comment, allow: member }
                #~^^^^^^^ child-more-open-than-parent: whoever calls comment is the member by tenantId, and may name a Task of another tenantId
                """;
        referred("must-exist: true", "member", told);
        referred("on-delete: refuse", "member", told);
        referred("must-exist: true", "[owner, member]", """
                move: { update: Comment, by: commentId, change: [taskId], allow: member }
                #~^^^^ child-more-open-than-parent: whoever calls move is the member by tenantId, and may name a Task of another tenantId
                """);
        referred("must-exist: true", "owner", """
                note: { create: Comment, allow: owner }
                #~^^^^ child-more-open-than-parent: whoever calls note is the owner by writer, and may name a Task of another author
                """);
    }

    @Test
    void whatMakesTheTwoTheSameIsEnough() {
        referred("must-exist: true", "member", "comment: { create: Comment, through: task, allow: member }");
        referred(
                "must-exist: true",
                "member",
                "comment: { create: Comment, requires: { Task: \"tenantId = :tenantId\" }, allow: member }");
        referred("must-exist: true", "signed-in", "comment: { create: Comment, allow: member }");
        referred("on-delete: keep", "member", "comment: { create: Comment, allow: member }");
        referred(
                "must-exist: true",
                "member",
                "edit: { update: Comment, by: commentId, change: [text], allow: member }");
    }

    @Test
    void aParentThatIsFollowedIsLookedFor() {
        String design = REFERRED.replace("MUST", "on-delete: keep").replace("READERS", "member");
        check(
                new ReferenceUnchecked(),
                design.replace("PATTERN", "say: { create: Comment, through: task, set: { partId: x } }"));
    }

    @Test
    void whatGoesTogetherIsNotGoneOnWith() {
        check(new TogetherWithNothing(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Box:
                    key: { pk: "BOX#{boxId}", sk: META }
                    attributes: { boxId: string, code: string }
                patterns:
                  box:   { get: Box, by: boxId, allow: together }
                  page:  { gather: [box], allow: anyone }
                  other: { get: Box, by: boxId, then: box, allow: anyone }
                  #                                   ^^^ together-with-nothing: nobody may call other: it goes on with box
                """);
    }

    private static final String GUESSED = """
            design: test
            types:
              Badge: { record: { number: integer, pin: { type: string, hidden: true } } }
            tables:
              main:
                key: { partition: pk, sort: sk }
                stream: new
                indexes:
                  bySecret: { partition: secret, sort: sk, projection: keys }
            entities:
              Box:
                key: { pk: "BOX#{boxId}", sk: META }
                attributes: { boxId: string, code: { type: integer, hidden: true } }
              Letter:
                key: { pk: "BOX#{boxId}", sk: "LETTER#{weight:06}" }
                attributes:
                  boxId: { type: string, references: Box }
                  weight: { type: integer, hidden: true, range: 0..999999 }
                  secret: { type: string, hidden: true }
                  isSpam: { type: flag, hidden: true }
                  words: { type: string, hidden: true }
                  tags: { type: set of string, hidden: true }
                  badge: Badge
                  sentAt: { type: timestamp, hidden: true }
            patterns:
              send: { create: Letter, allow: signed-in }
              PATTERN
            """;

    private static void guessed(String pattern) {
        check(
                new HiddenValueGuessed(),
                GUESSED.replace("PATTERN", pattern.replace("\n", "\n  ").stripTrailing()));
    }

    @Test
    void aHiddenValueIsNotFoundOutByHalves() {
        guessed("""
                heavy: { list: Letter, by: boxId, range: weight, allow: signed-in }
                #                                        ^^^^^^ hidden-value-guessed: whoever calls heavy finds out Letter.weight
                """);
        guessed("""
                found: { search: Letter, on: words, allow: anyone }
                #                            ^^^^^ hidden-value-guessed: whoever calls found finds out Letter.words
                """);
        guessed("""
                begun: { count: Letter, by: boxId, where: "begins_with(secret, :start)", allow: anyone }
                #                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ hidden-value-guessed: whoever calls begun finds out Letter.secret
                """);
        guessed("""
                pins: { list: Letter, by: boxId, where: "badge.pin < :pin", allow: anyone }
                #                                        ^^^^^^^^^^^^^^^^ hidden-value-guessed: whoever calls pins finds out Letter.badge.pin
                """);
        guessed("""
                spam: { list: Letter, by: boxId, where: "isSpam = :spam", allow: anyone }
                #                                        ^^^^^^^^^^^^^^ hidden-value-guessed: whoever calls spam finds out Letter.isSpam
                """);
        guessed("""
                open: { update: Box, by: boxId, remove: [code], when: "code > :than", allow: anyone }
                #                                                      ^^^^^^^^^^^^ hidden-value-guessed: whoever calls open finds out Box.code
                """);
        guessed("""
                post: { create: Letter, requires: { Box: "code < :below" }, allow: signed-in }
                #                                         ^^^^^^^^^^^^^ hidden-value-guessed: whoever calls post finds out Box.code
                """);
    }

    @Test
    void theWholeOfASecretMayBeAskedFor() {
        guessed("bySecret: { list: Letter, by: secret, allow: anyone }");
        guessed("opened: { list: Letter, by: boxId, where: \"secret = :secret\", allow: anyone }");
        guessed("tagged: { list: Letter, by: boxId, where: \"contains(tags, :tag)\", allow: anyone }");
        // What the design says itself, and what nobody but trusted code may call.
        guessed("late: { list: Letter, by: boxId, where: sentAt < now, allow: anyone }");
        guessed("rich: { list: Letter, by: boxId, where: weight > 5, allow: anyone }");
        guessed("heavy: { list: Letter, by: boxId, range: weight }");
    }

    @Test
    void whatIsReadOnlyIsNotChosen() {
        check(new SelfGrantedRights(), """
                design: test
                roles:
                  staff: { entity: User, by: userId, when: isStaff }
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string }
                      isStaff: { type: flag, default: false, read-only: true }
                patterns:
                  signUp: { create: User, allow: anyone }
                """);
    }

    @Test
    void whoMayJoinAnyGroupHasItsPermissions() {
        check(new SelfGrantedRights(), """
                design: test
                roles:
                  editor: { membership: Membership, by: userId, group: groupName, permission: Group.permissions contains sites.write }
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Group:
                    key: { pk: "GROUP#{groupName}", sk: META }
                    attributes:
                      groupName: { type: string }
                      permissions: { type: list of string, max-items: 20 }
                  Membership:
                    key: { pk: "USER#{userId}", sk: "MEMBERSHIP#{groupName}" }
                    owner: userId
                    attributes:
                      userId: { type: string }
                      groupName: { type: string, references: Group }
                patterns:
                  join: { create: Membership, allow: owner }
                # ^^^^ self-granted-rights: whoever calls join chooses groupName, which decides who is editor
                """);
    }

    private static final String TEAMS = """
            design: test
            tables:
              main:
                key: { partition: pk, sort: sk }
            roles:
              member: { membership: Membership, by: userId, group: tenantId }
              admin: { group: admins }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                attributes: { tenantId: { type: string } }
              User:
                key: { pk: "USER#{userId}", sk: META }
                owner: userId
                attributes: { userId: { type: string }, teams: { type: list of string, max-items: 20 } }
              Membership:
                key: { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                owner: userId
                soft-delete: { flag: gone }
                attributes:
                  userId: { type: string, references: User }
                  gone: { type: flag, default: false, read-only: true }
                  level: { type: string }
                  tenantId: { type: string, references: Tenant }
            patterns:
            """;

    @Test
    void whoMayMakeMembershipsWithSomethingElseJoinsAnyGroup() {
        check(new SelfGrantedRights(), TEAMS + """
                  signUp: { create: User, with: Membership, allow: owner }
                  #                             ^^^^^^^^^^ self-granted-rights: whoever calls signUp chooses tenantId of Membership items, which decides who is member
                  found: { create: Tenant, with: Membership, allow: signed-in }
                  hire: { create: User, with: Membership, allow: admin }
                """);
        check(new SelfGrantedRights(), TEAMS.replace("group: tenantId }", "group: tenantId, everywhere: true }") + """
                  found: { create: Tenant, with: Membership, allow: signed-in }
                  #                              ^^^^^^^^^^ self-granted-rights: whoever calls found chooses tenantId of Membership items, which decides who is member
                """);
    }

    @Test
    void aPartOfATransactionIsForWhoeverMayCallIt() {
        check(new SelfGrantedRights(), TEAMS + """
                  join: { create: Membership, allow: together }
                # ^^^^ self-granted-rights: whoever calls both chooses tenantId, which decides who is member
                  open: { create: Tenant, allow: signed-in }
                  both: { transact: [open, join], allow: signed-in }
                """);
        check(new SelfGrantedRights(), TEAMS + """
                  join: { create: Membership, allow: together }
                  open: { create: Tenant, allow: signed-in }
                  both: { transact: [open, join], allow: admin }
                """);
        check(new SelfGrantedRights(), TEAMS + """
                  join: { create: Membership, allow: together }
                  open: { create: Tenant, allow: signed-in }
                  both: { transact: [open, join], same: [tenantId], allow: signed-in }
                """);
    }

    @Test
    void whoWasThrownOutMustNotBringBackTheirMembership() {
        check(new SelfGrantedRights(), TEAMS + """
                  kick: { delete: Membership, by: [userId, tenantId], allow: admin }
                  back: { restore: Membership, by: [userId, tenantId], allow: owner }
                  #                                                           ^^^^^ self-granted-rights: whoever calls back brings back what admin deleted, which decides who is member
                  invite: { restore: Membership, by: [userId, tenantId], allow: admin }
                """);
        check(new SelfGrantedRights(), TEAMS + """
                  leave: { delete: Membership, by: [userId, tenantId], allow: owner }
                  back: { restore: Membership, by: [userId, tenantId], allow: owner }
                """);
    }

    @Test
    void whatMembershipsAreMadeFromDecidesToo() {
        String design = TEAMS.replace(
                        "    owner: userId\n    soft-delete: { flag: gone }\n",
                        "    from: { entity: User, each: teams, as: tenantId }\n")
                .replace(
                        "      gone: { type: flag, default: false, read-only: true }\n      level: { type: string }\n",
                        "");
        check(new SelfGrantedRights(), design + """
                  signUp: { create: User, allow: owner }
                # ^^^^^^ self-granted-rights: whoever calls signUp chooses teams, which decides who is member
                  hire: { create: User, allow: admin }
                """);
    }

    /** A hundred guesses are one call; and whoever goes by several owners finds what is others'. */
    @Test
    void valuesThatCallersGiveOneByOneAreAskedForAsOne() {
        String shelf = """
                design: shelf
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byUser: { partition: userId, sort: pk, projection: all }
                      byToken: { partition: token, sort: pk, projection: all }
                entities:
                  Book:
                    key: { pk: "BOOK#{bookId}" }
                    owner: userId
                    attributes: { bookId: string, userId: string, token: { type: string, hidden: true } }
                patterns:
                """;
        check(new HiddenValueGuessed(), shelf + """
                  invited: { get: Book, by: token, allow: anyone }
                  tried: { count: Book, by: token, each: { token: given }, allow: anyone }
                #                           ^^^^^ hidden-value-guessed: whoever calls tried finds out Book.token
                """);
        check(new OwnerListNotByOwner(), shelf + """
                  mine: { list: Book, by: bookId, each: { bookId: given }, allow: owner }
                  ours: { list: Book, by: userId, each: { userId: given }, allow: owner }
                #                                                                 ^^^^^ owner-list-not-by-owner: ours is for owners and finds the Book items of others too
                  all: { count: Book, by: bookId, each: { bookId: given }, allow: owner }
                #                                                                 ^^^^^ owner-list-not-by-owner: all counts the Book items of others too
                """);
        check(new OwnerNotReturned(), shelf + """
                  few: { list: Book, by: userId, each: { userId: given }, return: [bookId], allow: owner }
                #                                                                 ^^^^^^^^ owner-not-returned: few is for owners and does not return userId
                """);
        // How many there are of each would tell of parents that nobody asked for.
        check(new ThroughNotServed(), """
                design: notes
                allow: anyone
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }
                    owner: userId
                    attributes: { noteId: string, userId: string }
                  Reply:
                    key: { pk: "NOTE#{noteId}", sk: "REPLY#{replyId}" }
                    through: note
                    attributes: { noteId: { type: string, references: Note }, replyId: string }
                patterns:
                  note: { get: Note, by: noteId, allow: owner }
                  one: { count: Reply, by: noteId }
                  all: { list: Reply, by: noteId, each: { noteId: given } }
                  many: { count: Reply, by: noteId, each: { noteId: given } }
                # ^^^^ through-not-served: the answer of many does not say of which Note the items are
                """);
        check(new LongValueInPath(), shelf + """
                  some: { list: Book, by: bookId, each: { bookId: given }, allow: anyone, route: "GET /books/{bookIds}" }
                #                                                                                ^^^^^^^^^^^^^^^^^^^^^^ long-value-in-path: bookIds is a list
                """);
    }

    @Test
    void aMemberMustNotMakeThemselvesMore() {
        String design = TEAMS.replace(
                "  admin: {",
                "  chief: { membership: Membership, by: userId, group: tenantId, when: level = 'chief' }\n  admin: {");
        check(new SelfGrantedRights(), design + """
                  raise: { update: Membership, by: [userId, tenantId], change: [level], allow: member }
                  #                                                            ^^^^^^^ self-granted-rights: whoever calls raise chooses level, which decides who is chief
                  promote: { update: Membership, by: [userId, tenantId], change: [level], allow: chief }
                """);
    }

    @Test
    void whatAGroupPermitsEverywhereIsNotForItsOwnerToSay() {
        String groups = """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                roles:
                  editor: { membership: Membership, by: userId, group: name, permission: Group.permissions contains write, everywhere: true }
                entities:
                  Group:
                    key: { pk: "GROUP#{name}", sk: META }
                    owner: boss
                    attributes: { name: { type: string }, boss: { type: string }, permissions: { type: list of string, max-items: 10 } }
                  Membership:
                    key: { pk: "USER#{userId}", sk: "GROUP#{name}" }
                    attributes: { userId: { type: string }, name: { type: string, references: Group } }
                patterns:
                """;
        check(new SelfGrantedRights(), groups + """
                  found: { create: Group, allow: owner }
                # ^^^^^ self-granted-rights: whoever calls found chooses permissions, which decides who is editor
                """);
        check(new SelfGrantedRights(), groups.replace(", everywhere: true", "") + """
                  found: { create: Group, with: Membership, allow: owner }
                """);
    }

    @Test
    void whoWritesPlansSaysWhatTheyAllow() {
        check(new SelfGrantedRights(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                roles:
                  publisher: { entity: User, by: userId, when: plan.canPublish }
                  admin: { group: admins }
                entities:
                  Plan:
                    key: { pk: "PLAN#{name}", sk: META }
                    attributes: { name: { type: string }, canPublish: { type: flag, default: false } }
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    owner: userId
                    attributes: { userId: { type: string }, plan: { type: string, references: Plan } }
                patterns:
                  signUp: { create: User, allow: owner, set: { plan: free } }
                  newPlan: { put: Plan, allow: signed-in }
                # ^^^^^^^ self-granted-rights: whoever calls newPlan chooses canPublish, which decides who is publisher
                  plan: { put: Plan, allow: admin }
                """);
    }

    @Test
    void aTransactionForOwnersWritesWhatHasAnOwner() {
        check(new OwnerMissing(), """
                design: test
                tables: { main: { key: { partition: pk } } }
                entities:
                  Note: { key: { pk: "NOTE#{id}" }, owner: who, attributes: { id: string, who: string } }
                  Count: { key: { pk: "COUNT#{id}" }, attributes: { id: string, n: { type: integer, default: 0 } } }
                patterns:
                  write: { create: Note, allow: owner }
                  count: { update: Count, by: id, add: { n: 1 }, or-create: true, allow: together }
                  both: { transact: [write, count], allow: owner }
                  #                                        ^^^^^ owner-missing: both is for the owner of all that it writes, and Count, which count writes, does not say who that is
                """);
    }

    @Test
    void aRoleThatDoesNotSayByWhichAttributeIsTheReadersMatterAlone() {
        Reading reading = Reader.read(new Source("test.yaml", ROOMS.replace(", group: tenantId", "") + """
                  rooms: { list: Chair, allow: member }
                """));
        assertThat(reading.findings()).anyMatch(Finding::isError);
        assertThat(Linter.lint(reading)).noneMatch(finding -> finding.rule().equals("group-not-known"));
    }

    private static final String ROOMS = """
            design: test
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  byLabel: { partition: label, sort: pk, projection: all }
            roles:
              member: { membership: Membership, by: userId, group: tenantId }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                attributes:
                  tenantId: { type: ulid, generate: ulid }
              Membership:
                key: { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                attributes:
                  userId: { type: string }
                  tenantId: { type: ulid, references: Tenant }
              Room:
                key: { pk: "ROOM#{roomId}", sk: META }
                attributes:
                  roomId: { type: ulid, generate: ulid }
                  label: { type: string }
                  tenantId: { type: ulid, references: Tenant }
              Chair:
                key: { pk: "CHAIR#{chairId}", sk: META }
                attributes:
                  chairId: { type: ulid, generate: ulid }
            patterns:
            """;

    @Test
    void aCountAndAnAnswerWithoutTheGroupDoNotTellIt() {
        check(new GroupNotKnown(), ROOMS + """
                  rooms:  { list: Room, by: label, allow: member }
                  room:   { get: Room, by: roomId, allow: member }
                  edit:   { update: Room, by: roomId, change: [label], allow: member }
                  tenant: { get: Tenant, by: tenantId, allow: member }
                  count:  { count: Room, by: label, allow: member }
                  #                                        ^^^^^^ group-not-known: count is for member, and its answer does not say of which Tenant the items are
                  labels: { list: Room, by: label, return: [label], allow: member }
                  #                                                        ^^^^^^ group-not-known: labels is for member, and its answer does not say of which Tenant the items are
                """);
    }

    @Test
    void whatAPatternLeadsToHasToKnowTheGroupToo() {
        check(new GroupNotKnown(), ROOMS + """
                  room:     { get: Room, by: roomId, allow: member }
                  addChair: { create: Chair, allow: signed-in }
                  addRoom:  { create: Room, allow: signed-in }
                  furnish:  { transact: [addRoom, addChair], allow: member }
                  #                                                 ^^^^^^ group-not-known: furnish is for member and leads to addChair, and a Chair does not say
                """);
    }

    @Test
    void aRoleThatCountsEverywhereNeedsNoGroup() {
        check(new GroupNotKnown(), ROOMS.replace("group: tenantId }", "group: tenantId, everywhere: true }") + """
                  chair: { get: Chair, by: chairId, allow: member }
                """);
    }

    @Test
    void whoIsSignedInMayNotChooseATenant() {
        check(new TenantChosenByCaller(), ROOMS + """
                  addRoom: { create: Room, allow: signed-in }
                  #                               ^^^^^^^^^ tenant-chosen-by-caller: whoever is signed in chooses tenantId in addRoom
                  tenant:  { get: Tenant, by: tenantId, allow: signed-in }
                  room:    { get: Room, by: roomId, allow: member }
                  any:     { get: Chair, by: chairId, allow: signed-in }
                """);
    }

    @Test
    void whatAListFetchesGoesOutToo() {
        check(new PersonalDataInPublicAnswer(), """
                design: test
                allow: anyone
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Author:
                    key: { pk: "AUTHOR#{authorId}", sk: META }
                    attributes:
                      authorId: { type: string }
                      email: { type: string, personal: true }
                  Topic:
                    key: { pk: "TOPIC#{topic}", sk: "{authorId}" }
                    attributes:
                      topic: { type: string }
                      authorId: { type: string, references: Author }
                patterns:
                  authors: { list: Topic, by: topic, fetch: Author, page: 20 }
                # ^^^^^^^ personal-data-in-public-answer: authors gives the email of Author to anyone
                """);
    }

    @Test
    void aNumberOfPeopleIsNotPersonal() {
        check(new PersonalDataInPublicAnswer(), """
                design: test
                allow: anyone
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Author:
                    key: { pk: "AUTHORS", sk: "{authorId}" }
                    attributes:
                      authorId: { type: string }
                      email: { type: string, personal: true }
                patterns:
                  authors: { count: Author }
                """);
    }

    @Test
    void whatIsHiddenDoesNotGoOut() {
        check(new PersonalDataInPublicAnswer(), """
                design: test
                allow: anyone
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Author:
                    key: { pk: "AUTHOR#{authorId}", sk: META }
                    attributes:
                      authorId: { type: string }
                      email: { type: string, personal: true, hidden: true }
                patterns:
                  author: { get: Author, by: authorId }
                """);
    }

    @Test
    void theOwnerMaySeeTheirOwn() {
        check(new PersonalDataInPublicAnswer(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Author:
                    key: { pk: "AUTHOR#{authorId}", sk: META }
                    owner: authorId
                    attributes:
                      authorId: { type: string }
                      email: { type: string, personal: true }
                patterns:
                  author: { get: Author, by: authorId, allow: owner }
                """);
    }

    @Test
    void theWordOfAnEntityHoldsForItsPatterns() {
        check(new AllowMissing(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }
                    owner: userId
                    allow: owner
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                patterns:
                  note: { get: Note, by: noteId, allow: signed-in }
                  deleteNote: { delete: Note, by: noteId }
                """);
    }

    @Test
    void anIndexOfKeysHoldsNoSecret() {
        check(new SecretCopiedIntoIndex(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: keys }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    byX: { xpk: "EMAIL#{email:hash}", xsk: META }
                    attributes:
                      userId: { type: string }
                      email: { type: string, normalise: [trim, lower] }
                      passwordHash: { type: password, hidden: true }
                """);
    }

    @Test
    void aHashKeptAsTextIsAPasswordToo() {
        check(new PasswordAsText(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string }
                      password_hash: { type: string, hidden: true }
                    # ^^^^^^^^^^^^^ password-as-text: password_hash of User is stored as it comes
                      passwordChangedAt: { type: timestamp }
                """);
    }

    @Test
    void aListByTheOwnerIsTheirs() {
        check(new OwnerListNotByOwner(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Note:
                    key: { pk: "USER#{userId}", sk: "{noteId}" }
                    owner: userId
                    attributes:
                      userId: { type: string }
                      noteId: { type: ulid, generate: ulid }
                patterns:
                  notes: { list: Note, by: userId, page: 20, allow: owner }
                """);
    }

    @Test
    void theOwnerOfWhatIsReadMustComeToLight() {
        check(new OwnerNotReturned(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byUser: { partition: userId, sort: pk, projection: [title] }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }
                    owner: userId
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      title: { type: string }
                  Diary:
                    key: { pk: "DIARY#{diaryId}", sk: META }
                    owner: secretOwner
                    allow: owner
                    attributes:
                      diaryId: { type: ulid, generate: ulid }
                      secretOwner: { type: string, hidden: true }
                patterns:
                  titles: { list: Note, by: userId, return: [title], page: 20, allow: owner }
                  note: { get: Note, by: noteId, allow: owner }
                  titleAndOwner: { get: Note, by: noteId, return: [title, userId], allow: owner }
                  title: { get: Note, by: noteId, return: [title], allow: [owner, signed-in] }
                  ownTitle: { get: Note, by: noteId, return: [title], allow: owner }
                  #                                          ^^^^^^^ owner-not-returned: ownTitle is for owners and does not return userId
                  diary: { get: Diary, by: diaryId }
                # ^^^^^ owner-not-returned: diary is for owners and does not return secretOwner, which says whose the Diary is, since it is hidden
                """);
    }

    @Test
    void anOwnerThatIsNoAttributeIsNoMatterOfWhatIsReturned() {
        Reading reading = Reader.read("test.yaml", """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    owner: nobody
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                patterns:
                  note: { get: Note, by: noteId, allow: owner }
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(new OwnerNotReturned().check(Compiler.compile(reading.design())))
                .isEmpty();
    }

    private static final String PINS = """
            design: test
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            roles:
              member: { membership: Membership, by: userId, group: tenantId }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                attributes: { tenantId: { type: string } }
              Membership:
                key: { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                attributes: { userId: { type: string }, tenantId: { type: string, references: Tenant } }
              Box:
                key: { pk: "BOX#{boxId}", sk: META }
                owner: keeper
                attributes:
                  boxId: { type: string }
                  keeper: { type: string }
                  name: { type: string }
                  team: { type: string, references: Tenant }
              Pin:
                key: { pk: "PIN#{userId}", sk: "{boxId}" }
                GSI1: { gsi1pk: "TENANT#{tenantId}", gsi1sk: "{userId}#{boxId}" }
                owner: userId
                attributes:
                  userId: { type: string }
                  tenantId: { type: string, references: Tenant }
                  boxId: { type: string, references: Box }
              Note:
                key: { pk: "NOTE#{noteId}", sk: META }
                GSI1: { gsi1pk: "WORD#{word}", gsi1sk: "{noteId}" }
                through: box
                attributes:
                  noteId: { type: string }
                  boxId: { type: string, references: Box }
                  shelfId: { type: string, references: Shelf }
                  word: { type: string }
              Shelf:
                key: { pk: "SHELF#{shelfId}", sk: META }
                attributes: { shelfId: { type: string } }
            patterns:
              box: { get: Box, by: boxId, allow: owner }
            """;

    @Test
    void whatIsFetchedHasToSayWhoseItIs() {
        check(new OwnerNotReturned(), PINS + """
                  pinned: { list: Pin, by: userId, fetch: Box, allow: owner }
                  names: { list: Pin, by: userId, fetch: Box, return: [boxId, name], allow: owner }
                  #                                                   ^^^^^^^^^^^^^ owner-not-returned: names is for owners and does not return keeper, which says whose the Box is
                """);
        check(new GroupNotKnown(), PINS + """
                  pinned: { list: Pin, by: tenantId, fetch: Box, allow: member }
                  names: { list: Pin, by: tenantId, fetch: Box, return: [boxId, name], allow: member }
                  #                                                                           ^^^^^^ group-not-known: names is for member, and its answer does not say of which Tenant the items are
                """);
    }

    @Test
    void whatIsNotInTheAnswerCannotBeFollowed() {
        check(new ThroughNotServed(), PINS + """
                  byWord: { list: Note, by: word }
                  shelves: { list: Note, by: word, fetch: Shelf }
                # ^^^^^^^ through-not-served: the answer of shelves does not say of which Box the Note items are
                  fill: { create: Shelf, with: Note, allow: signed-in }
                # ^^^^ through-not-served: fill makes Note items of any Box
                """);
    }

    @Test
    void aModeratorMakesNobodyAdmin() {
        String design = """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                roles:
                  mod: { entity: User, by: userId, when: "level = 'mod'" }
                  admin: { entity: User, by: userId, when: "level = 'admin'" }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes: { userId: string, level: { enum: [plain, mod, admin], default: plain } }
                patterns:
                  user: { get: User, by: userId, allow: [mod, admin] }
                  drop: { delete: User, by: userId, allow: admin }
                """;
        check(new SelfGrantedRights(), design + """
                  level: { update: User, by: userId, change: [level], allow: [mod, admin] }
                  #                                          ^^^^^^^ self-granted-rights: whoever calls level chooses level, which decides who is admin
                  promote: { update: User, by: userId, set: { level: admin }, allow: mod }
                  #                                                  ^^^^^ self-granted-rights: whoever calls promote sets level, which decides who is admin
                  demote: { update: User, by: userId, set: { level: plain }, allow: mod }
                """);
        check(new SelfGrantedRights(), design + """
                  level: { update: User, by: userId, change: [level], allow: admin }
                """);
    }

    @Test
    void aReadFollowsWithItsHeadAndAllThatItGoesOnTo() {
        check(new ThroughNotServed(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk }
                entities:
                  Club:
                    key: { pk: "CLUB#{clubId}", sk: CLUB }
                    attributes: { clubId: string }
                  Ant:
                    key: { pk: "ANT#{antId}", sk: ANT }
                    GSI1: { gsi1pk: "LABEL#{label}", gsi1sk: "{antId}" }
                    attributes: { antId: { type: ulid, generate: ulid }, name: { type: string, unique: true }, label: string, clubId: string }
                  Bird:
                    key: { pk: "ANT#{antId}", sk: "BIRD#{birdId}" }
                    attributes: { antId: string, birdId: string, clubId: string }
                  AntFile:
                    key: { pk: "FILE#{antId}", sk: FILE }
                    attributes: { antId: string }
                patterns:
                  club: { get: Club, by: clubId, allow: signed-in }
                  file: { get: AntFile, by: antId, allow: signed-in }
                  ant: { get: Ant, by: antId, allow: signed-in }
                  whole: { read: [Ant, Bird], by: antId, through: club, allow: signed-in }
                  filed: { read: [Ant, Bird], by: antId, through: file, allow: signed-in }
                  #                                               ^^^^ through-not-served: Ant does not say of which AntFile it is
                  withItsBirds: { read: [Ant, Bird], by: antId, through: ant, allow: signed-in }
                  like: { list: Ant, by: label, page: 10, allow: signed-in }
                  led: { get: Ant, by: name, then: whole, through: club, allow: signed-in }
                  alike: { get: Ant, by: name, then: like, through: club, allow: signed-in }
                  #                                                 ^^^^ through-not-served: the answer of alike does not say of which Club the Ant items are
                """);
    }

    @Test
    void whoMayNotReadAnExamAddsNoQuestions() {
        String bad = new ChildMoreOpenThanParent().bad();
        check(new ChildMoreOpenThanParent(), bad.substring(0, bad.indexOf("  questions:")) + """
                  ask: { create: Question, allow: signed-in }
                # ^^^ child-more-open-than-parent: whoever is signed in may call ask, and fewer may read every Exam it belongs to
                """);
    }

    @Test
    void whatIsRequiredOfTheCallersOwnItemIsTheirsToKnow() {
        String club = new ConditionTellsStrangers().bad().replaceFirst("(?m)^ *#.*\n", "");
        check(new ConditionTellsStrangers(), club.replace("club: { get: Club, by: clubId, allow: owner }", """
                club: { get: Club, by: clubId, allow: signed-in }"""));
        check(
                new ConditionTellsStrangers(),
                club.replace("sk: \"WISH#{userId}\"", "sk: \"WISH#{wishId}\"")
                        .replace("owner: userId", "owner: clubId")
                        .replace("userId: { type: string }", "wishId: { type: ulid, generate: ulid }"));
    }

    @Test
    void whoChoosesAnIdIsFirstForEverInWhatOthersSee() {
        check(new OrderByIdCallersGive(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { byPage: { partition: page, sort: sk, projection: all } }
                entities:
                  Comment:
                    key: { pk: "USER#{userId}", sk: "{page}#{commentId}" }
                    owner: userId
                    attributes: { userId: string, page: string, commentId: { type: string, generate: "c_{ulid}" } }
                patterns:
                  ofPage: { list: Comment, by: page, order: commentId descending, allow: anyone }
                  #                                         ^^^^^^^^^^^^^^^^^^^^ order-by-id-callers-give: ofPage is sorted by commentId, which whoever calls comment may give
                  mine: { list: Comment, by: [userId, page], order: commentId descending, allow: owner }
                  comment: { create: Comment, allow: owner }
                """);
    }

    @Test
    void anIdThatOnlyARoleMayGiveIsTrusted() {
        check(new OrderByIdCallersGive(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                roles: { admin: { group: admins } }
                entities:
                  Site:
                    key: { pk: SITE, sk: "{siteId}" }
                    attributes: { siteId: { type: ulid, generate: ulid } }
                patterns:
                  sites: { list: Site, order: newest-first, allow: anyone }
                  addSite: { create: Site, allow: admin }
                """);
    }

    @Test
    void whoMayCallWhatSetsTheirRightGivesItToThemselves() {
        check(new SelfGrantedRights(), """
                design: test
                roles:
                  staff: { entity: User, by: userId, when: isStaff }
                  vip: { entity: User, by: userId, when: "level >= 3" }
                tables:
                  main: { key: { partition: pk } }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    owner: userId
                    attributes:
                      userId: string
                      isStaff: { type: flag, default: false, read-only: true }
                      level: { type: integer, default: 0, read-only: true }
                patterns:
                  promote: { update: User, by: userId, set: { isStaff: true }, allow: owner }
                  #                                                    ^^^^ self-granted-rights: whoever calls promote sets isStaff, which decides who is staff
                  rise: { update: User, by: userId, add: { level: 1 }, allow: owner }
                  #                                               ^ self-granted-rights: whoever calls rise sets level, which decides who is vip
                  born: { create: User, set: { isStaff: true }, allow: anyone }
                  #                                     ^^^^ self-granted-rights: whoever calls born sets isStaff
                  resign: { update: User, by: userId, set: { isStaff: false, level: 0 }, allow: owner }
                  hire: { update: User, by: userId, set: { isStaff: true }, allow: staff }
                """);
    }

    @Test
    void whoGivesThemselvesARoleThatIsAskedForIsAnError() {
        String design = """
                design: test
                roles:
                  staff: { entity: User, by: userId, when: isStaff }
                tables:
                  main: { key: { partition: pk } }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    owner: userId
                    attributes:
                      userId: string
                      name: string
                      isStaff: { type: flag, default: false }
                patterns:
                  users: { scan: User, allow: staff, about: Once a month. }
                  %s
                """;
        assertThat(granted(
                        design.formatted("edit: { update: User, by: userId, change: [name, isStaff], allow: owner }")))
                .containsExactly(Severity.ERROR);
        assertThat(granted(design.formatted("edit: { update: User, by: userId, change: [isStaff], allow: signed-in }")))
                .containsExactly(Severity.ERROR);
        assertThat(granted(design.formatted("save: { put: User, allow: owner }")))
                .containsExactly(Severity.ERROR);
        assertThat(granted(
                        design.formatted("rise: { update: User, by: userId, set: { isStaff: true }, allow: owner }")))
                .containsExactly(Severity.ERROR);
        // Only likely: something stands between, or nobody asks for the role.
        assertThat(
                        granted(
                                design.formatted(
                                        "rise: { update: User, by: userId, set: { isStaff: true }, when: name = 'ann', allow: owner }")))
                .containsExactly(Severity.WARNING);
        assertThat(granted(design.formatted("signUp: { create: User, allow: anyone }")))
                .containsExactly(Severity.WARNING);
        assertThat(granted(design.formatted("edit: { update: User, by: userId, change: [isStaff], allow: owner }")
                        .replace("allow: staff", "allow: signed-in")))
                .containsExactly(Severity.WARNING);
        assertThat(granted(design.formatted("edit: { update: User, by: userId, change: [isStaff], allow: staff }")))
                .isEmpty();
    }

    private static final String CLUB = """
            design: test
            tables:
              main: { key: { partition: pk, sort: sk }, expiry: ttl }
            roles:
              operator: { group: operators }
              clean: { entity: User, by: userId, when: "missing(banned)" }
              listed: { entity: User, by: userId, when: "NOT contains(marks, 'spam')" }
              quiet: { entity: User, by: userId, when: "strikes < 3" }
              known: { entity: User, by: userId, when: "size(friends) >= 3 AND NOT isHidden" }
              member: { membership: Mem, by: userId, group: teamId }
              lead: { membership: Mem, by: userId, group: teamId, when: "rank = 'lead'" }
              super: { membership: Mem, by: userId, group: teamId, permission: Team.permissions contains all, everywhere: true }
            entities:
              User:
                key: { pk: "U#{userId}", sk: META }
                owner: userId
                attributes:
                  userId: { type: string, length: 1..40 }
                  banned: { type: string, length: 1..40, read-only: true }
                  marks: { type: list of string, max-items: 9, read-only: true }
                  strikes: { type: integer, default: 0, read-only: true }
                  friends: { type: set of string, max-items: 9, read-only: true }
                  isHidden: { type: flag, default: false, read-only: true }
              Team:
                key: { pk: "T#{teamId}", sk: META }
                attributes: { teamId: { type: string, length: 1..40 }, permissions: { type: list of string, max-items: 5 } }
              Mem:
                key: { pk: "U#{userId}", sk: "T#{teamId}" }
                owner: userId
                attributes:
                  userId: { type: string, length: 1..40 }
                  teamId: { type: string, length: 1..40, references: Team, must-exist: true, on-delete: keep }
                  rank: { enum: [user, lead], default: user, read-only: true }
                  endsAt: { type: epoch-seconds, stored: ttl, required: true }
            patterns:
              mkTeam: { create: Team, allow: operator }
              mkUser: { create: User, allow: operator }
              invite: { create: Mem, allow: operator }
              ban: { update: User, by: userId, change: [banned, marks], allow: operator }
              strike: { update: User, by: userId, add: { strikes: 1 }, allow: operator }
              a1: { get: Team, by: teamId, allow: [clean, listed], route: none }
              a2: { get: Team, by: teamId, allow: [quiet, known], route: none }
              a3: { get: Team, by: teamId, allow: [member, super], route: none }
            """;

    @Test
    void whoTakesAwayWhatTellsAgainstThemGivesThemselvesARight() {
        check(new SelfGrantedRights(), CLUB + """
                  unban: { update: User, by: userId, remove: [banned], allow: owner }
                  #                                          ^^^^^^^^ self-granted-rights: whoever calls unban removes banned, which decides who is clean
                  clear: { update: User, by: userId, set: { banned: null }, allow: owner }
                  #                                                 ^^^^ self-granted-rights: whoever calls clear sets banned, which decides who is clean
                  fresh: { update: User, by: userId, remove: [marks], allow: owner }
                  #                                          ^^^^^^^ self-granted-rights: whoever calls fresh removes marks, which decides who is listed
                  calm: { update: User, by: userId, set: { strikes: 0 }, allow: owner }
                  #                                                 ^ self-granted-rights: whoever calls calm sets strikes, which decides who is quiet
                  fade: { update: User, by: userId, add: { strikes: -1 }, allow: owner }
                  #                                                 ^^ self-granted-rights: whoever calls fade sets strikes, which decides who is quiet
                  befriend: { update: User, by: userId, append: [friends], allow: owner }
                # ^^^^^^^^ self-granted-rights: whoever calls befriend chooses friends, which decides who is known
                  show: { update: User, by: userId, set: { isHidden: false }, allow: owner }
                  #                                                  ^^^^^ self-granted-rights: whoever calls show sets isHidden, which decides who is known
                """);
        assertThat(granted(CLUB + "  unban: { update: User, by: userId, remove: [banned], allow: owner }"))
                .containsExactly(Severity.ERROR);
        assertThat(granted(CLUB + "  fresh: { update: User, by: userId, remove: [marks], allow: owner }"))
                .containsExactly(Severity.ERROR);
        assertThat(granted(CLUB + "  calm: { update: User, by: userId, set: { strikes: 0 }, allow: owner }"))
                .containsExactly(Severity.ERROR);
        // Only likely: it depends on how much there is, or on something else.
        assertThat(granted(CLUB + "  fade: { update: User, by: userId, add: { strikes: -1 }, allow: owner }"))
                .containsExactly(Severity.WARNING);
        assertThat(granted(CLUB + "  show: { update: User, by: userId, set: { isHidden: false }, allow: owner }"))
                .containsExactly(Severity.WARNING);
    }

    @Test
    void whoWritesWhatTellsAgainstThemGivesThemselvesNothing() {
        check(new SelfGrantedRights(), CLUB + """
                  own: { update: User, by: userId, append: [marks], allow: owner }
                  sin: { update: User, by: userId, add: { strikes: 1 }, allow: owner }
                  hide: { update: User, by: userId, set: { isHidden: true }, allow: owner }
                  lonely: { update: User, by: userId, remove: [banned], allow: clean }
                  pardon: { update: User, by: userId, remove: [banned, marks], set: { strikes: 0 }, allow: operator }
                  quit: { update: Mem, by: [userId, teamId], set: { endsAt: now }, allow: owner }
                """);
    }

    @Test
    void whoMovesTheEndOfTheirMembershipStaysForEver() {
        check(new SelfGrantedRights(), CLUB + """
                  extend: { update: Mem, by: [userId, teamId], change: [endsAt], allow: owner }
                  #                                                    ^^^^^^^^ self-granted-rights: whoever calls extend chooses endsAt, which decides who is member
                  longer: { update: Mem, by: [userId, teamId], add: { endsAt: 86400 }, allow: owner }
                  #                                                           ^^^^^ self-granted-rights: whoever calls longer sets endsAt, which decides who is member
                """);
        assertThat(granted(CLUB + "  extend: { update: Mem, by: [userId, teamId], change: [endsAt], allow: owner }"))
                .containsExactly(Severity.WARNING);
    }

    @Test
    void whoWritesWhatTheirGroupPermitsEverywhereReachesAllGroups() {
        check(new SelfGrantedRights(), CLUB + """
                  perm: { update: Team, by: teamId, append: [permissions], allow: lead }
                # ^^^^ self-granted-rights: whoever calls perm chooses permissions, which decides who is super
                """);
        assertThat(granted(CLUB + "  perm: { update: Team, by: teamId, append: [permissions], allow: lead }"))
                .containsExactly(Severity.ERROR);
        check(new SelfGrantedRights(), (CLUB + """
                  perm: { update: Team, by: teamId, append: [permissions], allow: lead }
                """).replace(", everywhere: true", ""));
        check(new SelfGrantedRights(), CLUB + """
                  perm: { update: Team, by: teamId, append: [permissions], allow: super }
                """);
    }

    @Test
    void whoDeletesWhatTellsAgainstThemAndMakesItAnewIsAsGoodAsNew() {
        String design = CLUB + """
                  leave: { delete: User, by: userId, allow: owner }
                  #                                         ^^^^^ self-granted-rights: whoever calls leave and then signUp has a new
                  signUp: { create: User, allow: owner }
                """;
        check(new SelfGrantedRights(), design);
        String clean = design.replaceFirst("(?m)^ *# .*\\n", "");
        check(new SelfGrantedRights(), clean.replace("allow: owner }\n  signUp", "allow: operator }\n  signUp"));
        check(
                new SelfGrantedRights(),
                clean.replace("signUp: { create: User, allow: owner }", "signUp: { create: User, allow: operator }"));
        // Nobody else has a say in it: then there is nothing to get rid of.
        check(
                new SelfGrantedRights(),
                clean.replace("allow: operator }\n  strike:", "allow: nobody }\n  strike:")
                        .replaceAll("(?m)^ *(ban|strike): .*\\n", ""));
    }

    @Test
    void aHiddenValueIsFoundOutFromItsHashItsBoundsAndItsPlace() {
        String lots = """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { GSI1: { partition: g1pk, sort: g1sk, projection: all } }
                roles: { admin: { group: admins } }
                entities:
                  Lot:
                    key: { pk: "LOT#{lotId}", sk: META }
                    attributes:
                      lotId: { type: string, length: 1..40 }
                      reserve: { type: integer, default: 500, hidden: true, range: 0..99999 }
                      gate: { type: string, hidden: true, length: 1..20 }
                      HASH
                  Bid:
                    key: { pk: "LOT#{lotId}", sk: "BID#{bidId}" }
                    GSI1: { g1pk: "LOT#{lotId}", g1sk: "{amount:08}#{bidId}" }
                    owner: bidder
                    attributes:
                      lotId: { type: string, length: 1..40 }
                      bidId: { type: ulid, generate: ulid, read-only: true }
                      bidder: { type: string, length: 1..40, required: true }
                      amount: { type: integer, range: 0..99999999, required: true, hidden: true }
                patterns:
                  mkLot: { create: Lot, allow: admin }
                """;
        check(new HiddenValueCopied(), lots.replace("      HASH\n", """
                      gateHash: { type: string, hash-of: [gate] }
                    # ^^^^^^^^ hidden-value-copied: Lot.gateHash has the hash of Lot.gate, which is hidden
                      reserveHash: { type: string, hash-of: [lotId, reserve] }
                    # ^^^^^^^^^^^ hidden-value-copied: Lot.reserveHash has the hash of Lot.reserve, which is hidden
                      kept: { type: string, hash-of: [gate], hidden: true }
                      open: { type: string, hash-of: [lotId] }
                """));
        String plain = lots.replace("      HASH\n", "");
        check(new HiddenValueGuessed(), plain + """
                  tip: { update: Lot, by: lotId, add: [reserve], allow: signed-in }
                  #                                   ^^^^^^^^^ hidden-value-guessed: whoever calls tip finds out Lot.reserve
                  more: { update: Lot, by: lotId, add: { reserve: 1 }, allow: signed-in }
                """);
        check(new HiddenValueGuessed(), plain + """
                  bid: { create: Bid, allow: owner }
                  bids: { list: Bid, by: lotId, order: amount descending, allow: anyone }
                  #                                    ^^^^^^^^^^^^^^^^^ hidden-value-guessed: whoever calls bids finds out Bid.amount
                  mine: { list: Bid, by: lotId, order: amount descending, allow: owner }
                """);
        check(new HiddenValueGuessed(), plain + """
                  bid: { create: Bid, allow: admin }
                  bids: { list: Bid, by: lotId, order: amount descending, allow: anyone }
                """);
    }

    @Test
    void whoSignsUpWithoutATokenDoesNotChooseWhoToBe() {
        String design = new AccountIdChosen().bad().replaceFirst("(?m)^ *# .*\\n", "");
        check(new AccountIdChosen(), design.replace("allow: anyone", "allow: owner"));
        check(new AccountIdChosen(), design.replace("allow: anyone", "allow: signed-in"));
        check(new AccountIdChosen(), design.replace("length: 1..40", "generate: ulid"));
        // In a transaction it is the same.
        check(new AccountIdChosen(), design.replace("signUp: { create: User, allow: anyone }", """
                make: { create: User, allow: together }
                  #                            ^^^^^^^^ account-id-chosen: whoever calls make would choose userId
                  signUp: { transact: [make], allow: anyone }"""));
    }

    private static List<Severity> granted(String design) {
        return LintCheck.lint(design).stream()
                .filter(finding -> finding.rule().equals("self-granted-rights"))
                .map(Finding::severity)
                .toList();
    }

    @Test
    void whoMustGetTheTenantFirstDoesNotChooseIt() {
        String design = """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                roles:
                  member: { membership: Membership, by: userId, group: tenantId }
                entities:
                  Membership:
                    key: { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                    attributes:
                      userId: { type: string }
                      tenantId: { type: ulid, references: Tenant }
                  Tenant:
                    key: { pk: "TENANT#{tenantId}", sk: META }
                    attributes:
                      tenantId: { type: ulid, generate: ulid }
                  Room:
                    key: { pk: "TENANT#{tenantId}", sk: "ROOM#{roomId}" }
                    attributes:
                      tenantId: { type: ulid, references: Tenant }
                      roomId: { type: ulid, generate: ulid }
                patterns:
                  tenant: { get: Tenant, by: tenantId, allow: member }
                  rooms: { list: Room, by: tenantId, page: 20, allow: signed-in, through: tenant }
                """;
        check(new TenantChosenByCaller(), design);
        check(new TenantChosenByCaller(), design.replace("allow: member", "allow: signed-in") + """
                  #                                                   ^^^^^^^^^ tenant-chosen-by-caller: whoever is signed in chooses tenantId in rooms
                """);
    }
}
