package dev.partita.search;

import dev.partita.runtime.Checkpoints;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How far an index has come in each shard; kept with the index itself, by {@link #notes()}. One thread at a time. */
final class StreamPositions implements Checkpoints {

    private static final String NOTE = "place ";
    private static final char BETWEEN = '\t';

    private final Map<String, Map<String, String>> streams = new HashMap<>();

    private boolean isMoved;

    StreamPositions(Map<String, String> notes) {
        notes.forEach((name, position) -> {
            int between = name.indexOf(BETWEEN);
            if (name.startsWith(NOTE) && between > 0) {
                shards(name.substring(NOTE.length(), between)).put(name.substring(between + 1), position);
            }
        });
    }

    /** For the notes of a commit. */
    Map<String, String> notes() {
        Map<String, String> notes = new TreeMap<>();
        streams.forEach((stream, shards) ->
                shards.forEach((shard, position) -> notes.put(NOTE + stream + BETWEEN + shard, position)));
        return notes;
    }

    @Override
    public String load(String stream, String shard) {
        return streams.getOrDefault(stream, Map.of()).get(shard);
    }

    /** Whether the table turned out to have another stream than the one these places were of; told once. */
    boolean tellMoved() {
        boolean told = isMoved;
        isMoved = false;
        return told;
    }

    @Override
    public boolean knows(String stream) {
        boolean isKnown = streams.containsKey(stream);
        isMoved = isMoved || !isKnown && !streams.isEmpty();
        return isKnown;
    }

    @Override
    public void save(String stream, String shard, String position) {
        shards(stream).put(shard, position);
    }

    @Override
    public Collection<String> keepOnly(String stream, Collection<String> shards) {
        // Another stream of the table is over, once this one is read.
        streams.keySet().retainAll(Set.of(stream));
        Map<String, String> known = shards(stream);
        Map<String, String> gone = new TreeMap<>(known);
        gone.keySet().removeAll(Set.copyOf(shards));
        known.keySet().removeAll(gone.keySet());
        return gone.values();
    }

    private Map<String, String> shards(String stream) {
        return streams.computeIfAbsent(stream, name -> new HashMap<>());
    }
}
