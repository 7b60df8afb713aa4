package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The plan the compiler finds for each kind of pattern, and what it says when there is none. */
class ReadCompilerTest {

    private static final String DESIGN = """
            design: shop
            types:
              Status: { enum: [OPEN, PAID, SENT] }
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: [title] }
                  byStock: { local: true, sort: { name: stock, type: number }, projection: keys }
                  byPlace: { partition: [country, city], sort: [street, number], projection: all }
            entities:
              Customer:
                type: CUSTOMER
                key: { pk: "CUST#{customerId}", sk: META }
                GSI1: { gsi1pk: "EMAIL#{email}", gsi1sk: META }
                unique: { phone: { on: [phone], lock: { pk: "PHONE#{phone}", sk: UNIQUE } } }
                attributes:
                  customerId: { type: string, store: false, generate: ulid }
                  email: { type: string, required: true, normalise: [lower] }
                  phone: { type: string }
                  password: { type: password, hidden: true }
              Order:
                type: ORDER
                key: { pk: "CUST#{customerId}", sk: "ORDER#{placedAt}#{orderId}" }
                GSI1: { gsi1pk: "ORDERS#{status}", gsi1sk: "{placedAt:newest-first}#{orderId:newest-first}" }
                GSI2: { when: isPublic, gsi2pk: "DAY#{placedAt:date}", gsi2sk: "{placedAt:newest-first}#{orderId:newest-first}" }
                soft-delete: { flag: isGone }
                attributes:
                  customerId: { type: string, store: false }
                  orderId: { type: ulid, generate: ulid, store: false }
                  placedAt: { type: timestamp, set: on-create }
                  status: { type: Status, default: OPEN }
                  title: { type: string }
                  total: { type: decimal }
                  isPublic: { type: flag, default: false }
                  isGone: { type: flag, default: false }
                  articleId: { type: string, references: Article }
              Article:
                type: ARTICLE
                key: { pk: "ART#{shelf}", sk: "{articleId}" }
                attributes:
                  shelf: { type: string, store: false }
                  articleId: { type: string, store: false }
                  stock: { type: integer, range: 0..1000, required: true }
                  name: { type: string }
              Event:
                key: { pk: "LOG#{kind:shard(4)}", sk: "{at}#{kind}" }
                attributes:
                  kind: { type: string }
                  at: { type: timestamp }
              Branch:
                type: BRANCH
                key: { pk: "BRANCH#{branchId}", sk: META }
                attributes:
                  branchId: { type: string, store: false }
                  country: { type: string, required: true }
                  city: { type: string, required: true }
                  street: { type: string, required: true }
                  number: { type: integer, required: true }
              Session:
                type: SESSION
                key: { pk: "CUST#{customerId}", sk: "SESSION#{sessionId}" }
                expiry: 2 days after startedAt
                attributes:
                  customerId: { type: string, store: false }
                  sessionId: { type: string, store: false }
                  startedAt: { type: timestamp, set: on-create }
            patterns:
            """;

    @Test
    void theWholeKeyIsAGetItem() {
        check("one: { get: Customer, by: customerId }", """
                one: get Customer
                  takes     customerId: string
                  1         GetItem from main where pk = CUST#{customerId} and sk = META
                  because   the whole key of Customer is known from customerId
                  requests  1
                  units     0.5
                """);
    }

    @Test
    void anIndexIsFoundByItsTemplates() {
        check("one: { get: Customer, by: email }", """
                one: get Customer
                  takes     email: string
                  1         Query of main.GSI1 where gsi1pk = EMAIL#{email} and gsi1sk = META
                            forward, at most 1
                  because   the partition gsi1pk = EMAIL#{email} is known from email
                            no other item has such keys
                            main.GSI1 holds whole items
                  requests  1
                  units     0.5
                """);
    }

