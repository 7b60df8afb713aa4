package dev.partita.search;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How the index of a table is doing.
 *
 * @param table the table, as the design calls it
 * @param attributes what is searched: {@code Problem.title}
 * @param documents how many items it knows
 * @param sizeBytes of its files
 * @param isReady whether searches ask it; while it is first built, and after a start until it has caught up, they look at the items
 *     themselves
 * @param isBuilding whether it is being built, for the first time or again
 * @param scanned how many items the build has seen
 * @param behind how far it is behind the table; zero when it has seen all there is
 * @param changes how many changes it has taken in since it was opened
 * @param builds how many builds it has ended since it was opened
 * @param searches how often it was asked since it was opened
 * @param lastError what went wrong last, or null
 * @param lastErrorAt when that was, or null
 */
public record SearchStatus(
        String table,
        List<String> attributes,
        long documents,
        long sizeBytes,
        boolean isReady,
        boolean isBuilding,
        long scanned,
        Duration behind,
        long changes,
        long builds,
        long searches,
        String lastError,
        Instant lastErrorAt) {
    public SearchStatus {
        attributes = List.copyOf(attributes);
    }
}
