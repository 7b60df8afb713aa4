package dev.partita.engine;

import dev.partita.store.MemoryStore;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.datastructures.Operation;

/** Threads hand counting writes to a {@link Writer} and commit them by themselves: each counts once, on top of all that were answered before. */
public final class WriterKernel {

    /** The same, one after another. */
    public static final class Twin {
        private int count;

        public int increment() {
            return ++count;
        }

        public int incrementAlone() {
            return ++count;
        }

        public int read() {
            return count;
        }
    }

    private static final byte[] ROW = {(byte) 0x7F};
    private static final Engine ENGINE =
            Engine.inMemory(Engine.Options.defaults().withBackground(new ManualBackground()));

    private final MemoryStore store = new MemoryStore();
    private final Writer writer = Writer.onCallingThreads(ENGINE, store);

    @Operation
    public int increment() {
        return await(writer.submit(WriterKernel::count));
    }

    @Operation
    public int incrementAlone() {
        return await(writer.submitAlone(WriterKernel::count));
    }

    @Operation
    public int read() {
        byte[] row = store.get(ROW);
        return row == null ? 0 : row[0];
    }

    private static int count(Group group) {
        byte[] row = group.readRow(ROW);
        int next = (row == null ? 0 : row[0]) + 1;
        group.putRow(ROW, new byte[] {(byte) next});
        return next;
    }

    private static int await(CompletableFuture<Integer> answer) {
        while (!answer.isDone()) {
            Thread.onSpinWait();
        }
        return answer.join();
    }
}