    @Test
    void aUniqueAttributeIsFoundThroughItsLock() {
        check("one: { get: Customer, by: phone, consistency: strong }", """
                one: get Customer
                  takes     phone: string
                  1         GetItem from main where pk = PHONE#{phone} and sk = UNIQUE, strongly consistent: the lock of phone
                  2         GetItem from main by the key in the lock, strongly consistent
                  because   phone is unique, and its lock knows the item's key
                  requests  1 to 2
                  units     2
                """);
    }

    @Test
    void timeInItsOrderIsReadBackwardForTheNewestFirst() {
        check("some: { list: Order, by: customerId, order: newest-first, page: 20 }", """
                some: list Order
                  takes     customerId: string
                  1         Query of main where pk = CUST#{customerId} and sk begins with ORDER#
                            backward, at most 20
                            filter NOT isGone (deleted ones are hidden)
                  because   the partition pk = CUST#{customerId} is known from customerId
                            the prefix ORDER# ends where a part ends
                            newest first: placedAt is stored in its order and read backward; within one placedAt by orderId
                            no other item has such keys
                  requests  1 or more
                  units     1
                """);
    }

    @Test
    void timeStoredNewestFirstIsReadForward() {
        assertThat(plan("some: { list: Order, by: status, order: newest-first }"))
                .contains("Query of main.GSI1 where gsi1pk = ORDERS#{status}\n")
                .contains("forward, at most 100")
                .contains("newest first: placedAt is stored newest first and read forward")
                .contains("main.GSI1 holds no deleted items");
        assertThat(plan("some: { list: Order, by: status, order: oldest-first }"))
                .contains("backward, at most 100");
    }

    @Test
    void aRangeStaysInsideItsPrefix() {
        assertThat(plan("some: { list: Order, by: customerId, range: placedAt }"))
                .contains("sk between ORDER#{placedAtFrom} and ORDER#{placedAtTo}")
                .contains("both bounds stay inside ORDER#, and the last value is included")
                .contains("placedAtFrom: timestamp (optional)");
    }

    @Test
    void theBoundsOfANewestFirstRangeChangePlaces() {
        assertThat(plan("some: { list: Order, by: status, range: placedAt }"))
                .contains("gsi1sk between {placedAtTo:newest-first} and {placedAtFrom:newest-first}");
    }

    @Test
    void aConditionThatAnIndexMakesSureOfIsNoFilter() {
        assertThat(plan("some: { list: Order, where: isPublic, walk: 7 days, return: [title] }"))
                .contains("Query of main.GSI2 where gsi2pk = DAY#{placedAt:date}")
                .contains("for each day, newest first, until the page is full or 7 days are looked at")
                .contains("main.GSI2 holds only items where isPublic, which are the ones asked for")
                .contains("asks for gsi2pk, gsi2sk, pk, sk, title")
                .doesNotContain("filter")
                .contains("requests  1 to 7");
    }

    @Test
    void aConditionCanBePartOfTheKey() {
        assertThat(plan("some: { list: Order, where: \"status = 'OPEN'\" }"))
                .contains("Query of main.GSI1 where gsi1pk = ORDERS#{status}, with status = 'OPEN'")
                .doesNotContain("filter");
    }

    @Test
    void aConditionThatNoKeyHasIsAFilter() {
        assertThat(plan("some: { list: Order, by: status, where: 'total > 100' }"))
                .contains("filter total > 100");
    }

    @Test
    void deletedItemsAreShownToWhoAsksForThem() {
        assertThat(plan("some: { list: Order, by: customerId, where: isGone }"))
                .contains("filter isGone\n")
                .doesNotContain("hidden");
    }

    @Test
    void expiredItemsAreHidden() {
        assertThat(plan("some: { list: Session, by: customerId }"))
                .contains("filter ttl > now or missing (expired ones are hidden)");
        assertThat(plan("one: { get: Session, by: [customerId, sessionId] }")).contains("filter ttl > now");
    }

