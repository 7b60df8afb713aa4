package dev.partita.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A data directory in the making. All is made in {@code unfinished-repair} within it, so that nobody takes it for a data
 * directory before it is one; the last step names its file FORMAT. What was made is removed again if it comes to no end.
 */
public final class NewDirectory implements AutoCloseable {

    private static final String UNFINISHED = "unfinished-repair";
    private static final List<String> PARTS = List.of(DataDirectory.ROCKS, DataDirectory.JOURNAL);

    private final Path target;
    private final ScratchDirectory scratch;

    private NewDirectory(Path target, ScratchDirectory scratch) {
        this.target = target;
        this.scratch = scratch;
    }

    /**
     * @param target is not there yet, or an empty directory
     * @param source must not be touched
     * @throws StoreException of kind CANNOT_OPEN, with nothing changed, if {@code target} can be no new directory
     */
    public static NewDirectory at(Path target, Path source) throws IOException {
        Path absolute = target.toAbsolutePath().normalize();
        requireDirectories(absolute, target);
        requireOutside(absolute, source);
        requireEmpty(absolute);
        List<Path> made = new ArrayList<>();
        try {
            for (Path missing : missing(absolute)) {
                DataDirectory.makePrivate(missing);
                made.add(0, missing);
            }
            if (made.isEmpty()) {
                DataDirectory.createPrivate(absolute);
            }
            return new NewDirectory(absolute, ScratchDirectory.make(absolute.resolve(UNFINISHED), made));
        } catch (IOException e) {
            for (Path directory : made) {
                Files.deleteIfExists(directory);
            }
            if (e instanceof FileAlreadyExistsException) {
                throw cannotUse(absolute + " was made by somebody else just now. Name another directory.");
            }
            throw cannotUse("Directory " + target + " cannot be made: " + e
                    + ". Check that you may write there, and that its disk has room.");
        }
    }

    /** Where the data directory is made. */
    public Path data() {
        return scratch.path().resolve("data");
    }

    public ScratchDirectory scratch() {
        return scratch;
    }

    /** What was made in {@link #data}, and is closed, becomes what {@code target} holds. */
    public void finish() throws IOException {
        scratch.requireGoing();
        requireOnly(UNFINISHED);
        List<String> moved = new ArrayList<>();
        try {
            for (String part : PARTS) {
                DataDirectory.sync(data().resolve(part));
                move(part, data(), target);
                moved.add(part);
            }
            DataDirectory.sync(target);
            // Nothing opens a directory without it, so this one step makes the whole one.
            move(DataDirectory.FORMAT, data(), target);
        } catch (IOException e) {
            for (String part : moved) {
                move(part, target, data());
            }
            throw e;
        }
        scratch.keepAround();
        DataDirectory.sync(target);
    }

    @Override
    public void close() throws IOException {
        scratch.close();
    }

    /** Whether a repair is at work in this directory, or was, and has not come to its end. */
    static boolean isUnfinished(Path directory) {
        return Files.isDirectory(directory.resolve(UNFINISHED), LinkOption.NOFOLLOW_LINKS)
                && !Files.exists(directory.resolve(DataDirectory.FORMAT));
    }

    private static void move(String name, Path from, Path to) throws IOException {
        Files.move(from.resolve(name), to.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Outermost first. */
    private static List<Path> missing(Path target) {
        List<Path> missing = new ArrayList<>();
        for (Path at = target; at != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS); at = at.getParent()) {
            missing.add(0, at);
        }
        return missing;
    }

    private static void requireDirectories(Path absolute, Path named) {
        if (Files.isSymbolicLink(absolute)) {
            throw cannotUse(named + " is a symbolic link. Name the directory it points to, or a new one.");
        }
        if (Files.exists(absolute) && !Files.isDirectory(absolute)) {
            throw cannotUse(named + " is a file. Name a new directory.");
        }
        for (Path above = absolute.getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(above)) {
                throw cannotUse(named + " cannot be made: " + above + " is not a directory. Name a new directory.");
            }
        }
    }

    private static void requireOutside(Path absolute, Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return;
        }
        List<Path> missing = missing(absolute);
        Path existing = missing.isEmpty() ? absolute : missing.get(0).getParent();
        Path real = existing.toRealPath();
        if (real.resolve(existing.relativize(absolute)).startsWith(source.toRealPath())) {
            throw cannotUse(absolute + " is within " + source
                    + ", which is to stay as it is. Name a new directory somewhere else.");
        }
    }

    private static void requireEmpty(Path absolute) throws IOException {
        if (isUnfinished(absolute)) {
            throw cannotUse(absolute + " has a repair in it that is under way, or was interrupted: "
                    + absolute.resolve(UNFINISHED) + ". If none is running delete " + absolute
                    + ", or name another directory.");
        }
        if (Files.exists(absolute) && !list(absolute).isEmpty()) {
            throw cannotUse(absolute + " is not empty. Name a new directory.");
        }
    }

    private void requireOnly(String name) throws IOException {
        if (!list(target).equals(List.of(target.resolve(name)))) {
            throw cannotUse("Somebody else has put something into " + target + " meanwhile. Name another directory.");
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static StoreException cannotUse(String message) {
        return new StoreException(StoreException.Kind.CANNOT_OPEN, message, null);
    }
}
