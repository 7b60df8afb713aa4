package dev.partita.meter;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What went to one table and came back. */
final class TableMeter {

    /** How many kinds of errors are told apart; names beyond are counted together. */
    private static final int MOST_ERRORS = 32;

    private static final String OTHER = "other";

    final LongAdder throttled = new LongAdder();
    final LongAdder unprocessed = new LongAdder();
    final UnitCounter writeUnits = new UnitCounter();
    final SizeHistogram read = new SizeHistogram();
    final SizeHistogram written = new SizeHistogram();
    private final Map<String, LongAdder> operations = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    /** By index; the empty name is the table itself. */
    private final Map<String, UnitCounter> readUnits = new ConcurrentHashMap<>();

    void sent(String operation) {
        adder(operations, operation).increment();
    }

    void failed(String error) {
        adder(errors, errors.size() < MOST_ERRORS || errors.containsKey(error) ? error : OTHER)
                .increment();
    }

    void readUnits(String index, double units) {
        UnitCounter sum = readUnits.get(index);
        (sum == null ? readUnits.computeIfAbsent(index, one -> new UnitCounter()) : sum).add(units);
    }

    Map<String, Long> operations() {
        return sums(operations);
    }

    Map<String, Long> errors() {
        return sums(errors);
    }

    Map<String, Double> readUnits() {
        Map<String, Double> sums = new TreeMap<>();
        readUnits.forEach((index, units) -> sums.put(index, units.sum()));
        return sums;
    }

    double allUnits() {
        double all = writeUnits.sum();
        for (UnitCounter units : readUnits.values()) {
            all += units.sum();
        }
        return all;
    }

    private static LongAdder adder(Map<String, LongAdder> adders, String name) {
        LongAdder adder = adders.get(name);
        return adder == null ? adders.computeIfAbsent(name, one -> new LongAdder()) : adder;
    }

    private static Map<String, Long> sums(Map<String, LongAdder> adders) {
        Map<String, Long> sums = new TreeMap<>();
        adders.forEach((name, adder) -> sums.put(name, adder.sum()));
        return sums;
    }
}
