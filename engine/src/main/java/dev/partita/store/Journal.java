package dev.partita.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/**
 * What makes a batch durable before RocksDB shows it: numbered records in a few files that are written again and again in
 * the same places. RocksDB keeps what is in its memory there only until it has written a sorted file; with each batch it
 * stores the batch's number, so its files tell from where on the journal is needed after a crash.
 *
 * <p>A record is written once the one before it is durable and accepted. So the first one that is not whole ends the
 * journal, if nothing comes after it, and is damage otherwise. Without fsync the system may have kept later records and
 * lost earlier ones; then the first gap is the end.
 *
 * <p>A segment that is followed by another says so in its last record, so that a missing file is noticed. After a failed
 * sync nothing is written to that file any more; the next segment begins with the number that failed, which takes the
 * failed record back.
 *
 * <p>What the end of the last segment cannot tell, whether more came after it, the {@link JournalMark} does, and RocksDB's
 * files, which never have more than a sound journal. Damage to records that RocksDB's files have does not matter.
 *
 * <p>One thread at a time.
 */
final class Journal implements AutoCloseable {

    /** Takes the batches of the journal, in their order. */
    interface Replay {
        void apply(byte[] batch) throws RocksDBException;
    }

    private static final String SUFFIX = ".journal";
    private static final int KEPT_FILES = 2;
    private static final int BUFFER_BYTES = 256 << 10;

    private final Path directory;
    private final boolean durable;
    private final long segmentBytes;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final SplittableRandom random = new SplittableRandom();

    /** Oldest first; the last one is written to. */
    private final List<JournalSegment> segments = new ArrayList<>();

    private final Deque<Path> free = new ArrayDeque<>();
    /** Files a sync of which has failed; nobody knows what the disk holds of them. */
    private final List<Path> spoiled = new ArrayList<>();

    private final JournalMark mark;
    /** Whether the directory has the names of all files for good. A process that died may have left one that it has not. */
    private boolean named;

    /** Whether what was found is on the disk. */
    private boolean settled;

    private long number;
    private long next;
    /** Whether the last segment must not be written to any more. */
    private boolean ended;

    /** What was written and not yet accepted. */
    private byte[] written;

    private Journal(Path directory, boolean durable, long segmentBytes) throws IOException {
        this.directory = directory;
        this.durable = durable;
        this.segmentBytes = segmentBytes;
        this.mark = new JournalMark(directory);
    }

    /** Makes an empty journal, unless there is one. */
    static void create(Path directory, boolean durable) throws IOException {
        DataDirectory.createPrivate(directory);
        try (Journal journal = new Journal(directory, durable, 0)) {
            journal.segments.addAll(journal.readSegments());
            if (journal.segments.isEmpty()) {
                journal.next = 1;
                journal.begin(0);
            } else {
                // Once there is a database, a journal that is gone is taken for a loss.
                journal.settle(0);
            }
        }
    }

    /**
     * Opens the journal that a process left, whole or not. Changes nothing until {@link #renew}.
     *
     * @param stored the number of the last batch that RocksDB's files have
     * @throws StoreException of kind CANNOT_OPEN if acknowledged batches are missing
     */
    static Journal open(Path directory, boolean durable, long segmentBytes, long stored) throws IOException {
        Journal journal = new Journal(directory, durable, segmentBytes);
        List<JournalSegment> found = journal.readSegments();
        try {
            Optional<String> problem = journal.recover(found, stored);
            if (problem.isPresent()) {
                throw RocksFailure.lostWrites(directory.getParent(), problem.get());
            }
            return journal;
        } catch (IOException | RuntimeException e) {
            found.forEach(Journal::closeFile);
            closeFile(journal.mark);
            throw e;
        }
    }

