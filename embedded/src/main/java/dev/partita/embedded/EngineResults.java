package dev.partita.embedded;

import dev.partita.engine.BatchWriteItem;
import dev.partita.engine.DeleteItem;
import dev.partita.engine.PutItem;
import dev.partita.engine.TransactWriteItems;
import dev.partita.engine.UpdateItem;
import dev.partita.engine.read.BatchGetItem;
import dev.partita.engine.read.GetItem;
import dev.partita.engine.read.Query;
import dev.partita.engine.read.Scan;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import java.util.ArrayList;
import java.util.List;

/** What the engine found or did, as plans see it. */
final class EngineResults {

    private EngineResults() {}

    static Answer answer(Object result) {
        if (result instanceof GetItem.Result one) {
            List<Item> found = one.item().isPresent() ? List.of(one.item()) : List.of();
            return page(found, found.size(), found.size(), null, one.consumedCapacity());
        }
        if (result instanceof Query.Result page) {
            return page(
                    page.items(), page.count(), page.scannedCount(), page.lastEvaluatedKey(), page.consumedCapacity());
        }
        if (result instanceof Scan.Result page) {
            return page(
                    page.items(), page.count(), page.scannedCount(), page.lastEvaluatedKey(), page.consumedCapacity());
        }
        if (result instanceof BatchGetItem.Result batch) {
            return batch(batch);
        }
        if (result instanceof PutItem.Result put) {
            return written(put.attributes(), units(put.consumedCapacity()));
        }
        if (result instanceof UpdateItem.Result update) {
            return written(update.attributes(), units(update.consumedCapacity()));
        }
        if (result instanceof DeleteItem.Result delete) {
            return written(delete.attributes(), units(delete.consumedCapacity()));
        }
        if (result instanceof TransactWriteItems.Result transaction) {
            return written(null, units(transaction.consumedCapacity()));
        }
        // The engine gets to everything in a batch of writes.
        return written(null, units(((BatchWriteItem.Result) result).consumedCapacity()));
    }

    private static Answer written(Item attributes, double units) {
        return new Answer(
                List.of(), null, attributes == null ? Item.NONE : attributes, 0, 0, units, List.of(), List.of());
    }

    private static Answer page(List<Item> items, int count, int scanned, Item last, ConsumedCapacity consumed) {
        return new Answer(
                items == null ? List.of() : items,
                last == null || !last.isPresent() ? null : last,
                Item.NONE,
                count,
                scanned,
                units(consumed),
                List.of(),
                List.of());
    }

    private static Answer batch(BatchGetItem.Result batch) {
        List<Item> items = new ArrayList<>();
        batch.responses().values().forEach(items::addAll);
        List<Item> left = new ArrayList<>();
        batch.unprocessedKeys().values().forEach(keys -> left.addAll(keys.keys()));
        return new Answer(
                items, null, Item.NONE, items.size(), items.size(), units(batch.consumedCapacity()), left, List.of());
    }

    private static double units(List<ConsumedCapacity> consumed) {
        return consumed.stream().mapToDouble(ConsumedCapacity::capacityUnits).sum();
    }

    private static double units(ConsumedCapacity consumed) {
        return consumed == null ? 0 : consumed.capacityUnits();
    }
}
