package dev.partita.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.store.RocksStore;
import dev.partita.store.Store;
import dev.partita.store.StoreException;
import dev.partita.store.TimedStore;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What simulations found, one by one. Everything that is not synced is gone after a power cut here. */
class SimulatedStoreTest {

    private static final RocksStore.Options TINY = new RocksStore.Options(true, 0, 1 << 20, 24 << 10);

    private TapedDisk content = new TapedDisk();
    private SimulatedDisk disk = new SimulatedDisk(content);

    @Test
    void whatAKilledProcessHadNotSyncedStaysOnceSomebodyReadIt() {
        Store store = open();
        store.apply(Batches.batch(1));
        killAt("sync", ".journal");
        assertThatThrownBy(() -> store.apply(Batches.batch(2))).isInstanceOf(StoreException.class);
        killAndStart(store);
        Store again = open();
        assertThat(has(again, 2)).isTrue();
        cutAndStart(again);
        assertThat(has(open(), 2)).isTrue();
    }

    @Test
    void aDirectoryWhoseNameWasNotSyncedIsSyncedByTheNextStart() {
        failOnce("sync", "/");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class);
        Store store = open();
        store.apply(Batches.batch(1));
        cutAndStart(store);
        assertThat(has(open(), 1)).isTrue();
    }

    @Test
    void aJournalFileWhoseNameWasNotSyncedIsSyncedByTheNextStart() {
        killAt("sync", "/data/journal");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class);
        killAndStart(null);
        Store store = open();
        store.apply(Batches.batch(1));
        cutAndStart(store);
        assertThat(has(open(), 1)).isTrue();
    }

    @Test
    void whatASyncFailedToWriteInAnEarlierStartIsWrittenAnew() {
        Store first = open();
        first.apply(Batches.batch(1));
        first.close();
        // Closed in order, so the next start begins the file anew, and this time its head does not reach the disk.
        failOnce("sync", ".journal");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class);
        Store store = open();
        store.apply(Batches.batch(2));
        cutAndStart(store);
        assertThat(has(open(), 2)).isTrue();
    }

    @Test
    void aFirstStartThatWasCutShortIsNoLoss() {
        killAt("sync", "/data/journal");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class);
        killAndStart(null);
        // The database is made, and the power goes before anything else.
        disk.suffer((call, path) -> call.equals("sync") && path.equals("/data/journal") && hasDatabase()
                ? SimulatedDisk.Fate.POWER_OFF
                : SimulatedDisk.Fate.WORKS);
        try {
            cutAndStart(open());
        } catch (StoreException e) {
            cutAndStart(null);
        }
        Store store = open();
        store.apply(Batches.batch(1));
        assertThat(has(store, 1)).isTrue();
    }

    @Test
    void whatWasWrittenWithoutFsyncIsSyncedBeforeADurableWriteStandsOnIt() {
        Store unsynced = open(TINY.withFsync(false));
        for (int i = 1; i <= 100; i++) {
            unsynced.apply(Batches.batch(i));
        }
        killAndStart(unsynced);
        Store store = open();
        store.apply(Batches.batch(101));
        cutAndStart(store);
        Store again = open();
        for (int i = 1; i <= 101; i++) {
            assertThat(has(again, i)).as("batch %d", i).isTrue();
        }
    }

    @Test
    void whatWasWrittenWithoutFsyncMayBeGoneWithThePower() {
        Store unsynced = open(TINY.withFsync(false));
        for (int i = 1; i <= 100; i++) {
            unsynced.apply(Batches.batch(i));
        }
        cutAndStart(unsynced);
        Store store = open();
        store.apply(Batches.batch(101));
        assertThat(has(store, 101)).isTrue();
    }

    private boolean hasDatabase() {
        return content.find("/data/rocks/CURRENT") != null;
    }

    private Store open() {
        return open(TINY);
    }

    private Store open(RocksStore.Options options) {
        return TimedStore.simulated(disk.root().resolve("data"), options, () -> 0, new SplittableRandom(1));
    }

    private static boolean has(Store store, long batch) {
        return store.get(Batches.bytes(Batches.own(batch))) != null;
    }

    private void killAt(String call, String path) {
        disk.suffer((met, where) ->
                met.equals(call) && where.endsWith(path) ? SimulatedDisk.Fate.POWER_OFF : SimulatedDisk.Fate.WORKS);
    }

    private void failOnce(String call, String path) {
        boolean[] failed = new boolean[1];
        disk.suffer((met, where) -> {
            boolean fails = !failed[0] && met.equals(call) && where.endsWith(path);
            failed[0] |= fails;
            return fails ? SimulatedDisk.Fate.FAILS : SimulatedDisk.Fate.WORKS;
        });
    }

    private void killAndStart(Store store) {
        off(store);
        disk = new SimulatedDisk(content);
    }

    private void cutAndStart(Store store) {
        off(store);
        content = TapedDisk.of(content.synced());
        disk = new SimulatedDisk(content);
    }

    private void off(Store store) {
        disk.suffer((call, path) -> SimulatedDisk.Fate.POWER_OFF);
        if (store != null) {
            store.close();
        }
    }
}