    /**
     * Hands out what can be read after {@code stored}, in order, up to the first batch that cannot, and changes nothing.
     *
     * @param stored the number of the last batch that RocksDB's files have, if it is known. If not, all that is whole up to the
     *     journal's end is handed out: it is newer than what the files have, or the same
     * @return what is missing, in words, if {@link #open} would refuse this journal, or nobody can tell
     */
    static Optional<String> salvage(Path directory, OptionalLong stored, Replay replay)
            throws IOException, RocksDBException {
        try (Journal journal = new Journal(directory, true, 0)) {
            List<JournalSegment> found = journal.readSegments();
            try {
                long before = stored.isPresent() ? stored.getAsLong() : journal.beforeWhatIsWhole(found);
                Optional<String> problem = journal.recover(found, before);
                journal.replay(before, replay);
                if (problem.isEmpty() && stored.isEmpty()) {
                    problem = Optional.of("may begin too late (it was read from write " + (before + 1)
                            + " on, and how far RocksDB's files reach cannot be read)");
                }
                return problem.map(what -> "The journal can be read up to write " + (journal.next - 1) + ". It " + what
                        + ", so acknowledged writes may be lost; what they changed or deleted is as it was before.");
            } finally {
                found.forEach(Journal::closeFile);
            }
        }
    }

    /** The number before the first of those batches behind which all are whole. */
    private long beforeWhatIsWhole(List<JournalSegment> found) throws IOException {
        long first = mark.reached().last() + 1;
        long reached = -1;
        for (JournalSegment segment : found) {
            segment.passOverDamage(Long.MAX_VALUE);
            boolean goesOn = segment.readableFrom() == segment.first() && segment.first() <= reached;
            first = goesOn ? first : segment.readableFrom();
            reached = segment.next();
        }
        return first - 1;
    }

    /** The number that the next batch will have. */
    long next() {
        return next;
    }

    /** Hands out all accepted batches after {@code stored}. */
    void replay(long stored, Replay replay) throws IOException, RocksDBException {
        if (!segments.isEmpty() && segments.get(0).first() > stored + 1) {
            throw RocksFailure.lostWrites(directory.getParent(), missingBefore(segments.get(0)));
        }
        for (int i = 0; i < segments.size(); i++) {
            if (endOf(i) > stored + 1) {
                segments.get(i).replay(stored + 1, endOf(i), replay);
            }
        }
    }

    /** Whether a batch goes into the file that is there; otherwise {@link #append} makes another. */
    boolean hasRoomFor(byte[] batch) {
        return !ended && current().hasRoomFor(batch);
    }

    /**
     * Makes a batch durable as number {@link #next}. Until it is accepted another may take its place.
     *
     * @param stored asked for the number of the last batch that RocksDB's files have, when a new file is needed
     */
    void append(byte[] batch, LongSupplier stored) throws IOException {
        written = null;
        try {
            ended |= !current().hasRoomFor(batch);
            if (ended) {
                renew(stored.getAsLong());
            }
            current().write(batch);
            noteLength();
            written = batch;
        } catch (IOException | RuntimeException e) {
            spoil();
            throw e;
        }
    }

    /** The batch last appended is in RocksDB's memory. */
    void accept() {
        current().advance(written);
        written = null;
        if (durable) {
            mark.advance(next);
        }
        next++;
    }

    /** Takes back what was appended and not accepted, so that not even a crash brings it back. */
    void takeBack(long stored) throws IOException {
        spoil();
        renew(stored);
    }

    /** Goes on in another file, if the last one must not be written to any more. */
    void renew(long stored) throws IOException {
        if (!settled) {
            settle(stored);
        }
        if (ended) {
            begin(stored);
            ended = false;
        }
    }

    /**
     * What a process that was killed had not synced yet is with the system only. From now on readers see it, so it has to
     * stay; and whatever is acknowledged as durable from now on stands on all that is needed of the journal.
     */
    private void settle(long stored) throws IOException {
        for (int i = 0; i < segments.size(); i++) {
            JournalSegment segment = segments.get(i);
            if (segment.durable() && segment == current()) {
                segment.settleEnd();
            } else if (!segment.durable() && durable && endOf(i) > stored + 1) {
                segment.settleAll();
            }
        }
        name();
        settled = true;
    }

    /** Leaves few files behind, once RocksDB's have everything up to {@code stored}. */
    void tidy(long stored) {
        release(stored);
        while (segments.size() + free.size() > KEPT_FILES && !free.isEmpty()) {
            delete(free.removeLast());
        }
    }

    /** Says that RocksDB's files have everything up to {@code stored}, if they do, so that nobody needs this journal. */
    void finish(long stored) {
        try {
            if (stored == next - 1 && !segments.isEmpty()) {
                mark.sync(stored, current().number(), current().length(), true);
            }
        } catch (IOException e) {
            // Then the next one to open it reads all of it.
        }
    }

    @Override
    public void close() {
        segments.forEach(Journal::closeFile);
        segments.clear();
        closeFile(mark);
    }

