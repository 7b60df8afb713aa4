package dev.partita.cache;

import dev.partita.cache.AnswerStore.Look;
import dev.partita.cache.AnswerStore.Question;
import dev.partita.plan.Result;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.Operation;

/** Threads write what they then read through the cache: whoever has written sees that or something newer, however late an older answer is kept. */
public final class AnswersKernel {

    /** What each hears if the cache keeps its word. */
    public static final class Twin {
        public boolean writeAndRead() {
            return true;
        }

        public boolean readTwice() {
            return true;
        }
    }

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
    private static final Instant LATER = CLOCK.instant().plusSeconds(3600);
    private static final String SPACE = "space";
    private static final String SCOPE = "scope";
    private static final Question QUESTION = new Question(SPACE, "pattern", "key", List.of(SCOPE));

    private final MemoryAnswerStore store = new MemoryAnswerStore(1 << 20, CLOCK);
    private final AtomicLong table = new AtomicLong();

    @Operation
    public boolean writeAndRead() {
        long written = table.incrementAndGet();
        store.touch(SPACE, List.of(SCOPE), CLOCK.instant());
        return read() >= written;
    }

    @Operation
    public boolean readTwice() {
        read();
        return read() <= table.get();
    }

    private long read() {
        Look look = store.look(QUESTION, CLOCK.instant());
        if (look.answer() != null) {
            return look.answer().count();
        }
        long count = table.get();
        Result answer = new Result(List.of(), count, Map.of(), null, Map.of(), 1, 0);
        store.keep(QUESTION, look.marks(), answer, LATER, CLOCK.instant());
        return count;
    }
}
