package dev.partita.console;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;
import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.key.Revision;
import dev.partita.plan.internal.value.Times;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of an entity's form or of a pattern's, and values in and out of them. Every scalar travels as text, so that no number is rounded; what
 * has no type in the design travels as DynamoDB has it.
 */
final class FormFields {

    /** Texts that may be longer get several lines. */
    private static final int ONE_LINE = 255;

    private final Codec codec;
    private final Revision revision;

    FormFields(Codec codec, Revision revision) {
        this.codec = codec;
        this.revision = revision;
    }

    List<Object> described() {
        List<Object> fields = new ArrayList<>();
        for (Attribute attribute : codec.entity().attributes().values()) {
            boolean isKey = codec.keyAttributes().contains(attribute.name());
            Map<String, Object> field = member(attribute);
            field.put("key", isKey);
            if (attribute.type() == Type.Simple.STRING && (isKey || attribute.generate() != null)) {
                field.put("kind", "line");
            }
            field.put("required", attribute.required() || isKey);
            field.put("lockedWhenNew", revision.lock(attribute, true));
            field.put("locked", revision.lock(attribute, false));
            field.put("stored", attribute.isStored() ? attribute.stored() : null);
            field.put("feeds", feeds(attribute));
            fields.add(field);
        }
        return fields;
    }

    /** The item's attributes from which its value is read. */
    private List<String> feeds(Attribute attribute) {
        List<String> names = new ArrayList<>();
        if (attribute.isStored()) {
            names.add(attribute.stored());
        }
        for (KeyText key : codec.keys()) {
            if (key.template().variables().anyMatch(one -> one.attribute().equals(attribute.name()))) {
                names.add(key.name());
            }
        }
        return names;
    }

    private static Map<String, Object> member(Attribute attribute) {
        Map<String, Object> field = argument(attribute, attribute.type());
        field.put("name", attribute.name());
        field.put("required", attribute.required());
        if (!attribute.isStored()) {
            Object rules = field.get("rules");
            field.put("rules", (rules == null ? "" : rules + ", ") + "not an attribute of its own");
        }
        return field;
    }

    /**
     * What is asked for a value that follows the rules of an attribute.
     *
     * @param attribute null when it follows none
     * @param type how it is given, which may differ: a day for a time
     */
    static Map<String, Object> argument(Attribute attribute, Type type) {
        Map<String, Object> field = described(type);
        if (attribute != null) {
            field.put("about", attribute.about());
            field.put("rules", rules(attribute));
            if (type == Type.Simple.STRING && attribute.maxLength() != null && attribute.maxLength() <= ONE_LINE) {
                field.put("kind", "line");
            }
        }
        return field;
    }

    private static Map<String, Object> described(Type type) {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("type", type.word());
        if (Revision.isFree(type)) {
            field.put("kind", "free");
            field.put("tag", type.tag());
        } else if (type instanceof Type.Simple simple) {
            field.put("kind", kind(simple));
        } else if (type instanceof Type.Enumeration options) {
            field.put("kind", options.open() ? "suggestion" : "choice");
            field.put("options", options.values());
        } else if (type instanceof Type.ListOf list) {
            field.put("kind", "list");
            field.put("element", described(list.element()));
        } else if (type instanceof Type.SetOf set) {
            field.put("kind", "set");
            field.put("element", described(set.element()));
        } else if (type instanceof Type.MapOf map) {
            field.put("kind", "map");
            field.put("element", described(map.element()));
        } else if (type instanceof Type.Record record) {
            field.put("kind", "record");
            field.put(
                    "members",
                    record.attributes().values().stream()
                            .map(FormFields::member)
                            .toList());
        }
        return field;
    }

    private static String kind(Type.Simple type) {
        return switch (type) {
            case STRING -> "text";
            case INTEGER, DECIMAL -> "number";
            case BOOLEAN, FLAG -> "truth";
            case TIMESTAMP, EPOCH_SECONDS, TIMESTAMP_MILLIS, EPOCH_MILLIS, ISO_TIME -> "time";
            case DATE -> "date";
            case PASSWORD -> "password";
            case BINARY, ULID, UUID -> "line";
            case ANY -> "free";
        };
    }

