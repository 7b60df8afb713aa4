package dev.partita.rest;

import dev.partita.item.Bytes;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Maps, lists, text, numbers and truth as JSON, in the order they have. */
final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** A map of names and values in turn; those whose value is null are left out. */
    static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != null) {
                map.put((String) pairs[i], pairs[i + 1]);
            }
        }
        return map;
    }

    static byte[] bytes(Object tree) {
        return bytes(tree, ObjectWriteContext.empty());
    }

    /** The same with line ends and indents, for people. */
    static byte[] indented(Object tree) {
        return bytes(tree, new ObjectWriteContext.Base() {
            @Override
            public DefaultPrettyPrinter getPrettyPrinter() {
                return new DefaultPrettyPrinter();
            }

            @Override
            public boolean hasPrettyPrinter() {
                return true;
            }
        });
    }

    private static byte[] bytes(Object tree, ObjectWriteContext context) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
        try (JsonGenerator out = FACTORY.createGenerator(context, bytes)) {
            write(out, tree);
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator out, Object value) {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            map.forEach((name, member) -> {
                out.writeName(String.valueOf(name));
                write(out, member);
            });
            out.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            out.writeStartArray();
            list.forEach(element -> write(out, element));
            out.writeEndArray();
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof BigDecimal number) {
            out.writeNumber(number);
        } else if (value instanceof Number number) {
            out.writeNumber(number.longValue());
        } else if (value instanceof Bytes bytes) {
            out.writeString(Base64.getEncoder().encodeToString(bytes.array()));
        } else {
            // Text, and times, which are text in ISO's form.
            out.writeString(value.toString());
        }
    }
}
