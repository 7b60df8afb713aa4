package dev.partita.engine.internal.table;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A table at work. Immutable but for its statistics; a changed definition makes a new one that shares them. */
public final class Table {

    private final TableDefinition definition;
    private final KeySchema keys;
    private final byte[] prefix;
    private final List<Index> indexes;
    private final boolean hasLocalIndex;
    private final Bytes ttlAttribute;
    private final Statistics statistics;

    public Table(TableDefinition definition, Statistics statistics) {
        this.definition = definition;
        this.statistics = statistics;
        this.keys = KeySchema.of(definition.keySchema(), definition.attributeDefinitions());
        this.prefix = Rows.itemPrefix(definition.id(), 0);
        List<Index> maintained = new ArrayList<>();
        for (IndexDefinition index : definition.indexes()) {
            if (index.status() != IndexDefinition.Status.DELETING) {
                maintained.add(new Index(definition, index, keys));
            }
        }
        this.indexes = List.copyOf(maintained);
        this.hasLocalIndex = indexes.stream().anyMatch(index -> !index.global());
        this.ttlAttribute = definition.ttlAttribute() == null ? null : Bytes.of(Utf8.bytes(definition.ttlAttribute()));
    }

    public TableDefinition definition() {
        return definition;
    }

    public int id() {
        return definition.id();
    }

    public String name() {
        return definition.name();
    }

    public KeySchema keys() {
        return keys;
    }

    public byte[] prefix() {
        return prefix;
    }

    /** Every index that writes maintain, also one that is still being backfilled. */
    public List<Index> indexes() {
        return indexes;
    }

    public boolean hasLocalIndex() {
        return hasLocalIndex;
    }

    /** The name of the attribute items expire by, or null. */
    public Bytes ttlAttribute() {
        return ttlAttribute;
    }

    public Statistics statistics() {
        return statistics;
    }

    /** The index to read, or a refusal: it must exist and be filled. */
    public Index index(String name) {
        for (Index index : indexes) {
            if (index.name().equals(name)) {
                if (index.definition().status() == IndexDefinition.Status.CREATING) {
                    throw ApiException.validation(
                            "Cannot read from backfilling global secondary index: " + index.name());
                }
                return index;
            }
        }
        throw ApiException.validation("The table does not have the specified index: " + name);
    }

    /** The row key of an item, or of a Key that {@link KeySchema#requireKey} has passed. */
    public byte[] rowKey(Item item) {
        ByteWriter out = new ByteWriter(64).write(prefix);
        keys.append(out, item);
        return out.toByteArray();
    }

    /** The key attributes of an item. */
    public Item keyOf(Item item) {
        List<Bytes> names = new ArrayList<>(2);
        for (KeySchema.Attribute attribute : keys.all()) {
            names.add(attribute.utf8());
        }
        return item.only(names);
    }

    /** Refuses an expression that looks into an attribute which, as a key, can only be a scalar. */
    public void requireScalarKeys(Set<String> nestedNames) {
        if (nestedNames.isEmpty()) {
            return;
        }
        for (KeySchema.Attribute attribute : keys.all()) {
            if (nestedNames.contains(attribute.name())) {
                throw notScalar("Key: " + attribute.name());
            }
        }
        for (Index index : indexes) {
            for (KeySchema.Attribute attribute : index.keys().all()) {
                if (nestedNames.contains(attribute.name())) {
                    throw notScalar("IndexKey: " + attribute.name());
                }
            }
        }
    }

    private static ApiException notScalar(String key) {
        return ApiException.validation(
                "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: " + key);
    }

    /** Refuses an item to be put whose key attributes are missing, of the wrong type, empty or too long. */
    public void requirePuttable(Item item) {
        for (KeySchema.Attribute attribute : keys.all()) {
            AttributeValue.Type type = item.typeOf(attribute.utf8().array());
            if (type == null) {
                throw ApiException.invalidParameter("Missing the key " + attribute.name() + " in the item");
            }
            if (type != attribute.type()) {
                throw ApiException.invalidParameter("Type mismatch for key " + attribute.name() + " expected: "
                        + attribute.type() + " actual: " + type);
            }
        }
        keys.requireSizes(item);
        for (Index index : indexes) {
            requireIndexable(index, item);
        }
    }

    private static void requireIndexable(Index index, Item item) {
        for (KeySchema.Attribute attribute : index.keys().all()) {
            AttributeValue.Type type = item.typeOf(attribute.utf8().array());
            if (type == null) {
                continue;
            }
            if (type != attribute.type()) {
                throw ApiException.invalidParameter("Type mismatch for Index Key " + attribute.name() + " Expected: "
                        + attribute.type() + " Actual: " + type + " IndexName: " + index.name());
            }
            if (type == AttributeValue.Type.N) {
                continue;
            }
            int size = item.lengthOf(attribute.utf8().array());
            if (size == 0) {
                throw KeySchema.emptyInIndex(attribute, index.name());
            }
            boolean isHash = index.keys().hash().contains(attribute);
            if (size > (isHash ? Limits.PARTITION_KEY_BYTES : Limits.SORT_KEY_BYTES)) {
                throw ApiException.invalidParameter(isHash ? KeySchema.LONG_HASH : KeySchema.LONG_RANGE);
            }
        }
    }

    /** Refuses what an update made of an item if an index key is now of the wrong type, empty or too long. */
    public void requireUpdatable(Item after) {
        for (Index index : indexes) {
            for (KeySchema.Attribute attribute : index.keys().all()) {
                AttributeValue.Type type = after.typeOf(attribute.utf8().array());
                if (type == null) {
                    continue;
                }
                if (type != attribute.type()) {
                    throw ApiException.validation(
                            "The update expression attempted to update the secondary index key to unsupported type");
                }
                int size = after.lengthOf(attribute.utf8().array());
                if (type != AttributeValue.Type.N && size == 0) {
                    throw ApiException.validation("One or more parameter values are not valid. The update expression"
                            + " attempted to update a secondary index key to a value that is not supported. The"
                            + " AttributeValue for a key attribute cannot contain an empty "
                            + (type == AttributeValue.Type.S ? "string" : "binary") + " value.");
                }
                boolean isHash = index.keys().hash().contains(attribute);
                if (type != AttributeValue.Type.N
                        && size > (isHash ? Limits.PARTITION_KEY_BYTES : Limits.SORT_KEY_BYTES)) {
                    throw ApiException.validation("The update expression attempted to update the secondary index key"
                            + " beyond allowed size limits");
                }
            }
        }
    }
}
