package dev.partita.store;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A directory that did not exist before, for its owner's eyes only, and gone when the work is: also when the process is asked
 * to end in its midst, by Ctrl-C. Then whoever works is told so by {@link #requireGoing} and closes it.
 */
public final class ScratchDirectory implements AutoCloseable {

    private static final int SECONDS_TO_END = 20;
    private static final int DELETING_ATTEMPTS = 50;

    private final Path path;
    /** What was made only to hold it, innermost first. */
    private final List<Path> around;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "scratch-directory");
    private volatile boolean ending;
    private volatile boolean kept;

    private ScratchDirectory(Path path, List<Path> around) {
        this.path = path;
        this.around = around;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            ending = true;
        }
    }

    /** Where the system has its temporary files. */
    public static ScratchDirectory temporary() throws IOException {
        return new ScratchDirectory(Files.createTempDirectory("partita-"), List.of());
    }

    /**
     * Below a directory that exists.
     *
     * @param around what goes with it, unless it is kept or somebody else has put something there; innermost first
     */
    static ScratchDirectory make(Path path, List<Path> around) throws IOException {
        DataDirectory.makePrivate(path);
        return new ScratchDirectory(path, around);
    }

    public Path path() {
        return path;
    }

    /** @throws StoreException if the process is about to end */
    public void requireGoing() {
        if (ending) {
            throw new StoreException(
                    StoreException.Kind.CANNOT_OPEN, "It was stopped, and nothing of it is left.", null);
        }
    }

    /** What is around it has become something. */
    void keepAround() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        try {
            delete();
        } finally {
            closed.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It runs, and waits for this.
            }
        }
    }

    private void end() {
        ending = true;
        try {
            if (!closed.await(SECONDS_TO_END, TimeUnit.SECONDS)) {
                delete();
            }
        } catch (InterruptedException | IOException e) {
            // What is left is for its owner's eyes only, and the next one to come by names it.
        }
    }

    private void delete() throws IOException {
        deleteAll(path);
        if (!kept) {
            for (Path directory : around) {
                try {
                    Files.deleteIfExists(directory);
                } catch (DirectoryNotEmptyException e) {
                    return;
                }
            }
        }
    }

    /** Follows no links. Files may still be made there by somebody who has not heard that it is over. */
    private static void deleteAll(Path directory) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try (Stream<Path> entries = Files.list(directory)) {
                for (Path entry : entries.toList()) {
                    if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                        deleteAll(entry);
                    } else {
                        Files.deleteIfExists(entry);
                    }
                }
                Files.deleteIfExists(directory);
                return;
            } catch (NoSuchFileException e) {
                return;
            } catch (DirectoryNotEmptyException e) {
                if (attempt == DELETING_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
