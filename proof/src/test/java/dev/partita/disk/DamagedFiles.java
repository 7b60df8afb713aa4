package dev.partita.disk;

import dev.partita.engine.Engine;
import dev.partita.engine.SmallEngine;
import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import dev.partita.store.EntryCursor;
import dev.partita.store.RocksStore;
import dev.partita.store.Store;
import dev.partita.store.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One file of a data directory is not as it was left. Each read then answers what it answered before, or the directory or the read is
 * refused by name; a directory that is refused stays as it is, file by file.
 *
 * <p>What may be lost, and nothing else: after a power cut, by damage to the last sectors of the journal, writes that the mark does not
 * know of yet.
 */
public final class DamagedFiles extends Family {

    private static final int BATCHES = 330;
    /** After a power cut the mark may be so many batches old. */
    private static final int MARK_BEHIND = 6;

    private static final int SECTOR_BYTES = 512;

    /** How the batches' rows begin. Before, after and between them lie those of the engine. */
    private static final String BATCHES_ROWS = "bs";

    private enum State {
        CLOSED,
        KILLED,
        POWER_CUT
    }

    /** By a part of the path. */
    private enum Kind {
        JOURNAL(".journal"),
        MARK("/journal/MARK"),
        SORTED(".sst"),
        MANIFEST("/rocks/MANIFEST"),
        CURRENT("/rocks/CURRENT"),
        OPTIONS("/rocks/OPTIONS"),
        IDENTITY("/rocks/IDENTITY"),
        FORMAT("/FORMAT");

        private final String part;

        Kind(String part) {
            this.part = part;
        }
    }

    private enum Damage {
        FLIPPED,
        CUT,
        ZEROED,
        DUPLICATED,
        SWAPPED,
        DELETED
    }

    private enum Place {
        HEAD,
        ANYWHERE,
        TAIL
    }

    private static final int COMBINATIONS =
            State.values().length * Kind.values().length * Damage.values().length * Place.values().length;

    public DamagedFiles() {
        super("R4", "damaged files", "damages", 2 * COMBINATIONS);
    }

    /** A directory that is open. */
    private record Opened(Store store, Runnable end) implements AutoCloseable {

        static Opened asEngine(Path data) {
            Engine engine = SmallEngine.openQuietly(data);
            return new Opened(SmallEngine.store(engine), engine::close);
        }

        static Opened asStore(Path data) {
            RocksStore store = RocksStore.open(data, SmallEngine.SMALL);
            return new Opened(store, store::close);
        }

        @Override
        public void close() {
            end.run();
        }
    }

