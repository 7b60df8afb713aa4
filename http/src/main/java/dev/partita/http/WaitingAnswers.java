package dev.partita.http;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The long answers that wait for their clients to read them. They count against the memory for requests; when they take more
 * than half of it, those whose clients have not read for a second go, the slowest first. So clients that do not read hold
 * up others for a moment only.
 */
final class WaitingAnswers {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final MemoryBudget budget;
    private final Set<Outbound> waiting = ConcurrentHashMap.newKeySet();

    WaitingAnswers(MemoryBudget budget) {
        this.budget = budget;
    }

    /** An answer is there already and may report a write, so it is counted and never refused. */
    void add(Outbound answer, int bytes) {
        budget.takeAnyway(bytes);
        waiting.add(answer);
    }

    void remove(Outbound answer, int bytes) {
        waiting.remove(answer);
        budget.giveBack(bytes);
    }

    /** From any thread, now and then, and whenever memory is short. */
    void makeRoom() {
        if (budget.isHalfFree()) {
            return;
        }
        long now = System.nanoTime();
        List<Outbound> stuck = waiting.stream()
                .filter(answer -> now - answer.movedAtNanos() > PATIENCE_NANOS)
                .sorted(Comparator.comparingLong(answer -> answer.movedAtNanos() - now))
                .toList();
        long toFree = budget.bytesToHalf();
        for (Outbound answer : stuck) {
            if (toFree <= 0) {
                return;
            }
            toFree -= answer.waitingBytes();
            answer.giveUp();
        }
    }
}
