package dev.partita.engine.request;

import java.util.Map;

/**
 * What a call cost one table. {@code table} and the index maps are null unless INDEXES was asked for; the split into
 * read and write units is kept only for transactions ({@code transactional} says which kind).
 *
 * @param wanted whether the caller asked for it; else it was counted for somebody who looks on, and is not answered
 */
public record ConsumedCapacity(
        String tableName,
        double capacityUnits,
        Double table,
        Map<String, Double> localSecondaryIndexes,
        Map<String, Double> globalSecondaryIndexes,
        Transactional transactional,
        boolean wanted) {

    public ConsumedCapacity(
            String tableName,
            double capacityUnits,
            Double table,
            Map<String, Double> localSecondaryIndexes,
            Map<String, Double> globalSecondaryIndexes,
            Transactional transactional) {
        this(tableName, capacityUnits, table, localSecondaryIndexes, globalSecondaryIndexes, transactional, true);
    }

    /** Only transactional calls report read or write units beside the total. */
    public enum Transactional {
        NO,
        READ,
        WRITE
    }
}
