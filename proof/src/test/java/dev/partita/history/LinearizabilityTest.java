package dev.partita.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.history.Operation.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The judge of {@link Histories} knows right from wrong. */
class LinearizabilityTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @Test
    void nothingHappenedInOrder() {
        assertLinearizable();
    }

    @Test
    void aReadAfterAWriteSeesIt() {
        assertLinearizable(write("a", 0, 1), read("a", 2, 3));
        assertWrong(write("a", 0, 1), read(null, 2, 3));
        assertWrong(write("a", 0, 1), write("b", 2, 3), read("a", 4, 5));
        assertWrong(read("a", 0, 1), write("a", 2, 3));
    }

    @Test
    void whatOverlapsMayHappenInEitherOrder() {
        assertLinearizable(write("a", 0, 10), read(null, 1, 2), read("a", 3, 4));
        assertWrong(write("a", 0, 10), read("a", 1, 2), read(null, 3, 4));
        assertLinearizable(write("a", 0, 10), write("b", 0, 10), read("b", 11, 12), read("b", 13, 14));
        assertLinearizable(write("a", 0, 10), write("b", 0, 10), read("a", 11, 12));
        assertWrong(write("a", 0, 10), write("b", 0, 10), read("b", 11, 12), read("a", 13, 14));
    }

    @Test
    void whatMeetsInANanosecondOverlaps() {
        assertLinearizable(write("a", 0, 5), read(null, 5, 6));
    }

    @Test
    void twoReadersAgreeOnTheOrderOfWrites() {
        assertWrong(
                write("a", 0, 20),
                write("b", 0, 20),
                read("a", 1, 5),
                read("b", 6, 9),
                read("b", 1, 5),
                read("a", 6, 9));
    }

    @Test
    void aDeleteLeavesNothing() {
        assertLinearizable(write("a", 0, 1), write(null, 2, 3), read(null, 4, 5));
        assertWrong(write("a", 0, 1), write(null, 2, 3), read("a", 4, 5));
    }

    @Test
    void aConditionIsCheckedWhereTheWriteHappens() {
        assertLinearizable(write("a", 0, 1), replace("a", "b", 2, 3), read("b", 4, 5));
        assertWrong(write("a", 0, 1), replace("x", "b", 2, 3));
        // Both found the same value: one update was lost.
        assertWrong(write("a", 0, 1), replace("a", "b", 2, 9), replace("a", "c", 2, 9));
        assertLinearizable(write("a", 0, 1), refused("x", 2, 3));
        assertWrong(write("a", 0, 1), refused("a", 2, 3));
    }

    @Test
    void whatGotNoAnswerHappenedLaterOrNever() {
        assertLinearizable(write("a", 0, 1), write("b", 2, Operation.NEVER), read("a", 3, 4), read("b", 5, 6));
        assertLinearizable(write("a", 0, 1), write("b", 2, Operation.NEVER), read("a", 3, 4), read("a", 5, 6));
        assertWrong(
                write("a", 0, 1), write("b", 2, Operation.NEVER), read("a", 3, 4), read("b", 5, 6), read("a", 7, 8));
        assertWrong(read("b", 0, 1), write("b", 2, Operation.NEVER));
    }

    @Test
    void registersAreIndependent() {
        Operation other = new Operation("other", "put x", null, null, State.of("x"), 0, 1);
        assertLinearizable(other, read(null, 2, 3));
    }

    /** Histories made by clients of one register are right; one read of them moved back by a write is not. */
    @Test
    void aPlantedStaleReadIsFound() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 200; trial++) {
            List<Operation> history = made(random, 300);
            assertThat(Linearizability.check(history))
                    .as("-Dseed=%d, trial %d", SEED, trial)
                    .isEmpty();
            List<Integer> reads = new ArrayList<>();
            for (int i = 0; i < history.size(); i++) {
                if (isRead(history.get(i)) && staleValue(history, i) != null) {
                    reads.add(i);
                }
            }
            int at = reads.get(random.nextInt(reads.size()));
            Operation read = history.get(at);
            history.set(at, read(staleValue(history, at).value(), read.invoked(), read.returned()));
            assertThat(Linearizability.check(history))
                    .as("-Dseed=%d, trial %d", SEED, trial)
                    .isPresent();
        }
    }

    /** A value that had been overwritten, by a write which had been answered, when the read began; and that was written once. */
    private static State staleValue(List<Operation> history, int at) {
        Operation read = history.get(at);
        List<Operation> over = history.stream()
                .filter(operation -> operation.becomes() != null && operation.returned() < read.invoked())
                .sorted(Comparator.comparingLong(Operation::returned))
                .toList();
        for (Operation old : over) {
            if (over.stream().anyMatch(later -> later.invoked() > old.returned())) {
                return old.becomes();
            }
        }
        return null;
    }

    private static boolean isRead(Operation operation) {
        return operation.becomes() == null && operation.isKnown();
    }

    /** Eight clients whose operations happen at one moment between request and answer; some answers are lost. */
    private static List<Operation> made(SplittableRandom random, int count) {
        record Moment(int client, long at) {}
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            moments.add(new Moment(random.nextInt(8), 10L * i + 5));
        }
        long[] free = new long[8];
        List<Operation> history = new ArrayList<>();
        State state = State.ABSENT;
        for (int i = 0; i < count; i++) {
            Moment moment = moments.get(i);
            long next = Long.MAX_VALUE;
            for (int j = i + 1; j < count && next == Long.MAX_VALUE; j++) {
                next = moments.get(j).client() == moment.client()
                        ? moments.get(j).at()
                        : next;
            }
            long invoked = Math.max(free[moment.client()] + 1, moment.at() - 1 - random.nextInt(60));
            long returned = Math.min(moment.at() + 1 + random.nextInt(60), next == Long.MAX_VALUE ? next : next - 2);
            free[moment.client()] = returned;
            if (random.nextInt(3) == 0) {
                State after = State.of("v" + i);
                boolean lost = random.nextInt(50) == 0;
                history.add(write(after.value(), invoked, lost ? Operation.NEVER : returned));
                state = after;
            } else {
                history.add(read(state.value(), invoked, returned));
            }
        }
        return history;
    }

    private static Operation read(String seen, long invoked, long returned) {
        return new Operation("r", "read " + seen, State.of(seen), null, null, invoked, returned);
    }

    private static Operation write(String value, long invoked, long returned) {
        return new Operation("r", "write " + value, null, null, State.of(value), invoked, returned);
    }

    private static Operation replace(String expected, String value, long invoked, long returned) {
        return new Operation(
                "r", expected + " becomes " + value, State.of(expected), null, State.of(value), invoked, returned);
    }

    private static Operation refused(String expected, long invoked, long returned) {
        return new Operation("r", "it is not " + expected, null, State.of(expected), null, invoked, returned);
    }

    private static void assertLinearizable(Operation... history) {
        assertThat(Linearizability.check(List.of(history))).isEmpty();
    }

    private static void assertWrong(Operation... history) {
        assertThat(Linearizability.check(List.of(history))).isPresent();
    }
}
