package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.CompilerRule;
import org.junit.jupiter.api.Test;

/** Every value that a design can state, against the rules of its attribute. */
class LiteralRulesTest {

    private static final String HEAD =
            """
            design: test
            types:
              Place: { record: { city: { type: string, length: 2.., default: Bonn }, floor: { type: integer, range: 0..9 } } }
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            roles:
              staff: { entity: Job, by: queue, when: STAFF }
            entities:
              Queue:
                key: { pk: "QUEUE#{queue}", sk: META }
                attributes: { queue: string, open: flag, made: { type: integer, default: 0 } }
              Job:
                key: { pk: "Q#{queue}", sk: "JOB#{jobId}" }
                GSI1: { when: WHEN, gsi1pk: "OPEN#{queue}", gsi1sk: "{jobId}" }
                attributes:
                  queue: { type: string, references: Queue }
                  jobId: { type: ulid, generate: ulid }
                  status: { enum: [OPEN, DONE], default: OPEN }
                  kind: { enum: [mail, sms], open: true }
                  n: { type: integer, range: 0..10 }
                  price: decimal
                  code: { type: string, length: 2..4, pattern: "[A-Z]+" }
                  mail: { type: string, normalise: [trim, lower], pattern: "[a-z@.]+" }
                  done: flag
                  really: boolean
                  at: timestamp
                  day: date
                  seconds: epoch-seconds
                  tags: { type: list of string, max-items: 3, distinct: true }
                  marks: { type: set of integer, max-items: 5 }
                  place: Place
                  extra: map
                  counts: map of integer
                  secret: { type: password, hidden: true }
                  input: { type: string, store: false }
                  ref: { type: string, prefix: "JOB#" }
                  id: uuid
                  free: any
            quotas:
              jobs: { counts: Job, per: [queue, status], item: { pk: "Q#{queue}", sk: "N#{status}" }, by: status, limit: LIMITS }
            patterns:
            """.replace("STAFF", "done").replace("WHEN", "done").replace("LIMITS", "{ OPEN: 5 }");

    /** A condition of a pattern that reads, with carets below it. */
    private static void where(String condition, String carets) {
        where(condition, "literal-does-not-fit", carets);
    }

    private static void where(String condition, String rule, String carets) {
        String line = "  one: { list: Job, by: queue, where: \"" + condition + "\" }\n";
        int at = carets.indexOf('^');
        String below = at < 0 ? "" : "  #" + " ".repeat(line.indexOf(condition) + at - 3) + carets.strip() + "\n";
        Rule judged = Rules.find(rule).orElseThrow();
        check(judged, HEAD + line + below);
        if (at < 0) {
            assertThat(LintCheck.lint(HEAD + line)).noneMatch(f -> isAboutValues(f));
        }
    }

    private static boolean isAboutValues(Finding finding) {
        return finding.rule().equals("literal-does-not-fit") || finding.rule().equals("comparison-never-holds");
    }

    private static void fits(String condition) {
        where(condition, "");
    }

    private static void never(String condition, String carets) {
        where(condition, "comparison-never-holds", carets);
    }

    @Test
    void whatFitsPasses() {
        fits("status = 'OPEN'");
        fits("kind = 'pigeon'");
        fits("n = 10 AND n > 9 AND n >= 10 AND n < 1 AND n BETWEEN -5 AND 20");
        fits("price > 1.5 AND price <> 0");
        fits("code IN ('AB', 'ABC')");
        fits("mail = ' Ann@X.de '");
        fits("done AND NOT really AND done = true AND really = false");
        fits("at > now AND day <= now AND seconds BETWEEN 0 AND now");
        fits("at > now + 1 hour AND day <= now-7days AND seconds BETWEEN now - 2 weeks AND now + 1.5 minutes");
        fits("at > '2024-06-29' AND at < '2024-06-29T12:00:00Z' AND day = '2024-02-29'");
        fits("begins_with(code, 'A') AND begins_with(at, '2024-') AND begins_with(status, 'OP')");
        fits("contains(tags, 'x') AND contains(marks, 3) AND contains(mail, 'X')");
        fits("size(tags) > 2 AND size(code) = 3 AND size(extra) < 5 AND size(place) = 1");
        fits("place.city = 'Bonn' AND place.floor < 5 AND counts.a > 3 AND extra.b = 'x'");
        fits("exists(secret) AND missing(at) AND at = null AND at <> null");
        fits("free = 3 AND free > 'x' AND begins_with(free, 'x') AND contains(free, true)");
        fits("queue = code AND n < price AND at = :at");
        fits("id = '123E4567-E89B-42D3-A456-426614174000'");
    }

