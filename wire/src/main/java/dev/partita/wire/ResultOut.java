package dev.partita.wire;

import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.ItemCollectionMetrics;
import java.util.List;
import java.util.Map;

/** The parts that results of several operations share. */
final class ResultOut {

    private ResultOut() {}

    static void consumedCapacity(JsonOut out, ConsumedCapacity capacity) {
        if (capacity != null && capacity.wanted()) {
            out.structure("ConsumedCapacity", capacity, ResultOut::capacityMembers);
        }
    }

    static void consumedCapacities(JsonOut out, List<ConsumedCapacity> capacities) {
        if (capacities != null && (capacities.isEmpty() || capacities.get(0).wanted())) {
            out.member("ConsumedCapacity", capacities, (to, capacity) -> {
                to.openObject();
                capacityMembers(to, capacity);
                to.closeObject();
            });
        }
    }

    static void itemCollectionMetrics(JsonOut out, ItemCollectionMetrics metrics) {
        out.structure("ItemCollectionMetrics", metrics, ResultOut::metricsMembers);
    }

    static void itemCollectionMetrics(JsonOut out, Map<String, List<ItemCollectionMetrics>> metrics) {
        if (metrics == null) {
            return;
        }
        out.name("ItemCollectionMetrics").openObject();
        metrics.forEach((table, list) -> {
            out.anyName(table).openList();
            for (ItemCollectionMetrics each : list) {
                out.openObject();
                metricsMembers(out, each);
                out.closeObject();
            }
            out.closeList();
        });
        out.closeObject();
    }

    private static void capacityMembers(JsonOut out, ConsumedCapacity capacity) {
        out.name("TableName").value(capacity.tableName());
        units(out, capacity.capacityUnits(), capacity.transactional());
        if (capacity.table() != null) {
            out.name("Table").openObject();
            units(out, capacity.table(), capacity.transactional());
            out.closeObject();
        }
        indexes(out, "LocalSecondaryIndexes", capacity.localSecondaryIndexes(), capacity.transactional());
        indexes(out, "GlobalSecondaryIndexes", capacity.globalSecondaryIndexes(), capacity.transactional());
    }

    private static void indexes(
            JsonOut out, String name, Map<String, Double> indexes, ConsumedCapacity.Transactional transactional) {
        if (indexes == null || indexes.isEmpty()) {
            return;
        }
        out.name(name).openObject();
        indexes.forEach((index, units) -> {
            out.anyName(index).openObject();
            units(out, units, transactional);
            out.closeObject();
        });
        out.closeObject();
    }

    private static void units(JsonOut out, double units, ConsumedCapacity.Transactional transactional) {
        out.name("CapacityUnits").value(units);
        switch (transactional) {
            case READ -> out.name("ReadCapacityUnits").value(units);
            case WRITE -> out.name("WriteCapacityUnits").value(units);
            case NO -> {}
        }
    }

    private static void metricsMembers(JsonOut out, ItemCollectionMetrics metrics) {
        out.member("ItemCollectionKey", metrics.itemCollectionKey());
        out.name("SizeEstimateRangeGB").openList();
        out.value(metrics.lowerGb()).value(metrics.upperGb()).closeList();
    }
}
