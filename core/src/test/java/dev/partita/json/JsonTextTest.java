package dev.partita.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Sets;
import dev.partita.item.ValueProblem;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {

    @Test
    void dataIsWrittenInTheOrderItHas() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("TableName", "orders");
        body.put("Limit", 20);
        body.put("ScanIndexForward", false);
        body.put("Nothing", null);
        body.put("Keys", List.of(Item.of(Map.of("b", AttributeValue.N.of(2), "a", new AttributeValue.S("x")))));
        body.put("Values", Map.of(":v0", AttributeValue.Bool.TRUE));
        body.put("None", Map.of());
        assertThat(JsonText.of(body))
                .isEqualTo("{\"TableName\":\"orders\",\"Limit\":20,\"ScanIndexForward\":false,\"Nothing\":null,"
                        + "\"Keys\":[{\"a\":{\"S\":\"x\"},\"b\":{\"N\":\"2\"}}],\"Values\":{\":v0\":{\"BOOL\":true}},"
                        + "\"None\":{}}");
    }

    /** Hashes in tables are made of these texts: none may ever change. */
    @Test
    void aValueOnItsOwnIsWrittenAsEver() {
        AttributeValue all = new AttributeValue.M(Map.of(
                "s",
                new AttributeValue.S("\u00e9\ud83d\ude00\u007f/"),
                "n",
                AttributeValue.N.of(-12),
                "b",
                new AttributeValue.B(Bytes.of(new byte[] {1, 2, 3, 4})),
                "t",
                AttributeValue.Bool.FALSE,
                "z",
                AttributeValue.Null.NULL,
                "l",
                new AttributeValue.L(List.of(new AttributeValue.M(Map.of()), new AttributeValue.L(List.of()))),
                "ss",
                Sets.ofStrings(List.of("b", "a")),
                "ns",
                Sets.ofNumbers(List.of(AttributeValue.N.of(10), AttributeValue.N.of(9))),
                "bs",
                Sets.ofBinaries(List.of(Bytes.of(new byte[] {-1}), Bytes.of(new byte[0])))));
        assertThat(JsonText.of(all))
                .isEqualTo("{\"M\":{\"b\":{\"B\":\"AQIDBA==\"},\"bs\":{\"BS\":[\"\",\"/w==\"]},"
                        + "\"l\":{\"L\":[{\"M\":{}},{\"L\":[]}]},\"n\":{\"N\":\"-12\"},\"ns\":{\"NS\":[\"9\",\"10\"]},"
                        + "\"s\":{\"S\":\"\u00e9\ud83d\ude00\u007f/\"},\"ss\":{\"SS\":[\"a\",\"b\"]},"
                        + "\"t\":{\"BOOL\":false},\"z\":{\"NULL\":true}}}");
        assertThat(JsonText.of(new AttributeValue.S("a\"\\\n\r\t\b\f\u0000\u001fz")))
                .isEqualTo("{\"S\":\"a\\\"\\\\\\n\\r\\t\\u0008\\u000c\\u0000\\u001fz\"}");
        // As Java orders text, which differs from the order of an item's names beyond the basic plane.
        assertThat(JsonText.of(new AttributeValue.M(
                        Map.of("\uff5e", AttributeValue.Null.NULL, "\ud83d\ude00", AttributeValue.Null.NULL))))
                .isEqualTo("{\"M\":{\"\ud83d\ude00\":{\"NULL\":true},\"\uff5e\":{\"NULL\":true}}}");
        assertThat(JsonText.of(Arrays.asList(new AttributeValue.S("x"), null))).isEqualTo("[{\"S\":\"x\"},null]");
    }

    @Test
    void aValueThatIsRefusedIsNotWritten() {
        AttributeValue refused = new AttributeValue.Invalid(ValueProblem.of("no number"), AttributeValue.Type.N);
        assertThatThrownBy(() -> JsonText.of(refused))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no number");
    }
}