    @Test
    void aCollectionIsOneQueryToldApartByType() {
        check("all: { read: [Customer, Order], by: customerId }", """
                all: read Customer, Order
                  takes     customerId: string
                  1         Query of main where pk = CUST#{customerId}
                            forward, all pages
                            filter NOT isGone (deleted ones are hidden) and et = CUSTOMER or ORDER (other entities left out)
                  because   one partition pk = CUST#{customerId} has Customer and Order
                            Session can have such keys too; their et is another
                            without its Customer there is nothing to return
                  requests  1 or more
                  units     0.5
                """);
    }

    @Test
    void aLocalIndexServesAnOrderByNumber() {
        assertThat(plan("some: { list: Article, by: shelf, order: stock descending }"))
                .contains("Query of main.byStock where pk = ART#{shelf}")
                .contains("backward")
                .contains("DynamoDB reads name from the table, one read for each item");
    }

    @Test
    void keysOfSeveralAttributesAreFilledFromTheLeft() {
        assertThat(plan("some: { list: Branch, by: [country, city, street] }"))
                .contains("Query of main.byPlace where country = {country} and city = {city} and street = {street}\n");
        assertThat(plan("some: { list: Branch, by: [country, city, street], range: number }"))
                .contains("and street = {street} and number between {numberFrom} and {numberTo}");
        assertThat(refusal("some: { list: Branch, by: [country, city], range: number }"))
                .contains("do not have number as the first part that is not given");
    }

    @Test
    void shardsAreAskedTogether() {
        assertThat(plan("some: { list: Event, order: newest-first }"))
                .contains("Query of main where pk = LOG#{kind:shard(4)}")
                .contains("for each of 4 shards, merged")
                .contains("requests  4");
        assertThat(refusal("some: { list: Event, by: kind }"))
                .contains("its keys LOG#{kind:shard(4)} / {at}#{kind} do not tell kind from other values");
    }

    @Test
    void eachValueIsCounted() {
        assertThat(plan("some: { count: Order, by: status, each: status }"))
                .contains("takes     nothing")
                .contains("for each status of [OPEN, PAID, SENT]")
                .contains("counted by the service, all pages");
    }

    @Test
    void referencesAreFetchedInBatches() {
        assertThat(plan("some: { list: Order, by: status, fetch: Article }", "fetch-not-served"))
                .contains("Order does not have shelf, which the key of Article needs");
        assertThat(plan("some: { list: Order, by: status, fetch: Customer }"))
                .contains(
                        "2         BatchGetItem from main of each Customer where pk = CUST#{customerId} and sk = META")
                .contains("each Order leads to one Customer, read by its whole key");
    }

