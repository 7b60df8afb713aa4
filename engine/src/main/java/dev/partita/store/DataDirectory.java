package dev.partita.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A data directory held by this process and known to be readable by this build:
 *
 * <pre>
 * LOCK         locked while a process has the directory open
 * LOCK.holder  which process that is, for people
 * FORMAT       the version of everything below
 * journal/     what RocksDB's files do not have yet
 * rocks/       RocksDB's files
 * </pre>
 *
 * The holder has its own file because on POSIX a process loses its lock when it closes any descriptor of the locked file,
 * so LOCK must never be opened just to be read.
 */
final class DataDirectory implements AutoCloseable {

    static final String FORMAT_VERSION = "2";
    /** Had RocksDB's own log instead of the journal. */
    private static final String FORMER_VERSION = "1";

    static final String ROCKS = "rocks";
    static final String JOURNAL = "journal";
    private static final String LOCK = "LOCK";
    private static final String HOLDER = "LOCK.holder";
    static final String FORMAT = "FORMAT";
    /** Stands for FORMAT until everything else is there. */
    private static final String UNFINISHED = "FORMAT.tmp";

    private static final String CURRENT = ROCKS + "/CURRENT";
    private static final String FORMAT_PREFIX = "partita ";
    private static final int COMMAND_CHARACTERS = 300;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private static final Set<Path> HELD_HERE = new HashSet<>();

    private final Path path;
    private final FileChannel lockChannel;
    /** Which file LOCK is, where the system can tell; nobody else gets that key while it is open here. */
    private final Object lockKey;

    private final String holder;
    private boolean former;
    private boolean fresh;
    private boolean open = true;

    private DataDirectory(Path path, FileChannel lockChannel) throws IOException {
        this.path = path;
        this.lockChannel = lockChannel;
        this.lockKey = keyOfLock(path);
        this.holder = describeThisProcess();
    }

