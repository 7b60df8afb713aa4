package dev.partita.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DesignGuessTest {

    private static final SampledTable.Key PK = new SampledTable.Key("pk", "S");
    private static final SampledTable.Key SK = new SampledTable.Key("sk", "S");

    @Test
    void prefixesTellEntitiesApartAndIdsBecomeAttributes() {
        check(
                table("""
                        {"pk": {"S": "USER#1"}, "sk": {"S": "META"}, "name": {"S": "Ada"}}
                        {"pk": {"S": "USER#2"}, "sk": {"S": "META"}, "name": {"S": "Grace"}}
                        {"pk": {"S": "USER#1"}, "sk": {"S": "ORDER#a7"}, "total": {"N": "12.5"}}
                        """),
                "  User:   # guess, from 2 items",
                "    key: { pk: \"USER#{userId}\", sk: META }   # guess",
                "      userId: { type: string, store: false }   # guess: stands in the key alone",
                "      name: { type: string, required: true }",
                "  Order:   # guess, from 1 item",
                "    key: { pk: \"USER#{userId}\", sk: \"ORDER#{orderId}\" }   # guess",
                "      total: { type: decimal }",
                "  user: { get: User, by: [userId] }",
                "  order: { get: Order, by: [userId, orderId] }",
                "  orderList: { list: Order, by: [userId] }",
                "  saveOrder: { put: Order }",
                "  deleteOrder: { delete: Order, by: [userId, orderId] }");
    }

    @Test
    void aTypeAttributeThatFollowsTheKeysNamesTheEntities() {
        check(
                table("""
                        {"pk": {"S": "USER#1"}, "sk": {"S": "META"}, "et": {"S": "USER"}}
                        {"pk": {"S": "PROB#5"}, "sk": {"S": "TC#00001"}, "et": {"S": "TEST_CASE"}}
                        {"pk": {"S": "PROB#5"}, "sk": {"S": "TC#00002"}, "et": {"S": "TEST_CASE"}}
                        """),
                "    type-attribute: et   # guess",
                "  TestCase:   # guess, from 2 items",
                "    type: TEST_CASE",
                "    key: { pk: \"PROB#{probId}\", sk: \"TC#{tcNumber:05}\" }   # guess",
                "      tcNumber: { type: integer, store: false }   # guess: stands in the key alone");
    }

    @Test
    void partsThatRepeatAnAttributeAreThatAttributeAlsoFormatted() {
        check(
                table("""
                        {"pk": {"S": "LOG#2023-10-08"}, "sk": {"S": "8303276799#x1"}, "ca": {"N": "1696723200"}, "id": {"S": "x1"}}
                        {"pk": {"S": "LOG#2023-10-09"}, "sk": {"S": "8303190399#x2"}, "ca": {"N": "1696809600"}, "id": {"S": "x2"}}
                        """),
                "key: { pk: \"LOG#{ca:date}\", sk: \"{ca:newest-first}#{id}\" }",
                "      ca: { type: epoch-seconds, required: true }");
    }

    @Test
    void anIndexOnPlainAttributesNeedsNoLineAndASyntheticOneHasATemplate() {
        SampledTable table = new SampledTable(
                "people",
                PK,
                SK,
                List.of(
                        new SampledTable.Index(
                                "GSI1", false, List.of(new SampledTable.Key("gsi1pk", "S")), List.of(), null),
                        new SampledTable.Index(
                                "byCountry",
                                false,
                                List.of(new SampledTable.Key("country", "S")),
                                List.of(new SampledTable.Key("age", "N")),
                                List.of("name"))),
                "ttl",
                true,
                0,
                0,
                items("""
                        {"pk": {"S": "P#1"}, "sk": {"S": "META"}, "gsi1pk": {"S": "EMAIL#a@x.org"}, "mail": {"S": "A@x.org"}, "country": {"S": "NZ"}, "age": {"N": "7"}, "ttl": {"N": "1700000000"}}
                        """),
                Map.of());
        String text = DesignGuess.text("people", "About.", "a test", List.of(table));
        assertThat(text)
                .contains("GSI1: { partition: gsi1pk, projection: all }")
                .contains("byCountry: { partition: country, sort: { name: age, type: number }, projection: [name] }")
                .contains("expiry: ttl")
                .contains("GSI1: { gsi1pk: \"EMAIL#{mail:lower}\" }   # guess")
                .doesNotContain("byCountry: { country")
                .contains("      ttl: { type: epoch-seconds }");
    }

    @Test
    void whatElectroDbWroteGetsAnAttributeForEachValue() {
        SampledTable table = new SampledTable(
                "malls",
                PK,
                SK,
                List.of(new SampledTable.Index(
                        "gsi1pk-gsi1sk-index",
                        false,
                        List.of(new SampledTable.Key("gsi1pk", "S")),
                        List.of(new SampledTable.Key("gsi1sk", "S")),
                        null)),
                "expires",
                true,
                0,
                0,
                items("""
                        {"pk": {"S": "$mallstores#cityid_atlanta1#mallid_eastpointe"}, "sk": {"S": "$mallstore_1#buildingid_a#storeid_lattelarrys"}, "gsi1pk": {"S": "$mallstores#storeid_lattelarrys"}, "gsi1sk": {"S": "$mallstore_1#leaseend_2026-02-01"}, "cityId": {"S": "Atlanta1"}, "mallId": {"S": "EastPointe"}, "storeId": {"S": "LatteLarrys"}, "buildingId": {"S": "A"}, "leaseEnd": {"S": "2026-02-01"}, "expires": {"N": "1900000000"}, "__edb_e__": {"S": "MallStore"}, "__edb_v__": {"S": "1"}}
                        {"pk": {"S": "$mallstores#cityid_boston2#mallid_westpointe"}, "sk": {"S": "$mallstore_1#buildingid_b#storeid_tacotrend"}, "gsi1pk": {"S": "$mallstores#storeid_tacotrend"}, "gsi1sk": {"S": "$mallstore_1#leaseend_2026-03-01"}, "cityId": {"S": "Boston2"}, "mallId": {"S": "WestPointe"}, "storeId": {"S": "TacoTrend"}, "buildingId": {"S": "B"}, "leaseEnd": {"S": "2026-03-01"}, "expires": {"N": "1900000001"}, "__edb_e__": {"S": "MallStore"}, "__edb_v__": {"S": "1"}}
                        """),
                Map.of());
        String text = DesignGuess.text("malls", "About.", "a test", List.of(table));
        assertThat(text)
                .contains("pk: \"$mallstores#cityid_{cityId:lower}#mallid_{mallId:lower}\"")
                .contains("sk: \"$mallstore_1#buildingid_{buildingId:lower}#storeid_{storeId:lower}\"")
                .contains("gsi1sk: \"$mallstore_1#leaseend_{leaseEnd}\"")
                .contains("expires: { type: epoch-seconds, required: true }")
                .contains("list: MallStore, by: [cityId:lower, mallId:lower]")
                .contains("list: MallStore, by: [storeId:lower]")
                .contains("put: MallStore");
        assertThat(errors(text)).as(text).isEmpty();
    }

    @Test
    void twoValuesNeverShareAnAttribute() {
        String text = DesignGuess.text("x", "About.", "a test", List.of(table("""
                {"pk": {"S": "ORDER#a#1"}, "sk": {"S": "META"}}
                {"pk": {"S": "ORDER#b#2"}, "sk": {"S": "META"}}
                """)));
        assertThat(text).contains("\"ORDER#{orderId}#{orderId2}\"");
        assertThat(errors(text)).as(text).isEmpty();
    }

    private static List<String> errors(String text) {
        return dev.partita.lint.Linter.lint(
                        dev.partita.design.Reader.read(new dev.partita.design.Source("x.yaml", text)))
                .stream()
                .filter(finding -> finding.severity() == dev.partita.design.model.Severity.ERROR)
                .map(Object::toString)
                .toList();
    }

    @Test
    void anEmptyTableGivesADesignWithoutEntities() {
        assertThat(DesignGuess.text("empty", "About.", "a test", List.of(table(""))))
                .contains("entities:\n  {}");
    }

    @Test
    void whateverTheItemsHoldTheTextIsADesignFile() {
        Seed seed = Seed.draw();
        java.util.Random random = seed.random();
        for (int round = 0; round < 300; round++) {
            StringBuilder lines = new StringBuilder();
            for (int i = random.nextInt(6); i >= 0; i--) {
                lines.append("{\"pk\": {\"S\": ")
                        .append(any(random))
                        .append("}, \"sk\": {\"S\": ")
                        .append(any(random))
                        .append("}, \"a b\": {\"S\": ")
                        .append(any(random))
                        .append("}, \"type\": {\"N\": \"1\"}}\n");
            }
            String text = DesignGuess.text("x", "é \"q\" \\", "a test", List.of(table(lines.toString())));
            assertThat(dev.partita.design.Reader.read(new dev.partita.design.Source("x.yaml", text))
                            .findings())
                    .as("seed " + seed + "\n" + text)
                    .noneMatch(finding -> finding.rule().equals("not-yaml"));
        }
    }

    private static String any(java.util.Random random) {
        String[] pieces = {
            "USER", "#", "a", "1", "{", "}", "\\\"", "\\\\", ":", "é", " ", "2024-01-01", "null", "\\n", "<id>", "%"
        };
        StringBuilder text = new StringBuilder("\"x");
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.append('"').toString();
    }

    private static void check(SampledTable table, String... lines) {
        assertThat(DesignGuess.text("test", "About.", "a test", List.of(table))).contains(lines);
    }

    private static SampledTable table(String lines) {
        return new SampledTable("test", PK, SK, List.of(), null, true, 0, 0, items(lines), Map.of());
    }

    private static List<Map<String, AttributeValue>> items(String lines) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        lines.lines().filter(line -> !line.isBlank()).forEach(line -> items.add(ItemJson.read(Json.read(line))));
        return items;
    }
}
