package dev.partita.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RocksObject;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;

/** How RocksDB is set up: first so that damage and loss are noticed, then so that memory is bounded, then for speed. */
final class RocksSettings implements AutoCloseable {

    private static final long MIB = 1 << 20;
    private static final int WRITE_BUFFERS = 2;

    /** Merging fresh files into the rest rewrites the rest, so while writes come in many are merged at a time. */
    static final int MERGED_FILES = 8;

    private static final int FILTER_BITS_PER_KEY = 10;

    /**
     * In how many first bytes the rows of one partition agree. A filter then tells a walk within a partition which files
     * it need not look into. Only speed depends on it.
     */
    private static final int PARTITION_BYTES = 11;

    private final List<RocksObject> owned = new ArrayList<>();
    private final Options options;

    /** For a database whose batches the journal keeps until they are in sorted files. */
    static RocksSettings forUse(RocksStore.Options asked) {
        return new RocksSettings(asked, new DBOptions());
    }

    /** For a database that has a log of RocksDB's own, as they had up to format 1. */
    static RocksSettings withOwnLog(RocksStore.Options asked) {
        Properties unknownToJava = new Properties();
        // Without these two a deleted or shortened log opens in silence, with its writes gone.
        unknownToJava.setProperty("track_and_verify_wals", "true");
        unknownToJava.setProperty("track_and_verify_wals_in_manifest", "true");
        DBOptions database = DBOptions.getDBOptionsFromProps(unknownToJava);
        if (database == null) {
            throw new IllegalStateException("this RocksDB does not know track_and_verify_wals");
        }
        // The default shows what comes before the first damaged record and says nothing.
        return new RocksSettings(asked, database.setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords));
    }

    private RocksSettings(RocksStore.Options asked, DBOptions base) {
        // Lock-free, so that readers do not meet in it.
        Cache cache = own(new HyperClockCache(asked.memoryBytes(), 0, -1, false));
        DBOptions database = own(database(base, asked, cache));
        ColumnFamilyOptions family = own(family(asked, cache));
        options = own(new Options(database, family));
    }

    Options options() {
        return options;
    }

    /** How many fresh files there must be before they are merged with the rest. */
    static MutableColumnFamilyOptions mergingFiles(int count) {
        return MutableColumnFamilyOptions.builder()
                .setLevel0FileNumCompactionTrigger(count)
                .build();
    }

    /** Files pile up from the next opening on, and writes do not wait for that to end. */
    static void stopMerging(Options options) {
        options.setDisableAutoCompactions(true)
                .setLevel0SlowdownWritesTrigger(Integer.MAX_VALUE)
                .setLevel0StopWritesTrigger(Integer.MAX_VALUE)
                .setSoftPendingCompactionBytesLimit(0)
                .setHardPendingCompactionBytesLimit(0);
    }

    /** Whether a walk between these bounds meets one partition's rows only, so that a filter can speak for all of it. */
    static boolean inOnePartition(byte[] from, byte[] to) {
        return from.length >= PARTITION_BYTES
                && to.length >= PARTITION_BYTES
                && Arrays.equals(from, 0, PARTITION_BYTES, to, 0, PARTITION_BYTES);
    }

    @Override
    public void close() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            owned.get(i).close();
        }
    }

    private DBOptions database(DBOptions database, RocksStore.Options asked, Cache cache) {
        // Merging can wait, requests cannot.
        Env.getDefault().lowerThreadPoolCPUPriority(Priority.LOW);
        return database.setCreateIfMissing(true)
                // The journal has what is in memory, and a full disk need not meet one more write.
                .setAvoidFlushDuringShutdown(true)
                .setParanoidChecks(true)
                // Write buffers count against the cache, so the two together stay within what was asked.
                .setWriteBufferManager(
                        own(new WriteBufferManager(WRITE_BUFFERS * asked.writeBufferBytes(), cache, false)))
                .setMaxBackgroundJobs(2)
                .setMaxOpenFiles(512)
                .setBytesPerSync(MIB)
                // One thread writes, so RocksDB need not arbitrate between several.
                .setAllowConcurrentMemtableWrite(false)
                .setEnableWriteThreadAdaptiveYield(false)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(5)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    private ColumnFamilyOptions family(RocksStore.Options asked, Cache cache) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                // Items are around a kilobyte: with the default of 4 KiB a query meets a new block every few rows.
                // Twice this gains nothing more for a page of twenty.
                .setBlockSize(32 << 10)
                .setFormatVersion(6)
                .setFilterPolicy(own(new BloomFilter(FILTER_BITS_PER_KEY, false)))
                // Indexes and filters grow with the data, so they too live in the bounded cache, and leave it last.
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setPinTopLevelIndexAndFilter(true)
                .setOptimizeFiltersForMemory(true);
        return new ColumnFamilyOptions()
                .useFixedLengthPrefixExtractor(PARTITION_BYTES)
                .setTableFormatConfig(table)
                // What was just written is soon merged again, and compressing it each time cost a fifth of a write; so
                // only what has moved below the first two levels is compressed.
                .setCompressionPerLevel(List.of(
                        CompressionType.NO_COMPRESSION,
                        CompressionType.NO_COMPRESSION,
                        CompressionType.LZ4_COMPRESSION))
                .setWriteBufferSize(asked.writeBufferBytes())
                .setMaxWriteBufferNumber(WRITE_BUFFERS)
                .setLevel0FileNumCompactionTrigger(MERGED_FILES)
                .setMaxBytesForLevelBase(4096 * MIB)
                .setMemtableWholeKeyFiltering(true)
                .setMemtablePrefixBloomSizeRatio(0.02)
                .setForceConsistencyChecks(true);
    }

    private <T extends RocksObject> T own(T object) {
        owned.add(object);
        return object;
    }
}
