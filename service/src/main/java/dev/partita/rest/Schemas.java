package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.design.model.Word;
import dev.partita.document.Json;
import dev.partita.plan.internal.key.Argument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Types, attributes and entities as JSON Schema. What has a name in the design has one in the document and is referred to. */
final class Schemas {

    private static final String ULID = "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$";
    private static final String ISO_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9:]+)?)?$";

    private final Map<String, Object> components = new LinkedHashMap<>();
    private final Map<Object, String> names = new LinkedHashMap<>();
    private final Set<String> taken = new LinkedHashSet<>();

    Schemas(Design design) {
        // Entities first: what everybody looks for has the plain name.
        design.entities().values().forEach(entity -> names.put(entity.name(), claim(Wording.type(entity.name()))));
        design.types().forEach((name, type) -> {
            if (isNamed(type)) {
                names.put(type, claim(Wording.type(name)));
            }
        });
        design.types().forEach((name, type) -> {
            if (isNamed(type)) {
                components.put(names.get(type), inline(type));
            }
        });
    }

    /** The components of the document, by name. */
    Map<String, Object> components() {
        return components;
    }

    /** A schema of its own for what a pattern takes or gives. */
    Map<String, Object> component(String wanted, Map<String, Object> schema) {
        String name = claim(wanted);
        components.put(name, schema);
        return reference(name);
    }

    /** An item as it is answered: all of it by the entity's name, a part of it by its own members. */
    Map<String, Object> item(AnswerShape.One item) {
        Entity entity = item.entity();
        if (!item.attributes().equals(shown(entity))) {
            return object(entity, item.attributes(), true);
        }
        String name = names.get(entity.name());
        if (!components.containsKey(name)) {
            components.put(name, described(object(entity, item.attributes(), true), entity.about()));
        }
        return reference(name);
    }

    /** An item after a change: what is known of it then, which is all of it unless the change took a transaction. */
    Map<String, Object> changed(AnswerShape.One item) {
        String name = names.get(item.entity().name()) + "Changed";
        if (taken.add(name)) {
            Map<String, Object> schema = object(item.entity(), item.attributes(), false);
            components.put(
                    name,
                    described(
                            schema,
                            "What is known of " + Wording.one(item.entity().name())
                                    + " after a change: all of it, or as much as the change had to look at."));
        }
        return reference(name);
    }

    private static List<String> shown(Entity entity) {
        Set<String> key = entity.keyAttributes();
        return entity.attributes().values().stream()
                .filter(a -> !a.hidden() && (a.isStored() || key.contains(a.name())))
                .map(Attribute::name)
                .toList();
    }

    private Map<String, Object> object(Entity entity, List<String> attributes, boolean isWhole) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        Set<String> key = entity.keyAttributes();
        for (String name : attributes) {
            Attribute attribute = entity.attributes().get(name);
            Map<String, Object> schema = answered(attribute);
            boolean isMade = attribute.isComputed() || name.equals(entity.version());
            properties.put(name, isMade ? with(schema, "readOnly", true) : schema);
            if (key.contains(name) || isWhole && attribute.required()) {
                required.add(name);
            }
        }
        return Json.map("type", "object", "properties", properties, "required", required.isEmpty() ? null : required);
    }

    /** An attribute of an answer. Its rules are left out: what is stored may be older than they are. */
    private Map<String, Object> answered(Attribute attribute) {
        return described(type(attribute.type()), attribute.about());
    }

    /** An argument or attribute that a caller gives, with the rules it has to follow. */
    Map<String, Object> given(Argument argument) {
        return argument.element() == null
                ? given(argument.attribute(), argument.type())
                : Json.map(
                        "type",
                        "array",
                        "items",
                        given(argument.element(), argument.element().type()));
    }

    Map<String, Object> given(Attribute attribute, Type type) {
        if (attribute == null) {
            return type(type);
        }
        Map<String, Object> schema = new LinkedHashMap<>(type(type));
        boolean isText = "string".equals(schema.get("type"));
        boolean isNumber = "integer".equals(schema.get("type")) || "number".equals(schema.get("type"));
        if (isText && (type == Type.Simple.STRING || type == Type.Simple.PASSWORD)) {
            // What is normalised is judged afterwards, and may have been longer before; of nothing it makes nothing.
            boolean isJudgedAsGiven = attribute.normalise().isEmpty();
            put(
                    schema,
                    "minLength",
                    attribute.minLength() == null || attribute.minLength() == 0
                            ? null
                            : isJudgedAsGiven ? attribute.minLength() : Integer.valueOf(1));
            put(schema, "maxLength", isJudgedAsGiven ? attribute.maxLength() : null);
            put(
                    schema,
                    "pattern",
                    isJudgedAsGiven && attribute.pattern() != null ? "^(?:" + attribute.pattern() + ")$" : null);
        }
        if (isNumber) {
            put(schema, "minimum", attribute.min());
            put(schema, "maximum", attribute.max());
        }
        if ("array".equals(schema.get("type"))) {
            put(schema, "maxItems", attribute.maxItems());
            put(schema, "uniqueItems", attribute.distinct() || type instanceof Type.SetOf ? true : null);
        }
        if (attribute.defaultValue() != null && !schema.containsKey("$ref") && isPlain(attribute.defaultValue())) {
            schema.put("default", attribute.defaultValue());
        }
        return described(schema, about(attribute));
    }

    private static boolean isPlain(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean || value instanceof List;
    }

    private static String about(Attribute attribute) {
        List<String> sentences = new ArrayList<>();
        if (attribute.about() != null) {
            sentences.add(attribute.about().strip());
        }
        if (!attribute.normalise().isEmpty()) {
            sentences.add("Normalised: " + Word.list(attribute.normalise()) + ".");
        }
        if (attribute.references() != null) {
            sentences.add("Refers to " + Wording.one(attribute.references())
                    + (attribute.mustExist() ? ", which must exist." : "."));
        }
        return sentences.isEmpty() ? null : String.join(" ", sentences);
    }

    /** The same, or null to take the value away. */
    Map<String, Object> orNull(Map<String, Object> schema) {
        if (schema.containsKey("$ref") || !(schema.get("type") instanceof String type)) {
            Map<String, Object> either = new LinkedHashMap<>();
            Map<String, Object> rest = new LinkedHashMap<>(schema);
            put(either, "description", rest.remove("description"));
            either.put("anyOf", List.of(rest, Map.of("type", "null")));
            return either;
        }
        return with(schema, "type", List.of(type, "null"));
    }

    Map<String, Object> type(Type type) {
        String name = names.get(type);
        return name == null ? inline(type) : reference(name);
    }

    private Map<String, Object> inline(Type type) {
        return type.match(new Inline());
    }

    /** The schema of a type where it stands. */
    private final class Inline implements Type.Cases<Map<String, Object>> {

        @Override
        public Map<String, Object> simple(Type.Simple type) {
            return Schemas.simple(type);
        }

        @Override
        public Map<String, Object> enumeration(Type.Enumeration options) {
            return options.open()
                    ? Json.map("type", "string", "description", "Such as " + String.join(", ", options.values()) + ".")
                    : Json.map("type", "string", "enum", options.values());
        }

        @Override
        public Map<String, Object> list(Type.ListOf list) {
            return Json.map("type", "array", "items", type(list.element()));
        }

        @Override
        public Map<String, Object> set(Type.SetOf set) {
            return Json.map("type", "array", "items", type(set.element()), "uniqueItems", true);
        }

        @Override
        public Map<String, Object> map(Type.MapOf map) {
            return Json.map("type", "object", "additionalProperties", type(map.element()));
        }

        @Override
        public Map<String, Object> record(Type.Record record) {
            Map<String, Object> properties = new LinkedHashMap<>();
            List<String> required = new ArrayList<>();
            record.attributes().values().stream().filter(a -> !a.hidden()).forEach(attribute -> {
                properties.put(attribute.name(), given(attribute, attribute.type()));
                if (attribute.required()) {
                    required.add(attribute.name());
                }
            });
            return Json.map(
                    "type", "object", "properties", properties, "required", required.isEmpty() ? null : required);
        }
    }

    private static Map<String, Object> simple(Type.Simple type) {
        return switch (type) {
            case STRING -> Json.map("type", "string");
            case INTEGER -> Json.map("type", "integer");
            case DECIMAL -> Json.map("type", "number");
            case BOOLEAN, FLAG -> Json.map("type", "boolean");
            case BINARY -> Json.map("type", "string", "contentEncoding", "base64");
            case TIMESTAMP, TIMESTAMP_MILLIS, EPOCH_SECONDS, EPOCH_MILLIS ->
                Json.map("type", "string", "format", "date-time");
            case DATE -> Json.map("type", "string", "format", "date");
            case ISO_TIME -> Json.map("type", "string", "pattern", ISO_TIME);
            case ULID -> Json.map("type", "string", "pattern", ULID);
            case UUID -> Json.map("type", "string", "format", "uuid");
            case PASSWORD -> Json.map("type", "string", "format", "password", "writeOnly", true);
            case ANY -> Json.map();
        };
    }

    static Map<String, Object> reference(String name) {
        return Json.map("$ref", "#/components/schemas/" + name);
    }

    static Map<String, Object> described(Map<String, Object> schema, String about) {
        if (about == null) {
            return schema;
        }
        Object known = schema.get("description");
        return with(schema, "description", known == null ? about.strip() : known + " " + about.strip());
    }

    private static Map<String, Object> with(Map<String, Object> schema, String word, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(schema);
        changed.put(word, value);
        return changed;
    }

    private static void put(Map<String, Object> schema, String word, Object value) {
        if (value != null) {
            schema.put(word, value);
        }
    }

    private static boolean isNamed(Type type) {
        return type instanceof Type.Enumeration || type instanceof Type.Record;
    }

    private String claim(String wanted) {
        String name = wanted;
        for (int i = 2; !taken.add(name); i++) {
            name = wanted + i;
        }
        return name;
    }
}
