package dev.partita.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rocksdb.RocksDBException;

/**
 * Rows in sorted files, and in memory those that are not in them yet: {@link RocksDatabase}. Tests put something in its place that
 * keeps its files on a simulated disk.
 */
interface SortedFiles extends StoreView, AutoCloseable {

    /** What is done with a database before anything of it may be changed. */
    interface Look<R> {

        /**
         * @param stored the number of the last batch that is in the files
         * @param rows what is in the files; not to be used any more once this has returned
         */
        R at(long stored, StoreView rows) throws IOException;
    }

    /** How they are opened. */
    interface Library {

        void load();

        /**
         * Shows what is in the files of a database that nobody has open. Changes nothing, whatever the files are like.
         *
         * @param former whether it is one of the former format, which has a log of its own
         */
        <R> R look(Path path, RocksStore.Options options, boolean former, Look<R> look)
                throws RocksDBException, IOException;

        /** Brings what a log of the former format holds into sorted files. */
        void emptyOwnLog(Path path, RocksStore.Options options) throws RocksDBException;

        /** Opens them and brings back what was only in memory. */
        SortedFiles open(Path path, RocksStore.Options options, Journal journal) throws RocksDBException, IOException;

        /** Proves that the disk takes what this writes. */
        void probe(Path directory) throws IOException;
    }

    Snapshot snapshot();

    /** False if it would have had to wait. Only one thread writes at a time. */
    boolean write(byte[] encodedBatch) throws RocksDBException;

    /** The number of the last batch that is in sorted files. */
    long stored();

    /**
     * Closes them, opens them again, and brings back what was only in memory, before anybody reads.
     *
     * @throws IOException if that failed; then nobody reads until another try succeeds
     */
    void openAnew(Journal journal) throws IOException;

    /** So that the next start has nothing to replay. What is not flushed is in the journal, so a failure loses nothing. */
    void flush();

    /** Begins to write out what is in memory and to merge what was not merged yet, and goes on so until {@link #mergeLate}. */
    void mergeNow();

    /** Files are merged when there are many of them again. */
    void mergeLate();

    /** Makes and deletes no file any more, also when it is closed, until {@link #goOn}. What has begun is finished first. */
    void rest();

    void goOn();

    /** From the next opening on; a file is damaged. */
    void stopMerging(String reason);

    /** Which file is damaged, as far as was noticed. */
    Optional<String> damage();

    List<Path> sortedFiles();

    /** Lets go of files and buffers that only resting iterators keep. Not while the database is opened anew. */
    void trim();

    long property(String name);

    @Override
    void close();
}
