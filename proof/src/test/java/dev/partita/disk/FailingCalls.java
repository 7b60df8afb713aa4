package dev.partita.disk;

import dev.partita.engine.SmallEngine;
import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import dev.partita.store.EntryCursor;
import dev.partita.store.RocksStore;
import dev.partita.store.Store;
import dev.partita.store.StoreException;
import dev.partita.store.TimedStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The disk refuses a call: a write, a sync, a file to be made, of each kind of file, once, a few times, or until somebody mends it.
 *
 * <p>The request that met it has an error, reads go on, and writes come back by themselves once the disk is well. Nothing acknowledged
 * is lost and nothing refused is seen; so it is for whoever opens what a kill or a power cut leaves at any time. After a sync that failed
 * the disk takes what it did not write for written, as real systems do.
 */
public final class FailingCalls extends Family {

    private static final String ACKNOWLEDGED = "/acknowledged";
    private static final int BATCHES_BEFORE = 40;
    private static final int TRIES = 160;
    private static final int BATCHES_AFTER = 20;
    private static final long LONGEST_CALL_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int EIO = 5;
    private static final int ENOSPC = 28;

    /** Which calls fail: those of files with this in their paths. */
    private record Target(String files, int calls) {}

    private static final List<Target> TARGETS = List.of(
            new Target(".journal", Control.SYNC),
            new Target(".journal", Control.WRITE),
            new Target(".journal", Control.CREATE),
            new Target("/MARK", Control.SYNC),
            new Target("/MARK", Control.WRITE),
            new Target(".sst", Control.SYNC),
            new Target(".sst", Control.WRITE),
            new Target(".sst", Control.CREATE),
            new Target(".sst", Control.ALLOCATE),
            new Target(".sst", Control.UNLINK),
            new Target("/MANIFEST", Control.SYNC),
            new Target("/MANIFEST", Control.WRITE),
            new Target("/MANIFEST", Control.CREATE),
            new Target("/CURRENT", Control.RENAME),
            new Target(".dbtmp", Control.SYNC),
            new Target(".dbtmp", Control.WRITE),
            new Target("/OPTIONS", Control.SYNC),
            new Target("/OPTIONS", Control.WRITE),
            new Target("/OPTIONS", Control.RENAME),
            new Target("/rocks$", Control.SYNC),
            new Target("/journal$", Control.SYNC),
            new Target("/rocks/", Control.WRITE + Control.SYNC + Control.CREATE + Control.RENAME),
            new Target("/data/", Control.WRITE + Control.SYNC + Control.CREATE + Control.RENAME));

    /** What is tried, made of the seed and the trial's number. */
    private record Plan(Target target, boolean atOpening, long skipped, long times, int error, boolean firstIsShort) {

        static Plan of(long seed, long trial) {
            SplittableRandom random = new SplittableRandom(seed + trial);
            Target target = TARGETS.get((int) (trial % TARGETS.size()));
            // What is written at an opening only has few calls.
            boolean atOpening =
                    List.of("/CURRENT", ".dbtmp", "/OPTIONS").contains(target.files()) || random.nextInt(4) == 0;
            long skipped = atOpening ? random.nextInt(2) : random.nextInt(1 << random.nextInt(1, 6));
            long times =
                    switch (random.nextInt(3)) {
                        case 0 -> 1;
                        case 1 -> random.nextInt(2, 6);
                        default -> Long.MAX_VALUE;
                    };
            boolean writes = (target.calls() & Control.WRITE) != 0;
            return new Plan(
                    target,
                    atOpening,
                    skipped,
                    times,
                    random.nextBoolean() ? EIO : ENOSPC,
                    writes && random.nextInt(3) == 0);
        }
    }

    public FailingCalls() {
        super("R5", "failing syncs and writes", "positions", 4 * TARGETS.size());
    }

    @Override
    public String lacks() {
        return TapedProcess.lacks();
    }

    /** Runs under the library. */
    static final class Sufferer {
        private final Control control;
        private final Plan plan;
        private final Path data;
        private final FileChannel acknowledged;
        private final SplittableRandom random;
        private final AtomicLong now = new AtomicLong();
        private final NavigableMap<String, byte[]> rows = new TreeMap<>();
        private final List<Long> refused = new ArrayList<>();
        private long next = 1;
        private long reads;
        private RocksStore store;

