package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.compile.Compiler;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a caller gives is what the items found have, also where a key holds less of it. */
class ExactnessTest {

    private static final String DESIGN = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                GSI1: { gsi1pk: "USER#{%s}", gsi1sk: META }
                attributes:
                  userId: { type: string, generate: ulid }
                  email: { type: %s }
                  madeAt: { type: timestamp }
                  nick: { type: string, derive: "{first}-{last}" }
                  first: { type: string }
                  last: { type: string }
            patterns:
              add: { create: User }
              found: { list: User, by: %s }
            """;

    private static final String KEYS = """
            design: t
            tables: { main: { key: { partition: pk, sort: sk } } }
            entities:
              ApiKey:
                key: { pk: "%s", sk: K }
                attributes: { secret: { type: string, store: false }, %s label: string }
            patterns:
              keyOf: { get: ApiKey, by: secret%s }
              addKey: { create: ApiKey }
            """;

    @Test
    void aSecretThatIsNotStoredFindsItsItemByItsHash() {
        Bench bench = new Bench(KEYS.formatted("KEY#{secret:hash}", "", ""));
        bench.run("addKey", Map.of("secret", "s3cret", "label", "mine"));
        assertThat(bench.read("keyOf", "secret", "s3cret").one().values())
                .containsEntry("label", "mine")
                .doesNotContainKey("secret");
        assertThat(bench.read("keyOf", "secret", "other").one()).isNull();
    }

    @Test
    void whatIsNotStoredCannotBeReturned() {
        List<Finding> findings = findings(KEYS.formatted("KEY#{secret:hash}", "", ", return: [secret]"));
        assertThat(findings).extracting(Finding::rule).containsExactly("not-projected");
    }

    @Test
    void aDecimalIsSortedAsItIsStoredAndNewestMeansCreatedLast() {
        String design = """
                design: t
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
                entities:
                  Room:
                    key: { pk: "ROOM#{roomId}", sk: META }
                    attributes:
                      roomId: string
                      hotelId: { type: string, required: true }
                      price: { type: decimal, required: true }
                      built: date
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  rooms: { list: Room, by: hotelId, order: %s }
                """;
        assertThat(findings(design.formatted("price")).get(0).advice())
                .contains("`GSI2: { gsi2pk: \"ROOM#{hotelId}\" }`", "sort: price,");
        assertThat(findings(design.formatted("newest-first")).get(0).advice())
                .contains("gsi1sk: \"{createdAt}#{roomId}\"")
                .doesNotContain("built");
    }

    @Test
    void noSecretIsProposedForAnIndexInClear() {
        List<Finding> findings =
                findings(KEYS.formatted("KEY#{made}", "made: { type: string, hash-of: [secret] },", ""));
        assertThat(findings).extracting(Finding::rule).containsExactly("no-index-serves");
        assertThat(findings.get(0).advice()).contains("{secret:hash}").doesNotContain("{secret}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "email:lower | string, required: true",
                "email:upper | string, required: true",
                "email:lower:hash | string, required: true",
                "email:lower | 'string, normalise: upper'",
                "email:lower | 'string, normalise: [lower, upper]'",
            })
    void aKeyThatLosesTheCaseDoesNotFindByTheWholeValue(String part, String type) {
        List<Finding> findings = findings(DESIGN.formatted(part, type, "email"));
        assertThat(findings).extracting(Finding::rule).containsExactly("case-lost-in-key");
        assertThat(findings.get(0).advice()).contains("`by: [email:" + part.split(":")[1] + "]`");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "email:lower | 'string, normalise: lower'",
                "email:lower | 'string, normalise: [trim, lower]'",
                "email:lower | 'string, normalise: domain'",
                "email:upper | 'string, normalise: upper'",
                "email:lower:hash | 'string, normalise: lower'",
                "email:hash | string",
                "email:shorten | string",
                "email:lower | uuid",
                "email:05 | integer",
                "email:date | date",
            })
    void aKeyThatKeepsTheValueFindsByIt(String part, String type) {
        assertThat(findings(DESIGN.formatted(part, type, "email"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "email:05 | string",
                "email:newest-first | iso-time",
                "email:date | timestamp",
                "email:shard(4) | string"
            })
    void aKeyThatLosesMoreDoesNotFindByTheWholeValue(String part, String type) {
        assertThat(findings(DESIGN.formatted(part, type, "email")))
                .extracting(Finding::rule)
                .contains("no-index-serves");
    }

    @Test
    void everySpellingIsFoundWhenThatIsAskedFor() {
        Bench bench = new Bench(DESIGN.formatted("email:lower", "string", "email:lower"));
        bench.run("add", "email", "Ann@X.com");
        bench.run("add", "email", "ann@x.com");
        bench.run("add", "email", "bob@x.com");
        assertThat(bench.read("found", "email", "ANN@x.com").items())
                .extracting(item -> item.values().get("email"))
                .containsExactlyInAnyOrder("Ann@X.com", "ann@x.com");
    }

    @Test
    void aSpellingIsNotFoundByAnExactKey() {
        assertThat(findings(DESIGN.formatted("email", "string", "email:lower")))
                .extracting(Finding::rule)
                .containsExactly("no-index-serves");
    }

    @Test
    void partsThatRunTogetherAreComparedWithWhatIsGiven() {
        Bench bench = new Bench(DESIGN.formatted("nick", "string", "[first, last]"));
        bench.run("add", Map.of("first", "a-b", "last", "c", "email", "1"));
        bench.run("add", Map.of("first", "a", "last", "b-c", "email", "2"));
        assertThat(bench.read("found", "first", "a", "last", "b-c").items())
                .extracting(item -> item.values().get("email"))
                .containsExactly("2");
    }

    @Test
    void aWriteDoesNotFindAnotherSpelling() {
        String design = """
                design: t
                tables: { main: { key: { partition: pk } } }
                entities:
                  User:
                    key: { pk: "USER#{email:lower}" }
                    attributes: { email: { type: string, required: true }, name: string }
                patterns:
                  rename: { update: User, by: email, change: [name] }
                """;
        assertThat(findings(design)).extracting(Finding::rule).containsExactly("case-lost-in-key");
        assertThat(findings(design.replace("required: true", "required: true, normalise: lower")))
                .isEmpty();
    }

    @Test
    void aLockThatLosesTheCaseDoesNotLeadToAnotherSpelling() {
        String design = """
                design: t
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    unique: { mail: { on: [email], lock: { pk: "EMAIL#{email:lower}", sk: LOCK } } }
                    attributes: { userId: { type: string, generate: ulid }, email: { type: string } }
                patterns:
                  add: { create: User }
                  byMail: { get: User, by: %s }
                """;
        assertThat(findings(design.formatted("email")))
                .extracting(Finding::rule)
                .containsExactly("case-lost-in-key");
        Bench bench = new Bench(design.formatted("email:lower"));
        bench.run("add", "email", "Ann@X.com");
        assertThat(bench.read("byMail", "email", "ANN@X.COM").one().values()).containsEntry("email", "Ann@X.com");
    }

    private static List<Finding> findings(String yaml) {
        var reading = Reader.read(new Source("t.yaml", yaml));
        assertThat(reading.findings()).filteredOn(Finding::isError).isEmpty();
        Design design = reading.design();
        return Compiler.compile(design).findings();
    }
}
