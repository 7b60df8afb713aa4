package dev.partita.deploy;

/**
 * What a deployment may do besides adding and changing: things that others may rely on.
 *
 * @param removeIndexes indexes that the design does not have
 * @param replaceIndexes indexes with another key or other attributes: removed, then built anew, and missing in between
 * @param changeStreams streams to be turned off or to hold something else: changes made in between are in no stream
 */
public record AllowedChanges(boolean removeIndexes, boolean replaceIndexes, boolean changeStreams) {

    public static final AllowedChanges NOTHING = new AllowedChanges(false, false, false);
}
