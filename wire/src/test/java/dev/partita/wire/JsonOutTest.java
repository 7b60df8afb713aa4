package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Sets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What is written is JSON, and reads back as what was meant. */
class JsonOutTest {

    @Test
    void numbersArePlainDecimals() {
        assertThat(list(0.5, 1.0, 12.5, 0.0, 1700000000.123, 1700000000.0, 12345678.25, 1e15, 0.1))
                .isEqualTo("[0.5,1.0,12.5,0.0,1700000000.123,1700000000.0,12345678.25,1000000000000000,0.1]");
    }

    @Test
    void everyTypeHasItsTag() {
        Item item = Item.of(Map.of(
                "s",
                new AttributeValue.S("x"),
                "n",
                AttributeValue.N.of(-12),
                "b",
                new AttributeValue.B(Bytes.of(new byte[] {1, 2, 3, 4})),
                "t",
                AttributeValue.Bool.TRUE,
                "z",
                AttributeValue.Null.NULL,
                "l",
                new AttributeValue.L(List.of(new AttributeValue.M(Map.of()), AttributeValue.Bool.FALSE)),
                "m",
                new AttributeValue.M(Map.of("a", new AttributeValue.L(List.of()))),
                "ss",
                Sets.ofStrings(List.of("b", "a")),
                "ns",
                Sets.ofNumbers(List.of(AttributeValue.N.of(10), AttributeValue.N.of(9))),
                "bs",
                Sets.ofBinaries(List.of(Bytes.of(new byte[] {-1}), Bytes.of(new byte[0])))));
        assertThat(written(new JsonOut(1).value(item)))
                .isEqualTo("{\"b\":{\"B\":\"AQIDBA==\"},\"bs\":{\"BS\":[\"\",\"/w==\"]},"
                        + "\"l\":{\"L\":[{\"M\":{}},{\"BOOL\":false}]},\"m\":{\"M\":{\"a\":{\"L\":[]}}},"
                        + "\"n\":{\"N\":\"-12\"},\"ns\":{\"NS\":[\"9\",\"10\"]},\"s\":{\"S\":\"x\"},"
                        + "\"ss\":{\"SS\":[\"a\",\"b\"]},\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true}}");
    }

    @Test
    void onlyWhatMustBeEscapedIs() {
        assertThat(written(new JsonOut(1).value("a\"b\\c\n\r\t\b\f\u0000\u001f\u007f/é\u2028\ud83d\ude00")))
                .isEqualTo("\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0000\\u001f\u007f/é\u2028\ud83d\ude00\"");
    }

    @Test
    void anyTextReadsBack() {
        Seed seed = Seed.draw();
        SplittableRandom random = new SplittableRandom(seed.value());
        for (int round = 0; round < 5_000; round++) {
            String text = text(random);
            JsonOut out = new JsonOut(random.nextInt(1, 64))
                    .openObject()
                    .anyName(text)
                    .value(text);
            out.name("item").value(Item.of(Map.of("n" + text, new AttributeValue.S(text))));
            out.closeObject();
            try (JsonParser parser =
                    JsonFactory.builder().build().createParser(ObjectReadContext.empty(), out.toByteArray())) {
                parser.nextToken();
                assertThat(parser.nextName()).as("seed %s", seed).isEqualTo(text);
                parser.nextToken();
                assertThat(parser.getString()).as("seed %s", seed).isEqualTo(text);
                parser.nextName();
                parser.nextToken();
                assertThat(parser.nextName()).as("seed %s", seed).isEqualTo("n" + text);
                parser.nextToken();
                parser.nextName();
                parser.nextToken();
                assertThat(parser.getString()).as("seed %s", seed).isEqualTo(text);
            }
        }
    }

    @Test
    void base64IsTheStandardOne() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        for (int length = 0; length < 300; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            JsonOut out = new JsonOut(1).openList();
            out.binary(bytes, 0, length);
            out.closeList();
            String expected = Base64.getEncoder().encodeToString(bytes);
            assertThat(written(out)).as("seed %s", seed).isEqualTo("[{\"B\":\"" + expected + "\"}]");
            char[] text = ("__" + expected).toCharArray();
            assertThat(Base64Text.decode(text, 2, expected.length()))
                    .as("seed %s", seed)
                    .isEqualTo(Bytes.of(bytes));
        }
    }

    /** Characters that are plain, escaped, of two, three and four bytes, so that all meet at every offset of a word. */
    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(40);
        while (text.length() < length) {
            switch (random.nextInt(8)) {
                case 0 -> text.append((char) random.nextInt(0x20));
                case 1 -> text.append('"');
                case 2 -> text.append('\\');
                case 3 -> text.append((char) random.nextInt(0x80, 0x800));
                case 4 -> text.append((char) random.nextInt(0x800, 0xd800));
                case 5 -> text.appendCodePoint(random.nextInt(0x10000, 0x110000));
                default -> text.append((char) random.nextInt(0x20, 0x7f));
            }
        }
        return text.toString();
    }

    private static String list(double... numbers) {
        JsonOut out = new JsonOut(1).openList();
        for (double number : numbers) {
            out.value(number);
        }
        return written(out.closeList());
    }

    private static String written(JsonOut out) {
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }
}
