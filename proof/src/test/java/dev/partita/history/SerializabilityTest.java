package dev.partita.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.history.Serializability.Anomaly;
import dev.partita.history.Serializability.Violation;
import dev.partita.history.Transaction.Append;
import dev.partita.history.Transaction.Outcome;
import dev.partita.history.Transaction.Read;
import dev.partita.history.Transaction.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The judge of {@link Transactions} knows each anomaly by its name, and finds none where there is none. */
class SerializabilityTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());

    private int next;

    @Test
    void oneAfterAnotherIsRight() {
        assertRight(
                done(0, 1, append("x", "1"), append("y", "1")),
                done(2, 3, read("x", "1"), read("y", "1")),
                done(4, 5, append("x", "2")),
                done(6, 7, read("x", "1", "2"), read("y", "1")));
    }

    @Test
    void whatOverlapsMayBeSeenOrNot() {
        assertRight(done(0, 10, append("x", "1")), done(1, 2, read("x")), done(3, 4, read("x", "1")));
        assertRight(unknown(0, append("x", "1")), done(1, 2, read("x")), done(3, 4, read("x", "1")));
        assertRight(unknown(0, append("x", "1")), done(1, 2, read("x")), done(3, 4, read("x")));
    }

    @Test
    void aValueFromNowhereOrTwiceIsGarbage() {
        assertFound(Anomaly.GARBAGE, done(0, 1, read("x", "1")));
        assertFound(Anomaly.GARBAGE, done(0, 1, append("x", "1")), done(2, 3, read("x", "1", "1")));
    }

    @Test
    void readsThatDisagreeOnTheOrder() {
        assertFound(
                Anomaly.INCOMPATIBLE_ORDER,
                done(0, 9, append("x", "1")),
                done(0, 9, append("x", "2")),
                done(0, 9, read("x", "1", "2")),
                done(0, 9, read("x", "2", "1")));
    }

    @Test
    void aTransactionThatDoesNotSeeItself() {
        assertFound(Anomaly.INTERNAL, done(0, 1, append("x", "1"), read("x")));
        assertFound(Anomaly.INTERNAL, done(0, 1, append("x", "1")), done(2, 3, append("x", "2"), read("x", "1")));
        assertFound(Anomaly.INTERNAL, done(0, 9, append("x", "1")), done(0, 9, read("x"), read("x", "1")));
    }

    @Test
    void anAcknowledgedAppendThatIsGone() {
        assertFound(Anomaly.LOST, done(0, 1, append("x", "1")), done(2, 3, read("x")));
        assertFound(
                Anomaly.LOST, done(0, 1, append("x", "1")), done(2, 3, append("x", "2")), done(4, 5, read("x", "1")));
    }

    @Test
    void aValueOfARefusedTransactionIsG1a() {
        assertFound(Anomaly.G1A, refused(0, 1, append("x", "1")), done(2, 3, read("x", "1")));
    }

    @Test
    void theMiddleOfATransactionIsG1b() {
        assertFound(
                Anomaly.G1B,
                done(0, 9, append("x", "1"), append("x", "2")),
                done(0, 9, read("x", "1")),
                done(0, 9, read("x", "1", "2")));
    }

    @Test
    void aCycleOfWritesIsG0() {
        assertFound(
                Anomaly.G0,
                done(0, 9, append("x", "1"), append("y", "1")),
                done(0, 9, append("x", "2"), append("y", "2")),
                done(0, 9, read("x", "1", "2")),
                done(0, 9, read("y", "2", "1")));
    }

    @Test
    void twoThatSeeEachOtherAreG1c() {
        assertFound(
                Anomaly.G1C,
                done(0, 9, append("x", "1"), read("y", "2")),
                done(0, 9, append("y", "2"), read("x", "1")));
    }

    @Test
    void halfOfATransactionIsGSingle() {
        assertFound(
                Anomaly.G_SINGLE,
                done(0, 9, append("x", "1"), append("y", "1")),
                done(0, 9, read("x", "1"), read("y")),
                done(0, 9, read("x", "1"), read("y", "1")));
    }

    @Test
    void anUpdateFromAnOldValueIsGSingle() {
        assertFound(
                Anomaly.G_SINGLE,
                done(0, 9, read("x"), append("x", "1")),
                done(0, 9, read("x"), append("x", "2")),
                done(0, 9, read("x", "1", "2")));
    }

    @Test
    void twoThatBothMissEachOtherAreG2() {
        assertFound(
                Anomaly.G2,
                done(0, 9, read("x"), append("y", "1")),
                done(0, 9, read("y"), append("x", "1")),
                done(0, 9, read("x", "1"), read("y", "1")));
    }

    @Test
    void writesAgainstTheClockAreG0InRealTime() {
        assertFound(
                Anomaly.G0_REAL_TIME,
                done(0, 1, append("x", "1")),
                done(2, 3, append("x", "2")),
                done(4, 5, read("x", "2", "1")));
    }

    @Test
    void aReadOfTheFutureIsG1cInRealTime() {
        assertFound(Anomaly.G1C_REAL_TIME, done(0, 1, read("x", "1")), done(2, 3, append("x", "1")));
    }

    @Test
    void aStaleReadIsGSingleInRealTime() {
        assertFound(
                Anomaly.G_SINGLE_REAL_TIME,
                done(0, 1, append("x", "1")),
                done(2, 3, read("x")),
                done(4, 5, read("x", "1")));
    }

    @Test
    void twoStaleReadsAgainstTheClockAreG2InRealTime() {
        assertFound(
                Anomaly.G2_REAL_TIME,
                done(0, 5, append("y", "1")),
                done(0, 30, append("x", "1")),
                done(0, 30, read("x", "1"), read("y")),
                done(10, 15, read("x")),
                done(40, 41, read("x", "1"), read("y", "1")));
    }

    @Test
    void anUnknownTransactionCountsAsAWholeOnceAnythingOfItIsSeen() {
        assertFound(
                Anomaly.G_SINGLE,
                unknown(0, append("x", "1"), append("y", "1")),
                done(0, 9, read("x", "1"), read("y")),
                done(0, 9, read("x", "1"), read("y", "1")));
        assertThat(Serializability.check(
                        List.of(unknown(0, append("x", "1"), append("y", "1")), done(1, 9, read("x", "1"), read("y")))))
                .isNotEmpty();
    }

    /** Thousands of transactions that really happened one after another, told with overlapping times. */
    @Test
    void madeHistoriesAreRightUntilOneReadIsShortened() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 50; trial++) {
            List<Transaction> history = made(random, 400);
            assertThat(Serializability.check(history))
                    .as("-Dseed=%d, trial %d", SEED, trial)
                    .isEmpty();
            int at = stale(history, random);
            Transaction right = history.get(at);
            Read read = (Read) right.steps().get(0);
            List<Step> steps = new ArrayList<>(right.steps());
            steps.set(
                    0,
                    new Read(read.key(), read.values().subList(0, read.values().size() - 1)));
            history.set(at, new Transaction(right.id(), Outcome.DONE, steps, right.invoked(), right.returned()));
            assertThat(Serializability.check(history))
                    .as("-Dseed=%d, trial %d", SEED, trial)
                    .isNotEmpty();
        }
    }

    /** A read whose list's last value was written, and answered for, before the read began. */
    private static int stale(List<Transaction> history, SplittableRandom random) {
        while (true) {
            int at = random.nextInt(history.size());
            Transaction transaction = history.get(at);
            if (transaction.steps().get(0) instanceof Read read
                    && !read.values().isEmpty()) {
                Append last =
                        new Append(read.key(), read.values().get(read.values().size() - 1));
                if (history.stream()
                        .anyMatch(
                                writer -> writer.steps().contains(last) && writer.returned() < transaction.invoked())) {
                    return at;
                }
            }
        }
    }

    private List<Transaction> made(SplittableRandom random, int count) {
        Map<String, List<String>> lists = new HashMap<>();
        List<Transaction> history = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Step> steps = new ArrayList<>();
            boolean reads = random.nextBoolean();
            for (String key : List.of("a", "b", "c")) {
                if (random.nextBoolean() || steps.isEmpty()) {
                    List<String> list = lists.computeIfAbsent(key, name -> new ArrayList<>());
                    if (reads) {
                        steps.add(new Read(key, List.copyOf(list)));
                    } else {
                        list.add(String.valueOf(i));
                        steps.add(new Append(key, String.valueOf(i)));
                    }
                }
            }
            long at = 10L * i;
            history.add(
                    new Transaction(next++, Outcome.DONE, steps, at - random.nextInt(50), at + 1 + random.nextInt(50)));
        }
        return history;
    }

    private Transaction done(long invoked, long returned, Step... steps) {
        return new Transaction(next++, Outcome.DONE, List.of(steps), invoked, returned);
    }

    private Transaction refused(long invoked, long returned, Step... steps) {
        return new Transaction(next++, Outcome.REFUSED, List.of(steps), invoked, returned);
    }

    private Transaction unknown(long invoked, Step... steps) {
        return new Transaction(next++, Outcome.UNKNOWN, List.of(steps), invoked, Operation.NEVER);
    }

    private static Append append(String key, String value) {
        return new Append(key, value);
    }

    private static Read read(String key, String... values) {
        return new Read(key, List.of(values));
    }

    private static void assertRight(Transaction... history) {
        assertThat(Serializability.check(List.of(history))).isEmpty();
    }

    private static void assertFound(Anomaly anomaly, Transaction... history) {
        assertThat(Serializability.check(List.of(history)))
                .extracting(Violation::anomaly)
                .contains(anomaly);
    }
}
