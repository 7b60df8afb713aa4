package dev.partita.engine;

import dev.partita.engine.internal.table.KeySchema;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ItemCollectionMetrics;
import dev.partita.engine.request.ReturnItemCollectionMetrics;
import dev.partita.engine.request.ReturnValuesOnConditionCheckFailure;
import dev.partita.item.ApiException;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What PutItem, UpdateItem and DeleteItem do alike once they know the item after. */
final class ConditionalWrite {

    private static final double GB = 1024.0 * 1024 * 1024;

    private ConditionalWrite() {}

    /** A condition that did not hold, with the item that blocked it if the caller asked for it. */
    static ApiException blocked(Item before, ReturnValuesOnConditionCheckFailure wanted) {
        return ApiException.conditionFailed(wanted == ReturnValuesOnConditionCheckFailure.ALL_OLD ? before : Item.NONE);
    }

    /** Refuses to let an item collection grow that is already at its limit. */
    static void requireCollectionRoom(Group group, Change change) {
        Table table = change.table();
        if (table.hasLocalIndex()
                && change.after().sizeBytes() > change.before().sizeBytes()
                && group.collectionBytes(table, change.after()) > Limits.ITEM_COLLECTION_BYTES) {
            throw ApiException.of(ApiException.Code.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED, "Collection size exceeded.");
        }
    }

    /** The size of the collection that a change touched, or null if nobody asked or the table has no local index. */
    static ItemCollectionMetrics metrics(Group group, Table table, Item key, ReturnItemCollectionMetrics wanted) {
        if (wanted != ReturnItemCollectionMetrics.SIZE || !table.hasLocalIndex()) {
            return null;
        }
        double gb = Math.floor(group.collectionBytes(table, key) / GB);
        KeySchema.Attribute hash = table.keys().hash().get(0);
        Item collectionKey = new Item.Builder()
                .add(hash.name(), key.get(hash.utf8().array()))
                .build();
        return new ItemCollectionMetrics(collectionKey, gb, gb + 1);
    }

    /** Notes the collection of one of several writes under its table; null, and one already there, add nothing. */
    static void addOnce(
            Map<String, List<ItemCollectionMetrics>> metrics, String tableName, ItemCollectionMetrics touched) {
        if (touched == null) {
            return;
        }
        List<ItemCollectionMetrics> ofTable = metrics.computeIfAbsent(tableName, name -> new ArrayList<>());
        if (!ofTable.contains(touched)) {
            ofTable.add(touched);
        }
    }
}