        private Sufferer(Control control, long seed, long trial, Path root) throws IOException {
            this.control = control;
            this.plan = Plan.of(seed, trial);
            this.random = new SplittableRandom(~seed + trial);
            this.data = root.resolve("data");
            this.acknowledged = FileChannel.open(
                    root.resolve(ACKNOWLEDGED.substring(1)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }

        public static void main(String[] arguments) throws IOException {
            Control control = Control.here();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                Path root = Path.of(words[2]);
                control.record(root, Path.of(words[3]));
                Sufferer sufferer = new Sufferer(control, Long.parseLong(words[0]), Long.parseLong(words[1]), root);
                String problem = "none";
                try {
                    sufferer.suffer();
                } catch (Wrong wrong) {
                    problem = wrong.getMessage();
                }
                // The rest of it looks as if the process had been killed here.
                control.stop();
                control.failNoMore();
                sufferer.close();
                TapedProcess.say(control.failed() + " " + sufferer.reads + " " + problem);
            }
        }

        private void suffer() throws IOException {
            store = TimedStore.open(data, SmallEngine.SMALL, now::get);
            for (int i = 0; i < BATCHES_BEFORE; i++) {
                requireWritten();
            }
            if (plan.atOpening()) {
                store.close();
                store = null;
                arm();
                openSomehow();
            } else {
                arm();
            }
            for (int i = 0; i < TRIES && refused.size() < 30; i++) {
                tryToWrite();
                read(3);
                now.addAndGet(TimeUnit.MILLISECONDS.toNanos(random.nextInt(300)));
                if (i % 20 == 19) {
                    store.tidy();
                }
            }
            control.failNoMore();
            comeBack();
            readAll();
            for (int i = 0; i < BATCHES_AFTER; i++) {
                requireWritten();
            }
            if (random.nextBoolean()) {
                store.close();
                store = null;
                open();
            }
            readAll();
        }

        private void arm() {
            control.fail(
                    plan.target().files(),
                    plan.target().calls(),
                    plan.skipped(),
                    plan.times(),
                    plan.error(),
                    plan.firstIsShort());
        }

        private void open() {
            store = TimedStore.open(data, SmallEngine.SMALL, now::get);
        }

        /** With the fault or, if that keeps it from being opened, without. */
        private void openSomehow() {
            for (int i = 0; store == null; i++) {
                if (i == 3) {
                    control.failNoMore();
                }
                try {
                    open();
                } catch (StoreException e) {
                    require(e.kind() == StoreException.Kind.CANNOT_OPEN, "the opening was refused with " + e);
                    require(i < 3, "the disk is well, and the directory is refused: " + e);
                }
            }
        }

        private void requireWritten() throws IOException {
            StoreException refusal = tryToWrite();
            require(refusal == null, "the disk is well, and a write was refused: " + refusal);
        }

        private StoreException tryToWrite() throws IOException {
            long number = next++;
            long started = System.nanoTime();
            try {
                store.apply(Batches.batch(number));
                Batches.apply(number, rows);
                acknowledged.write(ByteBuffer.wrap((number + "\n").getBytes(StandardCharsets.UTF_8)));
                return null;
            } catch (StoreException e) {
                require(
                        e.kind() == StoreException.Kind.READ_ONLY || e.kind() == StoreException.Kind.BUSY,
                        "a write was refused with " + e.kind() + ": " + e);
                refused.add(number);
                return e;
            } finally {
                require(System.nanoTime() - started < LONGEST_CALL_NANOS, "a write took more than 5 s");
            }
        }

        private void comeBack() throws IOException {
            for (int i = 0; ; i++) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(10));
                store.tidy();
                StoreException refusal = tryToWrite();
                if (refusal == null) {
                    return;
                }
                require(i < 20, "writes do not come back: " + refusal);
            }
        }

        private void read(int count) {
            for (int i = 0; i < count; i++) {
                String key = "shared%04d".formatted(random.nextInt(150));
                requireRow(key, rows.get(key));
            }
        }

        private void readAll() {
            rows.forEach(this::requireRow);
            for (long number : refused) {
                requireRow(Batches.own(number), null);
            }
        }

        private void requireRow(String key, byte[] expected) {
            reads++;
            byte[] found;
            try {
                found = store.get(Batches.bytes(key));
            } catch (StoreException e) {
                throw new Wrong("a read was refused: " + e);
            }
            require(Arrays.equals(found, expected), key + " is not as it was acknowledged");
        }

