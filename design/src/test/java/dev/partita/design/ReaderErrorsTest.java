package dev.partita.design;

import org.junit.jupiter.api.Test;

/** What is wrong with tables, entities and the rest, and what the reader says about it. */
class ReaderErrorsTest {

    @Test
    void boundsOfOtherToolsAreTranslated() {
        check("""
                design: shop
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Thing:
                    key: { pk: "{thingId}" }
                    attributes:
                      thingId: string
                      a: { type: integer, min: 0, max: 10 }
                #                         ^^^ unknown-word: `min` is not a word of an attribute → write `range: 0..10`
                #                                 ^^^ unknown-word: `max` is not a word of an attribute → write `range: 0..10`
                      b: { type: string, max-length: 30 }
                #                        ^^^^^^^^^^ unknown-word: `max-length` is not a word of an attribute → write `length: ..30`
                      c: { minLength: 3, type: string }
                #          ^^^^^^^^^ unknown-word: `minLength` is not a word of an attribute → write `length: 3..`
                      d: { type: list of string, max: 3 }
                #                                ^^^ unknown-word: `max` is not a word of an attribute → write `max-items: 3`
                      e: { type: decimal, maximum: 4.5 }
                #                         ^^^^^^^ unknown-word: `maximum` is not a word of an attribute → write `range: ..4.5`
                """);
    }

    @Test
    void wordsNobodyKnowsAreGuessed() {
        check("""
                desing: shop
                ^^^^^^ unknown-word: `desing` is not a word of a design → did you mean `design`?
                abuot: hello
                ^^^^^ unknown-word: `abuot` is not a word of a design → did you mean `about`?
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    billing: on-demnd
                #            ^^^^^^^^ wrong-value: `on-demnd` is nothing `billing` can be → `on-demand`, or provisioned capacity: `{ read: 5, write: 3 }`
                    ttl: expires
                #   ^^^ unknown-word: `ttl` is not a word of a table → did you mean `expiry`?
                    stream: yes
                #           ^^^ wrong-value: `yes` is nothing `stream` can be → one of: off, keys, new, old, both
                    recovery: 5 parsecs
                #             ^^^^^^^^^ wrong-value: `5 parsecs` is not a number of days, such as `35 days`, or `off` → write a number of days, such as `35 days`, or `off`
                    class: cheap
                #          ^^^^^ wrong-value: `cheap` is nothing `class` can be → one of: standard, infrequent-access
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: ALL }
                #                                                          ^^^ wrong-value: `ALL` is nothing `projection` can be → did you mean `all`?
                      GSI2: { hash: gsi2pk, sort: [] }
                #             ^^^^ unknown-word: `hash` is not a word of an index → did you mean `partition`?
                #                                 ^^ missing: `sort` lists no attribute → name one to four attributes
                      type: { partition: x }
                #     ^^^^ bad-name: `type` is a word of entities, so an index cannot be called that → write `byType`
                      L: { local: true }
                #     ^ missing: an index needs `sort` → a local index has the table's partition key and a sort key of its own
                      M: { partition: { type: number }, sort: { name: a, type: integer } }
                #          ^^^^^^^^^ missing: a key attribute needs `name` → write `{ name: attribute, type: number }`
                #                                                              ^^^^^^^ wrong-value: `integer` is nothing `type` can be → one of: string, number, binary
                """);
    }

