package dev.partita.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.store.Batch;
import dev.partita.store.Cursor;
import dev.partita.store.MemoryStore;
import dev.partita.store.Snapshot;
import dev.partita.store.Store;
import dev.partita.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two threads, one order: what a write sees of the group that is being committed, and what becomes of it if that fails. */
class WriterTest {

    private static final byte[] ROW = {(byte) 0x7F};
    private static final int MANY = 20;

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final SlowStore store = new SlowStore();
    private final Writer writer = Writer.onOwnThreads(engine, store);

    @AfterEach
    void close() {
        store.go.countDown();
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
        // Performed while the first group is under way; only then may that fail.
        CompletableFuture<Integer> performed = new CompletableFuture<>();
        writer.submit(group -> performed.complete(0));
        performed.join();
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

    /** Hands in so many writes at once that they are worth handing over to the committing thread. */
    private List<CompletableFuture<Integer>> submitMany() {
        CountDownLatch all = new CountDownLatch(1);
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            answers.add(writer.submit(group -> {
                await(all);
                return increment(group);
            }));
        }
        all.countDown();
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

        @Override
        public void apply(Batch batch) {
            committing.countDown();
            await(go);
            if (failing) {
                throw new StoreException(StoreException.Kind.READ_ONLY, "The disk failed.", null);
            }
            memory.apply(batch);
        }

        @Override
        public byte[] get(byte[] key) {
            return memory.get(key);
        }

        @Override
        public Cursor cursor(byte[] from, byte[] to, boolean backwards) {
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
