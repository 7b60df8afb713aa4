package dev.partita.embedded;

import dev.partita.engine.BatchGetItem;
import dev.partita.engine.ConsumedCapacity;
import dev.partita.engine.GetItem;
import dev.partita.engine.Query;
import dev.partita.engine.Scan;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import java.util.ArrayList;
import java.util.List;

/** What the engine found, as plans see it. */
final class Found {

    private Found() {}

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
        return batch((BatchGetItem.Result) result);
    }

    private static Answer page(List<Item> items, int count, int scanned, Item last, ConsumedCapacity consumed) {
        return new Answer(
                items == null ? List.of() : items,
                last == null || !last.isPresent() ? null : last,
                Item.NONE,
                count,
                scanned,
                consumed == null ? 0 : consumed.capacityUnits(),
                List.of(),
                List.of());
    }

    private static Answer batch(BatchGetItem.Result batch) {
        List<Item> items = new ArrayList<>();
        batch.responses().values().forEach(items::addAll);
        List<Item> left = new ArrayList<>();
        batch.unprocessedKeys().values().forEach(keys -> left.addAll(keys.keys()));
        double units = 0;
        for (ConsumedCapacity consumed : batch.consumedCapacity()) {
            units += consumed.capacityUnits();
        }
        return new Answer(items, null, Item.NONE, items.size(), items.size(), units, left, List.of());
    }
}
