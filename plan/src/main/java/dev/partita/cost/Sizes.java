package dev.partita.cost;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.item.Utf8;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many bytes a typical item has, by DynamoDB's rules for sizes. One rule for everybody who asks:
 *
 * <ul>
 *   <li>A size that the file states ({@code size:}) is taken as it is; everything else is added up.
 *   <li>An item has its keys, the keys of its indexes, the table's type and expiry attributes and every stored attribute, names
 *       included, each name once. Optional attributes count as present, and so does an index key with a {@code when:}; what only
 *       a deleted item has does not count.
 *   <li>A text of unknown length has {@value #TEXT_BYTES} bytes, within the bounds of its {@code length:}; an id, a time, a hash
 *       and a choice have the length that their kind has. A prefix is added.
 *   <li>A list, a set or a free map has {@value #MEMBERS} members, or as many as {@code max-items:} allows if that is less.
 *   <li>A key is its template, with each part as long as its format makes it.
 *   <li>An entry of an index has the keys of the table and of the index, and what is projected.
 *   <li>A lock has its own key and, in a map, that of the item that holds it. A counter or a note is a key and a few bytes.
 * </ul>
 */
public record Sizes(Design design) {

    static final int TEXT_BYTES = 20;
    static final int MEMBERS = 3;

    /** The map's or list's own bytes; every member has one more. */
    private static final int NESTED_BYTES = 3;

    private static final int MEMBER_NAME_BYTES = 8;

    /** Up to four digits. */
    private static final int NUMBER_BYTES = 3;

    private static final int NUMBER_CHARS = 4;
    private static final int SECONDS_BYTES = 6;
    private static final int HASH_CHARS = 64;
    private static final int ULID_CHARS = 26;
    private static final int UUID_CHARS = 36;

    /** Of a typical item: as expected, or added up. */
    public long item(Entity entity) {
        Entity.Expect expect = entity.expect();
        return expect != null && expect.sizeBytes() != null ? expect.sizeBytes() : summed(entity);
    }

    /** Of a typical item by its attributes alone. */
    public long summed(Entity entity) {
        Table table = design.tableOf(entity);
        Map<String, Long> parts = keys(entity);
        entity.indexKeys()
                .forEach(keys -> keys.keys().forEach((name, template) -> addKey(parts, entity, name, template)));
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.isStored() && !isOfDeleted(entity, attribute)) {
                parts.put(attribute.stored(), value(attribute));
            }
        }
        if (table != null && table.typeAttribute() != null && entity.type() != null) {
            parts.put(table.typeAttribute(), (long) Utf8.length(entity.type()));
        }
        if (table != null && table.expiry() != null && entity.expiry() != null) {
            parts.put(table.expiry(), (long) SECONDS_BYTES);
        }
        return sum(parts, 0);
    }

    /** Of a typical entry in an index; {@code index} is null for the table itself. */
    public long entry(Entity entity, Table.Index index) {
        if (index == null
                || index.projection() == Table.Projection.ALL
                || index.projection() == Table.Projection.UNSTATED) {
            return item(entity);
        }
        Map<String, Long> parts = keys(entity);
        entity.indexKeys().stream()
                .filter(keys -> keys.index().equals(index.name()))
                .forEach(keys -> keys.keys().forEach((name, template) -> addKey(parts, entity, name, template)));
        for (Attribute attribute : entity.attributes().values()) {
            boolean isProjected = index.projected().contains(attribute.name())
                    || index.projected().contains(attribute.stored())
                    || index.keyNames().contains(attribute.stored());
            if (attribute.isStored() && isProjected && !isOfDeleted(entity, attribute)) {
                parts.put(attribute.stored(), value(attribute));
            }
        }
        return sum(parts, 0);
    }

    /** Of the item that holds a unique value; {@code holderName} is the attribute that says whose it is. */
    public long lock(Entity entity, Entity.Unique unique, String holderName) {
        Map<String, Long> parts = new LinkedHashMap<>();
        unique.lock().forEach((name, template) -> addKey(parts, entity, name, template));
        return sum(parts, 0) + holderName.length() + NESTED_BYTES + sum(keys(entity), 1);
    }

    /** Of a typical value. */
    public long value(Attribute attribute) {
        return attribute.sizeBytes() != null ? attribute.sizeBytes() : typical(attribute, attribute.type());
    }

    /** Of a typical value of this type. */
    public long value(Type type) {
        return typical(null, type);
    }

    private long typical(Attribute attribute, Type type) {
        if (type instanceof Type.Record record) {
            return NESTED_BYTES
                    + record.attributes().values().stream()
                            .filter(Attribute::isStored)
                            .mapToLong(member -> 1 + Utf8.length(member.stored()) + value(member))
                            .sum();
        }
        if (type instanceof Type.ListOf list) {
            return NESTED_BYTES + members(attribute) * (1 + value(list.element()));
        }
        if (type instanceof Type.MapOf map) {
            return NESTED_BYTES + members(attribute) * (1 + MEMBER_NAME_BYTES + value(map.element()));
        }
        if (type instanceof Type.SetOf set) {
            return members(attribute) * value(set.element());
        }
        if (type instanceof Type.Simple simple) {
            switch (simple) {
                case BOOLEAN:
                    return 1;
                case FLAG:
                    return 2;
                case INTEGER, DECIMAL:
                    return NUMBER_BYTES;
                case EPOCH_SECONDS:
                    return SECONDS_BYTES;
                case EPOCH_MILLIS:
                    return 8;
                default:
            }
        }
        return chars(attribute, type);
    }

    private static long members(Attribute attribute) {
        return attribute == null || attribute.maxItems() == null ? MEMBERS : Math.min(MEMBERS, attribute.maxItems());
    }

    /** How long a value is as a text, which it is in a key even when it is stored as a number. */
    private static long chars(Attribute attribute, Type type) {
        long prefix = attribute == null || attribute.prefix() == null
                ? 0
                : attribute.prefix().length();
        if (type instanceof Type.Enumeration choice) {
            return prefix
                    + Math.round(choice.values().stream()
                            .mapToInt(String::length)
                            .average()
                            .orElse(TEXT_BYTES));
        }
        if (!(type instanceof Type.Simple simple)) {
            return prefix + TEXT_BYTES;
        }
        return prefix
                + switch (simple) {
                    case INTEGER, DECIMAL -> NUMBER_CHARS;
                    case BOOLEAN, FLAG -> 1;
                    case DATE, EPOCH_SECONDS -> 10;
                    case EPOCH_MILLIS -> 13;
                    case TIMESTAMP, ISO_TIME -> 20;
                    case TIMESTAMP_MILLIS -> 24;
                    case ULID -> ULID_CHARS;
                    case UUID -> UUID_CHARS;
                    case PASSWORD -> 60;
                    case STRING, BINARY, ANY -> textChars(attribute);
                };
    }

    private static long textChars(Attribute attribute) {
        if (attribute == null) {
            return TEXT_BYTES;
        }
        if (!attribute.hashOf().isEmpty()) {
            return HASH_CHARS;
        }
        if (attribute.generate() != null) {
            // A ulid or uuid, or a template around one.
            String word = attribute.generate();
            return word.equals("uuid")
                    ? UUID_CHARS
                    : ULID_CHARS + (word.contains("{ulid}") ? word.length() - "{ulid}".length() : 0);
        }
        long chars = TEXT_BYTES;
        chars = attribute.maxLength() == null ? chars : Math.min(chars, attribute.maxLength());
        return attribute.minLength() == null ? chars : Math.max(chars, attribute.minLength());
    }

    /** The table's own key attributes with the bytes of each. */
    private Map<String, Long> keys(Entity entity) {
        Map<String, Long> parts = new LinkedHashMap<>();
        entity.key().forEach((name, template) -> addKey(parts, entity, name, template));
        return parts;
    }

    private void addKey(Map<String, Long> parts, Entity entity, String name, Template template) {
        long bytes = template.isLone()
                        && template.variables().allMatch(v -> v.formats().isEmpty())
                ? template.variables()
                        .map(v -> entity.attributes().get(v.attribute()))
                        .mapToLong(attribute -> attribute == null ? TEXT_BYTES : value(attribute))
                        .sum()
                : template.parts().stream()
                        .mapToLong(part -> chars(entity, part))
                        .sum();
        parts.put(name, bytes);
    }

    private static long chars(Entity entity, Template.Part part) {
        if (part instanceof Template.Literal literal) {
            return Utf8.length(literal.text());
        }
        Template.Variable variable = (Template.Variable) part;
        Attribute attribute = entity.attributes().get(variable.attribute());
        Type type = attribute == null ? Type.Simple.STRING : attribute.type();
        long chars =
                attribute != null && attribute.sizeBytes() != null ? attribute.sizeBytes() : chars(attribute, type);
        for (Template.Format format : variable.formats()) {
            chars = switch (format.kind()) {
                case PAD -> format.number();
                case NEWEST_FIRST ->
                    type instanceof Type.Simple simple && isCountedDown(simple) ? newestFirst(simple) : chars;
                case HOUR -> 13;
                case DATE -> 10;
                case MONTH -> 7;
                case YEAR -> 4;
                case HASH -> HASH_CHARS;
                case SHARD -> Integer.toString(Math.max(1, format.number()) - 1).length();
                case LOWER, UPPER, SHORTEN, RAW -> chars;
            };
        }
        return chars;
    }

    private static boolean isCountedDown(Type.Simple type) {
        return type.isTime() || type == Type.Simple.INTEGER;
    }

    private static int newestFirst(Type.Simple type) {
        return type == Type.Simple.EPOCH_MILLIS || type == Type.Simple.TIMESTAMP_MILLIS ? 13 : 10;
    }

    /** Whether only deleted items have it. */
    private static boolean isOfDeleted(Entity entity, Attribute attribute) {
        Entity.SoftDelete marks = entity.softDelete();
        return marks != null
                && (attribute.name().equals(marks.at()) || attribute.name().equals(marks.reason()));
    }

    private static long sum(Map<String, Long> parts, int each) {
        return parts.entrySet().stream()
                .mapToLong(part -> each + Utf8.length(part.getKey()) + part.getValue())
                .sum();
    }
}
