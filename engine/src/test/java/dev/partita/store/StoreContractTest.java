package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store must do; each kind of store runs it. */
abstract class StoreContractTest {

    private Store store;

    abstract Store newStore();

    @BeforeEach
    void open() {
        store = newStore();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aKeyNeverWrittenHasNoValue() {
        assertThat(store.get(bytes("a"))).isNull();
    }

    @Test
    void whatIsPutIsRead() {
        put("a", "1");
        assertThat(get(store, "a")).isEqualTo("1");
    }

    @Test
    void anEmptyValueIsNotAbsence() {
        put("a", "");
        assertThat(get(store, "a")).isEmpty();
        assertThat(walk(store, "", "z", false)).containsExactly("a=");
    }

    @Test
    void theCallerMayChangeWhatItRead() {
        put("a", "1");
        store.get(bytes("a"))[0] = '2';
        try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false)) {
            cursor.next();
            cursor.key()[0] = 'b';
            cursor.value()[0] = '2';
        }
        assertThat(walk(store, "", "z", false)).containsExactly("a=1");
    }

    @Test
    void laterChangesOfABatchWinOverEarlierOnes() {
        put("b", "0");
        StoreBatch batch = new StoreBatch();
        batch.put(bytes("a"), bytes("1"));
        batch.delete(bytes("a"));
        batch.put(bytes("a"), bytes("2"));
        batch.put(bytes("c"), bytes("3"));
        batch.deleteRange(bytes("b"), bytes("d"));
        batch.put(bytes("b"), bytes("4"));
        store.apply(batch);
        assertThat(walk(store, "", "z", false)).containsExactly("a=2", "b=4");
    }

    @Test
    void deleteRangeKeepsItsEndAndTakesItsStart() {
        put("a", "1", "b", "2", "c", "3");
        StoreBatch batch = new StoreBatch();
        batch.deleteRange(bytes("a"), bytes("c"));
        store.apply(batch);
        assertThat(walk(store, "", "z", false)).containsExactly("c=3");
        assertThat(store.get(bytes("b"))).isNull();
    }

    @Test
    void anEmptyRangeDeletesNothing() {
        put("a", "1", "b", "2");
        StoreBatch batch = new StoreBatch();
        batch.deleteRange(bytes("b"), bytes("a"));
        batch.deleteRange(bytes("a"), bytes("a"));
        store.apply(batch);
        assertThat(walk(store, "", "z", false)).containsExactly("a=1", "b=2");
    }

    @Test
    void anEmptyBatchChangesNothing() {
        put("a", "1");
        store.apply(new StoreBatch());
        assertThat(walk(store, "", "z", false)).containsExactly("a=1");
    }

    @Test
    void cursorsKeepToTheirBounds() {
        put("a", "1", "b", "2", "c", "3", "d", "4");
        assertThat(walk(store, "b", "d", false)).containsExactly("b=2", "c=3");
        assertThat(walk(store, "b", "d", true)).containsExactly("c=3", "b=2");
        assertThat(walk(store, "bb", "dd", true)).containsExactly("d=4", "c=3");
        assertThat(walk(store, "e", "z", false)).isEmpty();
        assertThat(walk(store, "e", "z", true)).isEmpty();
        assertThat(walk(store, "c", "b", false)).isEmpty();
        assertThat(walk(store, "c", "b", true)).isEmpty();
        assertThat(walk(store, "b", "b", false)).isEmpty();
        assertThat(walk(store, "b", "b", true)).isEmpty();
    }

    @Test
    void keysSortUnsigned() {
        StoreBatch batch = new StoreBatch();
        batch.put(new byte[] {(byte) 0x80}, bytes("high"));
        batch.put(new byte[] {0x7f}, bytes("low"));
        batch.put(new byte[] {0x7f, (byte) 0xff}, bytes("longer"));
        store.apply(batch);
        try (EntryCursor cursor = store.cursor(new byte[0], new byte[] {(byte) 0xff}, false)) {
            List<String> values = new ArrayList<>();
            while (cursor.next()) {
                values.add(text(cursor.value()));
            }
            assertThat(values).containsExactly("low", "longer", "high");
        }
    }

    @Test
    void aCursorStaysAtItsEnd() {
        put("a", "1");
        try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false)) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
            assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aCursorThatHasNotMovedStandsOnNothing() {
        put("a", "1");
        try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false)) {
            assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> cursor.value(new byte[1])).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void theStartOfAValueCanBeCopiedAlone() {
        put("a", "0123456789");
        try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false)) {
            cursor.next();
            byte[] four = new byte[4];
            assertThat(cursor.value(four)).isEqualTo(10);
            assertThat(text(four)).isEqualTo("0123");
            byte[] twelve = bytes("............");
            assertThat(cursor.value(twelve)).isEqualTo(10);
            assertThat(text(twelve)).isEqualTo("0123456789..");
            assertThat(cursor.value(new byte[0])).isEqualTo(10);
            assertThat(text(cursor.value())).isEqualTo("0123456789");
        }
    }

    @Test
    void aCursorSeesOneMoment() {
        put("a", "1", "b", "2", "c", "3");
        try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false)) {
            cursor.next();
            StoreBatch batch = new StoreBatch();
            batch.put(bytes("bb"), bytes("new"));
            batch.delete(bytes("c"));
            store.apply(batch);
            assertThat(rest(cursor)).containsExactly("b=2", "c=3");
        }
    }

    @Test
    void aCursorThatIsOpenedSeesItsMomentBeforeItMoves() {
        put("a", "1");
        try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false)) {
            put("b", "2");
            assertThat(rest(cursor)).containsExactly("a=1");
        }
    }

    @Test
    void aSnapshotKeepsItsMoment() {
        put("a", "1", "b", "2");
        try (Snapshot snapshot = store.snapshot()) {
            StoreBatch batch = new StoreBatch();
            batch.deleteRange(bytes("a"), bytes("z"));
            batch.put(bytes("c"), bytes("3"));
            store.apply(batch);
            assertThat(get(snapshot, "a")).isEqualTo("1");
            assertThat(snapshot.get(bytes("c"))).isNull();
            assertThat(walk(snapshot, "", "z", false)).containsExactly("a=1", "b=2");
            assertThat(walk(snapshot, "", "z", true)).containsExactly("b=2", "a=1");
        }
        assertThat(walk(store, "", "z", false)).containsExactly("c=3");
    }

    @Test
    void whatIsClosedIsNotRead() {
        put("a", "1");
        Snapshot snapshot = store.snapshot();
        snapshot.close();
        snapshot.close();
        assertThatThrownBy(() -> snapshot.get(bytes("a"))).isInstanceOf(IllegalStateException.class);
        EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false);
        cursor.next();
        cursor.close();
        cursor.close();
        assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
        store.close();
        store.close();
        assertThatThrownBy(() -> store.get(bytes("a"))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.cursor(bytes(""), bytes("z"), false)).isInstanceOf(StoreException.class);
        assertThatThrownBy(store::snapshot).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> put("a", "2")).isInstanceOf(StoreException.class);
    }

    @Test
    void anyRunOfBatchesEqualsATreeMap() {
        Seed seed = Seed.draw(getClass());
        Random random = seed.random();
        NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        List<Snapshot> snapshots = new ArrayList<>();
        List<NavigableMap<byte[], byte[]>> moments = new ArrayList<>();
        try {
            for (int round = 0; round < 400; round++) {
                applyRandomBatch(random, model);
                String where = "seed " + seed + " round " + round;
                byte[] key = randomKey(random);
                assertThat(store.get(key)).as(where).isEqualTo(model.get(key));
                assertSameRange(where, store, model, random);
                if (snapshots.size() < 5 && random.nextInt(20) == 0) {
                    snapshots.add(store.snapshot());
                    moments.add(copyOf(model));
                }
                if (!snapshots.isEmpty()) {
                    int one = random.nextInt(snapshots.size());
                    assertSameRange(where, snapshots.get(one), moments.get(one), random);
                    if (random.nextInt(30) == 0) {
                        snapshots.remove(one).close();
                        moments.remove(one);
                    }
                }
            }
        } finally {
            snapshots.forEach(Snapshot::close);
        }
    }

    private void applyRandomBatch(Random random, NavigableMap<byte[], byte[]> model) {
        StoreBatch batch = new StoreBatch();
        for (int i = random.nextInt(8); i >= 0; i--) {
            byte[] key = randomKey(random);
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    batch.delete(key);
                    model.remove(key);
                }
                case 3 -> {
                    byte[] to = randomKey(random);
                    batch.deleteRange(key, to);
                    if (Arrays.compareUnsigned(key, to) < 0) {
                        model.subMap(key, to).clear();
                    }
                }
                default -> {
                    byte[] value = new byte[random.nextInt(300)];
                    random.nextBytes(value);
                    batch.put(key, value);
                    model.put(key, value);
                }
            }
        }
        store.apply(batch);
    }

    private static void assertSameRange(
            String where, StoreView reader, NavigableMap<byte[], byte[]> model, Random random) {
        byte[] from = random.nextInt(4) == 0 ? new byte[0] : randomKey(random);
        byte[] to = random.nextInt(4) == 0 ? new byte[] {(byte) 0xff, (byte) 0xff} : randomKey(random);
        boolean backwards = random.nextBoolean();
        NavigableMap<byte[], byte[]> expected = Arrays.compareUnsigned(from, to) < 0
                ? model.subMap(from, true, to, false)
                : Collections.emptyNavigableMap();
        if (backwards) {
            expected = expected.descendingMap();
        }
        try (EntryCursor cursor = reader.cursor(from, to, backwards)) {
            for (var entry : expected.entrySet()) {
                assertThat(cursor.next()).as(where).isTrue();
                assertThat(cursor.key()).as(where).isEqualTo(entry.getKey());
                assertThat(cursor.value()).as(where).isEqualTo(entry.getValue());
            }
            assertThat(cursor.next()).as(where).isFalse();
        }
    }

    private static NavigableMap<byte[], byte[]> copyOf(NavigableMap<byte[], byte[]> model) {
        NavigableMap<byte[], byte[]> copy = new TreeMap<>(Arrays::compareUnsigned);
        copy.putAll(model);
        return copy;
    }

    /** Short, so that random keys meet. */
    private static byte[] randomKey(Random random) {
        byte[] key = new byte[1 + random.nextInt(2)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(12) * 23);
        }
        return key;
    }

    private void put(String... keysAndValues) {
        StoreBatch batch = new StoreBatch();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            batch.put(bytes(keysAndValues[i]), bytes(keysAndValues[i + 1]));
        }
        store.apply(batch);
    }

    private static String get(StoreView reader, String key) {
        return text(reader.get(bytes(key)));
    }

    private static List<String> walk(StoreView reader, String from, String to, boolean backwards) {
        try (EntryCursor cursor = reader.cursor(bytes(from), bytes(to), backwards)) {
            return rest(cursor);
        }
    }

    private static List<String> rest(EntryCursor cursor) {
        List<String> entries = new ArrayList<>();
        while (cursor.next()) {
            entries.add(text(cursor.key()) + "=" + text(cursor.value()));
        }
        return entries;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
