package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.value.Bcrypt;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples are the documents' own items: stored, they look as the documents say. */
class SamplesTest {

    private static final RunContext SURROUNDINGS =
            new RunContext(Clock.systemUTC(), new Ids(new Random(1)), Map.of(), null);

    static List<String> names() {
        return Systems.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void theFirstSampleOfEachEntityIsStoredAsTheDocumentHasIt(String name) {
        Design design = Systems.design(name);
        documents(name).forEach((entity, expected) -> {
            Item item = Samples.items(design, entity, SURROUNDINGS).get(0);
            assertThat(plain(item)).as(entity).isEqualTo(expected(Systems.map(expected)));
        });
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyEntityOfTheDocumentsHasASample(String name) {
        Design design = Systems.design(name);
        for (Entity entity : design.entities().values()) {
            if (entity.from() == null) {
                assertThat(design.samples()).as(entity.name()).containsKey(entity.name());
                assertThat(documents(name)).containsKey(entity.name());
            }
        }
    }

    /** The documents' items, without anything added, can be read by the designs. */
    @ParameterizedTest
    @MethodSource("names")
    void theDocumentsItemsCanBeRead(String name) {
        Design design = Systems.design(name);
        documents(name).forEach((entity, expected) -> {
            Map<String, Object> document = Systems.map(Systems.map(expected).get("document"));
            Codec codec = new Codec(design, design.entities().get(entity));
            Item item = item(document);
            assertThat(codec.holds(item)).as(entity).isTrue();
            Map<String, Object> sample =
                    codec.decode(Samples.items(design, entity, SURROUNDINGS).get(0));
            codec.decode(item).forEach((attribute, value) -> {
                if (!isPlaceholder(value)) {
                    assertThat(value).as(entity + "." + attribute).isEqualTo(sample.get(attribute));
                }
            });
        });
    }

    @Test
    void theSampleAccountHasAPasswordThatCanBeChecked() {
        Design design = Systems.design("notifications");
        Object hash = design.samples().get("User").get(0).values().get("password");
        assertThat(Bcrypt.matches("correct horse battery staple", (String) hash))
                .isTrue();
        assertThat(Bcrypt.matches("correct horse battery stapler", (String) hash))
                .isFalse();
    }

    private static Map<String, Object> documents(String name) {
        return Systems.map(Systems.yaml("stored-items.yaml").get(name));
    }

    private static boolean isPlaceholder(Object value) {
        return value instanceof String text && text.startsWith("$") && text.indexOf('$', 1) < 0;
    }

    private static Map<String, Object> expected(Map<String, Object> expected) {
        Map<String, Object> item = new LinkedHashMap<>(Systems.map(expected.get("document")));
        if (expected.get("added") != null) {
            item.putAll(Systems.map(expected.get("added")));
        }
        item.replaceAll((name, value) -> "$hash".equals(value) ? sha256("available\n19.9\nUSD") : value);
        Map<String, Object> plain = plain(item(item));
        plain.replaceAll((name, value) -> "$bcrypt".equals(value) ? "a hash" : value);
        return plain;
    }

    /** With every bcrypt hash as the same word: no two are equal. */
    private static Map<String, Object> plain(Item item) {
        Map<String, Object> plain = new LinkedHashMap<>(item.toMap());
        plain.replaceAll((name, value) -> value instanceof AttributeValue.S text
                        && (text.value().startsWith("$2a$10$") || text.value().equals("$bcrypt"))
                ? "a hash"
                : value);
        return plain;
    }

    private static Item item(Map<String, Object> plain) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        plain.forEach((name, value) -> values.put(name, value(value)));
        return Item.of(values);
    }

    private static AttributeValue value(Object plain) {
        if (plain == null) {
            return AttributeValue.Null.NULL;
        }
        if (plain instanceof Boolean flag) {
            return AttributeValue.Bool.of(flag);
        }
        if (plain instanceof Number number) {
            return NumberText.of(new BigDecimal(number.toString()));
        }
        if (plain instanceof List<?> list) {
            return new AttributeValue.L(list.stream().map(SamplesTest::value).toList());
        }
        if (plain instanceof Map<?, ?> map) {
            Map<String, AttributeValue> values = new LinkedHashMap<>();
            map.forEach((name, value) -> values.put((String) name, value(value)));
            return new AttributeValue.M(values);
        }
        return new AttributeValue.S((String) plain);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