    /** Writes all the batches, and then waits to be killed. */
    static final class Victim {
        public static void main(String[] arguments) throws Exception {
            Path data = Path.of(arguments[0]);
            SmallEngine.makeTables(data);
            try (Store store = RocksStore.open(data, SmallEngine.SMALL)) {
                for (int number = 1; number <= BATCHES; number++) {
                    store.apply(Batches.batch(number));
                    if (number == BATCHES - MARK_BEHIND) {
                        Files.copy(data.resolve("journal").resolve("MARK"), Path.of(arguments[1]));
                    }
                }
                System.out.println("ready");
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        try (Silence silence = new Silence()) {
            return tryAll(budget, seed);
        }
    }

    private static Figures tryAll(Budget budget, long seed) throws Exception {
        Path directory = Scratch.make("damage");
        Run run = new Run(directory, seed);
        for (long trial = 0; run.violations.isEmpty() && budget.allowsMore(trial); trial++) {
            run.damage(trial);
        }
        if (run.violations.isEmpty()) {
            Directories.remove(directory);
        }
        return new Figures(
                run.trials,
                run.checked,
                run.trials,
                run.violations,
                run.same + " gave the same answers, " + run.refused + " were refused and "
                        + run.refusedByEngine + " by the engine only, in " + run.partly
                        + " some reads were, in " + run.shorter + " the end of the journal was lost after a power cut");
    }

    private static final class Run {
        private final Path directory;
        private final long seed;
        private final Map<State, Map<String, byte[]>> left = new TreeMap<>();
        private final List<NavigableMap<String, byte[]>> rows = new ArrayList<>();
        private final List<String> violations = new ArrayList<>();
        private long trials;
        private long checked;
        private long same;
        private long refused;
        private long refusedByEngine;
        private long partly;
        private long shorter;

        Run(Path directory, long seed) throws IOException, InterruptedException {
            this.directory = directory;
            this.seed = seed;
            for (int number = BATCHES - MARK_BEHIND; number <= BATCHES; number++) {
                rows.add(Batches.rows(number));
            }
            Path victim = directory.resolve("victim");
            Path mark = directory.resolve("mark");
            kill(victim, mark);
            left.put(State.KILLED, Scratch.read(victim));
            Map<String, byte[]> cut = Scratch.read(victim);
            cut.put("/journal/MARK", Files.readAllBytes(mark));
            left.put(State.POWER_CUT, cut);
            SmallEngine.openQuietly(victim).close();
            left.put(State.CLOSED, Scratch.read(victim));
        }

        private static void kill(Path data, Path mark) throws IOException, InterruptedException {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            Victim.class.getName(),
                            data.toString(),
                            mark.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader out = process.inputReader()) {
                if (!"ready".equals(out.readLine())) {
                    throw new IllegalStateException("the victim did not come to its end");
                }
            } finally {
                process.destroyForcibly();
                process.waitFor();
            }
        }

        void damage(long trial) throws IOException {
            trials++;
            SplittableRandom random = new SplittableRandom(seed + trial);
            int combination = (int) (trial % COMBINATIONS);
            State state = State.values()[combination % State.values().length];
            combination /= State.values().length;
            Kind kind = Kind.values()[combination % Kind.values().length];
            combination /= Kind.values().length;
            Damage damage = Damage.values()[combination % Damage.values().length];
            Place place = Place.values()[combination / Damage.values().length];

            Map<String, byte[]> files = new TreeMap<>(left.get(state));
            List<String> ofKind = files.keySet().stream()
                    .filter(path -> path.contains(kind.part) && left.get(state).get(path).length > 0)
                    .toList();
            String path = ofKind.get(random.nextInt(ofKind.size()));
            byte[] whole = files.get(path);
            if (damage == Damage.DELETED) {
                files.remove(path);
            } else {
                files.put(path, damaged(whole, damage, place, random));
            }
            String what = "%s, %s %s at %s".formatted(state, path, damage, place);
            Path data = Files.createDirectory(directory.resolve("data"));
            TapedDisk.write(files, data);
            int oldest = state == State.POWER_CUT && kind == Kind.JOURNAL ? 0 : rows.size() - 1;
            try {
                judge(data, oldest);
            } catch (Wrong wrong) {
                TapedDisk.write(files, Files.createDirectory(directory.resolve("as-damaged")));
                violations.add(
                        "trial %d: %s: %s. Files are kept in %s; repeat with -Dproof.family=R4 -Dseed=%d -Dproof.trials=%d"
                                .formatted(trial, what, wrong.getMessage(), directory, seed, trial + 1));
                return;
            }
            Directories.remove(data);
        }

        /**
         * An engine refuses more than a store, for it cannot do without its own rows; what it refuses, the store is asked for.
         *
         * @param oldest which of the {@link #rows} is the shortest that may be found
         */
        private void judge(Path data, int oldest) throws IOException {
            if (opens(data, oldest, Opened::asEngine)) {
                return;
            }
            if (opens(data, oldest, Opened::asStore)) {
                refusedByEngine++;
            } else {
                refused++;
            }
        }

        /** False if it is refused, by name and as it was. */
        private boolean opens(Path data, int oldest, Function<Path, Opened> how) throws IOException {
            Map<String, byte[]> before = Scratch.read(data);
            int found;
            boolean whole;
            try (Opened opened = how.apply(data)) {
                Store store = opened.store();
                found = length(store, oldest);
                whole = compare(store, new TreeMap<>(rows.get(found)));
                goOn(store, found);
            } catch (StoreException refusal) {
                requireNamed(refusal, data, before);
                return false;
            }
            // What was read and written is there the next time, too.
            NavigableMap<String, byte[]> after = new TreeMap<>(rows.get(found));
            Batches.apply(BATCHES + 1, after);
            try (Opened opened = how.apply(data)) {
                boolean wholeAgain = compare(opened.store(), after);
                if (whole && !wholeAgain) {
                    throw new Wrong("what could be read the first time could not the second time");
                }
            }
            if (!whole) {
                partly++;
            } else if (found < rows.size() - 1) {
                shorter++;
            } else {
                same++;
            }
            return true;
        }

        /** Which of the {@link #rows} the store has, by the batches' own rows. */
        private int length(Store store, int oldest) {
            int found = rows.size() - 1;
            while (found > oldest && isMissing(store, BATCHES - (rows.size() - 1 - found))) {
                found--;
            }
            return found;
        }

        private static boolean isMissing(Store store, int number) {
            try {
                return store.get(Batches.bytes(Batches.own(number))) == null;
            } catch (StoreException e) {
                return false;
            }
        }

        private static void goOn(Store store, int found) {
            try {
                store.apply(Batches.batch(BATCHES + 1));
            } catch (StoreException e) {
                throw new Wrong("after it was opened, a write failed: " + e);
            }
        }

        /** Answers whether all of it could be read. */
        private boolean compare(Store store, NavigableMap<String, byte[]> expected) {
            boolean whole = true;
            for (Map.Entry<String, byte[]> row : expected.entrySet()) {
                checked++;
                try {
                    byte[] found = store.get(Batches.bytes(row.getKey()));
                    if (!Arrays.equals(found, row.getValue())) {
                        throw new Wrong(row.getKey() + (found == null ? " is gone" : " has another value"));
                    }
                } catch (StoreException e) {
                    requireDamageNamed(e);
                    whole = false;
                }
            }
            for (int number = BATCHES + 2; number < BATCHES + 12; number++) {
                if (!isMissing(store, number) && whole) {
                    throw new Wrong("there is a row that nobody wrote");
                }
            }
            return whole & walk(store, expected, false) & walk(store, expected.descendingMap(), true);
        }

        private boolean walk(Store store, NavigableMap<String, byte[]> expected, boolean backwards) {
            try (EntryCursor cursor = store.cursor(new byte[] {1}, new byte[] {(byte) 0x7f}, backwards)) {
                for (Map.Entry<String, byte[]> row : expected.entrySet()) {
                    checked++;
                    if (!next(cursor)) {
                        throw new Wrong("a walk ends before " + row.getKey());
                    }
                    if (!Batches.text(cursor.key()).equals(row.getKey())
                            || !Arrays.equals(cursor.value(), row.getValue())) {
                        throw new Wrong("a walk meets " + Batches.text(cursor.key()) + " instead of " + row.getKey());
                    }
                }
                if (next(cursor)) {
                    throw new Wrong("a walk meets " + Batches.text(cursor.key()) + " after the end");
                }
                return true;
            } catch (StoreException e) {
                requireDamageNamed(e);
                return false;
            }
        }

        private static boolean next(EntryCursor cursor) {
            boolean found = cursor.next();
            while (found && BATCHES_ROWS.indexOf(cursor.key()[0]) < 0) {
                found = cursor.next();
            }
            return found;
        }

        private static void requireDamageNamed(StoreException e) {
            if (e.kind() != StoreException.Kind.DAMAGED || !e.getMessage().contains(".sst")) {
                throw new Wrong("a read was refused without the name of a file: " + e);
            }
        }

        private static void requireNamed(StoreException refusal, Path data, Map<String, byte[]> before)
                throws IOException {
            String text = refusal.getMessage();
            Map<String, byte[]> after = Scratch.read(data);
            after.keySet().removeIf(path -> path.startsWith("/LOCK"));
            before.keySet().removeIf(path -> path.startsWith("/LOCK"));
            if (!after.keySet().equals(before.keySet())) {
                throw new Wrong(
                        "refused (" + text + "), but there were " + before.keySet() + " and are " + after.keySet());
            }
            after.forEach((path, bytes) -> {
                if (!Arrays.equals(bytes, before.get(path))) {
                    throw new Wrong("refused (" + text + "), but " + path + " was changed");
                }
            });
            if (refusal.kind() != StoreException.Kind.CANNOT_OPEN
                    || !text.contains(data.toString())
                    || !text.matches("(?s).*(Restore|Open it with).*")) {
                throw new Wrong("the refusal does not say what to do: " + text);
            }
        }

        private static byte[] damaged(byte[] whole, Damage damage, Place place, SplittableRandom random) {
            byte[] bytes = whole.clone();
            int length = bytes.length;
            int edge = Math.min(length, 64);
            int at =
                    switch (place) {
                        case HEAD -> random.nextInt(edge);
                        case ANYWHERE -> random.nextInt(length);
                        case TAIL -> length - 1 - random.nextInt(edge);
                    };
            // A small file has parts, too.
            int unit = Math.min(SECTOR_BYTES, Math.max(1, length / 4));
            int units = length / unit;
            int sector = Math.min(units - 1, at / unit) * unit;
            int other = random.nextInt(units) * unit;
            switch (damage) {
                case FLIPPED -> bytes[at] ^= (byte) random.nextInt(1, 256);
                case CUT -> bytes = Arrays.copyOf(bytes, at);
                case ZEROED -> Arrays.fill(bytes, sector, random.nextBoolean() ? sector + unit : length, (byte) 0);
                case DUPLICATED -> {
                    if (random.nextBoolean()) {
                        System.arraycopy(whole, sector, bytes, other, unit);
                    } else {
                        bytes = Arrays.copyOf(bytes, length + unit);
                        System.arraycopy(whole, sector, bytes, sector + unit, length - sector);
                    }
                }
                case SWAPPED -> {
                    System.arraycopy(whole, sector, bytes, other, unit);
                    System.arraycopy(whole, other, bytes, sector, unit);
                }
                case DELETED -> throw new IllegalStateException("a deleted file has no bytes");
            }
            return bytes;
        }
    }

    /** A promise is broken. */
    private static final class Wrong extends RuntimeException {
        Wrong(String message) {
            super(message);
        }
    }
}
