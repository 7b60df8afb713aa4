package dev.partita.search;

import dev.partita.item.Item;
import dev.partita.plan.SearchHits;
import dev.partita.plan.SearchQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.BytesRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The words of a table's items, in Lucene. One thread writes; any number may search.
 *
 * <p>An item is one document:
 *
 * <pre>
 * order           the key as bytes that sort as keys do: by this it is replaced, and equally good ones are ordered
 * item            the key as it is
 * build           the build it was last written in, so that what a later one did not meet can be thrown out
 * ATTRIBUTE       a term for each of its words, and the empty one that all items with the attribute have
 * ATTRIBUTE#      how many words there are
 * </pre>
 *
 * A commit holds the notes of its keeper, so that index and place in the stream are of the same moment.
 */
final class WordIndex implements AutoCloseable {

    static final String ORDER = "order";
    static final String ITEM = "item";
    static final String COUNT = "#";

    /** A word that every item with the attribute has; no text gives it. */
    static final String ANY = "";

    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexes.class);
    private static final String BUILD = "build";
    private static final double BUFFER_MB = 16;
    private static final Pattern OWN_FILES = Pattern.compile("_[0-9a-z]+[._].*|(pending_)?segments.*");
    private static final FieldType WORD = new FieldType();

    static {
        WORD.setIndexOptions(IndexOptions.DOCS);
        WORD.setOmitNorms(true);
        WORD.setTokenized(false);
        WORD.freeze();
    }

    /** What can be searched, as of one moment; how many items have a word is counted once. */
    record Snapshot(DirectoryReader reader, Map<Term, Long> counts) {}

    private final Directory directory;
    private final IndexWriter writer;
    private volatile Snapshot current;

    private WordIndex(Directory directory, IndexWriter writer) throws IOException {
        this.directory = directory;
        this.writer = writer;
        this.current = new Snapshot(DirectoryReader.open(writer), new ConcurrentHashMap<>());
    }

    /**
     * Opens or makes an index. One that is damaged is thrown away, and a new one is begun.
     *
     * @param folder null to keep it in memory
     * @throws LockObtainFailedException when another process has it open
     */
    static WordIndex open(Path folder) throws IOException {
        Directory directory = folder == null ? new ByteBuffersDirectory() : FSDirectory.open(folder);
        try {
            try (Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
                lock.ensureValid();
                if (!isSound(directory)) {
                    wipe(directory);
                }
            }
            IndexWriterConfig config = new IndexWriterConfig()
                    .setCommitOnClose(false)
                    .setRAMBufferSizeMB(BUFFER_MB)
                    .setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND);
            IndexWriter writer = new IndexWriter(directory, config);
            try {
                return new WordIndex(directory, writer);
            } catch (IOException | RuntimeException e) {
                writer.rollback();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** The notes of the last commit; empty when there is none. */
    Map<String, String> notes() {
        Map<String, String> notes = new HashMap<>();
        Iterable<Map.Entry<String, String>> kept = writer.getLiveCommitData();
        if (kept != null) {
            kept.forEach(note -> notes.put(note.getKey(), note.getValue()));
        }
        return notes;
    }

    /**
     * Replaces what is known of an item.
     *
     * @param words by attribute
     */
    void put(byte[] order, Item key, Map<String, List<String>> words, long build) throws IOException {
        Document document = new Document();
        document.add(new StringField(ORDER, new BytesRef(order), Field.Store.NO));
        document.add(new BinaryDocValuesField(ORDER, new BytesRef(order)));
        document.add(new BinaryDocValuesField(ITEM, new BytesRef(key.bytes())));
        document.add(new LongPoint(BUILD, build));
        words.forEach((attribute, all) -> {
            document.add(new NumericDocValuesField(attribute + COUNT, all.size()));
            Set<String> distinct = new HashSet<>(all);
            distinct.add(ANY);
            distinct.forEach(word -> document.add(new Field(attribute, word, WORD)));
        });
        writer.updateDocument(new Term(ORDER, new BytesRef(order)), document);
    }

    void remove(byte[] order) throws IOException {
        writer.deleteDocuments(new Term(ORDER, new BytesRef(order)));
    }

    /** Throws out what was last written before a build. */
    void removeOlderThan(long build) throws IOException {
        writer.deleteDocuments(LongPoint.newRangeQuery(BUILD, Long.MIN_VALUE, build - 1));
    }

    void removeAll() throws IOException {
        writer.deleteAll();
    }

    /** Shows searches what was written. */
    void refresh() throws IOException {
        Snapshot before = current;
        DirectoryReader reader = DirectoryReader.openIfChanged(before.reader(), writer);
        if (reader != null) {
            current = new Snapshot(reader, new ConcurrentHashMap<>());
            before.reader().decRef();
        }
    }

    /** Makes what was written last, together with these notes. */
    void commit(Map<String, String> notes) throws IOException {
        writer.setLiveCommitData(notes.entrySet());
        writer.commit();
    }

    /** @param after the order of the last item of the page before; null for the first page */
    SearchHits find(String attribute, SearchQuery sought, byte[] after, int limit) throws IOException {
        Snapshot snapshot = current;
        while (snapshot != null && !snapshot.reader().tryIncRef()) {
            snapshot = current;
        }
        if (snapshot == null) {
            throw new AlreadyClosedException("The index is closed");
        }
        try {
            return new WordSearch(snapshot, attribute, sought, after, limit).run();
        } finally {
            snapshot.reader().decRef();
        }
    }

    int documents() {
        Snapshot snapshot = current;
        return snapshot == null ? 0 : snapshot.reader().numDocs();
    }

    /** Of its files, or of the memory that stands for them. */
    long sizeBytes() throws IOException {
        long size = 0;
        for (String file : directory.listAll()) {
            try {
                size += directory.fileLength(file);
            } catch (IOException e) {
                // Merged away meanwhile.
                continue;
            }
        }
        return size;
    }

    /** What is not committed is lost. */
    @Override
    public void close() throws IOException {
        Snapshot last = current;
        current = null;
        try (directory) {
            last.reader().decRef();
            writer.rollback();
        }
    }

    /** Whether all of it can be read; also when there is nothing. */
    private static boolean isSound(Directory directory) {
        try {
            if (DirectoryReader.indexExists(directory)) {
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    for (LeafReaderContext leaf : reader.leaves()) {
                        ((CodecReader) leaf.reader()).checkIntegrity();
                    }
                }
            }
            return true;
        } catch (IOException | RuntimeException damaged) {
            LOG.warn("A search index cannot be read and is made anew: {}", directory, damaged);
            return false;
        }
    }

    private static void wipe(Directory directory) throws IOException {
        for (String file : directory.listAll()) {
            if (OWN_FILES.matcher(file).matches()) {
                directory.deleteFile(file);
            }
        }
    }
}