    /** What the design asks of a value, in a few words. */
    private static String rules(Attribute attribute) {
        List<String> rules = new ArrayList<>();
        if (attribute.min() != null || attribute.max() != null) {
            rules.add((attribute.min() == null ? "" : attribute.min().toPlainString()) + "–"
                    + (attribute.max() == null ? "" : attribute.max().toPlainString()));
        }
        if (attribute.minLength() != null || attribute.maxLength() != null) {
            rules.add(
                    (attribute.minLength() == null ? "0" : attribute.minLength().toString()) + "–"
                            + (attribute.maxLength() == null
                                    ? ""
                                    : attribute.maxLength().toString()) + " characters");
        }
        if (attribute.pattern() != null) {
            rules.add("like " + attribute.pattern());
        }
        if (attribute.references() != null) {
            rules.add(Wording.one(attribute.references()));
        }
        if (attribute.sequence() != null) {
            rules.add("numbered by " + attribute.sequence().entity() + "."
                    + attribute.sequence().attribute());
        }
        return rules.isEmpty() ? null : String.join(", ", rules);
    }

    /** By attribute: text, a list, members, DynamoDB's JSON; {@code {"misfit": true}} for what is of another shape. */
    Map<String, Object> shown(Map<String, Object> values, Item item) {
        Map<String, Object> shown = new LinkedHashMap<>();
        for (Attribute attribute : codec.entity().attributes().values()) {
            Object value = values.get(attribute.name());
            // A hash is nothing to read, and what is typed into the field is a new password.
            if (value != null && attribute.type() != Type.Simple.PASSWORD) {
                AttributeValue stored = attribute.isStored() ? item.get(attribute.stored()) : null;
                shown.put(
                        attribute.name(),
                        Revision.isFree(attribute.type())
                                ? stored == null ? null : free(stored)
                                : fits(attribute.type(), value)
                                        ? tree(attribute.type(), value)
                                        : Json.map("misfit", true));
            }
        }
        return shown;
    }

    /** The value of an attribute in a sample, as a field of that type shows it; null when there is none that fits. */
    static Object sample(Type type, Object value, Attribute attribute, Item item) {
        if (value == null || type == Type.Simple.PASSWORD) {
            return null;
        }
        if (Revision.isFree(type)) {
            AttributeValue stored = attribute.isStored() ? item.get(attribute.stored()) : null;
            return stored == null ? null : free(stored);
        }
        if (type == Type.Simple.DATE && value instanceof Instant time) {
            return LocalDate.ofInstant(time, ZoneOffset.UTC).toString();
        }
        return fits(type, value) ? tree(type, value) : null;
    }

    private static Object free(AttributeValue value) {
        return ItemJson.write(Map.of("value", value)).get("value");
    }

    private static boolean fits(Type type, Object value) {
        if (type.isListOrSet()) {
            return value instanceof Collection<?> all
                    && all.stream().allMatch(one -> one != null && fits(type.element(), one));
        }
        if (type instanceof Type.MapOf map) {
            return value instanceof Map<?, ?> all
                    && all.values().stream().allMatch(one -> one != null && fits(map.element(), one));
        }
        if (type instanceof Type.Record record) {
            return value instanceof Map<?, ?> all
                    && record.attributes().values().stream()
                            .allMatch(member ->
                                    all.get(member.name()) == null || fits(member.type(), all.get(member.name())));
        }
        return Revision.isFree(type) || !(value instanceof Collection<?>) && !(value instanceof Map<?, ?>);
    }

    private static Object tree(Type type, Object value) {
        if (value instanceof Collection<?> all) {
            Type element = type.isListOrSet() ? type.element() : Type.Simple.ANY;
            return all.stream().map(one -> tree(element, one)).toList();
        }
        if (value instanceof Map<?, ?> all) {
            Map<String, Object> members = new LinkedHashMap<>();
            all.forEach((name, one) -> {
                Type member = type instanceof Type.Record record
                        ? record.attributes().get((String) name).type()
                        : type instanceof Type.MapOf map ? map.element() : Type.Simple.ANY;
                members.put((String) name, one == null ? null : tree(member, one));
            });
            return members;
        }
        if (value instanceof Instant) {
            boolean hasMillis = type == Type.Simple.TIMESTAMP_MILLIS || type == Type.Simple.EPOCH_MILLIS;
            return Times.stored(hasMillis ? Type.Simple.TIMESTAMP_MILLIS : Type.Simple.TIMESTAMP, value);
        }
        if (value instanceof Bytes bytes) {
            return Base64.getEncoder().encodeToString(bytes.array());
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    /** What came from the page, as a revision takes it. */
    Map<String, Object> given(Map<String, Object> edits) {
        Map<String, Object> given = new LinkedHashMap<>();
        edits.forEach((name, value) -> {
            Attribute attribute = codec.entity().attributes().get(name);
            boolean isFree = value != null && attribute != null && Revision.isFree(attribute.type());
            given.put(name, isFree ? ItemJson.read(Map.of("value", value)).get("value") : value);
        });
        return given;
    }
}