    @Test
    void aWordThatIsNotInTheEnum() {
        where("status = 'OPNE'", "         ^^^^^^ literal-does-not-fit: status: `OPNE` is not one of OPEN, DONE");
        where("status IN ('OPEN', 'DOEN')", "                   ^^^^^^ literal-does-not-fit: status: `DOEN` is");
        where("NOT (n = 1 OR status <> 'open')", "                        ^^^^^^ literal-does-not-fit: status: `open`");
        where("'OPNE' = status", "^^^^^^ literal-does-not-fit: status: `OPNE`");
    }

    @Test
    void aNumberOutOfItsRange() {
        where("n = 11", "    ^^ literal-does-not-fit: n: `11` must be at most 10");
        where("n IN (1, -1)", "         ^^ literal-does-not-fit: n: `-1` must be at least 0");
        where("place.floor = 10", "              ^^ literal-does-not-fit: place.floor: `10` must be at most 9");
        never("n > 10", "    ^^ comparison-never-holds: n is never above 10");
        never("n <= -1", "     ^^ comparison-never-holds: n is never below 0");
    }

    @Test
    void aTextThatLengthOrPatternRefuses() {
        where("code = 'A'", "       ^^^ literal-does-not-fit: code: `A` must have at least 2 characters");
        where("code = 'ab'", "       ^^^^ literal-does-not-fit: code: `ab` does not match [A-Z]+");
        where("place.city = 'B'", "             ^^^ literal-does-not-fit: place.city: `B` must have at least 2");
    }

    @Test
    void aValueOfAnotherType() {
        where("n > 'x'", "    ^^^ literal-does-not-fit: n: `x` is not an integer");
        where("n = true", "    ^^^^ literal-does-not-fit: n: `true` is not an integer");
        where("n = 1.5", "    ^^^ literal-does-not-fit: n: `1.5` is not an integer");
        where("done = 'yes'", "       ^^^^^ literal-does-not-fit: done: `yes` is not a flag");
        where("at > 'tomorrow'", "     ^^^^^^^^^^ literal-does-not-fit: at: `tomorrow` is not a timestamp");
        where("day = '2024-13-01'", "      ^^^^^^^^^^^^ literal-does-not-fit: day: `2024-13-01` is not a date");
        where("id = 'x'", "     ^^^ literal-does-not-fit: id: `x` is not a uuid");
        where("code = true", "       ^^^^ literal-does-not-fit: code: `true` is not a string");
        where("contains(marks, 'x')", "                ^^^ literal-does-not-fit: marks: `x` is not an integer");
        where("counts.a = 'x'", "           ^^^ literal-does-not-fit: counts.a: `x` is not an integer");
        where("size(tags) > 'x'", "             ^^^ literal-does-not-fit: size(tags): `x` is not an integer");
    }

    @Test
    void aComparisonThatTheTypeDoesNotHave() {
        never(
                "begins_with(n, '1')",
                "^^^^^^^^^^^^^^^^^^^ comparison-never-holds: n is an integer, and begins with nothing");
        never("begins_with(tags, 'x')", "^^^^^^^^^^^^^^^^^^^^^^ comparison-never-holds: tags is a list of string");
        never("contains(n, 1)", "^^^^^^^^^^^^^^ comparison-never-holds: n is an integer, and contains nothing");
        never("contains(extra, 'x')", "^^^^^^^^^^^^^^^^^^^^ comparison-never-holds: extra is a map");
        never(
                "begins_with(status, 'X')",
                "                    ^^^ comparison-never-holds: no value of status begins with 'X'");
        never(
                "begins_with(code, mail)",
                "                  ^^^^ comparison-never-holds: `begins_with` looks for a value");
        never("contains(code, now)", "               ^^^ comparison-never-holds: `contains` looks for text");
        never("tags = 'x'", "^^^^^^^^^^ comparison-never-holds: tags is a list of string and never equals");
        never("place = 'x'", "^^^^^^^^^^^ comparison-never-holds: place is a Place and never equals");
        never("done > 0", "^^^^^^^^ comparison-never-holds: done is a flag, and that has no order");
        never("tags BETWEEN 1 AND 2", "^^^^^^^^^^^^^^^^^^^^ comparison-never-holds: tags is a list of string");
        never("size(n) > 1", "^^^^^^^ comparison-never-holds: n is an integer, and that has no size");
        never("n > now + 1 day", "    ^^^^^^^^^^^ comparison-never-holds: n is an integer, and now is a moment");
        never("n > now", "    ^^^ comparison-never-holds: n is an integer, and now is a moment");
        never("n = at", "    ^^ comparison-never-holds: n is an integer and at is a timestamp");
        never("at < seconds", "     ^^^^^^^ comparison-never-holds: at is a timestamp and seconds");
        never("ref = code", "      ^^^^ comparison-never-holds: ref is a string stored behind JOB#");
        never("n < null", "^^^^^^^^ comparison-never-holds: null is not compared");
        never("null = at", "^^^^^^^^^ comparison-never-holds: null is not compared");
        never("'x' = 'x'", "^^^^^^^^^ comparison-never-holds: neither side is an attribute");
        never("secret = 'x'", "^^^^^^^^^^^^ comparison-never-holds: a password is kept as a hash");
        never("code", "^^^^ comparison-never-holds: code is a string, neither true nor false");
        never("input = 'x'", "^^^^^ comparison-never-holds: input is not stored");
    }