    @Test
    void everyFaultOfAnEntityIsToldAtOnce() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk }, indexes: { GSI1: { partition: g1, sort: g2, projection: all } } } }
                entities:
                  User:
                    key: { pk: "USER#{userid}", sort: META }
                #   ^^^ missing: the key attribute `sk` gets no value → add `sk: "…"`
                #                     ^^^^^^ unknown-name: `userid` is not an attribute of User → did you mean `userId`?
                #                               ^^^^ unknown-name: `sort` is not a key attribute of the table → one of: pk, sk
                    GSI: { g1: "EMAIL#{email:lowr}", g2: META }
                #   ^^^ unknown-word: `GSI` is not a word of an entity → did you mean `GSI1`?
                    GSI1: { g1: "EMAIL#{em}" }
                #   ^^^^ missing: the key attribute `g2` of GSI1 gets no value → add `g2: "…"`
                #                       ^^ unknown-name: `em` is not an attribute of User → write `email` instead of `em`, the name it is stored under
                    atributes: {}
                #   ^^^^^^^^^ unknown-word: `atributes` is not a word of an entity → did you mean `attributes`?
                    attributes:
                      userId: { type: sting, genrate: ulid }
                #                     ^^^^^ unknown-name: there is no type `sting` → did you mean `string`?
                #                            ^^^^^^^ unknown-word: `genrate` is not a word of an attribute → did you mean `generate`?
                      email: { type: list, stored: em, requird: true }
                #                    ^^^^ unknown-name: there is no type `list` → say of what: `list of string`
                #                                      ^^^^^^^ unknown-word: `requird` is not a word of an attribute → did you mean `required`?
                      age: { type: integer, range: 5..1 }
                #                                  ^^^^ wrong-value: `5..1` ends before it begins → write `1..5`
                      name: { length: 1-200 }
                #     ^^^^ missing: an attribute needs `type` → write `type: string`, or another type
                #                     ^^^^^ wrong-value: `1-200` is not a range → write two numbers: `length: 1..200`
                      plan: { type: string, references: Plam }
                #                                       ^^^^ unknown-name: there is no entity `Plam` → there is only `User`
                      kind: { enum: [a, b], type: integer }
                #                                 ^^^^^^^ wrong-value: an attribute with `enum` has no other type → leave it out
                      "1st": string
                #     ^^^^^ bad-name: `1st` cannot be the name of an attribute → a name has letters, digits and underscores, and begins with a letter
                      now: string
                #     ^^^ bad-name: `now` has a meaning of its own in conditions → choose another name
                      x: { type: string, required: yes, default: }
                #                                  ^^^ wrong-value: `required` is true or false → write `required: true`
                      y: { type: set of map, generate: sequence, set: on-save }
                #                ^^^^^^^^^^ wrong-value: a set cannot hold `map` → write `list of map` since sets hold text, numbers or binary
                #                                      ^^^^^^^^ wrong-value: `sequence` is nothing `generate` can be → say which counter: `{ sequence: Parent.counter }`
                #                                                     ^^^^^^^ wrong-value: `on-save` is nothing `set` can be → one of: on-create, on-write, on-delete
                      z: { type: string, pattern: "[a-", absent: 0 }
                #                                     ^ wrong-value: this is not a regular expression: illegal character range → write one as Java knows them: `[a-z0-9-]+`
                #                                                ^ wrong-value: `absent` can only be null → leave it out
                    expiry: 90 days
                #           ^^^^^^^ wrong-value: `90 days` does not say when its items expire → write `90 days after createdAt`
                    soft-delete: { reason: why }
                #   ^^^^^^^^^^^ missing: soft-delete needs `flag` → name the attribute that marks: `{ flag: isDeleted }` or `{ at: deletedAt }`
                #                          ^^^ unknown-name: `why` is not an attribute of User → one of: userId, email, age, name, plan, kind, 1st, now, x, y, z
                    version: vers
                #            ^^^^ unknown-name: `vers` is not an attribute of User → one of: userId, email, age, name, plan, kind, 1st, now, x, y, z
                    owner: [userId]
                #          ^^^^^^^^ wrong-kind: `owner` wants text, not a list → write text behind `owner:`
                    table: mian
                #          ^^^^ unknown-name: there is no table `mian` → did you mean `main`?
                """);
    }

    @Test
    void aMisspeltWordIsReadAsIfItWereRight() {
        check("""
                design: shop
                tables: { a: { key: { partition: pk } }, b: { key: { partition: id } } }
                entities:
                  A:
                # ^ missing: an entity needs `table` → there are several tables: a, b
                    key: { pk: "{id}" }
                    atributes: { id: string }
                #   ^^^^^^^^^ unknown-word: `atributes` is not a word of an entity → did you mean `attributes`?
                  B:
                    table: b
                    key: { pk: "{id}" }
                #   ^^^ missing: the key attribute `id` gets no value → add `id: "…"`
                #          ^^ unknown-name: `pk` is not a key attribute of the table → there is only `id`
                    attributes: { id: string }
                """);
    }

    @Test
    void templatesPointAtThePartAtFault() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  A:
                    key: { pk: { id }, sk: "X#{id" }
                #          ^^ wrong-kind: a template is text, not a map → put it in quotes: "{id}"
                #                             ^^^ bad-template: this brace is not closed → attributes stand in braces: {userId}
                    attributes: { id: string }
                  B:
                    key: { pk: "}x{id}", sk: "{}" }
                #               ^ bad-template: this brace closes nothing → attributes stand in braces: {userId}
                #                              ^ bad-template: there is no attribute here → write an attribute, and formats after colons: {createdAt:date}
                    attributes: { id: string }
                  C:
                    key: { pk: "", sk: "{id:}{id:shard}{id:99}{id:shard(0)}" }
                #               ^ bad-template: a template cannot be empty → write text and attributes in braces: USER#{userId}
                #                           ^ bad-template: a format is missing here → one of: 05, newest-first, date, month, year, hour, lower, upper, hash, shard(16), shorten, raw
                #                                ^^^^^ bad-template: `shard` is not a format → did you mean `shard(16)`?
                #                                          ^^ bad-template: `99` is not a format → one of: 05, newest-first, date, month, year, hour, lower, upper, hash, shard(16), shorten, raw
                #                                                 ^^^^^^^^ bad-template: `shard(0)` is not a format → did you mean `shard(16)`?
                    attributes: { id: string }
                  D:
                    key: { pk: "A\\u0023{ident}", sk: [a] }
                #              ^^^^^^^^^^^^^^^^ unknown-name: `ident` is not an attribute of D → there is only `id`
                #                                    ^^^ wrong-kind: a template is text, not a list → put it in quotes: "{attribute}"
                    attributes: { id: string }
                """);
    }

    @Test
    void quotasRolesAlarmsSamplesAndTypesAreLookedUp() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes: { userId: string, n: integer, plan: { type: string, references: User } }
                quotas:
                  a: { counts: User, per: userId, limit: 5 }
                # ^ missing: nothing says where the count is kept → write `counter: User.checkCount`, or the key of an item of its own: `item: { pk: …, sk: … }`
                  b: { counts: Usr, per: userId, counter: User.count, limit: User.max }
                #              ^^^ unknown-name: there is no entity `Usr` → did you mean `User`?
                #                                              ^^^^^ unknown-name: `count` is not an attribute of User → one of: userId, n, plan
                #                                                                 ^^^ unknown-name: `max` is not an attribute of User → one of: userId, n, plan
                  c: { counts: User, per: [user], item: { pk: x, sort: y }, limit: { a: n.x, b: plan.m, c: 1.5 } }
                # ^ missing: a quota needs `by` → say which attribute chooses among the limits: `by: action`
                #                          ^^^^ unknown-name: `user` is not an attribute of User → did you mean `userId`?
                #                                 ^^^^ missing: the key attribute `sk` gets no value → add `sk: "…"`
                #                                                ^^^^ unknown-name: `sort` is not a key attribute of the table → one of: pk, sk
                #                                                                       ^ unknown-name: `n` refers to no other entity, so the path ends here → give it `references: Entity`
                #                                                                                    ^ unknown-name: `m` is not an attribute of User → one of: userId, n, plan
                #                                                                                          ^^^ wrong-value: `1.5` is not a whole number → write `limit: 10`
                identity: { sub: sub }
                #           ^^^ unknown-word: `sub` is not a word of identity → did you mean `subject`?
                roles:
                  owner: { group: x }
                # ^^^^^ bad-name: `owner` has a meaning of its own in `allow` → choose another name
                  x: { entity: User, when: isStaff }
                # ^ missing: a role needs `by` → name the attribute that is the caller: `by: userId`
                #                          ^^^^^^^ unknown-name: `isStaff` is not an attribute of User → one of: userId, n, plan
                  y: { membership: User, by: userId, group: n, permission: User.permissions has write }
                #                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^ wrong-value: `User.permissions has write` is not a permission → write `Group.permissions contains sites.write`
                alarms:
                  a: { metric: throttles, above: many }
                #              ^^^^^^^^^ wrong-value: `throttles` is nothing `metric` can be → one of: throttled-requests, throttled-share, read-latency-p99, write-latency-p99, units-per-day, item-size, ttl-deletions, cache-hit-rate, hot-key
                #                                ^^^^ wrong-value: `many` is not a number, such as 10, `5 %`, `50 ms` or `300 KB` → write a number, such as 10, `5 %`, `50 ms` or `300 KB`
                  b: { per: 1 minute }
                # ^ missing: an alarm needs `metric` → one of: throttled-requests, throttled-share, read-latency-p99, write-latency-p99, units-per-day, item-size, ttl-deletions, cache-hit-rate, hot-key
                # ^ missing: an alarm needs `above` → say the threshold: `above: 10`
                samples:
                  Usr: [ { userId: "1" } ]
                # ^^^ unknown-name: there is no entity `Usr` → did you mean `User`?
                  User: [ { userid: "1" }, text ]
                #           ^^^^^^ unknown-name: `userid` is not an attribute of User → did you mean `userId`?
                #                          ^^^^ wrong-kind: a sample is a map of words, not text → write `{ word: value }`, or the words on the lines below
                ignore:
                  - { rule: x, at: Usr.name }
                #   ^^^^^^^^^^^^^^^^^^^^^^^^^ missing: an exception needs `reason` → say why it is right here
                  - { rule: x, at: Usr, reason: because }
                #                  ^^^ unknown-name: there is nothing called `Usr` → did you mean `User`?
                  - x
                #   ^ wrong-kind: an exception is a map of words, not text → write `{ word: value }`, or the words on the lines below
                time-zone: Mars
                #          ^^^^ wrong-value: `Mars` is not a time zone, such as `UTC` or `Europe/Berlin` → write a time zone, such as `UTC` or `Europe/Berlin`
                types:
                  A: { record: { b: B } }
                  B: { record: { a: A } }
                #                   ^ circular-type: `A` contains itself → use `map` for what has no end
                  string: { enum: [] }
                # ^^^^^^ bad-name: `string` is a type already → choose another name
                #           ^^^^ missing: an enum needs at least one value → write `enum: [a, b]`
                  C: { open: true }
                # ^ missing: a type needs `enum` → write `{ enum: [a, b] }` or `{ record: { name: { type: string } } }`
                #      ^^^^ wrong-value: `open` goes with `enum` → leave it out, or add the values
                """);
    }

    @Test
    void textWithACommaWantsQuotes() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk }, about: Twelve, or more } }
                #                                                        ^^^^^^^ unknown-word: `or more` is not a word of a table → put text that contains a comma in quotes
                """);
    }

    @Test
    void longTextsArePointedAtWhereTheyBegin() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk } } }
                entities:
                  A:
                    key: { pk: "{id}" }
                    attributes: { id: string, b: { type: string,
                                                   stord: x } }
                #                                  ^^^^^ unknown-word: `stord` is not a word of an attribute → did you mean `stored`?
                    about: >
                      some long
                      text
                patterns:
                  a:
                    scan: A
                    where: >
                #          ^ unknown-name: `nonsense` is not an attribute of A → one of: id, b
                      id = 'x' AND
                      nonsense = 1
                  b:
                    list: A
                    by:
                      - id
                      - ib
                #       ^^ unknown-name: `ib` is not an attribute of A → did you mean `id`?
                """);
    }

    @Test
    void whatIsIgnoredNeedsAReason() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk }, ignore: { some-rule: } } }
                #                                                   ^^^^^^^^^ missing: `some-rule` is ignored without a reason → say why it is right here: `ignore: { some-rule: the reason }`
                ignore: yes
                #       ^^^ wrong-kind: `ignore` wants a list, not text → write a list behind `ignore:`
                """);
    }

    @Test
    void emptySectionsAreNotThere() {
        check("""
                design:
                ^^^^^^ missing: a design needs `design` → name the design: `design: orders`
                tables:
                ^^^^^^ missing: a design needs `tables` → a design has at least one table
                entities:
                patterns: []
                #         ^^ wrong-kind: `patterns` wants a map, not a list → write a map behind `patterns:`
                """);
    }

    private static void check(String marked) {
        Carets.check(marked, source -> Reader.read(source).findings());
    }

    @Test
    void whatIsMeantAsATemplateAndReadAsAComment() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key:
                      pk: USER #{id}      # a comment, and {one} of those
                #              ^^^^^ bad-template: this is a comment, since a blank stands before the #: the text ends before it → put it in quotes: "USER#{id}"
                      sk: "META #{id}"
                    attributes: { id: string }
                """);
    }

    @Test
    void oneAttributeTwiceInAKey() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key: { pk: "USER#{id}#{id}", sk: "{id}#{at:date}#{at}" }
                #                          ^^ bad-template: `id` stands here for the second time → name the attribute that is meant, or take it out: it tells no more items apart
                    attributes: { id: string, at: timestamp, twice: { type: string, derive: "{id}-{id}" } }
                """);
    }

    @Test
    void aReferenceIsNormalisedAsWhatItRefersTo() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key: { pk: "USER#{email}", sk: META }
                    attributes: { email: { type: string, normalise: [trim, lower] } }
                  Order:
                    key: { pk: "ORDER#{id}", sk: META }
                    attributes:
                      id: string
                      buyer: { type: string, references: User, normalise: upper }
                #                                                         ^^^^^ wrong-value: a reference is normalised as what it refers to, and User.email by trim, lower → leave `normalise` out here: it follows
                      other: { type: string, references: User, normalise: [trim, lower] }
                """);
    }

    @Test
    void twoValuesForOneExpiry() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk }, expiry: ttl } }
                entities:
                  User:
                    key: { pk: "USER#{id}" }
                    expiry: 3 days after at
                    attributes: { id: string, at: timestamp, endsAt: { type: epoch-seconds, stored: ttl } }
                #                                                                                   ^^^ wrong-value: `endsAt` is stored as ttl, and so is the `expiry` → write `stored: endsAtTime`
                """);
    }
}
