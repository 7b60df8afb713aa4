package dev.partita.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one execution has written beneath a directory, and what it was made from.
 *
 * <p>The record of it is a small file: a line with a digest of all that was read, and a line for each file with its own
 * digest. So a file that was changed or removed by hand is noticed, and one that is no longer made is removed.
 */
final class GeneratedFiles {

    private static final String MADE_FROM = "from";

    private final Path directory;
    private final Path record;

    GeneratedFiles(Path directory, Path record) {
        this.directory = directory;
        this.record = record;
    }

    /** Whether everything is there that {@code inputs} makes, as it was written. */
    boolean areMadeFrom(String inputs) throws IOException {
        Map<String, String> recorded = recorded();
        if (!digest(inputs).equals(recorded.remove(MADE_FROM))) {
            return false;
        }
        for (Map.Entry<String, String> file : recorded.entrySet()) {
            if (!file.getValue().equals(digestOf(directory.resolve(file.getKey())))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes files and removes those of the last time that are not among them.
     *
     * @param texts by their path beneath the directory
     * @return how many files were written or removed; those that are already as they should be are not touched, so that
     *     a compiler need not look at them again
     */
    int replace(String inputs, Map<String, String> texts) throws IOException {
        Map<String, String> stale = recorded();
        stale.remove(MADE_FROM);
        stale.keySet().removeAll(texts.keySet());
        // Whoever is interrupted now must begin again.
        Files.deleteIfExists(record);
        int changed = 0;
        for (String path : stale.keySet()) {
            remove(directory.resolve(path));
            changed++;
        }
        StringBuilder lines = new StringBuilder(MADE_FROM + " " + digest(inputs) + "\n");
        for (Map.Entry<String, String> text : new TreeMap<>(texts).entrySet()) {
            Path file = directory.resolve(text.getKey());
            String digest = digest(text.getValue());
            if (!digest.equals(digestOf(file))) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text.getValue());
                changed++;
            }
            lines.append(text.getKey()).append(' ').append(digest).append('\n');
        }
        Files.createDirectories(record.getParent());
        Files.writeString(record, lines);
        return changed;
    }

    private void remove(Path file) throws IOException {
        Files.deleteIfExists(file);
        for (Path parent = file.getParent(); !parent.equals(directory); parent = parent.getParent()) {
            if (!Files.isDirectory(parent) || !isEmpty(parent)) {
                return;
            }
            Files.delete(parent);
        }
    }

    private static boolean isEmpty(Path parent) throws IOException {
        try (var inside = Files.list(parent)) {
            return inside.findAny().isEmpty();
        }
    }

    private Map<String, String> recorded() throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(record)) {
                int space = line.lastIndexOf(' ');
                if (space > 0) {
                    digests.put(line.substring(0, space), line.substring(space + 1));
                }
            }
        } catch (NoSuchFileException nothingWritten) {
            return digests;
        }
        return digests;
    }

    /** Null when there is no such file. */
    private static String digestOf(Path file) throws IOException {
        return Files.isRegularFile(file) ? digest(Files.readAllBytes(file)) : null;
    }

    static String digest(String text) {
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }

    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }
}
