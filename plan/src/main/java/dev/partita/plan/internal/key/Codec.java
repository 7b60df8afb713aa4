package dev.partita.plan.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Attributes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.ItemValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.Storing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An entity's items: logical values in, a whole item out, and back. What the design computes (defaults, ids, times, derived
 * values, keys, index keys, the type, the expiry) is computed here and nowhere else.
 */
public final class Codec {

    /** The templates of one index, compiled. */
    private record IndexTexts(Entity.IndexKeys keys, List<KeyText> texts) {}

    private final Design design;
    private final Entity entity;
    private final Table table;
    private final List<KeyText> keys;
    private final List<IndexTexts> indexes;
    private final Set<String> keyAttributes;
    private final Set<String> indexKeyNames;
    private final Map<String, KeyText> keysInPlace;
    // By identity, since a template's hash would be made of everything it holds; never changed once it is here.
    private volatile Map<Template, KeyText> others = new IdentityHashMap<>();
    // Made when the first item is read.
    private volatile Decoder decoder;
    // Made when the first item is written.
    private volatile FindableText findable;

    public Codec(Design design, Entity entity) {
        this.design = design;
        this.entity = entity;
        this.table = design.tableOf(entity);
        this.keys = texts(entity.key());
        this.indexes = new ArrayList<>();
        this.keyAttributes = new LinkedHashSet<>();
        this.indexKeyNames = new LinkedHashSet<>();
        this.keysInPlace = new LinkedHashMap<>();
        keys.forEach(key -> key.template().variables().forEach(v -> keyAttributes.add(v.attribute())));
        for (Entity.IndexKeys index : entity.indexKeys()) {
            List<KeyText> texts = texts(index.keys()).stream()
                    .filter(text -> !table.keyNames().contains(text.name()))
                    .toList();
            indexes.add(new IndexTexts(index, texts));
            for (KeyText text : texts) {
                if (text.isStoredAttribute()) {
                    keysInPlace.put(text.name(), text);
                } else {
                    indexKeyNames.add(text.name());
                }
            }
        }
        // DynamoDB judges the keys of every index, also where an item lacks another part of them and is not in the
        // index.
        table.indexes().values().stream()
                .flatMap(index -> Stream.concat(index.partition().stream(), index.sort().stream()))
                .map(Table.KeyAttribute::name)
                .filter(name -> entity.storedAs(name) != null
                        && !table.keyNames().contains(name)
                        && !indexKeyNames.contains(name))
                .forEach(name -> keysInPlace.computeIfAbsent(name, this::inPlace));
    }

    private KeyText inPlace(String stored) {
        Attribute attribute = entity.storedAs(stored);
        Template.Part itself = new Template.Variable(
                attribute.name(), List.of(), attribute.node().place());
        return text(
                stored,
                new Template(
                        "{" + attribute.name() + "}",
                        List.of(itself),
                        attribute.node().place()));
    }

    public Entity entity() {
        return entity;
    }

    public Design design() {
        return design;
    }

    public Table table() {
        return table;
    }

    /** The table's key attributes, compiled, in the table's order. */
    public List<KeyText> keys() {
        return keys;
    }

    /** A key attribute with any template of this entity's, compiled once. */
    public KeyText text(String name, Template template) {
        KeyText known = others.get(template);
        if (known != null && known.name().equals(name)) {
            return known;
        }
        KeyText made = KeyText.of(design, entity, name, template);
        synchronized (this) {
            Map<Template, KeyText> more = new IdentityHashMap<>(others);
            more.put(template, made);
            others = more;
        }
        return made;
    }

    FindableText findable() {
        FindableText known = findable;
        if (known == null) {
            known = new FindableText(this);
            findable = known;
        }
        return known;
    }

    /** The attributes in the table key's templates: always there, never changed. */
    public Set<String> keyAttributes() {
        return keyAttributes;
    }

    /** Whether the key tells the whole value: of {@code createdAt:date} it tells the day, and times of one day are not the same. */
    public boolean isToldByKey(String name) {
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .filter(variable -> variable.attribute().equals(name))
                .anyMatch(variable -> variable.period() == null && !variable.has(Template.Format.Kind.SHARD));
    }

    /** The stored attributes of the key that it tells in part only: two items that differ in them have the same key. */
    public List<Attribute> toldInPart() {
        return keyAttributes.stream()
                .filter(name -> !isToldByKey(name))
                .map(entity.attributes()::get)
                .filter(Attribute::isStored)
                .toList();
    }