    @Test
    void ofSeveralReferencesTheOneIsFetchedThatIsNamed() {
        String design = """
                design: league
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Team:
                    key: { pk: "TEAM#{team}", sk: META }
                    attributes: { team: string }
                  Match:
                    key: { pk: "DAY#{day}", sk: "{matchId}" }
                    attributes:
                      day: date
                      matchId: { type: ulid, generate: ulid }
                      home: { type: string, references: Team, required: true }
                      away: { type: string, references: Team, required: true }
                patterns:
                  teamsOfDay: { list: Match, by: day, fetch: Team }
                """;
        assertThat(errors(design)).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("fetch-not-served");
            assertThat(finding.message())
                    .isEqualTo(
                            "Match refers to several Team items, by home, away, and nothing says which of them is fetched");
            assertThat(finding.advice()).isEqualTo("write `fetch: home`, or write `fetch: away`");
        });
        String named = design.replace("fetch: Team", "fetch: away");
        assertThat(errors(named)).isEmpty();
        Compiled compiled =
                Compiler.compile(Reader.read(new Source("test.yaml", named)).design());
        assertThat(compiled.plans().get("teamsOfDay").toString())
                .contains("where pk = TEAM#{team} and sk = META, team from away");
        Bench bench = new Bench(
                named.replace("patterns:", "patterns:\n  addTeam: { create: Team }\n  add: { create: Match }"));
        List.of("red", "blue").forEach(team -> bench.run("addTeam", "team", team));
        bench.run("add", "day", "2024-06-29", "home", "red", "away", "blue");
        assertThat(bench.read("teamsOfDay", "day", "2024-06-29").of("Team"))
                .extracting(team -> team.get("team"))
                .containsExactly("blue");
    }

    @Test
    void thenGoesOnWithWhatWasFound() {
        assertThat(plan("""
                        one: { get: Customer, by: email, then: all }
                          all: { read: [Customer, Order], by: customerId }
                        """)).contains("2         the pattern all with customerId");
    }

    @Test
    void whatIsFoundHasToHaveWhatThenAsksFor() {
        String design = """
                design: plans
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Plan:
                    key: { pk: "PLAN#{planId}", sk: META }
                    attributes: { planId: string, day: date }
                  Org:
                    key: { pk: "ORG#{orgId}", sk: META }
                    attributes: { orgId: string, plan: { type: string, references: Plan, on-delete: keep } }
                patterns:
                  orgThen: { get: Org, by: orgId, then: plan }
                  plan: { get: Plan, by: planId }
                """;
        assertThat(errors(design))
                .anyMatch(finding -> finding.rule().equals("then-not-served")
                        && finding.message().contains("Org does not have planId, which plan asks for")
                        && finding.help().toString().contains("`fetch: Plan` in place of `then`"));
        assertThat(errors(design.replace("plan: { type", "plans: { type")
                        .replace("references: Plan, on-delete: keep", "length: 1..9")))
                .anyMatch(finding -> finding.message().contains("Org does not have planId"));
        assertThat(errors(design.replace("plan: { type", "planId: { type"))).isEmpty();
    }

    private static List<Finding> errors(String yaml) {
        return compile(yaml).findings().stream().filter(Finding::isError).toList();
    }

    @Test
    void aPatternThatLeadsBackToItselfHasNoPlan() {
        assertThat(findings("""
                        one: { get: Customer, by: email, then: two }
                          two: { get: Customer, by: customerId, then: one }
                        """)).extracting(Finding::rule).contains("then-not-served");
    }

    @Test
    void aPinnedRequestIsTakenLiterally() {
        assertThat(
                        plan(
                                "some: { list: Order, key: { pk: { begins-with: \"CUST#\" } }, limit: 5, direction: backward }"))
                .contains("Query of main where pk begins with CUST#")
                .contains("backward, at most 5 looked at")
                .doesNotContain("filter");
    }

    @Test
    void aScanMustBeAskedFor() {
        assertThat(plan("some: { scan: Order, where: 'total > 100' }"))
                .contains("Scan of main, at most 100")
                .contains("et = ORDER (other entities left out)");
    }

    @Test
    void searchGivesKeysAndTheItemsFollow() {
        assertThat(plan("some: { search: Order, on: title }"))
                .contains("1         Search for the words of {title} in Order.title, at most 100")
                .contains("2         BatchGetItem from main of each Order");
    }

    @Test
    void patternsAreGathered() {
        assertThat(plan("""
                        both: { gather: [a, b] }
                          a: { count: Order, by: status, each: status }
                          b: { list: Article, by: shelf }
                        """)).contains("takes     shelf: string").contains("the patterns a, b");
    }

    @Test
    void whatNothingServesIsExplainedWithAnIndexThatWould() {
        List<Finding> findings = findings("some: { list: Customer, by: phone, order: email }");
        assertThat(findings).extracting(Finding::rule).containsExactly("no-index-serves");
        assertThat(findings.get(0).message())
                .isEqualTo("nothing serves `list: Customer, by: phone, order: email` ("
                        + "main: its partition key pk is CUST#{customerId}, and customerId is not given; "
                        + "main.GSI1: its partition key gsi1pk is EMAIL#{email}, and email is not given; "
                        + "main.GSI2: Customer is not in it; main.byStock: Customer is not in it; "
                        + "main.byPlace: Customer is not in it)");
        assertThat(findings.get(0).advice())
                .isEqualTo("write `GSI3: { gsi3pk: \"CUSTOMER#{phone}\", gsi3sk: \"{email}\" }` in Customer,"
                        + " and `GSI3: { partition: gsi3pk, sort: gsi3sk, projection: all }` among the indexes of"
                        + " main");
    }

    @Test
    void aProposedIndexServesThePattern() {
        String design = DESIGN.replace(
                "GSI1: { gsi1pk: \"EMAIL#{email}\", gsi1sk: META }",
                "GSI2: { gsi2pk: \"CUSTOMER#{phone}\", gsi2sk: \"{email}\" }");
        Compiled compiled = compile(design + "  some: { list: Customer, by: phone, order: email, return: [email] }\n");
        assertThat(compiled.findings()).isEmpty();
    }

    /** {@code New York#1} stands before {@code New#1}: a range up to New had New York in it, and the order was wrong. */
    @Test
    void textInFrontOfAnotherPartDoesNotSortAsItsValues() {
        String design = """
                design: books
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Book:
                    key: { pk: "SHELF#{shelf}", sk: "{title}#{bookId}" }
                    attributes: { shelf: string, title: TYPE, bookId: string }
                patterns:
                """;
        for (String asked : List.of("range: title", "order: title", "order: ascending")) {
            String pattern = "  some: { list: Book, by: shelf, " + asked + " }\n";
            assertThat(compile(design.replace("TYPE", "string") + pattern).findings())
                    .extracting(Finding::rule)
                    .containsExactly("order-not-served");
            for (String safe :
                    List.of("{ type: string, pattern: \"[a-z\\\\d-]+\" }", "{ enum: [new, newer] }", "date", "ulid")) {
                assertThat(compile(design.replace("TYPE", safe) + pattern).findings())
                        .as(safe)
                        .isEmpty();
            }
            for (String unsafe : List.of("{ type: string, pattern: \"[a-z ]+\" }", "{ enum: [in, in work] }")) {
                assertThat(compile(design.replace("TYPE", unsafe) + pattern).findings())
                        .as(unsafe)
                        .hasSize(1);
            }
            assertThat(compile(design.replace("TYPE", "string").replace("{title}#{bookId}", "{title}") + pattern)
                            .findings())
                    .isEmpty();
        }
    }

    @Test
    void anOrderNoKeyHasIsRefused() {
        assertThat(refusal("some: { list: Order, by: status, order: total }", "order-not-served"))
                .contains("it sorts by placedAt:newest-first, not by total");
        assertThat(refusal("some: { list: Article, by: shelf, order: newest-first }", "order-not-served"))
                .contains("it sorts by articleId, which is no time");
    }

    @Test
    void whatAnIndexDoesNotHoldIsRefused() {
        assertThat(refusal("some: { list: Order, where: isPublic, walk: 7 days }", "not-projected"))
                .contains("main.GSI2: it does not hold")
                .contains("total");
    }

    @Test
    void theRestOfAnItemCanBeFetched() {
        assertThat(plan("some: { list: Order, where: isPublic, walk: 7 days, fetch: whole }"))
                .contains("2         BatchGetItem from main of each Order")
                .contains("the rest of each item is fetched by its key");
    }

    @Test
    void aStrongReadOfAGlobalIndexIsRefused() {
        assertThat(refusal("some: { list: Order, by: status, consistency: strong }", "strong-read-on-gsi"))
                .contains("a global index cannot be read strongly");
    }

    @Test
    void anIndexThatHoldsOnlySomeItemsDoesNotServeAll() {
        assertThat(refusal("some: { list: Order, by: placedAt:date }", "no-index-serves"))
                .contains("main.GSI2: it holds only items where isPublic");
    }

    @Test
    void daysThatAreNotGivenAreWalkedOnlyWhenAsked() {
        assertThat(refusal("some: { list: Order, where: isPublic }", "no-index-serves"))
                .contains("placedAt:date is not given; `walk:` would go through the days");
    }

    @Test
    void eachNeedsValues() {
        assertThat(refusal("some: { count: Customer, by: email, each: email }", "each-without-values"))
                .isEqualTo("`each: email` has no list of values to go through");
    }

    @Test
    void aMomentIsFoundByItsDayAndThenByItself() {
        assertThat(plan("some: { list: Order, by: placedAt, where: isPublic, return: [title] }"))
                .contains("gsi2pk = DAY#{placedAt:date} and gsi2sk begins with {placedAt:newest-first}#");
    }

    @Test
    void anOrderAcrossEachValueIsRefused() {
        assertThat(refusal("some: { list: Order, by: status, each: status, order: newest-first }", "order-not-served"))
                .contains("each status is asked for one after the other");
    }

    @Test
    void aCollectionWithDifferentSortKeysTakesNoRange() {
        assertThat(refusal("some: { read: [Order, Session], by: customerId, range: placedAt }", "no-index-serves"))
                .contains("do not have placedAt as the first part that is not given");
    }

    @Test
    void aPrefixInsideAPartIsRefused() {
        String design = """
                design: d
                tables: { main: { name: t, key: { partition: pk, sort: sk } } }
                entities:
                  A:
                    key: { pk: "A", sk: "{x}{y}" }
                    attributes: { x: { type: string }, y: { type: string } }
                patterns:
                  some: { list: A, by: x }
                """;
        assertThat(compile(design).findings()).extracting(Finding::rule).containsExactly("prefix-inside-part");
        assertThat(compile(design).findings().get(0).message()).contains("nothing shows where x ends and y begins");
    }

    @Test
    void entitiesThatNothingTellsApartAreRefused() {
        String design = """
                design: d
                tables: { main: { name: t, key: { partition: pk, sort: sk } } }
                entities:
                  A:
                    key: { pk: "P#{x}", sk: "{y}" }
                    attributes: { x: { type: string, store: false }, y: { type: string, store: false } }
                  B:
                    key: { pk: "P#{x}", sk: "{z}" }
                    attributes: { x: { type: string, store: false }, z: { type: string, store: false } }
                patterns:
                  some: { list: A, by: x }
                """;
        assertThat(compile(design).findings()).extracting(Finding::rule).contains("not-told-apart");
    }

    private static void check(String pattern, String expected) {
        assertThat(plan(pattern)).isEqualTo(expected);
    }

    private static String plan(String patterns) {
        Compiled compiled = compile(DESIGN + "  " + patterns + "\n");
        assertThat(compiled.findings()).isEmpty();
        return compiled.plans().values().iterator().next().toString();
    }

    /** What is said instead of a plan, when the rule is this one. */
    private static String plan(String patterns, String rule) {
        return refusal(patterns, rule);
    }

    private static String refusal(String patterns) {
        return refusal(patterns, "no-index-serves");
    }

    private static String refusal(String patterns, String rule) {
        return findings(patterns).stream()
                .peek(finding -> assertThat(finding.rule()).isEqualTo(rule))
                .map(Finding::message)
                .collect(Collectors.joining("\n"));
    }

    private static List<Finding> findings(String patterns) {
        List<Finding> findings = compile(DESIGN + "  " + patterns + "\n").findings();
        assertThat(findings).isNotEmpty();
        return findings;
    }

    private static Compiled compile(String design) {
        Reading reading = Reader.read(new Source("test.yaml", design));
        assertThat(reading.findings().stream().filter(Finding::isError).toList())
                .isEmpty();
        return Compiler.compile(reading.design());
    }
}
