package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A folder of sources that others may share. Generated files are known by their first line, which names the design they come
 * from; nothing else is ever replaced or removed.
 *
 * @param header the first line of every file that is generated from this design
 */
record SourceFolder(Path directory, String header) {

    enum Kind {
        NEW,
        CHANGED,
        GONE
    }

    /** A file that is not as it should be. {@code text} is null for one that should not be. */
    record Change(Kind kind, Path file, String text) {}

    /**
     * What has to be done so that the folder holds these files of the design, and no others of it.
     *
     * @param texts by their path below the folder
     * @throws UsageException when one of them would replace somebody's own file
     */
    List<Change> changes(Map<String, String> texts) throws IOException {
        List<Change> changes = new ArrayList<>();
        TreeSet<Path> former = new TreeSet<>(generated());
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = directory.resolve(text.getKey());
            String present = present(file);
            if (present == null) {
                changes.add(new Change(Kind.NEW, file, text.getValue()));
            } else if (!former.remove(file)) {
                throw new UsageException(file + " is not generated from this design, and would be replaced."
                        + " Choose another package with --package, or another folder with --out.");
            } else if (!present.equals(text.getValue())) {
                changes.add(new Change(Kind.CHANGED, file, text.getValue()));
            }
        }
        former.forEach(file -> changes.add(new Change(Kind.GONE, file, null)));
        return changes;
    }

    void apply(List<Change> changes) throws IOException {
        for (Change change : changes) {
            if (change.kind() == Kind.GONE) {
                Files.delete(change.file());
                removeEmpty(change.file().getParent());
            } else {
                Files.createDirectories(change.file().getParent());
                Files.writeString(change.file(), change.text());
            }
        }
    }

    private List<Path> generated() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> generated = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".java") && Files.isRegularFile(file) && isGenerated(file)) {
                    generated.add(file);
                }
            }
        }
        return generated;
    }

    private boolean isGenerated(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            return header.equals(reader.readLine());
        } catch (MalformedInputException notOurs) {
            return false;
        }
    }

    /** Null when there is none. A checkout may have given it other line ends, which is no change. */
    private static String present(Path file) throws IOException {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (NoSuchFileException none) {
            return null;
        } catch (MalformedInputException notOurs) {
            return "";
        }
    }

    private void removeEmpty(Path folder) throws IOException {
        Path empty = folder;
        while (!empty.equals(directory) && isEmpty(empty)) {
            Files.delete(empty);
            empty = empty.getParent();
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.findAny().isEmpty();
        }
    }
}
