package dev.partita.engine;

import java.util.Map;

/**
 * What a call cost one table. {@code table} and the index maps are null unless INDEXES was asked for; the split into
 * read and write units is kept only for transactions ({@code transactional} says which kind).
 */
public record ConsumedCapacity(
        String tableName,
        double capacityUnits,
        Double table,
        Map<String, Double> localSecondaryIndexes,
        Map<String, Double> globalSecondaryIndexes,
        Transactional transactional) {

    /** Only transactional calls report read or write units beside the total. */
    public enum Transactional {
        NO,
        READ,
        WRITE
    }
}
