package dev.partita.design;

import org.junit.jupiter.api.Test;

/** What is wrong with patterns and conditions, and what the reader says about it. */
class PatternErrorsTest {

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
                #                     ^^ unknown-name: `em` is not an attribute of User → that is its stored name; write `email`
                  e: { list: User, by: [userId, createdAt:date], order: newest, page: many }
                #                               ^^^^^^^^^ unknown-name: `createdAt` is not an attribute of User → one of: userId, email, stars
                #                                                       ^^^^^^ unknown-name: `newest` is neither an order nor an attribute → one of: newest-first, oldest-first, ascending, descending, userId, email, stars
                #                                                                     ^^^^ wrong-value: `many` is not a whole number, such as 20
                  f: { list: User, order: "stars downwards", cache: 5, consistency: weak }
                #                         ^^^^^^^^^^^^^^^^^ wrong-value: `stars downwards` is not an order → newest-first, oldest-first, ascending, descending, an attribute, or "attribute descending"
                #                                                   ^ wrong-value: `5` is not a duration, such as `90 days` or `5 minutes`
                #                                                                   ^^^^ wrong-value: `weak` is nothing `consistency` can be → one of: strong, eventual
                  g: { get: User, change: [email] }
                #                 ^^^^^^ unknown-word: `change` does not go with `get` → it belongs to patterns that write
                  h: { update: User, by: userId, change: [emal], where: "stars = 1" }
                #                                         ^^^^ unknown-name: `emal` is not an attribute of User → did you mean `email`?
                #                                                ^^^^^ unknown-word: `where` does not go with `update` → it belongs to patterns that read
                  i: { get: User, list: User }
                #                 ^^^^ two-verbs: a pattern does one thing, and this one has `get` and `list` → make two patterns of it
                  j: { gather: [a, zz] }
                #                  ^^ unknown-name: there is no pattern `zz`
                  k: { list: User, index: GSI9, key: { gg: x, pk: { starts-with: U } } }
                #                         ^^^^ unknown-name: there is no index `GSI9` → did you mean `GSI1`?
                #                                      ^^ unknown-name: `gg` is not a key attribute of the table or its indexes → did you mean `g`?
                #                                                   ^^^^^^^^^^^ unknown-word: `starts-with` is not a word of a condition on a key → did you mean `begins-with`?
                  l: { list: User, key: { pk: "USER#{usrId}", sk: { between: [a] } }, direction: back }
                #                                    ^^^^^ unknown-name: `usrId` is not an attribute of User → did you mean `userId`?
                #                                                            ^^^ wrong-kind: `between` wants two bounds → write `between: ["a", "b"]`
                #                                                                                ^^^^ wrong-value: `back` is nothing `direction` can be → one of: forward, backward
                  m: { list: User, by: userId, fetch: Plan, then: nothing, each: { stars: nothing } }
                #                                     ^^^^ unknown-name: there is no entity `Plan` → there is only `User`
                #                                                 ^^^^^^^ unknown-name: there is no pattern `nothing`
                #                                                          ^^^^ wrong-value: `each` names an attribute, or where its values come from → write `each: stars`, or `each: { plan: plans.name }`
                  n: { list: User, each: { stars: plans.name }, allow: admin }
                #                                 ^^^^^ unknown-name: there is no pattern `plans`
                #                                                      ^^^^^ unknown-name: there is no role `admin` → one of: anyone, signed-in, owner
                  o: list User
                #    ^^^^^^^^^ wrong-kind: a pattern is a map of words, not text → write `{ word: value }`, or the words on the lines below
                  p:
                # ^ wrong-kind: a pattern is a map of words, not nothing → write `{ word: value }`, or the words on the lines below
                  q: { get: [User], by: userId, expect: { per-day: lots, hit-rate: 900 % } }
                #                                                  ^^^^ wrong-value: `lots` is not a whole number, such as 20
                #                                                                  ^^^^^ wrong-value: `900 %` is not a share, such as `90 %`
                  r: { create: User, requires: { Plan: exists }, guard: { count: c } }
                #                                ^^^^ unknown-name: there is no entity `Plan` → there is only `User`
                #                                                ^^^^^ missing: a guard needs `below` → say the limit
                  s: { list: User, walk: a while, return: [em, stras] }
                #                        ^^^^^^^ wrong-value: `a while` is not a duration, such as `90 days` or `5 minutes`
                #                                          ^^ unknown-name: `em` is not an attribute of User → that is its stored name; write `email`
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
                #                                      ^ bad-condition: `)` is missing here
                  f: { scan: A, where: "on AND" }
                #                            ^ bad-condition: the condition ends too early
                  g: { scan: A, where: "id IN 'a'" }
                #                             ^^^ bad-condition: `(` is missing here
                  h: { scan: A, where: "begin_with(id, 'x')" }
                #                       ^^^^^^^^^^ bad-condition: `begin_with` is not a function → did you mean `begins_with`?
                  i: { scan: A, where: "address.town = 'x' AND free.what.ever = 1 AND id.x = 1" }
                #                               ^^^^ unknown-name: there is no `town` in `address` → there is only `city`
                #                                                                        ^ unknown-name: `id` is string, and that has no members
                  j: { scan: A, where: "id BETWEEN 1, 2" }
                #                                   ^ bad-condition: BETWEEN wants AND and a second bound here
                  k: { scan: A, where: "'x'" }
                #                         ^ bad-condition: a comparison is missing here → compare it: `= < <= > >= <>`, BETWEEN or IN
                  l: { scan: A, where: "on on" }
                #                          ^^ bad-condition: the condition ends before this
                  m: { scan: A, where: [on] }
                #                      ^^^^ wrong-kind: a condition is text, not a list → put the condition in quotes
                  n: { scan: A, where: "id = suspended" }
                #                            ^^^^^^^^^ unknown-name: `suspended` is not an attribute of A → text goes in single quotes: 'suspended'
                  o: { scan: A, where: "on & on" }
                #                          ^ bad-condition: `&` means nothing in a condition
                """);
    }

    private static void check(String marked) {
        Carets.check(marked, source -> Reader.read(source).findings());
    }
}
