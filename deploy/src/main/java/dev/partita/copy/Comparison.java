package dev.partita.copy;

import java.util.List;

/**
 * What two tables were found to hold.
 *
 * @param sourceCount items at the source, without those whose time is over: either side may delete these at any moment
 * @param sourceExpired those
 * @param onlySource items that only the source has; the same for the other two: at least as many when {@code isComplete} is not
 * @param changedSince of all that differ, those where the source has changed since it was copied; -1 when that is not known
 * @param examples some of the items that differ, by their keys
 * @param isComplete whether all that differs was counted
 */
public record Comparison(
        long sourceCount,
        long targetCount,
        long sourceExpired,
        long targetExpired,
        String sourceChecksum,
        String targetChecksum,
        long onlySource,
        long onlyTarget,
        long different,
        long changedSince,
        List<String> examples,
        boolean isComplete) {

    public Comparison {
        examples = List.copyOf(examples);
    }

    public boolean isEqual() {
        return differing() == 0 && sourceChecksum.equals(targetChecksum) && sourceCount == targetCount;
    }

    public long differing() {
        return onlySource + onlyTarget + different;
    }
}