    /** Whether the key gives the whole value back; of a hash, a text cut short or a day it does not. */
    public boolean isGivenByKey(String name) {
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .filter(variable -> variable.attribute().equals(name))
                .anyMatch(variable ->
                        KeyFormat.isReadable(variable, entity.attributes().get(name)));
    }

    /** The table key of an item. */
    public Item keyOf(Item item) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        table.keyNames().forEach(name -> key.put(name, item.get(name)));
        return Item.of(key);
    }

    /** The names of index key attributes that templates fill. */
    public Set<String> indexKeyNames() {
        return indexKeyNames;
    }

    /** What is wrong with a value that, as it is, is a key of an index and longer than such keys may be. */
    public Violation tooLongInPlace(String stored) {
        return new Violation(
                entity.name(),
                entity.storedAs(stored).name(),
                null,
                "key",
                "is the key of an index and may not be longer than "
                        + keysInPlace.get(stored).limitBytes() + " bytes");
    }

    public boolean isTooLongInPlace(String stored, AttributeValue value) {
        return value.sizeBytes() > keysInPlace.get(stored).limitBytes();
    }

    /** Whether a stored attribute is, as it is, a key of an index. */
    public boolean isIndexKeyInPlace(String stored) {
        return keysInPlace.containsKey(stored);
    }

    /**
     * What a changed value is stored as; null when the item is not to have the attribute any more.
     *
     * @throws InvalidValues when it is the key of an index and cannot be
     */
    public AttributeValue stored(Attribute attribute, Object value) {
        AttributeValue stored = value == null ? null : Storing.store(attribute, value);
        boolean isIndexKey = isIndexKeyInPlace(attribute.stored());
        if (isIndexKey
                && stored instanceof AttributeValue.S text
                && text.value().isEmpty()) {
            throw new InvalidValues(List.of(new Violation(
                    entity.name(),
                    attribute.name(),
                    "",
                    "key",
                    emptyInIndex(attribute, "is the key of an index", "remove it"))));
        }
        if (isIndexKey && stored != null && isTooLongInPlace(attribute.stored(), stored)) {
            throw new InvalidValues(List.of(tooLongInPlace(attribute.stored())));
        }
        return stored == null && attribute.absentIsNull() && !isIndexKey ? AttributeValue.Null.NULL : stored;
    }

    /** The table key of the item with these logical values. */
    public Item key(Map<String, Object> values) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        addKey(values, key, violations);
        require(violations);
        return Item.of(key);
    }

    /** The key of the lock for these values; null when one of them is absent: what is absent is not unique. */
    public Item lockKey(Entity.Unique unique, Map<String, Object> values) {
        boolean isComplete = unique.attributes().stream().allMatch(name -> values.get(name) != null);
        return isComplete ? key(unique.lock(), values) : null;
    }

    /** A key of the entity's table made of other templates: that of a lock, or of a counter. Null when a part is absent. */
    public Item key(Map<String, Template> templates, Map<String, Object> values) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        for (KeyText text : texts(templates)) {
            try {
                AttributeValue value = text.value(values);
                if (value == null) {
                    return null;
                }
                add(text, value, key, violations);
            } catch (KeyText.Unfit e) {
                violations.add(e.of(entity.name()));
            }
        }
        require(violations);
        return key.isEmpty() ? null : Item.of(key);
    }

    private void add(KeyText text, AttributeValue value, Map<String, AttributeValue> key, List<Violation> violations) {
        if (value.sizeBytes() > text.limitBytes()) {
            violations.add(new Violation(
                    entity.name(), text.name(), null, "key", "is longer than " + text.limitBytes() + " bytes"));
        } else {
            key.put(text.name(), value);
        }
    }

    /**
     * What templates put into index keys for these values: an index whose condition does not hold, or that lacks a part, gets
     * nothing.
     */
    public Map<String, AttributeValue> indexKeys(Map<String, Object> values) {
        return indexKeys(values, indexKeyNames);
    }

    /** The same for some index key attributes only: those on which {@code values} can decide. */
    public Map<String, AttributeValue> indexKeys(Map<String, Object> values, Set<String> names) {
        Map<String, AttributeValue> filled = new LinkedHashMap<>();
        if (isDeleted(values)) {
            return filled;
        }
        List<Violation> violations = new ArrayList<>();
        for (IndexTexts index : indexes) {
            if (index.texts().stream().noneMatch(text -> names.contains(text.name()))) {
                continue;
            }
            if (index.keys().when() == null
                    || new WhereCheck(entity, design.zone(), values, Map.of(), Instant.EPOCH)
                            .holds(index.keys().when())) {
                addIndexKeys(index, values, filled, violations);
            }
        }
        require(violations);
        return filled;
    }

    /** The logical attributes on which index key templates and their conditions depend, by index key attribute. */
    public Map<String, Set<String>> indexKeyParts() {
        Map<String, Set<String>> parts = new LinkedHashMap<>();
        for (IndexTexts index : indexes) {
            Set<String> all = new LinkedHashSet<>();
            index.texts().forEach(text -> text.template().variables().forEach(v -> all.add(v.attribute())));
            all.addAll(Conditions.attributes(index.keys().when()));
            for (KeyText text : index.texts()) {
                if (!text.isStoredAttribute()) {
                    parts.computeIfAbsent(text.name(), name -> new LinkedHashSet<>())
                            .addAll(all);
                }
            }
        }
        return parts;
    }

    /** The moment after which the item no longer counts, for the table's expiry attribute; null when it does not expire. */
    public Long expiresAt(Map<String, Object> values) {
        if (entity.expiry() == null || table.expiry() == null) {
            return null;
        }
        Instant after = Storing.moment(values.get(entity.expiry().after()));
        return after == null ? null : after.getEpochSecond() + entity.expiry().seconds();
    }

    /** The whole item for complete logical values. */
    public Item encode(Map<String, Object> values) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        addKey(values, item, violations);
        for (KeyText text : keys) {
            try {
                text.requireSortable(values);
            } catch (KeyText.Unfit e) {
                violations.add(e.of(entity.name()));
            }
        }
        item.putAll(Storing.members(entity.attributes(), values));
        for (KeyText text : keysInPlace.values()) {
            String name = text.name();
            AttributeValue value = item.get(name);
            if (value instanceof AttributeValue.Null) {
                // NULL is no key; the index is to miss the item, not the table.
                item.remove(name);
            } else if (value instanceof AttributeValue.S given && given.value().isEmpty()) {
                violations.add(new Violation(
                        entity.name(),
                        entity.storedAs(name).name(),
                        "",
                        "key",
                        emptyInIndex(entity.storedAs(name), "is the key of an index", "leave it out")));
            } else if (value != null && value.sizeBytes() > text.limitBytes()) {
                violations.add(tooLongInPlace(name));
            }
        }
        item.putAll(indexKeys(values));
        if (table.typeAttribute() != null && entity.type() != null) {
            item.put(table.typeAttribute(), new AttributeValue.S(entity.type()));
        }
        Long expiry = expiresAt(values);
        if (expiry != null) {
            item.put(table.expiry(), AttributeValue.N.of(expiry));
        }
        Item whole = Item.of(item);
        requireSize(whole, violations);
        require(violations);
        return whole;
    }

    void requireSize(Item item, List<Violation> violations) {
        if (item.isPresent() && item.sizeBytes() > Limits.ITEM_SIZE_BYTES) {
            violations.add(new Violation(
                    entity.name(),
                    "*",
                    null,
                    "size",
                    "makes an item of " + item.sizeBytes() + " bytes; " + Limits.ITEM_SIZE_BYTES + " are allowed"));
        }
    }

    /** The logical values of an item, hidden ones too; those that only its key holds are read from there. */
    public Map<String, Object> decode(Attributes item) {
        return new LinkedHashMap<>(values(item));
    }

    /** The same, for those who only look at them. */
    public ItemValues values(Attributes item) {
        return decoder().values(item);
    }

    /** The values without those that never leave. */
    public Map<String, Object> visible(Map<String, Object> values) {
        if (values instanceof ItemValues item) {
            return decoder().visible(item);
        }
        Map<String, Object> shown = new LinkedHashMap<>(values);
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.hidden()) {
                shown.remove(attribute.name());
            }
        }
        return shown;
    }

    /** Whether the item is one of this entity: by the type attribute, or else by its key. */
    public boolean holds(Attributes item) {
        if (table.typeAttribute() != null
                && entity.type() != null
                && item.get(table.typeAttribute()) instanceof AttributeValue.S type) {
            return type.value().equals(entity.type());
        }
        for (KeyText key : keys) {
            AttributeValue value = item.get(key.name());
            if (value != null && key.read(value) == null) {
                return false;
            }
        }
        return true;
    }

    /** Whether its time is over, though the item may still be there. */
    public boolean isExpired(Attributes item, Instant now) {
        return table.expiry() != null
                && item.get(table.expiry()) instanceof AttributeValue.N expiry
                && expiry.value().compareTo(java.math.BigDecimal.valueOf(now.getEpochSecond())) <= 0;
    }

    /** The same where its entity's items expire: what others left in the table's expiry says nothing of the rest. */
    public boolean isOver(Attributes item, Instant now) {
        return entity.expiry() != null && isExpired(item, now);
    }

    /** Whether it is there, not marked as deleted, and its time is not over. */
    public boolean isAlive(Item item, Instant now) {
        return item.isPresent() && item.count() > 0 && !isDeleted(values(item)) && !isOver(item, now);
    }

    public boolean isDeleted(Map<String, Object> values) {
        Entity.SoftDelete mark = entity.softDelete();
        return mark != null
                && (mark.flag() != null
                        ? Boolean.TRUE.equals(values.get(mark.flag()))
                        : mark.at() != null && values.get(mark.at()) != null);
    }

    private Decoder decoder() {
        Decoder ready = decoder;
        if (ready == null) {
            List<KeyText> readable = new ArrayList<>(keys);
            List<KeyText> ofIndexes =
                    indexes.stream().flatMap(index -> index.texts().stream()).toList();
            // Of several templates for one key nobody can tell by the text which of them made it.
            ofIndexes.stream()
                    .filter(text -> !text.isStoredAttribute())
                    .filter(text -> ofIndexes.stream()
                            .allMatch(other -> !other.name().equals(text.name())
                                    || other.template()
                                            .text()
                                            .equals(text.template().text())))
                    .forEach(readable::add);
            ready = new Decoder(entity.attributes().values(), readable);
            decoder = ready;
        }
        return ready;
    }

    public void require(List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations.stream().map(this::discreet).toList());
        }
    }

    /** What a design hides is not shown to whom it is refused either: messages end up in logs. */
    Violation discreet(Violation violation) {
        String name = violation.topAttribute();
        Attribute attribute = entity.attributes().get(name);
        boolean isSecret = attribute != null
                && (attribute.hidden() || attribute.secret() || attribute.type() == Type.Simple.PASSWORD);
        return isSecret
                ? new Violation(violation.entity(), violation.attribute(), null, violation.rule(), violation.message())
                : violation;
    }

    private List<KeyText> texts(Map<String, Template> templates) {
        List<KeyText> texts = new ArrayList<>();
        templates.forEach((name, template) -> texts.add(text(name, template)));
        return List.copyOf(texts);
    }

    /** Adds the table key's attributes, as far as these values make them. */
    void addKey(Map<String, Object> values, Map<String, AttributeValue> key, List<Violation> violations) {
        for (KeyText text : keys) {
            try {
                AttributeValue value = text.value(values);
                if (value == null) {
                    missing(text, values, violations);
                } else {
                    add(text, value, key, violations);
                }
            } catch (KeyText.Unfit e) {
                violations.add(e.of(entity.name()));
            }
        }
    }

    private void missing(KeyText text, Map<String, Object> values, List<Violation> violations) {
        text.template().variables().forEach(variable -> {
            Object value = values.get(variable.attribute());
            if (value == null || value.equals("")) {
                violations.add(new Violation(
                        entity.name(), variable.attribute(), value, "required", "is part of the key and is required"));
            }
        });
    }

    private static String emptyInIndex(Attribute attribute, String what, String instead) {
        return what + " and may not be empty" + (attribute.required() ? "" : "; " + instead + " instead");
    }

    private void addIndexKeys(
            IndexTexts index,
            Map<String, Object> values,
            Map<String, AttributeValue> filled,
            List<Violation> violations) {
        Map<String, AttributeValue> found = new LinkedHashMap<>();
        List<Attribute> empty = new ArrayList<>();
        for (KeyText text : index.texts()) {
            try {
                AttributeValue value = text.value(values);
                if (value != null) {
                    text.requireSortable(values);
                }
                if (value == null) {
                    Template.Variable part = text.isStoredAttribute() ? null : text.emptyPart(values);
                    if (part == null) {
                        return;
                    }
                    empty.add(entity.attributes().get(part.attribute()));
                    continue;
                }
                if (value.sizeBytes() > text.limitBytes()) {
                    violations.add(new Violation(
                            entity.name(), text.name(), null, "key", "is longer than " + text.limitBytes() + " bytes"));
                }
                if (!text.isStoredAttribute()) {
                    found.put(text.name(), value);
                }
            } catch (KeyText.Unfit e) {
                violations.add(e.of(entity.name()));
            }
        }
        // Empty text is a value, and an item that has all its values is to be found; a key cannot hold it, so it is
        // refused.
        empty.forEach(attribute -> violations.add(new Violation(
                entity.name(),
                attribute.name(),
                values.get(attribute.name()),
                "key",
                emptyInIndex(attribute, "is part of the key of an index", "leave it out"))));
        if (empty.isEmpty()) {
            found.forEach(filled::putIfAbsent);
        }
    }
}
