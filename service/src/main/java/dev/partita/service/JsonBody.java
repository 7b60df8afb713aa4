package dev.partita.service;

import dev.partita.item.Limits;
import dev.partita.item.Utf8;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * Reads the body of a request: one JSON object, strictly. Numbers stay exact, a name given twice is refused, and so is text that
 * has half a character in it.
 */
final class JsonBody {

    /** An item nests 32 levels deep; a few more, so that one too deep is told from a body that attacks. */
    static final int DEPTH = 40;

    /** Of a name of a member, in characters. */
    static final int NAME_CHARS = 65_535;

    /** Of a number; 38 digits, and room for a sign, a point and an exponent, are all it takes. */
    static final int NUMBER_CHARS = 200;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            // JSON between systems is UTF-8; a body in another encoding is not guessed at.
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxNameLength(NAME_CHARS)
                    .maxNumberLength(NUMBER_CHARS)
                    .maxStringLength(Limits.BODY_BYTES)
                    .maxDocumentLength(Limits.BODY_BYTES)
                    .build())
            .build();

    private final JsonParser parser;

    private JsonBody(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * The members of the object, in their order. An empty body is an empty object.
     *
     * @throws Refused when it is anything else
     */
    static Map<String, Object> read(byte[] body) {
        if (isBlank(body)) {
            return Map.of();
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw Refused.unreadable("The body must be one JSON object, { … }.");
            }
            Map<String, Object> members = new JsonBody(parser).object();
            if (parser.nextToken() != null) {
                throw Refused.unreadable("The body must end behind its JSON object; there is more at "
                        + place(parser.currentTokenLocation()) + ".");
            }
            return members;
        } catch (StreamConstraintsException e) {
            throw Refused.unreadable("The body is beyond what is read: at most " + DEPTH + " levels, " + NAME_CHARS
                    + " characters a name and " + NUMBER_CHARS + " characters a number.");
        } catch (JacksonException e) {
            throw Refused.unreadable("The body is not JSON: it cannot be read on from " + place(e.getLocation())
                    + ". Names and text stand in double quotes, and there is no comma behind the last member.");
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            requireWhole(name);
            if (members.containsKey(name)) {
                throw Refused.unreadable("The body has the member \"" + name + "\" twice in one object, at "
                        + place(parser.currentTokenLocation()) + ".");
            }
            members.put(name, value(parser.nextToken()));
        }
        return members;
    }

    private List<Object> list() {
        List<Object> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(token));
        }
        return elements;
    }

    private Object value(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> list();
            case VALUE_STRING -> requireWhole(parser.getString());
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> fraction();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("JSON cannot go on with " + token);
        };
    }

    private Number whole() {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> new BigDecimal(parser.getString());
        };
    }

    private BigDecimal fraction() {
        try {
            return new BigDecimal(parser.getString());
        } catch (NumberFormatException e) {
            // Ten digits of an exponent are more than a number has here.
            throw Refused.unreadable("The body has a number with too large an exponent at "
                    + place(parser.currentTokenLocation()) + ".");
        }
    }

    private String requireWhole(String text) {
        if (!Utf8.isWellFormed(text)) {
            throw Refused.unreadable("The body has half a character (a lone surrogate) in the text at "
                    + place(parser.currentTokenLocation()) + ".");
        }
        return text;
    }

    private static boolean isBlank(byte[] body) {
        for (byte b : body) {
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return true;
    }

    private static String place(TokenStreamLocation at) {
        return at == null ? "its end" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
    }
}