    private void spoil() {
        written = null;
        ended = true;
        if (!segments.isEmpty()) {
            spoiled.add(current().path());
        }
    }

    /** Before a record in a new segment, or in a part that was just added to one, is accepted. */
    private void noteLength() throws IOException {
        JournalMark.Reached reached = mark.reached();
        JournalSegment segment = current();
        boolean noted = mark.isOpen()
                && reached.segment() == segment.number()
                && reached.length() == segment.length()
                && !reached.closed();
        if (!noted) {
            mark.sync(durable ? next - 1 : reached.last(), segment.number(), segment.length(), false);
        }
    }

    /**
     * Finds what of the segments can be used, and where it ends. This is the one judgement of what a journal has lost, for those who
     * start with it and for those who salvage.
     *
     * @return what is wrong, in words, if acknowledged batches are missing
     */
    private Optional<String> recover(List<JournalSegment> found, long stored) throws IOException {
        next = stored + 1;
        for (JournalSegment segment : found) {
            segment.passOverDamage(next);
        }
        if (isNeedless(found, stored)) {
            startAfresh(found);
            return Optional.empty();
        }
        if (found.isEmpty()) {
            return Optional.of(missing(directory.toString()));
        }
        if (found.get(0).first() > next) {
            return Optional.of(missingBefore(found.get(0)));
        }
        long end = found.get(0).first();
        for (JournalSegment segment : found) {
            if (segment.first() > Math.max(end, next)) {
                break;
            }
            segments.add(segment);
            end = segment.next();
        }
        next = Math.max(next, end);
        JournalSegment last = current();
        List<JournalSegment> lost = found.subList(segments.size(), found.size());
        boolean whole = lost.isEmpty() && last.follower() < 0 && !last.hasRecordBehindEnd();
        ended = !whole || last.durable() != durable || last.next() != next;
        if (!whole && (last.durable() || lost.stream().anyMatch(Journal::wasRelied))) {
            return Optional.of(last.follower() < 0 ? damaged(last) : missingAfter(last));
        }
        Optional<String> problem = shortOfWhatWasReached(last, stored, lost.isEmpty());
        if (problem.isEmpty()) {
            for (JournalSegment segment : lost) {
                spoiled.add(segment.path());
                closeFile(segment);
            }
        }
        return problem;
    }

    /** Before a batch was acknowledged as durable, all that comes before it was. */
    private static boolean wasRelied(JournalSegment segment) {
        return segment.durable() && segment.next() > segment.first();
    }

    /** The end of the last segment looks like an end; was it one? */
    private Optional<String> shortOfWhatWasReached(JournalSegment last, long stored, boolean isLastFound) {
        JournalMark.Reached reached = mark.reached();
        // The head of a segment is synced in any case.
        if ((last.durable() || isLastFound) && last.number() < reached.segment()) {
            return Optional.of(missingAfter(last));
        }
        if (last.durable() && last.number() == reached.segment() && last.length() < reached.length()) {
            return Optional.of("is damaged (" + last.path() + " has " + last.length() + " bytes and had "
                    + reached.length() + ")");
        }
        if (next <= reached.last()) {
            return Optional.of("is damaged (" + last.path() + " ends with write " + (next - 1) + ", and write "
                    + reached.last() + " was acknowledged)");
        }
        // A batch is durable here before RocksDB gets it. The mark knows better where the records of stored ones are
        // damaged.
        if (last.durable() && last.next() <= stored && reached.last() < stored) {
            return Optional.of("is older than the rest (" + last.path() + " ends with write " + (last.next() - 1)
                    + ", and write " + stored + " is in " + directory.resolveSibling("rocks") + ")");
        }
        return Optional.empty();
    }

    /** Whether RocksDB's files have all that was ever in the journal, so that no damage to it matters. */
    private boolean isNeedless(List<JournalSegment> found, long stored) {
        JournalMark.Reached reached = mark.reached();
        return reached.closed()
                // Files that have more are not those of this mark: it is too old, or an older build, which knows none,
                // went on.
                && reached.last() == stored
                && found.stream()
                        .allMatch(segment -> segment.next() <= stored + 1 && segment.number() <= reached.segment());
    }

    private void startAfresh(List<JournalSegment> found) {
        for (JournalSegment segment : found) {
            closeFile(segment);
            free.add(segment.path());
        }
        number = Math.max(number, mark.reached().segment());
        ended = true;
    }