    /** Creates the directory if need be, takes it for this process, and checks its format. */
    static DataDirectory open(Path directory) {
        try {
            if (Files.isSymbolicLink(directory)) {
                throw cannotOpen("Data directory " + directory + " is a symbolic link, so what it points to could be"
                        + " exchanged by others. Name the directory it points to instead.");
            }
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw cannotOpen(directory + " is a file. Name a directory to keep the data in.");
            }
            requireKinds(directory);
            requireOursOrEmpty(directory);
            createPrivate(directory);
            DataDirectory held = lock(directory.toRealPath());
            try {
                held.requireKnownFormat();
                held.settle();
                return held;
            } catch (IOException | RuntimeException e) {
                held.close();
                throw e;
            }
        } catch (IOException e) {
            throw new StoreException(
                    StoreException.Kind.CANNOT_OPEN,
                    "Data directory " + directory + " cannot be used: " + e
                            + ". Check that it exists, that you own it, and that its disk has room.",
                    e);
        }
    }

    Path path() {
        return path;
    }

    Path rocks() {
        return path.resolve(ROCKS);
    }

    Path journal() {
        return path.resolve(JOURNAL);
    }

    /** Whether there is no database yet, or one that was never finished; then {@link #begin} and {@link #writeFormat} are due. */
    boolean isNew() {
        return fresh;
    }

    /**
     * Before anything is made: says that it is being made. With {@link #writeFormat}, once all of it is there, that becomes the
     * file FORMAT. So a directory that lacks something was never used, or has lost it, and one can tell which.
     */
    void begin() throws IOException {
        write(path.resolve(UNFINISHED), FORMAT_PREFIX + FORMAT_VERSION + "\n");
        sync(path);
        createPrivate(rocks());
    }

    /**
     * Whether the path still leads to what this process has locked. A directory that was moved away leaves its path to others, and
     * whatever is made by its name from then on would be made among their files.
     */
    boolean isHeld() {
        try {
            return lockKey == null || lockKey.equals(keyOfLock(path)) || isHolderNoted();
        } catch (NoSuchFileException e) {
            return isHolderNoted();
        } catch (IOException e) {
            // Nobody knows; a disk that fails is noticed elsewhere.
            return true;
        }
    }

    /** Some file systems change a file's key, and some people delete locks; another process would have noted itself. */
    private boolean isHolderNoted() {
        try {
            return Files.readString(path.resolve(HOLDER)).equals(holder);
        } catch (IOException e) {
            return false;
        }
    }

    private static Object keyOfLock(Path path) throws IOException {
        return Files.readAttributes(path.resolve(LOCK), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /** Whether RocksDB's own log has to be emptied, and then {@link #writeFormat} be called. */
    boolean isOfFormerVersion() {
        return former;
    }

    /** Something that writes below a directory. */
    interface Probe {
        void writeBelow(Path directory) throws IOException;
    }

    /** Proves that the disk takes and keeps bytes again, and that it takes those of {@code more}, too. */
    void probe(Probe more) throws IOException {
        Path probe = path.resolve("PROBE.tmp");
        deleteAll(probe);
        try {
            createPrivate(probe);
            write(probe.resolve("bytes"), "x".repeat(4096));
            more.writeBelow(probe);
        } finally {
            deleteAll(probe);
        }
    }

    private static void deleteAll(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (Stream<Path> entries = Files.list(path)) {
                for (Path entry : entries.toList()) {
                    deleteAll(entry);
                }
            }
        }
        Files.deleteIfExists(path);
    }

    @Override
    public synchronized void close() {
        if (!open) {
            return;
        }
        open = false;
        try {
            if (isHeld()) {
                Files.deleteIfExists(path.resolve(HOLDER));
            }
        } catch (IOException e) {
            // The next holder overwrites it.
        }
        synchronized (HELD_HERE) {
            try {
                lockChannel.close();
            } catch (IOException e) {
                // Closing a descriptor gives the lock up even when it reports an error.
            }
            HELD_HERE.remove(path);
        }
    }

    /** Creates {@code directory}, and what is missing above it, for its owner's eyes only. */
    static void createPrivate(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (!Files.exists(absolute)) {
            Path parent = absolute.getParent();
            if (!Files.exists(parent)) {
                createPrivate(parent);
            }
            Files.createDirectories(absolute, privately(parent));
            // Or a power cut could take the directory away with all that was synced in it.
            sync(parent);
        } else if (isPosix(absolute) && !Files.getPosixFilePermissions(absolute).equals(OWNER_ONLY)) {
            Files.setPosixFilePermissions(absolute, OWNER_ONLY);
        }
    }

    /** Creates {@code directory}, which nobody else may have created, below one that exists. */
    static void makePrivate(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        Files.createDirectory(directory, privately(parent));
        sync(parent);
    }

    private static FileAttribute<?>[] privately(Path parent) {
        return isPosix(parent)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    static boolean isPosix(Path existing) {
        return Files.getFileAttributeView(existing, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS) != null;
    }

    /** A process that was killed may have made the directory, and what is in it, and not come to sync that. */
    private void settle() throws IOException {
        sync(path);
        if (path.getParent() != null) {
            sync(path.getParent());
        }
    }

    private static void requireOursOrEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory) || Files.exists(directory.resolve(FORMAT))) {
            return;
        }
        List<String> strangers;
        try (Stream<Path> entries = Files.list(directory)) {
            strangers = entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !name.startsWith(LOCK) && !name.startsWith(FORMAT))
                    .filter(name -> !List.of(ROCKS, JOURNAL, "lost+found").contains(name))
                    .sorted()
                    .toList();
        }
        if (!Files.exists(directory.resolve(UNFINISHED))
                && (hasFiles(directory.resolve(ROCKS)) || hasFiles(directory.resolve(JOURNAL)))) {
            throw cannotOpen("Data directory " + directory + " has lost its file FORMAT, so its version is unknown."
                    + " Nothing was changed. Restore that file or the whole directory from a backup.");
        }
        if (!strangers.isEmpty()) {
            throw cannotOpen("Directory " + directory + " is not a Partita data directory and is not empty (it has "
                    + strangers.get(0) + "). Name an empty or a new directory.");
        }
    }

    private static boolean hasFiles(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isPresent();
        }
    }

    /** What is opened by its name must be what it should be, or the failure would speak of something else. */
    private static void requireKinds(Path directory) {
        for (String name : List.of(LOCK, HOLDER, FORMAT, UNFINISHED, CURRENT, ROCKS + "/LOCK", JOURNAL + "/MARK")) {
            Path file = directory.resolve(name);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw cannotOpen(file + " is " + kind(file) + " and should be a file. Nothing was changed."
                        + " Move it away, or restore the directory from a backup.");
            }
        }
        for (String name : List.of(ROCKS, JOURNAL)) {
            Path below = directory.resolve(name);
            if (Files.exists(below, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(below)) {
                throw cannotOpen(below + " is " + kind(below) + " and should be a directory. Nothing was changed."
                        + " Restore the directory from a backup.");
            }
        }
    }

    private static String kind(Path path) {
        if (Files.isSymbolicLink(path)) {
            return "a symbolic link";
        }
        if (Files.isDirectory(path)) {
            return "a directory";
        }
        return Files.isRegularFile(path) ? "a file" : "neither a file nor a directory";
    }

    private static DataDirectory lock(Path path) throws IOException {
        synchronized (HELD_HERE) {
            if (HELD_HERE.contains(path)) {
                throw heldBy(path);
            }
            FileChannel channel = FileChannel.open(
                    path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException e) {
                // Another class loader of this process holds it; closing our channel would take its lock away.
                throw heldBy(path);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            if (lock == null) {
                channel.close();
                throw heldBy(path);
            }
            DataDirectory held;
            try {
                held = new DataDirectory(path, channel);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            HELD_HERE.add(path);
            try {
                Files.writeString(path.resolve(HOLDER), held.holder);
            } catch (IOException e) {
                held.close();
                throw e;
            }
            return held;
        }
    }

    private static StoreException heldBy(Path path) {
        String holder;
        try {
            holder = Files.readString(path.resolve(HOLDER)).strip();
        } catch (IOException e) {
            holder = "a process that has not said which";
        }
        return cannotOpen("Data directory " + path + " is in use by " + holder
                + ". Stop that process, or name another directory.");
    }

    private static String describeThisProcess() {
        ProcessHandle process = ProcessHandle.current();
        ProcessHandle.Info info = process.info();
        // A JVM's own name for what it runs: the whole command line is mostly class path.
        String command = Optional.ofNullable(System.getProperty("sun.java.command"))
                .or(info::commandLine)
                .or(info::command)
                .orElse("unknown command");
        return "process " + process.pid() + ", started "
                + info.startInstant().map(Instant::toString).orElse("at an unknown time") + ": "
                + (command.length() <= COMMAND_CHARACTERS ? command : command.substring(0, COMMAND_CHARACTERS) + "…")
                + "\n";
    }

    private void requireKnownFormat() throws IOException {
        Path file = path.resolve(FORMAT);
        fresh = !Files.exists(file);
        if (fresh) {
            return;
        }
        // Any byte is a character there, so that damage is not taken for something else.
        String found = Files.size(file) > 100 ? "" : Files.readString(file, StandardCharsets.ISO_8859_1);
        if (!found.matches(FORMAT_PREFIX + "[1-9][0-9]*\n")) {
            throw cannotOpen("File " + file + " does not name a format, so it is damaged or not Partita's."
                    + " Nothing was changed. Restore the directory from a backup.");
        }
        String version = found.substring(FORMAT_PREFIX.length()).strip();
        former = version.equals(FORMER_VERSION);
        if (!former && !version.equals(FORMAT_VERSION)) {
            throw cannotOpen("Data directory " + path + " has format " + version + "; this build reads format "
                    + FORMAT_VERSION + ". Open it with the Partita that wrote it.");
        }
        // RocksDB would make a new database there and delete what it does not know.
        if (!Files.exists(path.resolve(CURRENT))) {
            throw cannotOpen("Data directory " + path + " has lost its file " + CURRENT + ". Nothing was changed."
                    + " Restore that file or the whole directory from a backup. If nothing was ever stored in it,"
                    + " delete the directory.");
        }
    }

    /** Writes the file FORMAT so that after a crash it is there whole, as it was before, or not at all. */
    void writeFormat() throws IOException {
        Path temporary = path.resolve(UNFINISHED);
        write(temporary, FORMAT_PREFIX + FORMAT_VERSION + "\n");
        Files.move(temporary, path.resolve(FORMAT), StandardCopyOption.ATOMIC_MOVE);
        sync(path);
    }

    /** What was made, renamed or removed in {@code directory} stays so. */
    static void sync(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException e) {
            // Some systems cannot open a directory; there is nothing more to do there.
            return;
        }
        try (channel) {
            channel.force(true);
        } catch (IOException e) {
            // Nor can some file systems sync one. Any other failure may have lost a name.
            if (!"Invalid argument".equals(e.getMessage())) {
                throw e;
            }
        }
    }

    private static void write(Path file, String content) throws IOException {
        Files.writeString(file, content);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static StoreException cannotOpen(String message) {
        return new StoreException(StoreException.Kind.CANNOT_OPEN, message, null);
    }
}
