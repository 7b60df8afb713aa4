package dev.partita.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * How far a follower has come in each shard of a stream, so that it goes on there after a restart.
 *
 * <p>A follower asks from one thread at a time, but not always from the same.
 */
public interface Checkpoints {

    /** Where it stands, as it was saved; null when nothing was. */
    String load(String stream, String shard);

    /** Whether anything of this stream was ever saved. */
    boolean knows(String stream);

    void save(String stream, String shard, String position);

    /**
     * Forgets the shards of a stream that are not among these: they are gone for good.
     *
     * @return where it stood in those
     */
    Collection<String> keepOnly(String stream, Collection<String> shards);

    /**
     * Which of these shards are this follower's to read now: all of them, unless several followers share them. A save for a shard
     * that is no longer its own throws {@link LeaseLost}.
     */
    default Collection<String> claim(String stream, Collection<String> shards) {
        return shards;
    }

    /** How long a claim lasts; null for one that nobody else can have. */
    default Duration claimedFor() {
        return null;
    }

    /** Gives back what it has claimed. */
    default void release() {}

    /** The shard has another reader by now: what was not saved comes to that one. */
    final class LeaseLost extends RuntimeException {
        LeaseLost(String shard) {
            super("the shard " + shard + " has another reader by now", null, false, false);
        }
    }

    /** Forgotten when the process ends. */
    static Checkpoints inMemory() {
        return new Kept(null);
    }

    /** In a file, which is replaced as a whole each time. One follower a file. */
    static Checkpoints inFile(Path file) {
        return new Kept(file);
    }

    /** Checkpoints as lines of text: stream, shard and position, with tabs between them. */
    final class Kept implements Checkpoints {
        private final Path file;
        private final Map<String, Map<String, String>> streams = new ConcurrentHashMap<>();

        private Kept(Path file) {
            this.file = file;
            if (file != null && Files.exists(file)) {
                try {
                    for (String line : Files.readAllLines(file)) {
                        String[] parts = line.split("\t", 3);
                        shards(parts[0]).put(parts[1], parts[2]);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public String load(String stream, String shard) {
            return shards(stream).get(shard);
        }

        @Override
        public boolean knows(String stream) {
            return !shards(stream).isEmpty();
        }

        @Override
        public synchronized void save(String stream, String shard, String position) {
            if (!position.equals(shards(stream).put(shard, position))) {
                write();
            }
        }

        @Override
        public synchronized Collection<String> keepOnly(String stream, Collection<String> shards) {
            Map<String, String> gone = new TreeMap<>(shards(stream));
            gone.keySet().removeAll(Set.copyOf(shards));
            if (!gone.isEmpty()) {
                shards(stream).keySet().removeAll(gone.keySet());
                write();
            }
            return gone.values();
        }

        private Map<String, String> shards(String stream) {
            return streams.computeIfAbsent(stream, name -> new ConcurrentHashMap<>());
        }

        private void write() {
            if (file == null) {
                return;
            }
            String text = new TreeMap<>(streams)
                    .entrySet().stream()
                            .flatMap(stream -> new TreeMap<>(stream.getValue())
                                    .entrySet().stream()
                                            .map(shard -> stream.getKey() + "\t" + shard.getKey() + "\t"
                                                    + shard.getValue() + "\n"))
                            .collect(Collectors.joining());
            try {
                Path fresh = file.resolveSibling(file.getFileName() + ".new");
                Files.writeString(fresh, text);
                Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
