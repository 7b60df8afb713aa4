package dev.partita.wire;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * A request body, read once from front to back.
 *
 * <p>A reader asks {@link #member()} for the next member until it answers null, and takes the value with the method of
 * the type it expects; a value of another type is refused in the service's words. What is not asked for is skipped by
 * {@link #skip()}, an explicit null is never seen, and of a name given twice the last value stays.
 */
final class JsonIn implements AutoCloseable {

    private static final String MODEL = "com.amazonaws.dynamodb.v20120810.";

    // A value nested deeper than DynamoDB allows must be refused by name, so the parser goes deeper than 32 levels of
    // two brackets each; our own recursion stops one level past the limit.
    private static final int JSON_DEPTH = 1000;
    private static final int NAME_CHARS = 65_536;
    private static final int NUMBER_CHARS = 200;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            // The protocol is UTF-8; other encodings are not JSON here.
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JSON_DEPTH)
                    .maxNameLength(NAME_CHARS)
                    .maxNumberLength(NUMBER_CHARS)
                    .maxStringLength(Limits.BODY_BYTES)
                    .maxDocumentLength(Limits.BODY_BYTES)
                    .build())
            .build();

    private static final String NOT_A_CLASS =
            "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot"
                    + " be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and"
                    + " java.lang.Class are in module java.base of loader 'bootstrap')";

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101_0101_0101_0101L;

    private final JsonParser parser;

    /** Only an escape can make half a character: UTF-8 has none, and the parser sees to that. */
    private final boolean hasEscapes;

    /** The token of the value that the reader is to take next. */
    private JsonToken token;

    JsonIn(byte[] body) {
        parser = FACTORY.createParser(ObjectReadContext.empty(), body);
        hasEscapes = hasEscapes(body);
    }

    /** Eight bytes at a time: almost no body has one, and all of them are looked at. */
    private static boolean hasEscapes(byte[] body) {
        int at = 0;
        for (; at <= body.length - Long.BYTES; at += Long.BYTES) {
            long differing = (long) LONGS.get(body, at) ^ (EACH * '\\');
            if (((differing - EACH) & ~differing & (EACH << 7)) != 0) {
                return true;
            }
        }
        for (; at < body.length; at++) {
            if (body[at] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** Half a character has no UTF-8: it would be stored as a question mark, and two keys would be one. */
    private String whole(String text) {
        if (hasEscapes && !Utf8.isWellFormed(text)) {
            throw refused("A text has half a character: an unpaired surrogate");
        }
        return text;
    }

    /** Enters the body, which must be one object. */
    JsonIn enter() {
        token = parser.nextToken();
        if (token != JsonToken.START_OBJECT) {
            throw unreadable();
        }
        return this;
    }

    /** The name of the next member that has a value, or null at the end of the object. */
    String member() {
        for (; ; ) {
            String name = parser.nextName();
            if (name == null) {
                if (parser.streamReadContext().inRoot() && parser.nextToken() != null) {
                    throw unreadable();
                }
                return null;
            }
            token = parser.nextToken();
            if (token != JsonToken.VALUE_NULL) {
                return whole(name);
            }
        }
    }

    /** Passes over a value that nobody asked for. */
    void skip() {
        parser.skipChildren();
    }

    /** Reads what is left, so that a body that is not JSON is refused as such even after another problem was found. */
    void drain() {
        while (parser.nextToken() != null) {
            // Only well-formedness counts.
        }
    }

    String string() {
        if (token == JsonToken.VALUE_STRING) {
            return whole(parser.getString());
        }
        throw notConvertible("String");
    }

    Boolean bool() {
        if (token == JsonToken.VALUE_TRUE) {
            return Boolean.TRUE;
        }
        if (token == JsonToken.VALUE_FALSE) {
            return Boolean.FALSE;
        }
        if (token == JsonToken.VALUE_STRING) {
            switch (parser.getString().toLowerCase(Locale.ROOT)) {
                case "true", "1", "yes":
                    return Boolean.TRUE;
                case "false", "0", "no":
                    return Boolean.FALSE;
                default:
                    throw refused("Unexpected token received from parser");
            }
        }
        throw notConvertible("Boolean");
    }

    /** A fraction is dropped, and what does not fit is held at the nearest end, where a range check meets it. */
    Integer integer() {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number("Integer")));
    }

    Long longInteger() {
        return number("Long");
    }

    private long number(String type) {
        if (token == JsonToken.VALUE_NUMBER_INT) {
            JsonParser.NumberType size = parser.getNumberType();
            if (size == JsonParser.NumberType.INT || size == JsonParser.NumberType.LONG) {
                return parser.getLongValue();
            }
            return parser.getString().charAt(0) == '-' ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            return (long) Math.floor(parser.getDoubleValue());
        }
        throw notConvertible(type);
    }

    /** A list whose elements {@code element} reads one by one; null elements are left out. */
    <T> List<T> list(Function<JsonIn, T> element) {
        List<T> list = new ArrayList<>();
        requireList();
        while (nextElement()) {
            if (token != JsonToken.VALUE_NULL) {
                list.add(element.apply(this));
            }
        }
        return list;
    }

    List<String> strings() {
        return list(JsonIn::string);
    }

    /** A map whose values {@code value} reads; {@code valueType} is what the service calls their type. */
    <T> Map<String, T> map(String valueType, Function<JsonIn, T> value) {
        requireMap(valueType);
        Map<String, T> map = new LinkedHashMap<>();
        for (String name = member(); name != null; name = member()) {
            map.put(name, value.apply(this));
        }
        return map;
    }

    /** A map of lists of structures; {@code element} gets the name and the position, and reads the members. */
    <T> Map<String, List<T>> structureLists(String type, BiFunction<String, Integer, T> element) {
        requireMap("java.util.List<" + MODEL + type + ">");
        Map<String, List<T>> map = new LinkedHashMap<>();
        for (String name = member(); name != null; name = member()) {
            if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
                throw refused(NOT_A_CLASS);
            }
            String table = name;
            map.put(name, structures(type, position -> element.apply(table, position)));
        }
        return map;
    }

    Map<String, String> stringMap() {
        return map("java.lang.String", JsonIn::string);
    }

    /** A map whose values are structures of the service's model; {@code value} gets the name and reads the members. */
    <T> Map<String, T> namedStructures(String type, Function<String, T> value) {
        requireMap(MODEL + type);
        Map<String, T> map = new LinkedHashMap<>();
        for (String name = member(); name != null; name = member()) {
            element(type);
            map.put(name, value.apply(name));
        }
        return map;
    }

    /** A list whose elements are structures of the service's model; {@code element} gets its position, from 1. */
    <T> List<T> structures(String type, IntFunction<T> element) {
        List<T> list = new ArrayList<>();
        requireList();
        for (int position = 1; nextElement(); position++) {
            if (token != JsonToken.VALUE_NULL) {
                element(type);
                list.add(element.apply(position));
            }
        }
        return list;
    }

    /** Steps into a structure that is a member of another; {@link #member()} then gives its members. */
    void structure(String type) {
        structure(type, "Unexpected field type");
    }

    /** Steps into a structure that is an element of a list or map. */
    void element(String type) {
        structure(type, "Unexpected value type in payload");
    }

    private void structure(String type, String otherwise) {
        if (token == JsonToken.START_ARRAY) {
            throw refused("Unrecognized collection type class " + MODEL + type);
        }
        if (token != JsonToken.START_OBJECT) {
            throw refused(otherwise);
        }
    }

    Item item() {
        return ValueIn.item(this);
    }

    /** A list of keys; what the service says of an element that is no map is a leak of its own workings. */
    List<Item> keys() {
        return list(in -> {
            if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
                throw refused(NOT_A_CLASS);
            }
            return in.item();
        });
    }

    Map<String, AttributeValue> values() {
        return ValueIn.values(this);
    }

    AttributeValue value() {
        return ValueIn.value(this);
    }

    List<AttributeValue> valueList() {
        return ValueIn.list(this, 1);
    }

    Bytes binary() {
        if (token == JsonToken.VALUE_STRING) {
            return Base64Text.decode(parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
        }
        if (token == JsonToken.START_ARRAY) {
            throw refused("Unrecognized collection type class java.nio.ByteBuffer");
        }
        if (token == JsonToken.START_OBJECT) {
            throw structureNotExpected();
        }
        throw refused("only base-64-encoded strings are convertible to bytes");
    }

    /** The name of the next member, even if its value is null, or null at the end of the object. */
    String nextName() {
        String name = parser.nextName();
        if (name != null) {
            token = parser.nextToken();
            return whole(name);
        }
        return null;
    }

    boolean isNull() {
        return token == JsonToken.VALUE_NULL;
    }

    void requireList() {
        if (token == JsonToken.START_OBJECT) {
            throw structureNotExpected();
        }
        if (token != JsonToken.START_ARRAY) {
            throw refused("Unexpected field type");
        }
    }

    boolean nextElement() {
        token = parser.nextToken();
        return token != JsonToken.END_ARRAY;
    }

    void requireStructureMap(String type) {
        requireMap(MODEL + type);
    }

    private void requireMap(String valueType) {
        if (token == JsonToken.START_ARRAY) {
            throw refused("Unrecognized collection type java.util.Map<java.lang.String, " + valueType + ">");
        }
        if (token != JsonToken.START_OBJECT) {
            throw refused("Unexpected field type");
        }
    }

    private ApiException notConvertible(String type) {
        switch (token) {
            case START_OBJECT:
                return structureNotExpected();
            case START_ARRAY:
                return refused("Unrecognized collection type class java.lang." + type);
            case VALUE_TRUE:
                return refused("TRUE_VALUE cannot be converted to " + type);
            case VALUE_FALSE:
                return refused("FALSE_VALUE cannot be converted to " + type);
            case VALUE_NUMBER_INT:
                return refused("NUMBER_VALUE cannot be converted to " + type);
            case VALUE_NUMBER_FLOAT:
                return refused("DECIMAL_VALUE cannot be converted to " + type);
            default:
                return refused("STRING_VALUE cannot be converted to " + type);
        }
    }

    private static ApiException structureNotExpected() {
        return refused("Start of structure or map found where not expected");
    }

    static ApiException refused(String message) {
        return ApiException.of(ApiException.Code.SERIALIZATION, message);
    }

    /** The body is not JSON; the service gives no message. */
    static ApiException unreadable() {
        return ApiException.of(ApiException.Code.SERIALIZATION, null);
    }

    /** Refuses {@code body} unless it is one well-formed object. */
    static void requireObject(byte[] body) {
        try (JsonIn in = new JsonIn(body)) {
            in.enter();
            in.skip();
            if (in.parser.nextToken() != null) {
                throw unreadable();
            }
        } catch (JacksonException e) {
            throw unreadable();
        }
    }

    @Override
    public void close() {
        parser.close();
    }
}
