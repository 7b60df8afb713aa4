package dev.partita.runtime;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One item of an entity that changed, as the table's stream tells it.
 *
 * @param before logical values without hidden ones; null when there was no item, or the stream does not keep old images
 * @param after logical values without hidden ones; null when there is no item any more, or the stream does not keep new images
 * @param byExpiry whether DynamoDB removed the item because its time was over
 * @param sequence the record's number; greater for later changes of the same item
 * @param at about when it happened; null when the record does not say
 */
public record EntityChange(
        String entity,
        Kind kind,
        Map<String, Object> before,
        Map<String, Object> after,
        boolean byExpiry,
        String sequence,
        Instant at) {

    /** What happened, in the words of the design: an item that is only marked as deleted is deleted, and still there. */
    public enum Kind {
        /** The item is new. */
        CREATED,
        /** Some of its values are others. */
        UPDATED,
        /** It is marked as deleted, and {@code after} says when and why. */
        DELETED,
        /** The mark was taken off. */
        RESTORED,
        /** The item is gone. */
        REMOVED
    }

    public EntityChange {
        before = before == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(before));
        after = after == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(after));
    }
}
