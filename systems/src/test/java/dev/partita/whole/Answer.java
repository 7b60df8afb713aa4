package dev.partita.whole;

import java.util.List;
import java.util.Map;

/**
 * What a call led to, in the model's values, whichever way it was made.
 *
 * @param refused the rule in words, or null
 * @param items of a read, each with its entity
 * @param stoppedAt where a walk back has come to; null where nothing was left to look at
 * @param outcome of a write: created, updated, …; null where it is not told
 * @param values of a write
 * @param children of a write: what was created along, or what each part of a transaction wrote
 */
record Answer(
        String refused,
        String message,
        List<Found> items,
        Long count,
        Map<Object, Long> counts,
        String cursor,
        String stoppedAt,
        Map<String, Answer> parts,
        String outcome,
        Map<String, Object> values,
        List<Map<String, Object>> children) {

    record Found(String entity, Map<String, Object> values) {}

    static Answer refused(String rule, String message) {
        return new Answer(rule, message, List.of(), null, Map.of(), null, null, Map.of(), null, Map.of(), List.of());
    }

    static Answer read(
            List<Found> items, Long count, Map<Object, Long> counts, String cursor, Map<String, Answer> parts) {
        return new Answer(null, null, items, count, counts, cursor, null, parts, null, Map.of(), List.of());
    }

    Answer stopped(String at) {
        return new Answer(refused, message, items, count, counts, cursor, at, parts, outcome, values, children);
    }

    static Answer written(String outcome, Map<String, Object> values, List<Map<String, Object>> children) {
        return new Answer(null, null, List.of(), null, Map.of(), null, null, Map.of(), outcome, values, children);
    }
}
