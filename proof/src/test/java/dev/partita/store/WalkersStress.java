package dev.partita.store;

import dev.partita.proof.Directories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads walk a store on disk and take snapshots of it while others write, tidy up, and at last close it under them: each walk sees one
 * moment, whole and in order, or is told that the store was closed. What is native cannot be tried step by step, so chance decides; and a process
 * of its own, because a mistake ends it.
 */
public final class WalkersStress {

    private static final int KEYS = 200;
    private static final int READERS = 4;
    private static final int WRITES = 300;
    private static final byte[] FROM = {0};
    private static final byte[] TO = {1};

    private final SplittableRandom random;
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicLong walks = new AtomicLong();
    private volatile boolean closed;
    private volatile boolean written;

    private WalkersStress(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Arguments: a directory to work in, a seed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Path.of(arguments[0]);
        WalkersStress stress = new WalkersStress(Long.parseLong(arguments[1]));
        stress.run(directory.resolve("store"));
        Directories.remove(directory);
        stress.wrong.forEach(System.out::println);
        System.out.println(stress.walks + " walks");
        System.exit(stress.wrong.isEmpty() ? 0 : 1);
    }

    private void run(Path directory) throws InterruptedException {
        Store store = RocksStore.open(directory, RocksStore.Options.DEFAULT.withFsync(false));
        store.apply(generation(0));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            SplittableRandom own = random.split();
            threads.add(new Thread(() -> read(store, own)));
        }
        threads.add(new Thread(() -> {
            while (!written) {
                store.tidy();
                Thread.yield();
            }
        }));
        threads.forEach(Thread::start);
        for (int i = 1; i <= WRITES; i++) {
            store.apply(generation(i));
        }
        written = true;
        threads.get(READERS).join();
        closed = true;
        store.close();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void read(Store store, SplittableRandom own) {
        while (wrong.isEmpty()) {
            try {
                if (own.nextInt(4) == 0) {
                    try (Snapshot snapshot = store.snapshot()) {
                        int first = walk(snapshot, own);
                        int second = walk(snapshot, own);
                        if (first >= 0 && second >= 0 && first != second) {
                            wrong.add("one snapshot shows generations " + first + " and " + second);
                        }
                    }
                } else {
                    walk(store, own);
                }
                walks.incrementAndGet();
            } catch (StoreException | IllegalStateException e) {
                if (!closed) {
                    wrong.add("a walk was refused: " + e);
                }
                return;
            } catch (RuntimeException e) {
                wrong.add("a walk failed: " + e);
            }
        }
    }

    /** The generation that was seen, or -1 if the walk was left early. */
    private int walk(StoreView reader, SplittableRandom own) {
        boolean backwards = own.nextBoolean();
        int most = own.nextInt(3) == 0 ? own.nextInt(KEYS) : Integer.MAX_VALUE;
        int generation = -1;
        int seen = 0;
        try (EntryCursor cursor = reader.cursor(FROM, TO, backwards)) {
            while (cursor.next()) {
                if (seen == most) {
                    return -1;
                }
                int number = ByteBuffer.wrap(cursor.key()).getInt(1);
                int of = ByteBuffer.wrap(cursor.value()).getInt();
                if (number != (backwards ? KEYS - 1 - seen : seen)) {
                    wrong.add("key " + number + " came as number " + seen);
                }
                if (generation >= 0 && of != generation) {
                    wrong.add("one walk shows generations " + generation + " and " + of);
                }
                generation = of;
                seen++;
            }
        }
        if (seen != KEYS) {
            wrong.add("a walk saw " + seen + " of " + KEYS);
        }
        return generation;
    }

    private static StoreBatch generation(int generation) {
        StoreBatch batch = new StoreBatch();
        for (int i = 0; i < KEYS; i++) {
            batch.put(
                    ByteBuffer.allocate(5).put((byte) 0).putInt(i).array(),
                    ByteBuffer.allocate(64).putInt(generation).array());
        }
        return batch;
    }
}
