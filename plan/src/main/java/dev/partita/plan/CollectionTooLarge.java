package dev.partita.plan;

import dev.partita.design.model.Pattern;
import dev.partita.item.Limits;

/** A {@code read} without {@code page:} that finds more than is gathered for one answer. */
public final class CollectionTooLarge extends PartitaException {

    /** As much as the largest answer of DynamoDB itself. */
    public static final int MOST_BYTES = Limits.BATCH_GET_BYTES;

    public CollectionTooLarge(Pattern pattern) {
        super(
                "what " + pattern.name() + " finds has more than " + MOST_BYTES / (1024 * 1024)
                        + " MB, too much for one answer; give it page: in the design, and it is read page by page",
                false);
    }

    @Override
    public String advice() {
        return "Give the pattern page: in the design, or read its parts by patterns that list them.";
    }
}
