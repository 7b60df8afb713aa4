package dev.partita.design.model;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A kind of item.
 *
 * @param type the value of the table's type attribute, or null
 * @param key a template for each of the table's key attributes, in the table's order
 * @param indexKeys what it puts into the indexes: declared ones, then those implied by its attributes
 * @param expiry null when its items do not expire
 * @param version the version attribute's name, or null
 * @param from the entity these items are made from, or null
 * @param through the patterns of its parent, one of which has to answer whoever is to reach these items
 */
public record Entity(
        String name,
        String about,
        String table,
        String type,
        Map<String, Template> key,
        List<IndexKeys> indexKeys,
        Map<String, Attribute> attributes,
        List<Unique> uniques,
        Expiry expiry,
        SoftDelete softDelete,
        String version,
        String owner,
        FanOut from,
        List<String> allow,
        List<String> through,
        Expect expect,
        Node node) {

    public Entity {
        key = Ordered.copyOf(key);
        indexKeys = List.copyOf(indexKeys);
        attributes = Ordered.copyOf(attributes);
        uniques = List.copyOf(uniques);
        allow = List.copyOf(allow);
        through = List.copyOf(through);
    }

    /** The same with other attributes. */
    public Entity withAttributes(Map<String, Attribute> others) {
        return with(others, expiry);
    }

    /** The same, to expire. */
    public Entity withExpiry(Expiry other) {
        return with(attributes, other);
    }

    private Entity with(Map<String, Attribute> attributes, Expiry expiry) {
        return new Entity(
                name,
                about,
                table,
                type,
                key,
                indexKeys,
                attributes,
                uniques,
                expiry,
                softDelete,
                version,
                owner,
                from,
                allow,
                through,
                expect,
                node);
    }

    /** The attributes that make up its key, each once. */
    public Set<String> keyAttributes() {
        Set<String> names = new LinkedHashSet<>();
        key.values().forEach(template -> template.variables().forEach(v -> names.add(v.attribute())));
        return names;
    }

    /** What may fill a key attribute of the table or of its indexes: several where it depends on the item which one does. */
    public List<Template> templates(String keyAttribute) {
        Map<String, Template> templates = new LinkedHashMap<>();
        Stream.concat(Stream.of(key), indexKeys.stream().map(IndexKeys::keys))
                .map(keys -> keys.get(keyAttribute))
                .filter(Objects::nonNull)
                .forEach(template -> templates.putIfAbsent(template.text(), template));
        return List.copyOf(templates.values());
    }

    /** What fills a key attribute of an index: a template of {@code keys}, or where that has none, of the table's key. Null for nothing. */
    public Template template(IndexKeys keys, String keyAttribute) {
        Template own = keys.keys().get(keyAttribute);
        return own == null ? key.get(keyAttribute) : own;
    }

    /** The attribute with this stored name, or null. */
    public Attribute storedAs(String stored) {
        for (Attribute attribute : attributes.values()) {
            if (attribute.isStored() && attribute.stored().equals(stored)) {
                return attribute;
            }
        }
        return null;
    }

    /**
     * The templates for the key attributes of one index.
     *
     * @param keys by key attribute; the table's own key attributes may be missing, they are there anyway
     * @param when the items that are in the index; null for all that have every part
     * @param implied whether no line of the file says so: the attributes themselves are the keys
     */
    public record IndexKeys(String index, Map<String, Template> keys, Where when, boolean implied, Node node) {
        public IndexKeys {
            keys = Ordered.copyOf(keys);
        }
    }

    /** No two items share the values of {@code attributes}; a lock item with key {@code lock} holds each combination. */
    public record Unique(String name, List<String> attributes, Map<String, Template> lock, Node node) {
        public Unique {
            attributes = List.copyOf(attributes);
            lock = Ordered.copyOf(lock);
        }
    }

    public record Expiry(long seconds, String after, Node node) {}

    /** Members are attribute names; those not wanted are null. */
    public record SoftDelete(String flag, String at, String reason, Node node) {}

    /** {@code each} is a list or set attribute of the other entity, or null for one item each; {@code as} names the element here. */
    public record FanOut(String entity, String each, String as, Node node) {}

    /** Volumes; what is not stated is null. {@code keepSeconds} null with {@code forever} false means not stated. {@code hitRate} is a share between 0 and 1. */
    public record Expect(
            Long items,
            Long sizeBytes,
            Long perDay,
            Double peak,
            Double hitRate,
            Long keepSeconds,
            boolean forever,
            Node node) {}
}
