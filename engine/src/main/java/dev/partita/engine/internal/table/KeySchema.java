package dev.partita.engine.internal.table;

import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.KeyCodec;
import dev.partita.item.Limits;
import dev.partita.item.Utf8;
import java.util.ArrayList;
import java.util.List;

/** The key attributes of a table or index, and the row keys they make. */
public final class KeySchema {

    /** One key attribute; its name also in UTF-8, as items are searched. */
    public record Attribute(String name, Bytes utf8, AttributeValue.Type type) {
        static Attribute of(String name, AttributeValue.Type type) {
            return new Attribute(name, Bytes.of(Utf8.bytes(name)), type);
        }

        // Written out, as in Place.
        @Override
        public boolean equals(Object other) {
            return other instanceof Attribute attribute && name.equals(attribute.name) && type == attribute.type;
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + type.hashCode();
        }
    }

    private final List<Attribute> hash;
    private final List<Attribute> range;
    private final List<Attribute> all;

    KeySchema(List<Attribute> hash, List<Attribute> range) {
        this.hash = List.copyOf(hash);
        this.range = List.copyOf(range);
        List<Attribute> both = new ArrayList<>(hash);
        both.addAll(range);
        this.all = List.copyOf(both);
    }

    static KeySchema of(List<TableSpec.KeySchemaElement> elements, List<TableSpec.AttributeDefinition> definitions) {
        List<Attribute> hash = new ArrayList<>();
        List<Attribute> range = new ArrayList<>();
        for (TableSpec.KeySchemaElement element : elements) {
            AttributeValue.Type type = definitions.stream()
                    .filter(definition -> definition.attributeName().equals(element.attributeName()))
                    .findFirst()
                    .orElseThrow()
                    .attributeType();
            (element.keyType() == KeyType.HASH ? hash : range).add(Attribute.of(element.attributeName(), type));
        }
        return new KeySchema(hash, range);
    }

    public List<Attribute> hash() {
        return hash;
    }

    List<Attribute> range() {
        return range;
    }

    /** Hash attributes, then range attributes. */
    public List<Attribute> all() {
        return all;
    }

    public Attribute find(String name) {
        for (Attribute attribute : all) {
            if (attribute.name().equals(name)) {
                return attribute;
            }
        }
        return null;
    }

    /**
     * Appends hash(4) and the key of {@code item} to a row key that so far is only its prefix.
     *
     * @return false if the item lacks a key attribute, or has one that cannot be a key, as an item written before its
     *     index was may; then what was appended is useless
     */
    boolean append(ByteWriter out, Item item) {
        int hashAt = out.length();
        out.int32(0);
        for (int i = 0; i < hash.size(); i++) {
            if (!append(out, item, hash.get(i), Limits.PARTITION_KEY_BYTES)) {
                return false;
            }
        }
        patchHash(out, hashAt);
        for (int i = 0; i < range.size(); i++) {
            if (!append(out, item, range.get(i), Limits.SORT_KEY_BYTES)) {
                return false;
            }
        }
        return true;
    }

    private static boolean append(ByteWriter out, Item item, Attribute attribute, int most) {
        int length = item.appendKey(out, attribute.utf8().array(), attribute.type());
        return length > 0 && length <= most;
    }

    /** Appends hash(4) and the hash attributes' values, given in schema order. */
    static void appendHash(ByteWriter out, List<AttributeValue> values) {
        int hashAt = out.length();
        out.int32(0);
        for (AttributeValue value : values) {
            KeyCodec.append(out, value);
        }
        patchHash(out, hashAt);
    }

    /** Refuses a Key that is not exactly this schema's attributes with their types. */
    public void requireKey(Item key) {
        if (key.count() != all.size()) {
            throw mismatch();
        }
        for (Attribute attribute : all) {
            if (key.typeOf(attribute.utf8().array()) != attribute.type()) {
                throw mismatch();
            }
        }
        requireSizes(key);
    }

    /** Refuses empty and over-long key values; the attributes are known to be there and of the right type. */
    public void requireSizes(Item item) {
        for (Attribute attribute : all) {
            if (attribute.type() == AttributeValue.Type.N) {
                continue;
            }
            int size = item.lengthOf(attribute.utf8().array());
            if (size == 0) {
                throw empty(attribute);
            }
            // The smaller limit first: hardly any key reaches it.
            if (size > Limits.SORT_KEY_BYTES) {
                requireSize(size, hash.contains(attribute));
            }
        }
    }

    private static void requireSize(int size, boolean isHash) {
        if (!isHash || size > Limits.PARTITION_KEY_BYTES) {
            throw ApiException.invalidParameter(isHash ? LONG_HASH : LONG_RANGE);
        }
    }

    /** Refuses a key to start from if it has empty values. */
    public void requireStart(Item startKey) {
        for (Attribute attribute : all) {
            if (attribute.type() != AttributeValue.Type.N
                    && startKey.lengthOf(attribute.utf8().array()) == 0) {
                throw ApiException.validation("The provided starting key is invalid: "
                        + empty(attribute).getMessage());
            }
        }
    }

    static ApiException empty(Attribute attribute) {
        return ApiException.validation("One or more parameter values are not valid. The AttributeValue for a key"
                + " attribute cannot contain an empty "
                + (attribute.type() == AttributeValue.Type.S ? "string" : "binary") + " value. Key: "
                + attribute.name());
    }

    static ApiException emptyInIndex(Attribute attribute, String indexName) {
        return ApiException.validation("One or more parameter values are not valid. A value specified for a secondary"
                + " index key is not supported. The AttributeValue for a key attribute cannot contain an empty "
                + (attribute.type() == AttributeValue.Type.S ? "string" : "binary") + " value. IndexName: " + indexName
                + ", IndexKey: " + attribute.name());
    }

    static final String LONG_HASH = "Size of hashkey has exceeded the maximum size limit of2048 bytes";
    static final String LONG_RANGE = "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";

    public static ApiException mismatch() {
        return ApiException.validation("The provided key element does not match the schema");
    }

    private static void patchHash(ByteWriter out, int hashAt) {
        byte[] buffer = out.buffer();
        int hash = Rows.hash(buffer, hashAt + 4, out.length());
        buffer[hashAt] = (byte) (hash >>> 24);
        buffer[hashAt + 1] = (byte) (hash >>> 16);
        buffer[hashAt + 2] = (byte) (hash >>> 8);
        buffer[hashAt + 3] = (byte) hash;
    }
}
