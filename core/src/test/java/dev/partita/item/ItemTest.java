package dev.partita.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Items as bytes: round trips, sizes, and changes without decoding. */
class ItemTest {

    @Test
    void whatGoesInComesOut() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 5_000; i++) {
            Map<String, AttributeValue> attributes = RandomValues.attributes(random, 3);
            Item item = Item.of(attributes);
            String what = "seed " + seed + ": " + attributes;
            assertThat(item.toMap()).as(what).isEqualTo(attributes);
            assertThat(Item.ofBytes(item.bytes()).toMap()).as(what).isEqualTo(attributes);
            assertThat(item.count()).as(what).isEqualTo(attributes.size());
            assertThat(item.sizeBytes()).as(what).isEqualTo(sizeOf(attributes));
            attributes.forEach((name, value) -> {
                assertThat(item.get(name)).as(what).isEqualTo(value);
                assertThat(item.typeOf(Utf8.bytes(name))).as(what).isEqualTo(value.type());
            });
            assertThat(item.get("absent")).isNull();
            assertThat(item.has("absent")).isFalse();
        }
    }

    @Test
    void manyAttributesAreFoundInOneWalk() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 5_000; i++) {
            Map<String, AttributeValue> attributes = RandomValues.attributes(random, 2);
            List<String> asked = new ArrayList<>(attributes.keySet());
            asked.addAll(RandomValues.attributes(random, 1).keySet());
            Collections.shuffle(asked, random);
            Names names = new Names(asked.subList(0, random.nextInt(asked.size() + 1)));
            AttributeValue[] values = Item.of(attributes).get(names);
            for (int n = 0; n < names.count(); n++) {
                assertThat(values[n])
                        .as("seed " + seed + ": " + names.name(n) + " of " + attributes)
                        .isEqualTo(attributes.get(names.name(n)));
                assertThat(names.position(names.name(n))).isEqualTo(n);
            }
        }
    }

    @Test
    void equalItemsHaveEqualBytesWhateverTheOrder() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 2_000; i++) {
            Map<String, AttributeValue> attributes = RandomValues.attributes(random, 2);
            List<String> names = new ArrayList<>(attributes.keySet());
            Collections.shuffle(names, random);
            Item.Builder builder = new Item.Builder();
            names.forEach(name -> builder.add(name, attributes.get(name)));
            assertThat(builder.build().bytes())
                    .as("seed " + seed + ": " + attributes)
                    .isEqualTo(Item.of(attributes).bytes());
        }
    }

    @Test
    void changesEqualAnItemBuiltAnew() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 10_000; i++) {
            Map<String, AttributeValue> attributes = RandomValues.attributes(random, 2);
            Map<String, AttributeValue> changes = new HashMap<>(RandomValues.attributes(random, 2));
            for (String name : attributes.keySet()) {
                if (random.nextInt(3) == 0) {
                    changes.put(name, random.nextBoolean() ? null : RandomValues.value(random, 1));
                }
            }
            changes.put("gone", null);
            Map<String, AttributeValue> after = new LinkedHashMap<>(attributes);
            changes.forEach((name, value) -> {
                if (value == null) {
                    after.remove(name);
                } else {
                    after.put(name, value);
                }
            });
            assertThat(Item.of(attributes).with(changes).bytes())
                    .as("seed " + seed + ": " + attributes + " with " + changes)
                    .isEqualTo(Item.of(after).bytes());
        }
    }

    @Test
    void onlyKeepsTheNamedAttributes() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int i = 0; i < 2_000; i++) {
            Map<String, AttributeValue> attributes = RandomValues.attributes(random, 2);
            List<String> names = attributes.keySet().stream()
                    .filter(name -> random.nextBoolean())
                    .collect(Collectors.toCollection(ArrayList::new));
            names.add("absent");
            Map<String, AttributeValue> kept = new LinkedHashMap<>(attributes);
            kept.keySet().retainAll(names);
            List<Bytes> utf8 =
                    names.stream().map(name -> Bytes.of(Utf8.bytes(name))).toList();
            assertThat(Item.of(attributes).only(utf8))
                    .as("seed " + seed + ": " + attributes + " only " + names)
                    .isEqualTo(Item.of(kept));
        }
    }

    @Test
    void theLastOfEqualNamesStays() {
        Item item = new Item.Builder()
                .add("a", AttributeValue.N.of(1))
                .add("b", AttributeValue.N.of(2))
                .add("a", AttributeValue.N.of(3))
                .build();
        assertThat(item.toMap()).isEqualTo(Map.of("a", AttributeValue.N.of(3), "b", AttributeValue.N.of(2)));
    }

    @Test
    void sizesFollowTheRules() {
        assertThat(sizeOf(new AttributeValue.S("é\uD83D\uDE00"))).isEqualTo(6);
        assertThat(sizeOf(new AttributeValue.B(Bytes.of(new byte[3])))).isEqualTo(3);
        assertThat(sizeOf(AttributeValue.Bool.TRUE)).isEqualTo(1);
        assertThat(sizeOf(AttributeValue.Null.NULL)).isEqualTo(1);
        assertThat(sizeOf(Sets.ofStrings(List.of("a", "bc")))).isEqualTo(3);
        assertThat(sizeOf(Sets.ofNumbers(List.of(NumberText.parse("1"), NumberText.parse("123")))))
                .isEqualTo(5);
        assertThat(sizeOf(new AttributeValue.L(List.of()))).isEqualTo(3);
        assertThat(sizeOf(new AttributeValue.L(List.of(AttributeValue.Bool.TRUE, new AttributeValue.S("ab")))))
                .isEqualTo(3 + 2 + 3);
        assertThat(sizeOf(new AttributeValue.M(Map.of("é", AttributeValue.Null.NULL))))
                .isEqualTo(3 + 1 + 2 + 1);
        assertThat(Item.of(Map.of("name", AttributeValue.N.of(12), "é", AttributeValue.Null.NULL))
                        .sizeBytes())
                .isEqualTo(4 + 2 + 2 + 1);
    }

    @Test
    void anAttributeMayNestThirtyOneDeep() {
        assertThat(Item.of(Map.of("a", nested(31, AttributeValue.Null.NULL))).problem())
                .isNull();
        ValueProblem tooDeep =
                ValueProblem.of("Nesting Levels have exceeded supported limits: Attributes in the item have nested"
                        + " levels beyond supported limit");
        assertThat(Item.of(Map.of("a", nested(32, AttributeValue.Null.NULL))).problem())
                .isEqualTo(tooDeep);
        assertThat(Item.of(Map.of("a", nested(30, new AttributeValue.L(List.of()))))
                        .problem())
                .isNull();
        assertThat(Item.of(Map.of("a", nested(31, new AttributeValue.L(List.of()))))
                        .problem())
                .isEqualTo(tooDeep);
        Map<String, AttributeValue> change = Map.of("a", nested(32, AttributeValue.Null.NULL));
        assertThat(Item.EMPTY.with(change).problem()).isEqualTo(tooDeep);
    }

    @Test
    void aRefusedValueSpoilsTheItem() {
        Item item = Item.of(Map.of("a", new AttributeValue.L(List.of(NumberText.parse("x")))));
        assertThat(item.problem()).isNotNull();
        assertThatThrownBy(() -> item.requireValid(Dialect.CURRENT))
                .isInstanceOf(ApiException.class)
                .hasMessage("The parameter cannot be converted to a numeric value: x");
        assertThat(Item.of(Map.of("", AttributeValue.Null.NULL)).problem())
                .isEqualTo(ValueProblem.of("Empty attribute name"));
        assertThat(Item.of(Map.of("a", new AttributeValue.M(Map.of("", AttributeValue.Null.NULL))))
                        .problem())
                .isEqualTo(ValueProblem.of("Empty attribute name"));
    }

    @Test
    void noItemIsNotAnEmptyItem() {
        assertThat(Item.NONE.isPresent()).isFalse();
        assertThat(Item.EMPTY.isPresent()).isTrue();
        assertThat(Item.NONE).isNotEqualTo(Item.EMPTY);
        assertThat(Item.NONE.get("a")).isNull();
    }

    private static AttributeValue nested(int wrappers, AttributeValue leaf) {
        AttributeValue value = leaf;
        for (int i = 0; i < wrappers; i++) {
            value = i % 2 == 0 ? new AttributeValue.L(List.of(value)) : new AttributeValue.M(Map.of("m", value));
        }
        return value;
    }

    private static int sizeOf(AttributeValue value) {
        Item item = Item.of(Map.of("v", value));
        assertThat(item.sizeBytes()).isEqualTo(1 + value.sizeBytes());
        return value.sizeBytes();
    }

    private static int sizeOf(Map<String, AttributeValue> attributes) {
        int size = 0;
        for (Map.Entry<String, AttributeValue> entry : attributes.entrySet()) {
            size += Utf8.length(entry.getKey()) + entry.getValue().sizeBytes();
        }
        return size;
    }
}