    @Test
    void inEveryPlaceWhereAConditionStands() {
        check(
                new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT),
                HEAD.replace("when: done, gsi1pk", "when: status = 'OPNE', gsi1pk")
                        .replace(
                                "gsi1sk: \"{jobId}\" }\n    attributes:",
                                "gsi1sk: \"{jobId}\" }\n    #                      ^^^^^^ literal-does-not-fit: status: `OPNE` is not\n    attributes:"));
        check(
                new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT),
                HEAD.replace(
                        "when: done }",
                        "when: n = 12 }\n  #                                          ^^ literal-does-not-fit: n: `12`"));
        check(new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT), HEAD + """
                  a: { update: Job, by: [queue, jobId], change: [n], when: status = 'OPNE' }
                  #                                                                 ^^^^^^ literal-does-not-fit: status: `OPNE` is
                  b: { create: Job, requires: { Queue: "made > 'x'" } }
                  #                                            ^^^ literal-does-not-fit: made: `x` is not an integer
                  c: { list: Job, key: { pk: "Q#{queue}" }, filter: n = 11 }
                  #                                                     ^^ literal-does-not-fit: n: `11` must be
                """);
    }

    @Test
    void defaultsOfAttributesAndMembers() {
        check(new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT), """
                design: test
                types:
                  Place: { record: { city: { type: string, length: 2.., default: B } } }
                  #                                                              ^ literal-does-not-fit: city: `B` must have
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Job:
                    key: { pk: "JOB#{jobId}" }
                    attributes:
                      jobId: { type: ulid, generate: ulid }
                      status: { enum: [OPEN, DONE], default: OPNE }
                      #                                      ^^^^ literal-does-not-fit: status: `OPNE` is not one of OPEN, DONE
                      n: { type: integer, range: 0..10, default: 11 }
                      #                                          ^^ literal-does-not-fit: n: `11` must be at most 10
                      day: { type: date, default: 2024-13-01 }
                      #                           ^^^^^^^^^^ literal-does-not-fit: day: `2024-13-01` is not a date
                      at: { type: timestamp, default: now }
                      #                               ^^^ literal-does-not-fit: at: `now` is not a timestamp
                      tags: { type: list of integer, max-items: 5, default: [1, x, 3] }
                      #                                                         ^ literal-does-not-fit: tags[1]: `x` is not an integer
                      one: { type: list of string, default: x }
                      #                                     ^ literal-does-not-fit: one: `x` is not a list
                      place: { record: { floor: { type: integer, default: x } }, default: { floor: y, door: 3 } }
                      #                                                   ^ literal-does-not-fit: floor: `x` is not an integer
                      #                                                                            ^ literal-does-not-fit: place.floor: `y` is
                      #                                                                                     ^ literal-does-not-fit: place.door
                      level: { enum: ["1", "2"], default: 1 }
                      #                                   ^ literal-does-not-fit: level: `1` is not one of 1, 2
                      word: { type: string, default: true }
                      #                              ^^^^ literal-does-not-fit: word: `true` is not a string
                      stamp: { type: boolean, set: on-create }
                      #                            ^^^^^^^^^ literal-does-not-fit: stamp: `set` stores the moment
                      made: { type: integer, set: on-create }
                      #                           ^^^^^^^^^ literal-does-not-fit: made: `set` stores the moment, or who calls, and neither is an integer
                      madeBy: { type: string, set: on-create }
                      fine: { type: decimal, default: 1 }
                """);
    }

    @Test
    void whoCallsMayBeANumberWhereItIsAnId() {
        check(new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT), """
                design: test
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes: { userId: integer }
                  Note:
                    key: { pk: "USER#{userId}", sk: "NOTE#{noteId}" }
                    owner: userId
                    attributes:
                      userId: integer
                      noteId: { type: ulid, generate: ulid }
                      by: { type: integer, references: User, set: on-create }
                      seenBy: { type: integer, references: User }
                patterns:
                  add: { create: Note, set: { userId: me } }
                  see: { update: Note, by: [userId, noteId], set: { seenBy: me } }
                """);
    }

    @Test
    void valuesOfSetAndAdd() {
        check(new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT), HEAD + """
                  a: { update: Job, by: [queue, jobId], set: { status: DOEN, n: 12, done: true } }
                  #                                                    ^^^^ literal-does-not-fit: status: `DOEN` is not one of
                  #                                                             ^^ literal-does-not-fit: n: `12` must be at most 10
                  b: { update: Job, by: [queue, jobId], set: { at: "now + 10" } }
                  #                                                ^^^^^^^^^^ literal-does-not-fit: at: `now + 10` is not a timestamp
                  l: { update: Job, by: [queue, jobId], set: { at: now + 101 years, day: "now plus 1 day" } }
                  #                                                ^^^^^^^^^^^^^^^ literal-does-not-fit: at: `now + 101 years` is not a timestamp
                  #                                                                      ^^^^^^^^^^^^^^^^ literal-does-not-fit: day: `now plus 1 day` is not a date
                  o: { update: Job, by: [queue, jobId], set: { ref: now + 1 day } }
                  #                                                 ^^^^^^^^^^^ literal-does-not-fit: ref: `now + 1 day` is a moment
                  c: { update: Job, by: [queue, jobId], set: { price: n } }
                  #                                                   ^ literal-does-not-fit: price: `n` is not a decimal
                  d: { update: Job, by: [queue, jobId], set: { code: now } }
                  #                                                  ^^^ literal-does-not-fit: code: `now` does not match
                  e: { update: Job, by: [queue, jobId], set: { ref: now } }
                  #                                                 ^^^ literal-does-not-fit: ref: `now` is a moment
                  f: { update: Job, by: [queue, jobId], set: { at: now, day: now + 1 week, seconds: now - 2.5 hours, ref: me, mail: " A@B " } }
                  m: { update: Job, by: [queue, jobId], set: { n: me } }
                  #                                               ^^ literal-does-not-fit: n: `me` is not an integer
                  g: { update: Job, by: [queue, jobId], set: { done: me } }
                  #                                                  ^^ literal-does-not-fit: done: `me` is not a flag
                  h: { update: Job, by: [queue, jobId], set: { tags: [a, a], place: { city: B } } }
                  #                                                  ^^^^^^ literal-does-not-fit: tags: `[a, a]` has an element twice
                  #                                                                         ^ literal-does-not-fit: place.city: `B`
                  i: { update: Job, by: [queue, jobId], add: { n: x, price: 1.5 } }
                  #                                               ^ literal-does-not-fit: n: `x` is not an integer
                  j: { update: Job, by: [queue, jobId], add: { n: 11 } }
                  #                                               ^^ literal-does-not-fit: n: 11 is more than lies between 0 and 10
                  k: { create: Job, set: { status: DOEN } }
                  #                                ^^^^ literal-does-not-fit: status: `DOEN`
                """);
    }

    @Test
    void theValuesThatAQuotaHasLimitsFor() {
        check(
                new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT),
                HEAD.replace(
                        "limit: { OPEN: 5 } }",
                        "limit: { OPEN: 5, DOEN: 3 } }\n  #" + " ".repeat(117)
                                + "^^^^ literal-does-not-fit: status: `DOEN` is not one of"));
    }

    @Test
    void theMostThatASequenceGives() {
        check(new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Book:
                    key: { pk: "BOOK#{bookId}", sk: META }
                    attributes: { bookId: string, pages: { type: integer, default: 0, read-only: true } }
                  Page:
                    key: { pk: "BOOK#{bookId}", sk: "PAGE#{number:03}" }
                    attributes:
                      bookId: { type: string, references: Book }
                      number: { type: integer, range: 1..500, generate: { sequence: Book.pages, max: 999 } }
                      #                                                                              ^^^ literal-does-not-fit: number: 999 must be at most 500
                """);
    }

    @Test
    void thePermissionOfARole() {
        check(new FoundByCompiler(CompilerRule.LITERAL_DOES_NOT_FIT), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                roles:
                  editor: { membership: Member, by: userId, group: name, permission: Group.permissions contains wirte }
                  #                                                                                             ^^^^^ literal-does-not-fit: permissions: `wirte` is not one of
                types: { Right: { enum: [read, write] } }
                entities:
                  Group:
                    key: { pk: "GROUP#{name}", sk: META }
                    attributes: { name: string, permissions: list of Right }
                  Member:
                    key: { pk: "USER#{userId}", sk: "GROUP#{name}" }
                    attributes: { userId: string, name: { type: string, references: Group } }
                """);
    }

    @Test
    void whatAnIndexHoldsDependsOnNoCaller() {
        check(new FoundByCompiler(CompilerRule.INDEX_CONDITION_CHANGES), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                roles:
                  boss: { entity: P, by: sku, when: "on AND sku = :sku" }
                  #                                               ^^^^ index-condition-changes: nobody gives :sku
                  late: { entity: P, by: sku, when: since < now }
                entities:
                  P:
                    key: { pk: "P#{sku}", sk: META }
                    GSI1: { when: "on OR NOT (sku IN (:a, 'b'))", gsi1pk: "P", gsi1sk: "{sku}" }
                    #                                 ^^ index-condition-changes: `when` is judged when the item is written, and nobody gives :a
                    attributes: { sku: string, on: flag, since: timestamp }
                """);
    }

    @Test
    void noHelpProposesAConditionThatChanges() {
        String design = """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Event:
                    key: { pk: "EVENT#{eventId}", sk: META }
                    attributes:
                      eventId: { type: ulid, generate: ulid }
                      city: { type: string, required: true }
                      open: flag
                      startsAt: { type: timestamp, required: true }
                patterns:
                  upcoming: { list: Event, by: city, where: "startsAt > now AND open AND city <> :not" }
                """;
        assertThat(LintCheck.lint(design))
                .filteredOn(finding -> finding.rule().equals("no-index-serves"))
                .extracting(Finding::advice)
                .containsExactly(
                        "write `GSI1: { when: \"open\", gsi1pk: \"EVENT#{city}\", gsi1sk: \"{startsAt}#{eventId}\" }` in"
                                + " Event, and `GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }` among the indexes of main");
    }

    @Test
    void everyWordThatWantsAnAttributeOfSomeType() {
        check(new FoundByCompiler(CompilerRule.ATTRIBUTE_OF_WRONG_TYPE), """
                design: test
                tables: { main: { key: { partition: pk, sort: sk }, expiry: ttl } }
                entities:
                  U:
                    key: { pk: "U#{id}", sk: META }
                    version: v
                    #        ^ attribute-of-wrong-type: `version` wants an integer, and U.v is a string
                    soft-delete: { flag: gone, at: when, reason: why }
                    #                    ^^^^ attribute-of-wrong-type: `soft-delete flag` wants a flag
                    #                              ^^^^ attribute-of-wrong-type: `soft-delete at` wants a timestamp
                    #                                            ^^^ attribute-of-wrong-type: `soft-delete reason` wants
                    expiry: 3 days after name
                    #       ^^^^^^^^^^^^^^^^^ attribute-of-wrong-type: `expiry` wants a timestamp
                    attributes:
                      id: { type: integer, generate: ulid }
                      #                              ^^^^ attribute-of-wrong-type: `generate: ulid` wants a ulid
                      v: string
                      gone: string
                      when: integer
                      why: integer
                      name: string
                      count: string
                      limit: string
                      hash: { type: integer, hash-of: [name] }
                      #                               ^^^^^^ attribute-of-wrong-type: `hash-of` wants a string
                  C:
                    key: { pk: "C#{cid}", sk: META }
                    attributes:
                      cid: { type: ulid, generate: uuid }
                      #                            ^^^^ attribute-of-wrong-type: `generate: uuid` wants a uuid
                      u: { type: integer, references: U }
                quotas:
                  q: { counts: C, per: u, counter: U.count, limit: U.limit }
                  #                                ^^^^^^^ attribute-of-wrong-type: `counter` wants an integer
                  #                                                ^^^^^^^ attribute-of-wrong-type: `limit` wants an integer
                """);
    }

    @Test
    void aRoleThatNothingFinds() {
        check(Rules.find("no-index-serves").orElseThrow(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                roles:
                  staff: { entity: User, by: email, when: isStaff }
                # ^^^^^ no-index-serves: nothing serves `get: User, by: email, where: isStaff`
                  boss: { entity: User, by: userId, when: isStaff }
                  editor: { membership: Member, by: user, group: name, permission: Group.permissions contains write }
                # ^^^^^^ no-index-serves: nothing serves `list: Member, by: user`
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes: { userId: string, email: string, isStaff: flag }
                  Group:
                    key: { pk: "GROUP#{name}", sk: META }
                    attributes: { name: string, permissions: list of string }
                  Member:
                    key: { pk: "GROUP#{name}", sk: "USER#{user}" }
                    attributes: { user: string, name: { type: string, references: Group } }
                """);
    }

    @Test
    void anOwnIdOrTimeIsNotTheParents() {
        check(Rules.find("no-way-to-parent").orElseThrow(), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Talk:
                    key: { pk: "TALK#{talkId}", sk: "{createdAt}" }
                    attributes: { talkId: { type: ulid, generate: ulid }, createdAt: { type: timestamp, set: on-create } }
                  Message:
                    key: { pk: "TALK#{talkId}", sk: "MESSAGE#{createdAt}" }
                    attributes: { talkId: { type: ulid, references: Talk }, createdAt: { type: timestamp, set: on-create } }
                patterns:
                  say: { create: Message, requires: { Talk: exists } }
                  #                       ^^^^^^^^ no-way-to-parent: Message does not say which Talk is meant; its own createdAt is another
                """);
        check(new FoundByCompiler(CompilerRule.REFERENCE_TO_COMPOUND_KEY), """
                design: test
                tables:
                  main: { key: { partition: pk, sort: sk } }
                roles:
                  reader: { entity: Message, by: talkId, when: talk.open }
                  #                                            ^^^^^^^^^ reference-to-compound-key: Message.talk refers to Talk
                entities:
                  Talk:
                    key: { pk: "TALK#{talkId}", sk: "{number:03}" }
                    attributes: { talkId: string, number: integer, open: flag }
                  Message:
                    key: { pk: "TALK#{talkId}", sk: META }
                    attributes:
                      talkId: { type: string, references: Talk, on-delete: cascade }
                      #                                         ^^^^^^^^^ reference-to-compound-key: Message.talkId refers to Talk
                      talk: { type: string, references: Talk }
                """);
    }

    @Test
    void rulesThatNoValueOfTheTypeCanBreak() {
        check(new FoundByCompiler(CompilerRule.ATTRIBUTE_OF_WRONG_TYPE), """
                design: test
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  U:
                    key: { pk: "U#{id}", sk: META }
                    attributes:
                      id: string
                      a: { type: string, range: 1..5 }
                      #                  ^^^^^ attribute-of-wrong-type: `range` wants a number, and U.a is a string
                      b: { type: integer, length: 1..5 }
                      #                   ^^^^^^ attribute-of-wrong-type: `length` wants text
                      c: { type: list of string, pattern: x }
                      #                          ^^^^^^^ attribute-of-wrong-type: `pattern` wants free text
                      d: { type: integer, normalise: lower }
                      #                   ^^^^^^^^^ attribute-of-wrong-type: `normalise` wants text, or a list of it
                      e: { type: string, max-items: 3 }
                      #                  ^^^^^^^^^ attribute-of-wrong-type: `max-items` wants a list, set or map
                      f: { type: map, distinct: true }
                      #               ^^^^^^^^ attribute-of-wrong-type: `distinct` wants a list
                      g: { type: integer, prefix: X }
                      #                   ^^^^^^ attribute-of-wrong-type: `prefix` wants text
                      h: { type: string, cost: 4 }
                      #                  ^^^^ attribute-of-wrong-type: `cost` wants a password
                      i: { type: set of string, max-items: 3, normalise: lower }
                """);
    }

    @Test
    void optionsThatAnotherOneLeavesNothingToDo() {
        check(new FoundByCompiler(CompilerRule.OPTION_WITHOUT_EFFECT), """
                design: test
                tables: { main: { key: { partition: pk, sort: sk } } }
                types:
                  Line: { record: { price: { type: integer, immutable: true } } }
                  #                                         ^^^^^^^^^ option-without-effect: `immutable` has no effect: it is for attributes of an item
                entities:
                  U:
                    key: { pk: "U#{id}", sk: META }
                    version: v
                    attributes:
                      id: { type: string, absent: null }
                      #                   ^^^^^^ option-without-effect: `absent` has no effect: the attribute is part of the key
                      v: { type: integer, default: 4 }
                      #                   ^^^^^^^ option-without-effect: `default` has no effect: the version of a new item is 1
                      a: { type: string, must-exist: true }
                      #                  ^^^^^^^^^^ option-without-effect: `must-exist` has no effect: the attribute has no `references`
                      b: { type: string, on-delete: cascade }
                      #                  ^^^^^^^^^ option-without-effect: `on-delete` has no effect: the attribute has no `references`
                      c: { type: string, store: false }
                      #                  ^^^^^ option-without-effect: `store` has no effect: no key, derived attribute or hash is made of c
                      d: { type: string, store: false, stored: x }
                      #                                ^^^^^^ option-without-effect: `stored` has no effect: the attribute says `store: false`
                      e: { type: string, derive: d, default: x, generate: ulid }
                      #                             ^^^^^^^ option-without-effect: `default` has no effect: `derive` beside it decides
                      #                                         ^^^^^^^^ option-without-effect: `generate` has no effect: `derive` beside it decides
                      f: { type: timestamp, set: on-create, default: "2020-01-01T00:00:00Z" }
                      #                                     ^^^^^^^ option-without-effect: `default` has no effect: `set` beside it decides
                      g: { type: timestamp, set: on-delete }
                      #                     ^^^ option-without-effect: `set` has no effect: a deleted U is gone
                      h: { type: string, required: true, absent: null }
                      #                                  ^^^^^^ option-without-effect: `absent` has no effect: `required` beside it decides
                      i: { record: { j: { type: string, references: U, hidden: true } } }
                      #                                 ^^^^^^^^^^ option-without-effect: `references` has no effect: it is for attributes
                      k: { type: list of Line }
                """);
    }

    @Test
    void aPasswordInsideOfAnAttributeIsNotHashed() {
        check(new FoundByCompiler(CompilerRule.ATTRIBUTE_OF_WRONG_TYPE), """
                design: test
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  U:
                    key: { pk: "U#{id}", sk: META }
                    attributes:
                      id: string
                      a: { record: { b: { type: password } } }
                      #                         ^^^^^^^^ attribute-of-wrong-type: only an attribute of an item is hashed
                      c: { type: list of password }
                      #          ^^^^^^^^^^^^^^^^ attribute-of-wrong-type: only an attribute of an item is hashed
                      d: password
                """);
    }

    @Test
    void whatCallersCannotGiveIsNotAskedOfThem() {
        check(new FoundByCompiler(CompilerRule.CHANGE_OF_COMPUTED), """
                design: test
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  U:
                    key: { pk: "U#{id}", sk: META }
                    attributes: { id: string, name: string, at: { type: timestamp, set: on-create } }
                patterns:
                  addU: { create: U, require: [at, name] }
                  #                           ^^^^^^^^^^ change-of-computed: at is filled in by the design, so no caller can give it
                """);
    }

    @Test
    void whatFollowsFromOthersIsChangedByNoWord() {
        check(new FoundByCompiler(CompilerRule.CHANGE_OF_COMPUTED), """
                design: test
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  U:
                    key: { pk: "U#{id}", sk: META }
                    version: v
                    attributes: { id: string, a: string, b: { type: string, derive: a }, v: integer }
                patterns:
                  one: { update: U, by: id, set: { b: x } }
                  #                         ^^^ change-of-computed: b is filled in by the design
                  two: { update: U, by: id, add: { v: 1 } }
                  #                         ^^^ change-of-computed: v is filled in by the design
                  three: { update: U, by: id, remove: [b] }
                  #                                   ^^^ change-of-computed: b is filled in by the design
                """);
        never("n BETWEEN 5 AND 1", "^^^^^^^^^^^^^^^^^ comparison-never-holds: nothing lies between 5 and 1");
    }
}
