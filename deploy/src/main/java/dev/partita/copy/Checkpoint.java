package dev.partita.copy;

import dev.partita.document.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How far a copy has come, in a file that is replaced as a whole, at most once a second. What was done after the last time is
 * done again, which changes nothing.
 */
final class Checkpoint {

    private static final int VERSION = 1;
    private static final Duration BETWEEN_SAVES = Duration.ofSeconds(1);

    private final Path file;
    private final Clock clock;
    private final Map<String, CopyProgress> tables = new LinkedHashMap<>();
    private Instant saved = Instant.MIN;

    private Checkpoint(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Empty when there is no such file, or {@code file} is null: then nothing is ever written. */
    static Checkpoint open(Path file, Clock clock) {
        Checkpoint checkpoint = new Checkpoint(file, clock);
        if (file != null && Files.exists(file)) {
            try {
                Map<?, ?> tree = (Map<?, ?>) Json.read(Files.readString(file));
                if (!BigDecimal.valueOf(VERSION).equals(tree.get("version"))) {
                    throw new IllegalArgumentException("another version");
                }
                ((Map<?, ?>) tree.get("tables"))
                        .forEach((table, one) ->
                                checkpoint.tables.put((String) table, CopyProgress.of((Map<?, ?>) one)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (IllegalArgumentException | ClassCastException | NullPointerException | DateTimeException e) {
                throw new CopyRefused("The file " + file + " is no checkpoint of a copy. Remove it to begin anew.");
            }
        }
        return checkpoint;
    }

    /** Null when the copy of this table was not begun. */
    synchronized CopyProgress of(String table) {
        return tables.get(table);
    }

    synchronized void begin(String table, CopyProgress headway) {
        tables.put(table, headway);
        save();
    }

    /** Saves, unless that was done a moment ago. */
    synchronized void saveSoon() {
        if (saved.isBefore(clock.instant().minus(BETWEEN_SAVES))) {
            save();
        }
    }

    synchronized void save() {
        if (file == null) {
            return;
        }
        saved = clock.instant();
        Map<String, Object> all = new LinkedHashMap<>();
        tables.forEach((table, headway) -> all.put(table, headway.tree()));
        String text = Json.write(Json.map("version", BigDecimal.valueOf(VERSION), "tables", all));
        try {
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, text, StandardCharsets.UTF_8);
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                // Else a power cut could leave a new name with nothing behind it.
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the checkpoint " + file, e);
        }
    }

    /** The copy is complete. */
    synchronized void delete() {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
