package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.Seed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** What comes back from the journal's files, whatever became of them. */
class JournalTest {

    private static final long SEGMENT_BYTES = 16 << 10;

    @TempDir
    Path temporary;

    private Path directory;
    private long stored;

    @BeforeEach
    void create() throws IOException {
        directory = temporary.resolve("data").resolve("journal");
        Journal.create(directory, true);
    }

    @Test
    void whatWasAcceptedComesBackInOrder() throws Exception {
        try (Journal journal = open()) {
            assertThat(journal.next()).isEqualTo(1);
            write(journal, 1, 100);
        }
        assertThat(replayed()).containsExactlyElementsOf(batches(1, 100));
        try (Journal journal = open()) {
            assertThat(journal.next()).isEqualTo(101);
            write(journal, 101, 103);
        }
        stored = 99;
        assertThat(replayed()).containsExactlyElementsOf(batches(100, 103));
    }

    @Test
    void anEmptyJournalIsMadeOnce() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 3);
        }
        Journal.create(directory, true);
        assertThat(replayed()).hasSize(3);
    }

    @Test
    void filesAreUsedAgainOnceTheirBatchesAreStored() throws Exception {
        try (Journal journal = open()) {
            for (int i = 1; i <= 2000; i++) {
                write(journal, i, i);
                stored = i - 60;
            }
        }
        assertThat(files().size()).isBetween(3, 6);
        assertThat(replayed()).containsExactlyElementsOf(batches((int) stored + 1, 2000));
        try (Journal journal = open()) {
            stored = 2000;
            journal.tidy(stored);
        }
        assertThat(files()).hasSize(2);
        assertThat(replayed()).isEmpty();
    }

    @Test
    void aBatchLargerThanASegmentGetsOneForItself() throws Exception {
        byte[] large = new byte[3 << 20];
        new Random(1).nextBytes(large);
        try (Journal journal = open()) {
            write(journal, 1, 5);
            append(journal, large);
            write(journal, 7, 8);
        }
        List<byte[]> found = replayed();
        assertThat(found).hasSize(8);
        assertThat(found.get(5)).isEqualTo(large);
        assertThat(found.get(7)).isEqualTo(batch(8));
    }

    @Test
    void whatWasNotAcceptedIsReplacedByTheNext() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 2);
            journal.append(batch(99), () -> stored);
            write(journal, 3, 4);
        }
        assertThat(replayed()).containsExactlyElementsOf(batches(1, 4));
    }

    @Test
    void whatWasTakenBackDoesNotComeBack() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 2);
            journal.append(batch(99), () -> stored);
            journal.takeBack(stored);
        }
        assertThat(replayed()).containsExactlyElementsOf(batches(1, 2));
        try (Journal journal = open()) {
            journal.append(batch(98), () -> stored);
            journal.takeBack(stored);
            write(journal, 3, 4);
        }
        assertThat(replayed()).containsExactlyElementsOf(batches(1, 4));
    }

    @Test
    void aReplayWhileOpenEndsWithTheLastAcceptedBatch() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 40);
            journal.append(batch(99), () -> stored);
            List<byte[]> found = new ArrayList<>();
            journal.replay(10, found::add);
            assertThat(found).containsExactlyElementsOf(batches(11, 40));
            write(journal, 41, 42);
        }
        assertThat(replayed()).containsExactlyElementsOf(batches(1, 42));
    }

    @Test
    void anySectorsOfAWriteUnderWayMayBeOnTheDisk() throws Exception {
        Seed seed = Seed.draw();
        Random random = seed.random();
        Set<Integer> outcomes = new HashSet<>();
        int written = 0;
        for (int round = 0; round < 200; round++) {
            byte[] before;
            byte[] after;
            Path file;
            byte[] last = new byte[random.nextInt(4000)];
            random.nextBytes(last);
            try (Journal journal = open()) {
                assertThat(journal.next()).as("seed %s round %d", seed, round).isEqualTo(written + 1);
                append(journal, batch(written + 1));
                written++;
                file = newest();
                before = Files.readAllBytes(file);
                journal.append(last, () -> stored);
                boolean moved = !newest().equals(file);
                file = newest();
                after = Files.readAllBytes(file);
                before = moved ? after : before;
            }
            byte[] mixed = after.clone();
            for (int at = 0; at < Math.min(before.length, after.length); at += 512) {
                if (random.nextBoolean()) {
                    int bytes = Math.min(512, before.length - at);
                    System.arraycopy(before, at, mixed, at, bytes);
                }
            }
            Files.write(file, mixed);
            int found = replayedAfter(written - 1).size();
            assertThat(found).as("seed %s round %d", seed, round).isBetween(1, 2);
            outcomes.add(found);
            written += found - 1;
            stored = Math.max(0, written - 5);
        }
        assertThat(outcomes).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void damageIsRefusedWhereverItIs() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 200);
        }
        List<Path> files = files();
        assertThat(files.size()).isGreaterThan(3);
        List<byte[]> all = batches(1, 200);
        Random random = new Random(7);
        int refused = 0;
        for (Path file : files) {
            byte[] whole = Files.readAllBytes(file);
            for (int i = 0; i < 40; i++) {
                byte[] damaged = whole.clone();
                damaged[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, damaged);
                refused += assertSameOrRefused(all, "flipped") ? 1 : 0;
            }
            Files.write(file, whole);
            Files.delete(file);
            assertThat(assertSameOrRefused(all, "deleted " + file)).isTrue();
            assertRefused();
            Files.write(file, whole);
        }
        assertThat(refused).isGreaterThan(20 * files.size());
        assertThat(replayed()).containsExactlyElementsOf(all);
    }

    @Test
    void aSegmentThatIsNoLongerNeededMayBeDamaged() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 200);
        }
        stored = 199;
        Path oldest = files().get(0);
        try (RandomAccessFile file = new RandomAccessFile(oldest.toFile(), "rw")) {
            file.seek(5000);
            file.write(1);
            file.write(2);
        }
        assertThat(replayed()).containsExactlyElementsOf(batches(200, 200));
    }

    @Test
    void withoutFsyncTheFirstGapIsTheEndAndNothingBehindItComesBackLater() throws Exception {
        try (Journal journal = Journal.open(directory, false, SEGMENT_BYTES, stored)) {
            journal.renew(stored);
            write(journal, 1, 60);
        }
        // The system had written everything but one block when the power went.
        Path second = files().get(1);
        try (RandomAccessFile file = new RandomAccessFile(second.toFile(), "rw")) {
            file.seek(JournalSegment.RECORDS_START + 3 * 512);
            file.write(new byte[512]);
        }
        List<byte[]> found = new ArrayList<>();
        try (Journal journal = Journal.open(directory, false, SEGMENT_BYTES, stored)) {
            journal.replay(stored, found::add);
            assertThat(found.size()).isBetween(1, 50);
            assertThat(found).containsExactlyElementsOf(batches(1, found.size()));
            journal.renew(stored);
            write(journal, found.size() + 1, found.size() + 2);
        }
        List<byte[]> again = new ArrayList<>();
        try (Journal journal = Journal.open(directory, false, SEGMENT_BYTES, stored)) {
            journal.replay(stored, again::add);
        }
        assertThat(again).containsExactlyElementsOf(batches(1, found.size() + 2));
    }

    @Tag("slow")
    @Test
    void aCutAnywhereIsRefusedUnlessNothingIsLost() throws Exception {
        damageAtEveryPlace((whole, at) -> Arrays.copyOf(whole, at));
    }

    @Tag("slow")
    @Test
    void zerosAnywhereAreRefusedUnlessNothingIsLost() throws Exception {
        damageAtEveryPlace((whole, at) -> {
            byte[] damaged = whole.clone();
            Arrays.fill(damaged, at, Math.min(at + 512, whole.length), (byte) 0);
            return damaged;
        });
    }

    @Tag("slow")
    @Test
    void anOldSectorAnywhereIsRefusedUnlessNothingIsLost() throws Exception {
        damageAtEveryPlace((whole, at) -> {
            byte[] damaged = whole.clone();
            int sector = at / 512 * 512;
            System.arraycopy(whole, 0, damaged, sector, Math.min(512, whole.length - sector));
            return damaged;
        });
    }

    @Tag("slow")
    @Test
    void aFlippedBitAnywhereIsRefusedUnlessNothingIsLost() throws Exception {
        damageAtEveryPlace((whole, at) -> {
            byte[] damaged = whole.clone();
            damaged[at + 3] ^= 16;
            return damaged;
        });
    }

    /** Without its mark the journal may end too early, and nobody can tell; but who salvages is told what a start is told. */
    @Test
    void withoutItsMarkToo() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 70);
        }
        Files.delete(directory.resolve("MARK"));
        List<byte[]> all = batches(1, 70);
        int refused = 0;
        for (Path file : files()) {
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length; at += 56) {
                byte[] zeroed = whole.clone();
                Arrays.fill(zeroed, at, Math.min(at + 512, whole.length), (byte) 0);
                byte[] flipped = whole.clone();
                flipped[at + 3] ^= 16;
                for (byte[] damaged : List.of(Arrays.copyOf(whole, at), zeroed, flipped)) {
                    Files.write(file, damaged);
                    refused += startAndSalvage(all, file.getFileName() + " at " + at) == null ? 1 : 0;
                }
            }
            Files.delete(file);
            refused += startAndSalvage(all, file.getFileName() + " is gone") == null ? 1 : 0;
            Files.write(file, whole);
        }
        assertThat(refused).isGreaterThan(300);
        for (Path file : files()) {
            Files.delete(file);
        }
        assertThat(startAndSalvage(all, "all files are gone")).isNull();
        Files.delete(directory);
        assertThat(startAndSalvage(all, "the journal is gone")).isNull();
    }

    /** Each moment's journal, with what RocksDB's files had at each later moment. */
    @Test
    void anOlderCopyOfTheJournalIsRefusedOnceTheSortedFilesAreBeyondIt() throws Exception {
        List<Copied> moments = new ArrayList<>();
        moments.add(copied(0));
        for (int last = 10; last <= 90; last += 10) {
            try (Journal journal = open()) {
                write(journal, last - 9, last);
                moments.add(copied(last));
                if (last % 30 != 10) {
                    stored = last - last % 20;
                    journal.tidy(stored);
                }
                if (stored == last) {
                    journal.finish(stored);
                    moments.add(copied(last));
                }
            }
        }
        for (Copied before : moments) {
            for (Copied later : moments) {
                stored = later.stored();
                if (later.last() >= before.last()) {
                    before.restore(directory);
                    String what = before + " when files have " + stored;
                    List<byte[]> found = startAndSalvage(batches((int) stored + 1, before.last()), what);
                    assertThat(found == null).as(what).isEqualTo(stored > before.last());
                }
            }
        }
    }

    private record Copied(int last, long stored, List<Path> paths, List<byte[]> contents) {
        void restore(Path directory) throws IOException {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            for (int i = 0; i < paths.size(); i++) {
                Files.write(paths.get(i), contents.get(i));
            }
        }

        @Override
        public String toString() {
            return "the journal that ends with " + last + " of a time when files had " + stored;
        }
    }

    private Copied copied(int last) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        List<Path> paths;
        try (Stream<Path> files = Files.list(directory)) {
            paths = files.toList();
        }
        for (Path path : paths) {
            contents.add(Files.readAllBytes(path));
        }
        return new Copied(last, stored, paths, contents);
    }

    /** Which the system had and the disk had not, when the power went; so RocksDB's files may be beyond it. */
    @Test
    void withoutFsyncTheSortedFilesMayBeBeyondTheJournal() throws Exception {
        try (Journal journal = Journal.open(directory, false, SEGMENT_BYTES, stored)) {
            journal.renew(stored);
            write(journal, 1, 60);
        }
        Path last = newest();
        byte[] bytes = Files.readAllBytes(last);
        Arrays.fill(bytes, (int) JournalSegment.RECORDS_START, bytes.length, (byte) 0);
        Files.write(last, bytes);
        stored = 60;
        assertThat(startAndSalvage(List.of(), "power cut")).isEmpty();
        try (Journal journal = open()) {
            write(journal, 61, 62);
        }
        assertThat(startAndSalvage(batches(61, 62), "fsync again")).hasSize(2);
    }

    /** Its file was deleted, but not for good, and a second power cut brings it back. */
    @Test
    void aSegmentBehindAGapThatWasTakenBackStaysSo() throws Exception {
        try (Journal journal = Journal.open(directory, false, SEGMENT_BYTES, stored)) {
            journal.renew(stored);
            write(journal, 1, 100);
        }
        byte[] behind = Files.readAllBytes(newest());
        List<Path> files = files();
        assertThat(files.size()).isGreaterThan(2);
        try (RandomAccessFile file = new RandomAccessFile(files.get(1).toFile(), "rw")) {
            file.seek(JournalSegment.RECORDS_START + 3 * 512);
            file.write(new byte[512]);
        }
        int last;
        try (Journal journal = open()) {
            last = (int) journal.next() + 4;
            write(journal, last - 4, last);
        }
        for (boolean marked : new boolean[] {true, false}) {
            Files.write(directory.resolve("9.journal"), behind);
            assertThat(startAndSalvage(batches(1, last), "marked: " + marked)).hasSize(last);
            try (Journal journal = open()) {
                last++;
                write(journal, last, last);
            }
            Files.delete(directory.resolve("MARK"));
        }
    }

    @Test
    void aDurableSegmentBehindAGapOfOneThatWasNotIsNotDropped() throws Exception {
        try (Journal journal = Journal.open(directory, false, SEGMENT_BYTES, stored)) {
            journal.renew(stored);
            write(journal, 1, 20);
        }
        Path unsynced = newest();
        try (Journal journal = open()) {
            write(journal, 21, 25);
        }
        Files.delete(directory.resolve("MARK"));
        try (RandomAccessFile file = new RandomAccessFile(unsynced.toFile(), "rw")) {
            file.seek(JournalSegment.RECORDS_START + 3 * 512);
            file.write(new byte[512]);
        }
        assertThat(startAndSalvage(batches(1, 25), "a gap before what was synced"))
                .isNull();
    }

    @Test
    void withTheNumberOfTheSortedFilesUnknownAllThatIsKnownToBeNewerIsSalvaged() throws Exception {
        try (Journal journal = open()) {
            for (int i = 1; i <= 200; i++) {
                write(journal, i, i);
                stored = i - 60;
            }
            journal.tidy(stored);
        }
        List<byte[]> salvaged = new ArrayList<>();
        assertThat(Journal.salvage(directory, OptionalLong.empty(), salvaged::add))
                .isPresent();
        assertThat(salvaged.size()).isGreaterThanOrEqualTo(60);
        assertThat(salvaged).containsExactlyElementsOf(batches(201 - salvaged.size(), 200));

        // Behind damage all is newer than what the files have; before it, nobody can tell.
        for (Path file : files()) {
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length; at += 200) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 16;
                Files.write(file, damaged);
                List<byte[]> rest = new ArrayList<>();
                String what = file.getFileName() + " at " + at;
                assertThat(Journal.salvage(directory, OptionalLong.empty(), rest::add))
                        .as(what)
                        .isPresent();
                int next = rest.isEmpty() ? 201 : numberOf(rest.get(0), 201 - rest.size());
                assertThat(rest).as(what).containsExactlyElementsOf(batches(next, next + rest.size() - 1));
            }
            Files.write(file, whole);
        }
    }

    /** Batches of one number modulo 700 are alike; the latest that can be meant. */
    private static int numberOf(byte[] batch, int atMost) {
        int number = atMost;
        while (!Arrays.equals(batch(number), batch)) {
            number--;
        }
        return number;
    }

    @Test
    void whatIsNoFileIsNamedAndChangesNothing() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 3);
        }
        for (String name : List.of("7.journal", "MARK")) {
            Path path = directory.resolve(name);
            Files.deleteIfExists(path);
            Files.createDirectory(path);
            assertNotAFile(path);
            Files.delete(path);
            Files.createSymbolicLink(path, temporary.resolve("nowhere"));
            assertNotAFile(path);
            Files.delete(path);
            assertThat(temporary.resolve("nowhere")).doesNotExist();
        }
    }

    private void assertNotAFile(Path path) {
        assertThatThrownBy(this::replayed)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CANNOT_OPEN))
                .hasMessageContaining(path.toString())
                .hasMessageContaining("Nothing was changed");
        assertThatThrownBy(() -> Journal.salvage(directory, OptionalLong.of(0), batch -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(path.toString());
    }

    private interface Damage {
        byte[] of(byte[] whole, int at);
    }

    /** After a crash, nothing of it stored, every place of every file. */
    private void damageAtEveryPlace(Damage damage) throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 70);
        }
        assertThat(files().size()).isGreaterThanOrEqualTo(2);
        List<byte[]> all = batches(1, 70);
        int refused = 0;
        for (Path file : files()) {
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length; at += 8) {
                byte[] damaged = damage.of(whole, at);
                if (!Arrays.equals(damaged, whole)) {
                    Files.write(file, damaged);
                    refused += assertSameOrRefused(all, file.getFileName() + " at " + at) ? 1 : 0;
                }
            }
            Files.write(file, whole);
        }
        assertThat(refused).isGreaterThan(1000);
        assertThat(replayed()).containsExactlyElementsOf(all);
    }

    @Test
    void aLostMarkIsNoDamage() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 70);
        }
        Path mark = directory.resolve("MARK");
        byte[] whole = Files.readAllBytes(mark);
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 4;
            Files.write(mark, damaged);
            assertThat(replayed()).containsExactlyElementsOf(batches(1, 70));
            Files.write(mark, Arrays.copyOf(whole, at));
            assertThat(replayed()).containsExactlyElementsOf(batches(1, 70));
        }
        Files.delete(mark);
        assertThat(replayed()).containsExactlyElementsOf(batches(1, 70));
    }

    @Test
    void noDamageMattersOnceEverythingIsStored() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 70);
            stored = 70;
            journal.finish(stored);
        }
        for (Path file : files()) {
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length; at += 512) {
                byte[] damaged = whole.clone();
                damaged[at + 17] ^= 4;
                Files.write(file, damaged);
                assertThat(replayed()).isEmpty();
                Files.write(file, Arrays.copyOf(whole, at));
                assertThat(replayed()).isEmpty();
            }
        }
        for (Path file : files()) {
            Files.delete(file);
        }
        try (Journal journal = open()) {
            write(journal, 71, 80);
        }
        assertThat(replayed()).containsExactlyElementsOf(batches(71, 80));
    }

    @Test
    void whatAnOlderBuildWroteAfterTheMarkIsNotOverlooked() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 5);
            stored = 5;
            journal.finish(stored);
        }
        byte[] mark = Files.readAllBytes(directory.resolve("MARK"));
        try (Journal journal = open()) {
            write(journal, 6, 9);
        }
        Files.write(directory.resolve("MARK"), mark);
        assertThat(replayed()).containsExactlyElementsOf(batches(6, 9));
    }

    @Test
    void damageBeforeWhatIsNeededIsPassedOver() throws Exception {
        try (Journal journal = open()) {
            write(journal, 1, 30);
        }
        Path file = newest();
        byte[] whole = Files.readAllBytes(file);
        for (stored = 0; stored <= 30; stored += 6) {
            List<byte[]> needed = batches((int) stored + 1, 30);
            int same = 0;
            for (int at = (int) JournalSegment.RECORDS_START; at < 13_000; at += 40) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 1;
                Files.write(file, damaged);
                same += assertSameOrRefused(needed, "stored " + stored + ", flipped " + at) ? 0 : 1;
            }
            assertThat(same).as("stored %d", stored).isGreaterThanOrEqualTo((int) stored);
        }
    }

    /** Answers whether it was refused. */
    private boolean assertSameOrRefused(List<byte[]> all, String what) throws IOException, RocksDBException {
        List<byte[]> found = startAndSalvage(all, what);
        if (found == null) {
            return true;
        }
        assertThat(found).as(what).hasSameSizeAs(all);
        assertThat(found).as(what).containsExactlyElementsOf(all);
        return false;
    }

    /**
     * What a start finds, or null if it refuses. Whoever salvages is told the same: nothing is lost, and here it is; or what
     * the start refused, and the batches up to there.
     */
    private List<byte[]> startAndSalvage(List<byte[]> all, String what) throws IOException, RocksDBException {
        List<byte[]> salvaged = new ArrayList<>();
        Optional<String> lost = Journal.salvage(directory, OptionalLong.of(stored), salvaged::add);
        assertThat(salvaged).as(what).containsExactlyElementsOf(all.subList(0, Math.min(all.size(), salvaged.size())));
        List<byte[]> found;
        try {
            found = replayed();
        } catch (StoreException e) {
            assertThat(e.kind()).isEqualTo(StoreException.Kind.CANNOT_OPEN);
            assertThat(lost).as("%s, refused: %s", what, e.getMessage()).isPresent();
            return null;
        }
        assertThat(lost).as(what).isEmpty();
        assertThat(salvaged).as(what).hasSameSizeAs(found);
        return found;
    }

    private void assertRefused() {
        assertThatThrownBy(this::replayed)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("write-ahead log")
                .hasMessageContaining(temporary.resolve("data").toString());
    }

    private Journal open() throws IOException {
        Journal journal = Journal.open(directory, true, SEGMENT_BYTES, stored);
        journal.renew(stored);
        return journal;
    }

    private List<byte[]> replayed() throws IOException, RocksDBException {
        return replayedAfter(stored);
    }

    private List<byte[]> replayedAfter(long number) throws IOException, RocksDBException {
        List<byte[]> found = new ArrayList<>();
        try (Journal journal = Journal.open(directory, true, SEGMENT_BYTES, stored)) {
            journal.replay(number, found::add);
        }
        return found;
    }

    private void write(Journal journal, int from, int to) throws IOException {
        for (int i = from; i <= to; i++) {
            assertThat(journal.next()).isEqualTo(i);
            append(journal, batch(i));
        }
    }

    private void append(Journal journal, byte[] batch) throws IOException {
        journal.append(batch, () -> stored);
        journal.accept();
    }

    /** The file that was written to last. */
    private Path newest() throws IOException {
        Path newest = null;
        long highest = -1;
        for (Path file : files()) {
            try (JournalSegment segment = JournalSegment.read(file, ByteBuffer.allocate(64), SEGMENT_BYTES)) {
                if (segment.number() > highest) {
                    highest = segment.number();
                    newest = file;
                }
            }
        }
        return newest;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".journal"))
                    .sorted()
                    .toList();
        }
    }

    private static List<byte[]> batches(int from, int to) {
        List<byte[]> batches = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            batches.add(batch(i));
        }
        return batches;
    }

    /** Of various lengths, and never zeros. */
    private static byte[] batch(int number) {
        byte[] batch = new byte[12 + number % 7 * 97];
        Arrays.fill(batch, (byte) (1 + number % 100));
        return batch;
    }
}
