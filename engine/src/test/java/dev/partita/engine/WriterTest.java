package dev.partita.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.store.EntryCursor;
import dev.partita.store.MemoryStore;
import dev.partita.store.Snapshot;
import dev.partita.store.Store;
import dev.partita.store.StoreBatch;
import dev.partita.store.StoreException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads, one order: what a write sees of the group that is being committed, and what becomes of it if that fails. */
class WriterTest {

    private static final byte[] ROW = {(byte) 0x7F};
    private static final int MANY = 20;

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final SlowStore store = new SlowStore();
    /** The one thread that may commit by itself; at first none. */
    private volatile Thread owner;

    private final Writer writer = Writer.withCommitter(engine, store, caller -> caller == owner);

    @AfterEach
    void close() {
        store.go.countDown();
        store.gate.countDown();
        writer.close();
        engine.close();
    }

    @Test
    void writesSeeTheGroupThatIsBeingCommitted() throws InterruptedException {
        List<CompletableFuture<Integer>> first = submitMany();
        store.committing.await();
        List<CompletableFuture<Integer>> second = submitMany();
        store.go.countDown();
        for (int i = 0; i < MANY; i++) {
            assertThat(first.get(i).join()).isEqualTo(i + 1);
            assertThat(second.get(i).join()).isEqualTo(MANY + i + 1);
        }
        assertThat(store.get(ROW)).isEqualTo(new byte[] {2 * MANY});
    }

    @Test
    void noAnswerGoesOutBeforeItsCommit() throws InterruptedException {
        List<CompletableFuture<Integer>> answers = submitMany();
        store.committing.await();
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        assertThat(store.get(ROW)).isNull();
    }

    @Test
    void writesOnAGroupThatFailsFailToo() throws InterruptedException {
        List<CompletableFuture<Integer>> first = submitMany();
        store.committing.await();
        List<CompletableFuture<Integer>> second = submitMany();
        store.failing = true;
        store.go.countDown();
        for (int i = 0; i < MANY; i++) {
            CompletableFuture<Integer> before = first.get(i);
            CompletableFuture<Integer> after = second.get(i);
            assertThatThrownBy(before::join).hasCauseInstanceOf(StoreException.class);
            assertThatThrownBy(after::join).hasCauseInstanceOf(StoreException.class);
        }
        store.failing = false;
        assertThat(writer.submit(WriterTest::increment).join()).isEqualTo(1);
    }

    @Test
    void closingCommitsWhatWasHandedInAndRefusesTheRest() throws InterruptedException {
        List<CompletableFuture<Integer>> answers = submitMany();
        store.committing.await();
        answers.addAll(submitMany());
        CompletableFuture<Integer> alone = writer.submitAlone(WriterTest::increment);
        store.go.countDown();
        writer.close();
        assertThat(alone.join()).isEqualTo(2 * MANY + 1);
        assertThat(answers).allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
        assertThatThrownBy(writer.submit(WriterTest::increment)::join).hasCauseInstanceOf(StoreException.class);
    }