    /** The segments in the directory by their numbers; a file that does not begin like one is free. */
    private List<JournalSegment> readSegments() throws IOException {
        List<JournalSegment> found = new ArrayList<>();
        try {
            if (!Files.isDirectory(directory)) {
                return found;
            }
            for (Path file : listFiles()) {
                requireFile(file);
                JournalSegment segment = JournalSegment.read(file, buffer, segmentBytes);
                if (segment == null) {
                    free.add(file);
                } else {
                    found.add(segment);
                    number = Math.max(number, segment.number());
                }
            }
            found.sort(Comparator.comparingLong(JournalSegment::number));
            leaveOutTakenBack(found);
            return found;
        } catch (AccessDeniedException e) {
            found.forEach(Journal::closeFile);
            throw RocksFailure.notPermitted(directory.getParent(), e);
        } catch (IOException | RuntimeException e) {
            found.forEach(Journal::closeFile);
            throw e;
        }
    }

    /** Those of before a power cut that came after a gap: a later one begins before them. Their files may not be gone for good. */
    private void leaveOutTakenBack(List<JournalSegment> found) {
        long first = Long.MAX_VALUE;
        for (int i = found.size() - 1; i >= 0; i--) {
            JournalSegment segment = found.get(i);
            if (segment.first() > first && !segment.durable()) {
                closeFile(found.remove(i));
                spoiled.add(segment.path());
            }
            first = Math.min(first, segment.first());
        }
    }

    private List<Path> listFiles() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    /** What is there under the name of one of our files, and is none, was made by somebody else. */
    static void requireFile(Path path) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path)) {
            throw RocksFailure.notAFile(path.getParent().getParent(), path);
        }
    }

    /** Goes on in a new segment: in a file that is free, or in a new one. */
    private void begin(long stored) throws IOException {
        release(stored);
        Path file = free.isEmpty() ? newFile() : free.removeFirst();
        named &= Files.exists(file);
        JournalSegment segment = null;
        try {
            // A number is used once, even if its header was only half written.
            number++;
            segment = JournalSegment.begin(file, buffer, segmentBytes, durable, number, random.nextLong(), next);
            name();
        } catch (IOException | RuntimeException e) {
            if (segment != null) {
                closeFile(segment);
            }
            spoiled.add(file);
            throw e;
        }
        JournalSegment before = segments.isEmpty() ? null : current();
        segments.add(segment);
        if (before != null && !spoiled.contains(before.path())) {
            try {
                before.end(number);
            } catch (IOException | RuntimeException e) {
                spoiled.add(before.path());
                throw e;
            }
        }
    }

    /** Before a record relies on a file: or a power cut could take the file away with all that was synced in it. */
    private void name() throws IOException {
        if (!named) {
            DataDirectory.sync(directory);
            named = true;
        }
    }

    /** Frees the files that are no longer needed. */
    private void release(long stored) {
        while (segments.size() > 1 && endOf(0) <= stored + 1) {
            JournalSegment done = segments.remove(0);
            closeFile(done);
            if (!spoiled.contains(done.path())) {
                free.add(done.path());
            }
        }
        spoiled.removeIf(
                file -> segments.stream().noneMatch(segment -> segment.path().equals(file)) && delete(file));
    }

    private Path newFile() {
        int name = 1;
        while (Files.exists(directory.resolve(name + SUFFIX))) {
            name++;
        }
        return directory.resolve(name + SUFFIX);
    }

    /** The number after the last accepted record of a segment: what it has from there on was taken back. */
    private long endOf(int index) {
        return index + 1 < segments.size() ? segments.get(index + 1).first() : next;
    }

    private JournalSegment current() {
        return segments.get(segments.size() - 1);
    }

    private static void closeFile(Closeable file) {
        try {
            file.close();
        } catch (IOException e) {
            // What was accepted is synced.
        }
    }

    private static boolean delete(Path file) {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String missing(String what) {
        return "is missing (" + what + ")";
    }

    private static String missingBefore(JournalSegment segment) {
        return missing("what comes before " + segment.path());
    }

    private static String missingAfter(JournalSegment segment) {
        return missing("what comes after " + segment.path());
    }

    private static String damaged(JournalSegment segment) {
        return "is damaged (" + segment.path() + " at byte " + segment.position() + ")";
    }
}
