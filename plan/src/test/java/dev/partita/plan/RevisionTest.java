package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.key.Revision;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RevisionTest {

    private static final String SHOP = """
            design: shop
            tables:
              main:
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  byState: { partition: stateKey, sort: stateSort, projection: all }
            types:
              State: { enum: [open, paid] }
              Address: { record: { street: { type: string, stored: s, required: true }, floor: { type: integer } } }
            entities:
              Order:
                type: ORDER
                key: { pk: "CUSTOMER#{customer}", sk: "ORDER#{id}" }
                byState: { when: isOpen, stateKey: "STATE#{state}", stateSort: "{updatedAt}#{id}" }
                expiry: 1 day after due
                version: version
                attributes:
                  customer: { type: string }
                  id: { type: string, generate: ulid, store: false }
                  state: { type: State, default: open, required: true }
                  stateAgain: { type: string, derive: state }
                  isOpen: { type: flag, stored: o, default: true }
                  amount: { type: decimal, range: 0..100000000000000000000000000000 }
                  due: { type: epoch-seconds }
                  address: { type: Address }
                  extras: { type: map }
                  price: { type: decimal, store: false }
                  seen: { type: string, hash-of: [state, price] }
                  secret: { type: password, cost: 4, hidden: true, length: 8..50 }
                  code: { type: string, immutable: true }
                  updatedAt: { type: timestamp, set: on-write }
                  version: { type: integer, read-only: true }
                  addedBy: { type: string, read-only: true }
            """;

    private final Design design = Reader.read(new Source("shop.yaml", SHOP)).design();
    private final Codec codec = new Codec(design, design.entities().get("Order"));
    private final RunContext surroundings =
            new RunContext(Clock.fixed(Bench.START, ZoneOffset.UTC), new Ids(new Random(1)), Map.of(), null);
    private final Revision revision = new Revision(codec, surroundings);

    private static final Map<String, AttributeValue> STORED = Map.ofEntries(
            Map.entry("pk", new AttributeValue.S("CUSTOMER#ann")),
            Map.entry("sk", new AttributeValue.S("ORDER#1")),
            Map.entry("et", new AttributeValue.S("ORDER")),
            Map.entry("customer", new AttributeValue.S("ann")),
            Map.entry("state", new AttributeValue.S("open")),
            Map.entry("stateAgain", new AttributeValue.S("open")),
            Map.entry("stateKey", new AttributeValue.S("STATE#open")),
            Map.entry("stateSort", new AttributeValue.S("2020-01-01T00:00:00Z#1")),
            Map.entry("o", AttributeValue.N.of(1)),
            Map.entry("seen", new AttributeValue.S("a hash of what is not stored")),
            Map.entry("updatedAt", new AttributeValue.S("2020-01-01T00:00:00Z")),
            Map.entry("version", AttributeValue.N.of(3)),
            Map.entry("unknown", new AttributeValue.S("stays")));

    private Revision.Revised revised(Object... given) {
        return revision.revise(Item.of(STORED), Item.of(STORED), Bench.map(given), false);
    }

    private static Map<String, String> changes(Item after) {
        Map<String, String> changes = new LinkedHashMap<>();
        after.toMap().forEach((name, value) -> {
            if (!value.equals(STORED.get(name))) {
                changes.put(name, shown(value));
            }
        });
        STORED.keySet().stream().filter(name -> !after.has(name)).forEach(name -> changes.put(name, "gone"));
        return changes;
    }

    private static String shown(AttributeValue value) {
        return value instanceof AttributeValue.S text
                ? text.value()
                : value instanceof AttributeValue.N number ? number.text() : value.toString();
    }

    private static List<String> said(List<Violation> violations) {
        return violations.stream()
                .map(one -> one.attribute() + " " + one.message())
                .toList();
    }

    @Test
    void whatFollowsFromAValueIsMadeAnewAndTheRestStays() {
        Revision.Revised revised = revised("state", "paid");
        assertThat(revised.violations()).isEmpty();
        assertThat(changes(revised.item()))
                .containsOnly(
                        Map.entry("state", "paid"),
                        Map.entry("stateAgain", "paid"),
                        Map.entry("stateKey", "STATE#paid"),
                        Map.entry("stateSort", "2024-06-29T12:00:00Z#1"),
                        Map.entry("updatedAt", "2024-06-29T12:00:00Z"),
                        Map.entry("version", "4"));
        assertThat(changes(revised("isOpen", "false").item()))
                .containsEntry("stateKey", "gone")
                .containsEntry("stateSort", "gone");
        assertThat(changes(revised("due", "2026-03-01T00:00:00Z").item()))
                .containsEntry("due", "1772323200")
                .containsEntry("ttl", "1772409600");
    }

    @Test
    void theVersionIsCountedOnceHoweverOftenOneEdits() {
        Item once = revised("amount", "1").item();
        Revision.Revised twice = revision.revise(Item.of(STORED), once, Bench.map("amount", "2"), false);
        assertThat(shown(twice.item().get("version"))).isEqualTo("4");
    }

    @Test
    void whoTakesEverythingBackHasTheItemAsItWas() {
        Item once = revised("state", "paid").item();
        assertThat(revision.revise(Item.of(STORED), once, Bench.map("state", "open"), false)
                        .item())
                .isEqualTo(Item.of(STORED));
    }

    @Test
    void aWrongValueIsSaidAndLeftOutAndTheOthersGoOn() {
        Revision.Revised revised = revised(
                "amount",
                "-1",
                "state",
                "lost",
                "due",
                "soon",
                "customer",
                "",
                "version",
                "9",
                "code",
                "x",
                "isOpen",
                "0");
        assertThat(said(revised.violations()))
                .containsExactly(
                        "amount must be at least 0",
                        "state is not one of open, paid",
                        "due is not an epoch-seconds",
                        "customer is required",
                        "version counts the writes",
                        "code never changes once it is there");
        assertThat(changes(revised.item())).containsKey("o").doesNotContainKeys("amount", "state", "due", "pk", "code");
    }

    @Test
    void numbersKeepTheirDigits() {
        assertThat(changes(revised("amount", "12345678901234567890.123456789012345678")
                        .item()))
                .containsEntry("amount", "12345678901234567890.123456789012345678");
    }

    @Test
    void aPartOfTheKeyGivesAnotherKey() {
        assertThat(changes(revised("customer", "b#b").item()))
                .containsEntry("customer", "b#b")
                .containsEntry("pk", "CUSTOMER#b%23b")
                .doesNotContainKey("sk");
    }

    @Test
    void freeValuesKeepTheirTypesAndRecordsWhatTheDesignDoesNotKnow() {
        AttributeValue set = dev.partita.item.Sets.ofStrings(List.of("a", "b"));
        AttributeValue free = new AttributeValue.M(Map.of("tags", set));
        assertThat(revised("extras", free).item().get("extras")).isEqualTo(free);
        assertThat(said(revised("extras", new AttributeValue.S("x")).violations()))
                .containsExactly("extras is not a map");
        Map<String, AttributeValue> before = new LinkedHashMap<>(STORED);
        before.put(
                "address",
                new AttributeValue.M(Map.of(
                        "s",
                        new AttributeValue.S("old"),
                        "floor",
                        AttributeValue.N.of(1),
                        "legacy",
                        AttributeValue.Bool.of(true))));
        Item after = revision.revise(
                        Item.of(before), Item.of(before), Bench.map("address", Map.of("street", "new")), false)
                .item();
        assertThat(after.get("address"))
                .isEqualTo(new AttributeValue.M(
                        Map.of("s", new AttributeValue.S("new"), "legacy", AttributeValue.Bool.of(true))));
        assertThat(said(revised("address", Map.of("floor", "x")).violations()))
                .containsExactly("address.street is required", "address.floor is not an integer");
    }

    @Test
    void aHashOfWhatIsNotStoredIsMadeOnlyWhenThatIsGiven() {
        assertThat(changes(revised("state", "paid").item())).doesNotContainKey("seen");
        assertThat(changes(revised("state", "paid", "price", "5").item())).containsKey("seen");
        assertThat(said(revision.judge(Item.of(STORED)))).isEmpty();
    }

    @Test
    void aPasswordIsHashedAndNotSaid() {
        assertThat(changes(revised("secret", "correct horse").item()).get("secret"))
                .startsWith("$2");
        List<Violation> refused = revised("secret", "short").violations();
        assertThat(said(refused)).containsExactly("secret must have at least 8 characters");
        assertThat(refused.get(0).value()).isNull();
    }

    @Test
    void aNewItemGrowsWithWhatIsGiven() {
        Map<String, Object> given = new LinkedHashMap<>(revision.begin());
        assertThat(given).containsOnlyKeys("id", "state", "isOpen").containsEntry("state", "open");
        given.put("customer", null);
        Revision.Revised partial = revision.revise(Item.NONE, Item.NONE, given, false);
        assertThat(said(partial.violations())).containsExactly("customer is required");
        assertThat(partial.item().has("pk")).isFalse();
        given.put("customer", "ann");
        Revision.Revised whole = revision.revise(Item.NONE, partial.item(), given, false);
        assertThat(whole.violations()).isEmpty();
        assertThat(revision.judge(whole.item())).isEmpty();
        Item made =
                codec.encode(new Inputs(codec).create(Map.of("customer", "ann", "id", given.get("id")), surroundings));
        assertThat(whole.item()).isEqualTo(made);
    }

    @Test
    void anItemIsJudgedAsAWhole() {
        Map<String, AttributeValue> item = new LinkedHashMap<>(STORED);
        item.put("amount", new AttributeValue.S("much"));
        item.put("state", new AttributeValue.S("paid"));
        item.put("customer", new AttributeValue.S("bob"));
        item.put("sk", new AttributeValue.S("something else"));
        assertThat(said(revision.judge(Item.of(item))))
                .containsExactly(
                        "amount is not a decimal",
                        "pk would be CUSTOMER#bob",
                        "sk is not of the form ORDER#{id}",
                        "stateAgain would be paid",
                        "stateKey would be STATE#paid");
        item.put("sk", new AttributeValue.S("ORDER#1"));
        item.put("customer", new AttributeValue.S("ann"));
        item.put("amount", NumberText.parse("5"));
        Item again =
                revision.revise(Item.of(STORED), Item.of(item), Map.of(), true).item();
        assertThat(revision.judge(again)).isEmpty();
        assertThat(again.get("version")).isEqualTo(AttributeValue.N.of(4));
    }
}
