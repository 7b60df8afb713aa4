package dev.partita.engine.internal.table;

import dev.partita.engine.request.ProjectionType;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Utf8;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A secondary index at work: which items have an entry, under which row key, and what the entry shows. */
public final class Index {

    private final IndexDefinition definition;
    private final KeySchema keys;
    private final KeySchema tableKeys;
    private final byte[] prefix;
    /** Null when everything is projected. */
    private final Set<Bytes> projected;

    Index(TableDefinition table, IndexDefinition definition, KeySchema tableKeys) {
        this.definition = definition;
        this.keys = KeySchema.of(definition.keySchema(), table.attributeDefinitions());
        this.tableKeys = tableKeys;
        this.prefix = Rows.itemPrefix(table.id(), definition.id());
        this.projected = definition.projection().projectionType() == ProjectionType.ALL ? null : projectedNames();
    }

    public IndexDefinition definition() {
        return definition;
    }

    public String name() {
        return definition.name();
    }

    public boolean global() {
        return definition.global();
    }

    public KeySchema keys() {
        return keys;
    }

    public byte[] prefix() {
        return prefix;
    }

    public boolean projectsAll() {
        return projected == null;
    }

    public boolean projects(String name) {
        return projected == null || projected.contains(Bytes.of(Utf8.bytes(name)));
    }

    /** The row key of the item's entry, or null: an item without the index key has no entry. */
    public byte[] entryKey(Item item) {
        ByteWriter out = new ByteWriter(96).write(prefix);
        if (!keys.append(out, item)) {
            return null;
        }
        for (KeySchema.Attribute attribute : tableKeys.all()) {
            item.appendKey(out, attribute.utf8().array());
        }
        return out.toByteArray();
    }

    /** What the entry shows of the item: keys and projected attributes. */
    public Item entry(Item item) {
        return projected == null ? item : item.only(projected);
    }

    private Set<Bytes> projectedNames() {
        Set<Bytes> names = new HashSet<>();
        keys.all().forEach(attribute -> names.add(attribute.utf8()));
        tableKeys.all().forEach(attribute -> names.add(attribute.utf8()));
        List<String> more = definition.projection().nonKeyAttributes();
        if (more != null) {
            more.forEach(name -> names.add(Bytes.of(Utf8.bytes(name))));
        }
        return Set.copyOf(names);
    }
}
