package dev.partita.engine.read;

import dev.partita.item.ApiException;

/** A shard iterator as a client sends it back, or makes one up: read as it was written, or refused. */
public final class IteratorCheck {

    private IteratorCheck() {}

    public static void isIteratorOrRefused(String text) {
        ShardPosition position;
        try {
            position = ShardPosition.parse(text);
        } catch (ApiException refused) {
            return;
        }
        if (!ShardPosition.parse(position.toIterator()).equals(position)) {
            throw new AssertionError(position + " is read otherwise the second time");
        }
    }
}
