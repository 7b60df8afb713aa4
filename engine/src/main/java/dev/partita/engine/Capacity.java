package dev.partita.engine;

import dev.partita.engine.internal.table.Index;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.ReturnConsumedCapacity;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up what a call costs, table by table, as the service bills it. */
public final class Capacity {

    private static final Capacity NOT_COUNTED =
            new Capacity(ReturnConsumedCapacity.NONE, ConsumedCapacity.Transactional.NO, false);

    private final ReturnConsumedCapacity wanted;
    private final ConsumedCapacity.Transactional transactional;
    private final boolean counting;
    private final Map<String, Sum> sums;

    private static final class Sum {
        private double table;
        private final Map<String, Double> local = new HashMap<>();
        private final Map<String, Double> global = new HashMap<>();
    }

    public Capacity(Engine engine, ReturnConsumedCapacity wanted, ConsumedCapacity.Transactional transactional) {
        this(wanted, transactional, isWanted(wanted) || engine.countsUnits());
    }

    private Capacity(ReturnConsumedCapacity wanted, ConsumedCapacity.Transactional transactional, boolean counting) {
        this.wanted = wanted == null ? ReturnConsumedCapacity.NONE : wanted;
        this.transactional = transactional;
        this.counting = counting;
        this.sums = counting ? new LinkedHashMap<>() : Map.of();
    }

    public static Capacity of(Engine engine, ReturnConsumedCapacity wanted) {
        return isWanted(wanted) || engine.countsUnits()
                ? new Capacity(wanted, ConsumedCapacity.Transactional.NO, true)
                : NOT_COUNTED;
    }

    /** The cost of a call to a table alone, or null if nobody wants to know. */
    public static ConsumedCapacity ofTable(
            Engine engine, ReturnConsumedCapacity wanted, String tableName, double units) {
        boolean asked = isWanted(wanted);
        if (!asked && !engine.countsUnits()) {
            return null;
        }
        Double detail = wanted == ReturnConsumedCapacity.INDEXES ? units : null;
        return new ConsumedCapacity(tableName, units, detail, null, null, ConsumedCapacity.Transactional.NO, asked);
    }

    /** {@code tableName} as the request gave it, which the answer echoes. */
    public Capacity table(String tableName, double units) {
        if (counting) {
            sum(tableName).table += units;
        }
        return this;
    }

    public Capacity index(String tableName, Index index, double units) {
        if (counting) {
            Sum sum = sum(tableName);
            (index.global() ? sum.global : sum.local).merge(index.name(), units, Double::sum);
        }
        return this;
    }

    /** Adds what {@link Group#apply} answered; {@code factor} doubles the table's part in transactions. */
    Capacity write(String tableName, Table table, int[] units, int factor) {
        if (counting) {
            table(tableName, units[0] * (double) factor);
            for (int i = 1; i < units.length; i++) {
                if (units[i] > 0) {
                    index(tableName, table.indexes().get(i - 1), units[i]);
                }
            }
        }
        return this;
    }

    /** The cost of a call to one table, or null if it was not counted. */
    public ConsumedCapacity single() {
        return sums.isEmpty() ? null : all().get(0);
    }

    /** The cost for each table, or null if it was not counted. */
    public List<ConsumedCapacity> all() {
        if (!counting || sums.isEmpty() && !isWanted(wanted)) {
            return null;
        }
        return sums.entrySet().stream()
                .map(entry -> describe(entry.getKey(), entry.getValue()))
                .toList();
    }

    private ConsumedCapacity describe(String tableName, Sum sum) {
        double total = sum.table;
        for (double units : sum.local.values()) {
            total += units;
        }
        for (double units : sum.global.values()) {
            total += units;
        }
        boolean detail = wanted == ReturnConsumedCapacity.INDEXES;
        return new ConsumedCapacity(
                tableName,
                total,
                detail ? sum.table : null,
                detail && !sum.local.isEmpty() ? sum.local : null,
                detail && !sum.global.isEmpty() ? sum.global : null,
                transactional,
                isWanted(wanted));
    }

    private static boolean isWanted(ReturnConsumedCapacity wanted) {
        return wanted != null && wanted != ReturnConsumedCapacity.NONE;
    }

    private Sum sum(String tableName) {
        return sums.computeIfAbsent(tableName, name -> new Sum());
    }
}
