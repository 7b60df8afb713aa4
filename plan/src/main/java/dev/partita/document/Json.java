package dev.partita.document;

import dev.partita.item.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** JSON as maps, lists, strings, {@link BigDecimal}s, booleans and null, for documents that are read or written whole. */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(100)
                    // What an attribute may be called.
                    .maxNameLength(65_536)
                    .build())
            .build();

    private static final PrettyPrinter PRETTY = new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"));

    /** @throws IllegalArgumentException when the text is not one JSON value; the message says where */
    public static Object read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new IllegalArgumentException("not JSON: the text is empty");
            }
            Object value = JsonTree.read(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("not JSON: there is more after the end, at "
                        + parser.currentTokenLocation().offsetDescription());
            }
            return value;
        } catch (JacksonException problem) {
            throw new IllegalArgumentException("not JSON: " + problem.getOriginalMessage()
                    + (problem.getLocation() == null
                            ? ""
                            : " at line " + problem.getLocation().getLineNr() + ", column "
                                    + problem.getLocation().getColumnNr()));
        }
    }

    /**
     * A part of what was read.
     *
     * @param what it is, for people
     * @throws IllegalArgumentException when it is none
     */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Object tree, String what) {
        if (!(tree instanceof Map)) {
            throw new IllegalArgumentException(what + " is expected, as a JSON object");
        }
        return (Map<String, Object>) tree;
    }

    /** As {@link #object}. */
    public static List<?> list(Object tree, String what) {
        if (!(tree instanceof List<?> list)) {
            throw new IllegalArgumentException(what + " is expected, as a JSON array");
        }
        return list;
    }

    /** Indented by two; the same tree always gives the same text. */
    public static String write(Object value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(new Pretty(), out)) {
            write(generator, value);
        }
        return out + "\n";
    }

    /** The same without line ends and blanks, in UTF-8. */
    public static byte[] bytes(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 14);
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, value);
        }
        return out.toByteArray();
    }

    /** A map in the order given: name, value, name, value. Null values are left out. */
    public static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i + 1] != null) {
                map.put((String) entries[i], entries[i + 1]);
            }
        }
        return map;
    }

    private static void write(JsonGenerator generator, Object value) {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            map.forEach((name, member) -> {
                generator.writeName(String.valueOf(name));
                write(generator, member);
            });
            generator.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            generator.writeStartArray();
            list.forEach(member -> write(generator, member));
            generator.writeEndArray();
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof Integer || value instanceof Long) {
            generator.writeNumber(((Number) value).longValue());
        } else if (value instanceof Double number) {
            generator.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            generator.writeNumber(number);
        } else if (value instanceof Bytes bytes) {
            generator.writeString(Base64.getEncoder().encodeToString(bytes.array()));
        } else {
            generator.writeString(value.toString());
        }
    }

    /** Tells the generator to indent. */
    private static final class Pretty extends ObjectWriteContext.Base {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return ((DefaultPrettyPrinter) PRETTY).createInstance();
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }

    private Json() {}
}
