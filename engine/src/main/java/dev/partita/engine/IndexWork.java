package dev.partita.engine;

import dev.partita.engine.internal.table.Index;
import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.Item;
import dev.partita.store.EntryCursor;
import java.util.ArrayList;
import java.util.List;

/** Fills a new index from the items that were there before it, and drops one that is no longer wanted. */
final class IndexWork {

    private static final int STEP_ROWS = 100;
    private static final int STEP_BYTES = 1024 * 1024;

    private IndexWork() {}

    /**
     * Enters the next items; from the moment the index was defined every write maintains it, so an entry that is already
     * there is newer than what the walk would make.
     *
     * @return where to go on, or null if there is nothing left to do
     */
    static byte[] backfill(Group group, TableDefinition known, int indexId, byte[] from) {
        Table table = current(group, known);
        Index index = table == null ? null : filling(table, indexId);
        if (index == null) {
            return null;
        }
        try (EntryCursor cursor = group.engine().store().cursor(from, Rows.after(table.prefix()), false)) {
            for (int rows = 0; cursor.next(); rows++) {
                if (rows == STEP_ROWS || group.byteCount() >= STEP_BYTES) {
                    return cursor.key();
                }
                group.backfill(table, index, Item.ofBytes(cursor.value()));
            }
        }
        TableDefinition.Builder filled = table.definition().but();
        filled.indexes = table.definition().indexes().stream()
                .map(other -> other.id() == indexId ? other.withStatus(IndexDefinition.Status.ACTIVE) : other)
                .toList();
        group.putTable(filled.build(), table.statistics());
        return null;
    }

    /** Removes an index's entries and its definition. */
    static Void drop(Group group, TableDefinition known, int indexId) {
        Table table = current(group, known);
        if (table == null) {
            return null;
        }
        byte[] prefix = Rows.itemPrefix(table.id(), indexId);
        group.deleteRange(prefix, Rows.after(prefix));
        TableDefinition.Builder rest = table.definition().but();
        rest.indexes = table.definition().indexes().stream()
                .filter(other -> other.id() != indexId)
                .toList();
        rest.attributeDefinitions = used(table.definition().attributeDefinitions(), rest);
        group.putTable(rest.build(), table.statistics());
        group.afterCommit(() -> table.statistics().remove(indexId));
        return null;
    }

    /** Those definitions that a key of the table or of an index names. */
    static List<TableSpec.AttributeDefinition> used(
            List<TableSpec.AttributeDefinition> definitions, TableDefinition.Builder table) {
        List<String> names = new ArrayList<>();
        table.keySchema.forEach(element -> names.add(element.attributeName()));
        for (IndexDefinition index : table.indexes) {
            index.keySchema().forEach(element -> names.add(element.attributeName()));
        }
        return definitions.stream()
                .filter(definition -> names.contains(definition.attributeName()))
                .toList();
    }

    /** The table as it is now, or null if it is gone or another has its name. */
    static Table current(Group group, TableDefinition known) {
        Table table = group.engine().findTable(known.namespace(), known.name());
        return table == null || table.id() != known.id() ? null : table;
    }

    private static Index filling(Table table, int indexId) {
        for (Index index : table.indexes()) {
            if (index.definition().id() == indexId && index.definition().status() == IndexDefinition.Status.CREATING) {
                return index;
            }
        }
        return null;
    }
}