    @Test
    void whatIsAlonePublishesBeforeTheNextWriteIsPerformed() throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();
        CompletableFuture<Integer> alone = writer.submitAlone(group -> {
            group.afterCommit(() -> order.add("published"));
            return increment(group);
        });
        store.committing.await();
        CompletableFuture<Integer> next = writer.submit(group -> {
            order.add("performed");
            return increment(group);
        });
        assertThat(order).isEmpty();
        store.go.countDown();
        assertThat(next.join()).isEqualTo(2);
        assertThat(alone.join()).isEqualTo(1);
        assertThat(order).containsExactly("published", "performed");
    }

    @Test
    void closingAfterAFailureLeavesNobodyWaiting() throws InterruptedException {
        List<CompletableFuture<Integer>> answers = submitMany();
        store.committing.await();
        answers.addAll(submitMany());
        store.failing = true;
        Thread closer = new Thread(writer::close);
        closer.start();
        store.go.countDown();
        closer.join();
        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void anErrorInACommitLeavesNobodyWaiting() throws InterruptedException {
        List<CompletableFuture<Integer>> answers = submitMany();
        store.committing.await();
        answers.addAll(submitMany());
        store.error = new OutOfMemoryError("made by a test");
        store.go.countDown();
        for (CompletableFuture<Integer> answer : answers) {
            assertThatThrownBy(answer::join).hasRootCause(store.error);
        }
        store.error = null;
        assertThat(writer.submit(WriterTest::increment).join()).isEqualTo(1);
    }

    @Test
    void anAnswerMayHandInTheNextWrite() {
        store.go.countDown();
        assertThat(chain(writer)).isEqualTo(MANY);
        try (MemoryStore memory = new MemoryStore()) {
            assertThat(chain(Writer.onCallingThreads(engine, memory))).isEqualTo(MANY);
        }
    }

    private static int chain(Writer writer) {
        CompletableFuture<Integer> answer = writer.submit(WriterTest::increment);
        for (int i = 1; i < MANY; i++) {
            boolean alone = i % 5 == 0;
            answer = answer.thenCompose(
                    last -> alone ? writer.submitAlone(WriterTest::increment) : writer.submit(WriterTest::increment));
        }
        return answer.join();
    }

    @Test
    void manyThreadsMakeOneOrder() throws Exception {
        manyThreadsMakeOneOrder(writer, 6, 4_000, 10);
    }

    /** Each thread may commit, and each time only one or two are there. */
    @Test
    void threadsThatComeAndGoMakeOneOrder() throws Exception {
        try (Writer byAll = Writer.withCommitter(engine, store, caller -> true)) {
            manyThreadsMakeOneOrder(byAll, 2, 4_000, 1);
        }
    }

    private void manyThreadsMakeOneOrder(Writer writer, int threads, int each, int waits) throws Exception {
        store.go.countDown();
        AtomicIntegerArray seen = new AtomicIntegerArray(threads * each + 1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                SplittableRandom random = new SplittableRandom(t);
                done.add(pool.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        CompletableFuture<Integer> answer = random.nextInt(50) == 0
                                ? writer.submitAlone(WriterTest::count)
                                : writer.submit(WriterTest::count);
                        answer.thenAccept(seen::incrementAndGet);
                        if (random.nextInt(waits) == 0) {
                            answer.join();
                        }
                    }
                }));
            }
            for (Future<?> thread : done) {
                thread.get();
            }
        } finally {
            pool.shutdownNow();
        }
        writer.close();
        for (int i = 1; i < seen.length(); i++) {
            assertThat(seen.get(i)).as("%d", i).isEqualTo(1);
        }
    }

    @Test
    void whatComesAloneIsCommittedByTheThreadThatBringsIt() {
        store.go.countDown();
        owner = Thread.currentThread();
        for (int i = 0; i < 16; i++) {
            writer.submit(WriterTest::count).join();
            assertThat(store.appliedBy).as("write %d", i).isNotSameAs(owner);
        }
        // Where the processors are busy, a commit may take so long that the next ones are left to the committer.
        int inARow = 0;
        for (int i = 0; i < 10_000 && inARow < MANY; i++) {
            writer.submit(WriterTest::count).join();
            inARow = store.appliedBy == owner ? inARow + 1 : 0;
        }
        assertThat(inARow).isEqualTo(MANY);

        owner = null;
        writer.submit(WriterTest::count).join();
        assertThat(store.appliedBy).as("of a thread that may not").isNotSameAs(Thread.currentThread());
    }

    @Test
    void whoComesWhileACallerCommitsIsCommittedByTheCommitter() throws InterruptedException {
        CompletableFuture<Integer> own = commitOnACaller();
        CompletableFuture<Integer> company = writer.submit(WriterTest::count);
        assertThat(company).isNotDone();
        store.gate.countDown();
        assertThat(company.join()).isEqualTo(own.join() + 1);
        assertThat(store.appliedBy.getName()).isEqualTo("partita-commit");
        Thread caller = owner;
        owner = Thread.currentThread();
        writer.submit(WriterTest::count).join();
        assertThat(store.appliedBy)
                .as("there was company a moment ago")
                .isNotSameAs(owner)
                .isNotSameAs(caller);
    }

    @Test
    void writesOnACallersCommitThatFailsFailToo() throws InterruptedException {
        CompletableFuture<Integer> own = commitOnACaller();
        int before = ByteBuffer.wrap(store.get(ROW)).getInt();
        List<CompletableFuture<Integer>> after =
                List.of(writer.submit(WriterTest::count), writer.submit(WriterTest::count));
        store.failing = true;
        store.gate.countDown();
        assertThatThrownBy(own::join).hasRootCauseInstanceOf(StoreException.class);
        for (CompletableFuture<Integer> answer : after) {
            assertThatThrownBy(answer::join).hasCauseInstanceOf(StoreException.class);
        }
        store.failing = false;
        assertThat(writer.submit(WriterTest::count).join()).isEqualTo(before + 1);
    }

    @Test
    void closingWaitsForACallersCommitAndWhatCameMeanwhile() throws InterruptedException {
        CompletableFuture<Integer> own = commitOnACaller();
        List<CompletableFuture<Integer>> after =
                List.of(writer.submit(WriterTest::count), writer.submit(WriterTest::count));
        Thread closer = new Thread(writer::close);
        closer.start();
        while (closer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        store.gate.countDown();
        closer.join();
        assertThat(after.get(1)).isCompletedWithValue(own.join() + 2);
        assertThat(after).allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
        assertThatThrownBy(writer.submit(WriterTest::increment)::join).hasCauseInstanceOf(StoreException.class);
    }

    /** A thread of its own brings write after write until it commits one itself, in which it is then held. */
    private CompletableFuture<Integer> commitOnACaller() throws InterruptedException {
        store.go.countDown();
        CompletableFuture<Integer> last = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            store.held = Thread.currentThread();
            CompletableFuture<Integer> answer;
            do {
                answer = writer.submit(WriterTest::count);
                if (store.holding.getCount() > 0) {
                    answer.join();
                }
            } while (store.holding.getCount() > 0);
            answer.whenComplete((result, problem) -> {
                if (problem == null) {
                    last.complete(result);
                } else {
                    last.completeExceptionally(problem);
                }
            });
        });
        owner = caller;
        caller.start();
        store.holding.await();
        return last;
    }

    private static int count(Group group) {
        byte[] stored = group.readRow(ROW);
        int next = (stored == null ? 0 : ByteBuffer.wrap(stored).getInt()) + 1;
        group.putRow(ROW, ByteBuffer.allocate(4).putInt(next).array());
        return next;
    }

    private List<CompletableFuture<Integer>> submitMany() {
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            answers.add(writer.submit(WriterTest::increment));
        }
        return answers;
    }

    private static int increment(Group group) {
        byte[] stored = group.readRow(ROW);
        int next = (stored == null ? 0 : stored[0]) + 1;
        group.putRow(ROW, new byte[] {(byte) next});
        return next;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A store in memory whose batches wait for a word before they land, or fail. */
    private static final class SlowStore implements Store {
        private final MemoryStore memory = new MemoryStore();
        private final CountDownLatch committing = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private volatile boolean failing;
        private volatile Error error;

        private final CountDownLatch holding = new CountDownLatch(1);
        private final CountDownLatch gate = new CountDownLatch(1);
        /** The thread that waits in its next batch until the gate opens. */
        private volatile Thread held;

        private volatile Thread appliedBy;

        @Override
        public void apply(StoreBatch batch) {
            committing.countDown();
            await(go);
            appliedBy = Thread.currentThread();
            if (held == appliedBy) {
                holding.countDown();
                await(gate);
            }
            if (failing) {
                throw new StoreException(StoreException.Kind.READ_ONLY, "The disk failed.", null);
            }
            if (error != null) {
                throw error;
            }
            memory.apply(batch);
        }

        @Override
        public byte[] get(byte[] key) {
            return memory.get(key);
        }

        @Override
        public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
            return memory.cursor(from, to, backwards);
        }

        @Override
        public Snapshot snapshot() {
            return memory.snapshot();
        }

        @Override
        public void close() {
            memory.close();
        }
    }
}