        private void close() throws IOException {
            acknowledged.close();
            if (store != null) {
                store.close();
            }
        }
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        Run run = new Run(seed);
        try (TapedProcess process = TapedProcess.start(run.directory, Sufferer.class)) {
            for (long trial = 0; run.violations.isEmpty() && budget.allowsMore(trial); trial++) {
                run.trial(process, trial);
            }
        }
        if (run.violations.isEmpty()) {
            Directories.remove(run.directory);
        }
        return new Figures(
                run.trials,
                run.checked,
                run.faults,
                run.violations,
                "in " + run.hit + " of them a call failed; what a kill or a power cut leaves was opened " + run.images
                        + " times");
    }

    private static final class Run {
        private final long seed;
        private final Path directory = Scratch.make("failing-calls");
        private final List<String> violations = new ArrayList<>();
        private long trials;
        private long checked;
        private long faults;
        private long hit;
        private long images;

        Run(long seed) throws IOException {
            this.seed = seed;
        }

        void trial(TapedProcess process, long trial) throws IOException {
            trials++;
            Path root = Files.createDirectory(directory.resolve("root"));
            Path tape = directory.resolve("tape");
            String[] answer = process.ask("%d %d %s %s".formatted(seed, trial, root, tape))
                    .split(" ", 3);
            faults += Long.parseLong(answer[0]);
            hit += answer[0].equals("0") ? 0 : 1;
            checked += Long.parseLong(answer[1]);
            if (!answer[2].equals("none")) {
                violate(trial, answer[2]);
                return;
            }
            List<Tape.Call> calls = Tape.read(tape).calls();
            SplittableRandom random = new SplittableRandom(seed + trial);
            NavigableSet<Integer> points = new TreeSet<>(List.of(calls.size()));
            int first = firstFailure(calls);
            for (int i = 0; i < 3; i++) {
                points.add(random.nextInt(first, calls.size() + 1));
            }
            TapedDisk disk = new TapedDisk();
            for (int count = 1; count <= calls.size() && violations.isEmpty(); count++) {
                disk.perform(calls.get(count - 1));
                if (points.contains(count)) {
                    Map<String, byte[]> left = disk.shown();
                    byte[] acknowledged = left.remove(ACKNOWLEDGED);
                    judge(left, acknowledged, trial, "killed after call " + count);
                    left = disk.cut(random);
                    left.remove(ACKNOWLEDGED);
                    judge(left, acknowledged, trial, "power cut after call " + count);
                }
            }
            if (violations.isEmpty()) {
                Directories.remove(root);
                Files.delete(tape);
            }
        }

        private static int firstFailure(List<Tape.Call> calls) {
            for (int i = 0; i < calls.size(); i++) {
                if ((calls.get(i).kind() == 's' || calls.get(i).kind() == 'd')
                        && calls.get(i).offset() != 0) {
                    return i;
                }
            }
            return calls.size() / 3;
        }

        private void judge(Map<String, byte[]> files, byte[] acknowledged, long trial, String when) throws IOException {
            if (!violations.isEmpty()) {
                return;
            }
            images++;
            Path image = Files.createDirectory(directory.resolve("image"));
            TapedDisk.write(files, image);
            NavigableSet<Long> numbers = new TreeSet<>();
            if (acknowledged != null) {
                new String(acknowledged, StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> numbers.add(Long.parseLong(line)));
            }
            String problem;
            try (Store store = RocksStore.open(image.resolve("data"), SmallEngine.SMALL)) {
                problem = difference(store, numbers);
            } catch (StoreException e) {
                problem = e.toString();
            }
            Directories.remove(image);
            if (problem != null) {
                TapedDisk.write(files, image);
                violate(trial, when + ": " + problem);
            }
        }

        /** Acknowledged batches are there, later ones may be, all others are not. */
        private String difference(Store store, NavigableSet<Long> acknowledged) {
            long last = acknowledged.isEmpty() ? 0 : acknowledged.last();
            NavigableMap<String, byte[]> expected = new TreeMap<>();
            acknowledged.forEach(number -> Batches.apply(number, expected));
            for (long number = last + 1; number < last + 40; number++) {
                if (store.get(Batches.bytes(Batches.own(number))) != null) {
                    Batches.apply(number, expected);
                }
            }
            try (EntryCursor cursor = store.cursor(new byte[] {1}, new byte[] {(byte) 0x7f}, false)) {
                for (Map.Entry<String, byte[]> row : expected.entrySet()) {
                    checked++;
                    if (!cursor.next()) {
                        return row.getKey() + " and what follows is missing; " + last + " was acknowledged";
                    }
                    String key = Batches.text(cursor.key());
                    if (!key.equals(row.getKey())) {
                        return "there is " + key + " where " + row.getKey() + " should be; " + last
                                + " was acknowledged";
                    }
                    if (!Arrays.equals(cursor.value(), row.getValue())) {
                        return key + " has another value; " + last + " was acknowledged";
                    }
                }
                return cursor.next() ? "there is " + Batches.text(cursor.key()) + " at the end" : null;
            }
        }

        private void violate(long trial, String what) {
            violations.add(
                    "trial %d: %s: %s. Files are kept in %s; repeat with -Dproof.family=R5 -Dseed=%d -Dproof.trials=%d"
                            .formatted(trial, Plan.of(seed, trial), what, directory, seed, trial + 1));
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Wrong(otherwise);
        }
    }

    /** A promise is broken. */
    private static final class Wrong extends RuntimeException {
        Wrong(String message) {
            super(message);
        }
    }
}
