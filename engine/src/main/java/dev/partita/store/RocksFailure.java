package dev.partita.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Locale;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Says in plain words what RocksDB's errors mean to the one who runs it. */
final class RocksFailure {

    private static final String RESTORE =
            " Nothing was changed. Restore the directory from a backup, or see what is left with: partita verify-data";

    private static final String NOTHING_LEFT =
            " Nothing was changed. Without RocksDB's own list of files (rocks/CURRENT and the MANIFEST it names) nobody can tell"
                    + " which rows are the last ones: restore the directory from a backup.";

    private RocksFailure() {}

    static StoreException reading(RocksDBException e) {
        return new StoreException(StoreException.Kind.DAMAGED, "Stored data could not be read: " + e.getMessage(), e);
    }

    static StoreException opening(Path directory, RocksDBException e) {
        return new StoreException(
                StoreException.Kind.CANNOT_OPEN,
                "Data directory " + directory + " cannot be opened. " + advice(directory, e) + " (RocksDB says: "
                        + e.getMessage() + ")",
                e);
    }

    /** For those who look at what is left, and need not be sent there. */
    static StoreException looking(Path directory, RocksDBException e) {
        StoreException opening = opening(directory, e);
        return new StoreException(opening.kind(), opening.getMessage().replace(RESTORE, NOTHING_LEFT), e);
    }

    static StoreException opening(Path directory, IOException e) {
        return new StoreException(
                StoreException.Kind.CANNOT_OPEN,
                "Data directory " + directory + " cannot be opened: " + e + ". Nothing was changed.",
                e);
    }

    static StoreException notPermitted(Path directory, AccessDeniedException e) {
        return new StoreException(
                StoreException.Kind.CANNOT_OPEN,
                "Data directory " + directory + " cannot be opened. This user may not read and write " + e.getFile()
                        + ". Nothing was changed. Check its owner and its permissions, and try again.",
                e);
    }

    static StoreException notAFile(Path directory, Path path) {
        return new StoreException(
                StoreException.Kind.CANNOT_OPEN,
                "Data directory " + directory + " cannot be opened. " + path + " is not a file. Nothing was changed."
                        + " Move it away, put the file that was there in its place, and try again.",
                null);
    }

    /** The write-ahead log has lost what was acknowledged. */
    static StoreException lostWrites(Path directory, String problem) {
        return new StoreException(
                StoreException.Kind.CANNOT_OPEN,
                "Data directory " + directory + " cannot be opened. Its write-ahead log " + problem
                        + ", so acknowledged writes would be lost." + RESTORE + " " + directory,
                null);
    }

    /** RocksDB would have had to wait, and was told not to. */
    static boolean isStall(RocksDBException e) {
        return code(e) == Status.Code.Incomplete;
    }

    /** Bytes are not what was written. */
    static boolean isDamage(RocksDBException e) {
        return code(e) == Status.Code.Corruption && !isLackOfFiles(e);
    }

    /** The process has too many files open, of which RocksDB says at times that the file it could not open is damaged. */
    static boolean isLackOfFiles(RocksDBException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("too many open files");
    }

    /** The batch is at fault, not the disk. */
    static boolean isCallersFault(RocksDBException e) {
        return code(e) == Status.Code.InvalidArgument || code(e) == Status.Code.NotSupported;
    }

    private static Status.Code code(RocksDBException e) {
        return e.getStatus() == null ? Status.Code.Undefined : e.getStatus().getCode();
    }

    private static String advice(Path directory, RocksDBException e) {
        // RocksDB's messages name files, and a path may contain any word.
        String message = String.valueOf(e.getMessage())
                .replace(directory.toAbsolutePath().toString(), "")
                .toLowerCase(Locale.ROOT);
        if (message.contains("no space left")) {
            return "Its disk is full: free some space and start again.";
        }
        if (isLackOfFiles(e)) {
            return "The process may not open enough files: raise the limit (ulimit -n) and start again.";
        }
        if (message.contains("permission denied") || message.contains("read-only file system")) {
            return "This user may not write there: check the owner of the directory and how its disk is mounted.";
        }
        if (message.contains("/lock")) {
            return "Another process has it open: stop that process.";
        }
        if (message.contains("wal")) {
            return "Its write-ahead log is missing, shortened or damaged, so acknowledged writes would be lost."
                    + RESTORE;
        }
        if (message.contains("checksum mismatch") && !message.contains(".sst")) {
            return "Its write-ahead log or its manifest has bytes that are not what was written." + RESTORE;
        }
        if (code(e) == Status.Code.Corruption
                || message.contains("checksum")
                || message.contains("corrupt")
                || message.contains("no such file")) {
            return "Some of its files are missing, or have bytes that are not what was written." + RESTORE;
        }
        return "Nothing was changed.";
    }
}
