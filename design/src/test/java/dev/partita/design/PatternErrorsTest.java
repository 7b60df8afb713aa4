package dev.partita.design;

import org.junit.jupiter.api.Test;

/** What is wrong with patterns and conditions, and what the reader says about it. */
class PatternErrorsTest {

    @Test
    void aRouteIsAMethodAndAPathThatLeadSomewhere() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk } } }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes: { userId: string, name: string }
                patterns:
                  a: { get: User, by: userId, route: "GET /people/{userId}" }
                  b: { get: User, by: userId, route: none }
                  c: { get: User, by: userId, route: /people }
                #                                    ^^^^^^^ wrong-value: `/people` is not a method and a path → write `route: "GET /users/{userId}"`, or `route: none`
                  d: { get: User, by: userId, route: POST /people }
                #                                    ^^^^^^^^^^^^ wrong-value: a pattern that reads is not called by `POST` → it is called by GET
                  e: { create: User, route: GET /people }
                #                           ^^^^^^^^^^^ wrong-value: a pattern that writes is not called by `GET` → it is called by POST, PUT, PATCH, DELETE
                  f: { get: User, by: userId, route: "GET /a//{userId}" }
                #                                    ^^^^^^^^^^^^^^^^^^ wrong-value: the path has an empty part → a path is made of letters, digits, `-`, `.`, `_` and arguments in braces: /users/{userId}/checks
                  g: { get: User, by: userId, route: "GET /a/../b" }
                #                                    ^^^^^^^^^^^^^ wrong-value: `..` cannot be a part of the path → a path is made of letters, digits, `-`, `.`, `_` and arguments in braces: /users/{userId}/checks
                  h: { get: User, by: userId, route: "GET /a/x{userId}" }
                #                                    ^^^^^^^^^^^^^^^^^^ wrong-value: `x{userId}` cannot be a part of the path → a path is made of letters, digits, `-`, `.`, `_` and arguments in braces: /users/{userId}/checks
                  i: { get: User, by: userId, route: "GET /a/{userId}/{userId}" }
                #                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ wrong-value: `{userId}` is in the path twice → a path is made of letters, digits, `-`, `.`, `_` and arguments in braces: /users/{userId}/checks
                  j: { get: User, by: userId, route: "GET /{userId}" }
                #                                    ^^^^^^^^^^^^^^^ wrong-value: the path begins with a value, and would hide every other path → a path is made of letters, digits, `-`, `.`, `_` and arguments in braces: /users/{userId}/checks
                  k: { get: User, by: userId, route: "GET /patterns/{userId}" }
                #                                    ^^^^^^^^^^^^^^^^^^^^^^^^ wrong-value: `/patterns` is the service's own → a path is made of letters, digits, `-`, `.`, `_` and arguments in braces: /users/{userId}/checks
                  l: { get: User, by: userId, route: [GET, /people] }
                #                                    ^^^^^^^^^^^^^^ wrong-kind: `route` wants text, not a list → write text behind `route:`
                """);
    }

    @Test
    void patternsAreLookedUpNameByName() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk }, indexes: { GSI1: { partition: g, projection: all } } } }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes: { userId: string, email: { type: string, stored: em }, stars: { type: integer, range: 1..5 } }
                patterns:
                  a: { gte: User, by: userId }
                # ^ missing: the pattern says neither what it reads nor what it writes → did you mean `get` for `gte`?
                  b: { get: Usr, by: userId }
                #           ^^^ unknown-name: there is no entity `Usr` → did you mean `User`?
                  c: { get: User, by: usrId }
                #                     ^^^^^ unknown-name: `usrId` is not an attribute of User → did you mean `userId`?
                  d: { get: User, by: em }
                #                     ^^ unknown-name: `em` is not an attribute of User → write `email` instead of `em`, the name it is stored under
                  e: { list: User, by: [userId, createdAt:date], order: newest, page: many }
                #                               ^^^^^^^^^ unknown-name: `createdAt` is not an attribute of User → one of: userId, email, stars
                #                                                       ^^^^^^ unknown-name: `newest` is neither an order nor an attribute → did you mean `newest-first`?
                #                                                                     ^^^^ wrong-value: `many` is not a whole number, such as 20 → write a whole number, such as 20
                  f: { list: User, order: "stars downwards", cache: 5, consistency: weak }
                #                         ^^^^^^^^^^^^^^^^^ wrong-value: `stars downwards` is not an order → newest-first, oldest-first, ascending, descending, an attribute, or "attribute descending"
                #                                                   ^ wrong-value: `5` is not a duration, such as `90 days` or `5 minutes` → write a duration, such as `90 days` or `5 minutes`
                #                                                                   ^^^^ wrong-value: `weak` is nothing `consistency` can be → one of: strong, eventual
                  g: { get: User, change: [email] }
                #                 ^^^^^^ unknown-word: `change` does not go with `get` → leave it out since it goes with `update`
                  h: { update: User, by: userId, change: [emal], where: "stars = 1" }
                #                                         ^^^^ unknown-name: `emal` is not an attribute of User → did you mean `email`?
                #                                                ^^^^^ unknown-word: `where` does not go with `update` → leave it out since it goes with `get`, `read`, `list`, `count`, `search`, `scan`
                  i: { get: User, list: User }
                #                 ^^^^ two-verbs: a pattern does one thing, and this one has `get` and `list` → make two patterns of it
                  j: { gather: [a, zz] }
                #                  ^^ unknown-name: there is no pattern `zz`
                  k: { list: User, index: GSI9, key: { gg: x, pk: { starts-with: U } } }
                #                         ^^^^ unknown-name: there is no index `GSI9` → did you mean `GSI1`?
                #                                      ^^ unknown-name: `gg` is not a key attribute of the table or its indexes → one of: pk, sk, g, userId, em, stars
                #                                                   ^^^^^^^^^^^ unknown-word: `starts-with` is not a word of a condition on a key → did you mean `begins-with`?
                  l: { list: User, key: { pk: "USER#{usrId}", sk: { between: [a] } }, direction: back }
                #                                    ^^^^^ unknown-name: `usrId` is not an attribute of User → did you mean `userId`?
                #                                                            ^^^ wrong-kind: `between` wants two bounds → write `between: ["a", "b"]`
                #                                                                                ^^^^ wrong-value: `back` is nothing `direction` can be → did you mean `backward`?
                  m: { list: User, by: userId, fetch: Plan, then: nothing, each: { stars: nothing } }
                #                                     ^^^^ unknown-name: there is no entity `Plan` → there is only `User`
                #                                                 ^^^^^^^ unknown-name: there is no pattern `nothing`
                #                                                          ^^^^ wrong-value: `each` names an attribute, or where its values come from → write `each: stars`, `each: { plan: plans.name }`, or `each: { plan: given }` for what callers give
                  n: { list: User, each: { stars: plans.name }, allow: admin }
                #                                 ^^^^^ unknown-name: there is no pattern `plans`
                #                                                      ^^^^^ unknown-name: there is no role `admin` → one of: anyone, signed-in, owner, together
                  o: list User
                #    ^^^^^^^^^ wrong-kind: a pattern is a map of words, not text → write `{ word: value }`, or the words on the lines below
                  p:
                # ^ wrong-kind: a pattern is a map of words, not nothing → write `{ word: value }`, or the words on the lines below
                  q: { get: [User], by: userId, expect: { per-day: lots, hit-rate: 900 % } }
                #                                                  ^^^^ wrong-value: `lots` is not a whole number, such as 20 → write a whole number, such as 20
                #                                                                  ^^^^^ wrong-value: `900 %` is not a share, such as `90 %` → write a share, such as `90 %`
                  r: { create: User, requires: { Plan: exists }, guard: { count: c } }
                #                                ^^^^ unknown-name: there is no entity `Plan` → there is only `User`
                #                                                ^^^^^ missing: a guard needs `below` → say the limit
                  s: { list: User, walk: a while, return: [em, stras] }
                #                        ^^^^^^^ wrong-value: `a while` is not a duration, such as `90 days` or `5 minutes` → write a duration, such as `90 days` or `5 minutes`
                #                                          ^^ unknown-name: `em` is not an attribute of User → write `email` instead of `em`, the name it is stored under
                #                                              ^^^^^ unknown-name: `stras` is not an attribute of User → did you mean `stars`?
                allow: sigend-in
                #      ^^^^^^^^^ unknown-name: there is no role `sigend-in` → did you mean `signed-in`?
                """);
    }

    @Test
    void conditionsPointAtTheWordAtFault() {
        check("""
                design: shop
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  A:
                    key: { pk: "{id}", sk: X }
                    attributes: { id: string, on: flag, at: timestamp, address: { record: { city: string } }, free: map }
                patterns:
                  a: { scan: A, where: "idd = 'x'" }
                #                       ^^^ unknown-name: `idd` is not an attribute of A → did you mean `id`?
                  b: { scan: A, where: "id == 'x'" }
                #                          ^^ bad-condition: `==` is not a comparison → write `=`
                  c: { scan: A, where: "id = 'x" }
                #                            ^^ bad-condition: this text is not closed → close it with a single quote
                  d: { scan: A, where: "id = \\"x\\"" }
                #                      ^^^^^^^^^^^^ bad-condition: `"` means nothing in a condition → text goes in single quotes
                  e: { scan: A, where: "(on AND id = 'x'" }
                #                                      ^ bad-condition: `)` is missing here → write `attribute = 'text'` and the like, joined by AND, OR and NOT
                  f: { scan: A, where: "on AND" }
                #                            ^ bad-condition: the condition ends too early → write `attribute = 'text'` and the like, joined by AND, OR and NOT
                  g: { scan: A, where: "id IN 'a'" }
                #                             ^^^ bad-condition: `(` is missing here → write `attribute = 'text'` and the like, joined by AND, OR and NOT
                  h: { scan: A, where: "begin_with(id, 'x')" }
                #                       ^^^^^^^^^^ bad-condition: `begin_with` is not a function → did you mean `begins_with`?
                  i: { scan: A, where: "address.town = 'x' AND free.what.ever = 1 AND id.x = 1" }
                #                               ^^^^ unknown-name: there is no `town` in `address` → there is only `city`
                #                                                                        ^ unknown-name: `id` is string, and that has no members → leave out what stands behind the dot
                  j: { scan: A, where: "id BETWEEN 1, 2" }
                #                                   ^ bad-condition: BETWEEN wants AND and a second bound here → write `attribute = 'text'` and the like, joined by AND, OR and NOT
                  k: { scan: A, where: "'x'" }
                #                         ^ bad-condition: a comparison is missing here → compare it: `= < <= > >= <>`, BETWEEN or IN
                  l: { scan: A, where: "on on" }
                #                          ^^ bad-condition: the condition ends before this → write `attribute = 'text'` and the like, joined by AND, OR and NOT
                  m: { scan: A, where: [on] }
                #                      ^^^^ wrong-kind: a condition is text, not a list → put the condition in quotes
                  n: { scan: A, where: "id = suspended" }
                #                            ^^^^^^^^^ unknown-name: `suspended` is not an attribute of A → write `'suspended'` since text goes in single quotes
                  p: { scan: A, where: "at > now + 5" }
                #                                  ^ bad-condition: this is no duration → write `now + 10 minutes`, in seconds, minutes, hours, days, weeks or years, of 100 years at most
                  q: { scan: A, where: "at > now - 5 apples" }
                #                                  ^^^^^^^^ bad-condition: this is no duration → write `now + 10 minutes`, in seconds, minutes, hours, days, weeks or years, of 100 years at most
                  r: { scan: A, where: "at > now + 400 years" }
                #                                  ^^^^^^^^^ bad-condition: this is no duration → write `now + 10 minutes`, in seconds, minutes, hours, days, weeks or years, of 100 years at most
                  s: { scan: A, where: "at + 5 minutes > now" }
                #                          ^ bad-condition: `+` means nothing in a condition → a duration stands behind `now`: `dueAt < now - 5 minutes`
                  o: { scan: A, where: "on & on" }
                #                          ^ bad-condition: `&` means nothing in a condition → leave it out
                """);
    }

    @Test
    void attributesAndPatternsSayWhatToWriteInstead() {
        check("""
                design: shop
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { GSI1: { partition: g1, projection: [nme] } }
                #                                                  ^^^ unknown-name: no entity of `main` has an attribute `nme` → did you mean `name`?
                entities:
                  User:
                    key: { pk: "USER#{id}", sk: META }
                    GSI1: "EMAIL#{email}"
                #         ^^^^^^^^^^^^^^^ wrong-kind: an index's key is a map of words, not text → give each of its key attributes a template: { g1: "…" }
                    attributes:
                      id: { type: string, default: [1, 2], normalise: lowercase }
                #                                                     ^^^^^^^^^ wrong-value: `lowercase` is nothing `normalise` can be → did you mean `lower`?
                      name: { type: string, hash-of: [nam, id] , derive: "{id}-{x}" }
                #                                     ^^^ unknown-name: `nam` is not an attribute of User → did you mean `name`?
                #                                                               ^ unknown-name: `x` is not an attribute of User → one of: id, name, n, m, role, when, a, b, c, d
                      n: { type: integer, generate: { sequence: Usr.count } }
                #                                               ^^^ unknown-name: there is no entity `Usr` → did you mean `User`?
                      m: { type: integer, generate: { sequence: count } }
                #                                               ^^^^^ wrong-value: `count` is not an entity and its counter → write `Parent.counter`
                      role: { enum: admin }
                      when: { type: timestamp, set: now }
                #                                   ^^^ wrong-value: `now` is nothing `set` can be → one of: on-create, on-write, on-delete
                      a: { type: list of strng }
                #                        ^^^^^ unknown-name: there is no type `strng` → did you mean `string`?
                      b: { type: map of list of foo }
                #                               ^^^ unknown-name: there is no type `foo` → one of: string, integer, decimal, boolean, flag, binary, timestamp, timestamp-millis, epoch-seconds, epoch-millis, date, iso-time, ulid, uuid, password, any, map, list of string, set of string, map of string
                      c: [string]
                #        ^^^^^^^^ wrong-kind: an attribute is a map of words, not a list → write `{ word: value }`, or the words on the lines below
                      d: { type: string, size: 3KB, length: "..", range: a..b }
                #                                           ^^^^ wrong-value: `..` is not a range → write two numbers: `length: 1..200`
                #                                                        ^^^^ wrong-value: `a..b` is not a range → write two numbers: `range: 1..200`
                    from: { entity: Usr, each: tags }
                #   ^^^^ missing: from needs `as` → name the attribute that takes each element: `as: tag`
                #                   ^^^ unknown-name: there is no entity `Usr` → did you mean `User`?
                    unique: { x: { on: [emial] }, y: { lock: { pk: "X#{idd}" } } }
                #                       ^^^^^ unknown-name: `emial` is not an attribute of User → one of: id, name, n, m, role, when, a, b, c, d
                #                                 ^ missing: a unique constraint needs `on` → name the attributes: `on: [email]`
                #                                      ^^^^ missing: the key attribute `sk` gets no value → add `sk: "…"`
                #                                                      ^^^ unknown-name: `idd` is not an attribute of User → did you mean `id`?
                    unique2: true
                #   ^^^^^^^ unknown-word: `unique2` is not a word of an entity → did you mean `unique`?
                    expect: { items: 1,000, size: big, keep: ever }
                #                      ^^^ key-not-text: the key `000` is not text → write numbers without commas: a comma ends a value here
                #                                 ^^^ wrong-value: `big` is not a size, such as `3 KB` or `60 bytes` → write a size, such as `3 KB` or `60 bytes`
                #                                            ^^^^ wrong-value: `ever` is not a duration, such as `90 days`, or `forever` → write a duration, such as `90 days`, or `forever`
                    allow: [boss, anyone]
                #           ^^^^ unknown-name: there is no role `boss` → one of: anyone, signed-in, owner, together
                patterns:
                  p1: { list: User, by: { id: x } }
                #                   ^^ wrong-kind: `by` is a list of names, and a map is none → write names: `by: [a, b]`
                  p2: { get: User, by: [id, ""] }
                #                            ^ bad-template: there is no attribute here → write an attribute, and formats after colons: {createdAt:date}
                  p3: { update: User, by: id, set: [name], add: { x: 1 } }
                #                                  ^^^^^^ wrong-kind: `set` wants a map, not a list → write a map behind `set:`
                #                                                 ^ unknown-name: `x` is not an attribute of User → one of: id, name, n, m, role, when, a, b, c, d
                  p4: { delete: User, by: id, hard: maybe }
                #                                   ^^^^^ wrong-value: `hard` is true or false → write `hard: true`
                  p5: { create: User, with: Users }
                #                           ^^^^^ unknown-name: there is no entity `Users` → did you mean `User`?
                  p6: { list: User, by: id, order: name descending, range: nm }
                #                                                          ^^ unknown-name: `nm` is not an attribute of User → one of: id, name, n, m, role, when, a, b, c, d
                  p7: { read: [User, Usr], by: id, return: nothing }
                #                    ^^^ unknown-name: there is no entity `Usr` → did you mean `User`?
                #                                          ^^^^^^^ unknown-name: `nothing` is not an attribute of User → one of: id, name, n, m, role, when, a, b, c, d
                  p8: { transact: createUser }
                #                 ^^^^^^^^^^ unknown-name: there is no pattern `createUser` → one of: p1, p2, p3, p4, p5, p6, p7, p8, p10
                  p9: { Get: User, by: id }
                # ^^ missing: the pattern says neither what it reads nor what it writes → did you mean `get` for `Get`?
                  p10: { get: User, by: id, cahce: 5 minutes, limitt: 5 }
                #                           ^^^^^ unknown-word: `cahce` is not a word of a pattern → did you mean `cache`?
                #                                             ^^^^^^ unknown-word: `limitt` is not a word of a pattern → did you mean `limit`?
                """);
    }

    @Test
    void twoOfAKindAreOneTooMany() {
        check("""
                design: x
                tables: { main: { key: { partition: pk } } }
                entities:
                  A:
                    key: { pk: "{id}" }
                    attributes:
                      id: string
                      id: integer
                #     ^^ duplicate-key: `id` is there already, on line 7 → take one of the two away
                  A:
                # ^ duplicate-key: `A` is there already, on line 4 → take one of the two away
                    key: {}
                patterns:
                  a: { get: A, by: id, by: id }
                #                      ^^ duplicate-key: `by` is there already, on line 12 → take one of the two away
                """);
    }

    private static void check(String marked) {
        Carets.check(marked, source -> Reader.read(source).findings());
    }
}
