package dev.partita.history;

import dev.partita.history.Operation.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether operations that overlapped could have happened one after another, each at some moment between its request and its
 * answer: the search of Wing and Gong with Lowe's memory of what was tried. Registers are independent, so each is judged
 * alone.
 *
 * <p>What got no answer may have happened at any time after its request, or never.
 */
final class Linearizability {

    /** A register whose operations fit no order. */
    record Violation(String key, List<Operation> history, String stuckAt) {

        @Override
        public String toString() {
            return "register " + key + " is not linearizable: of " + history.size() + " operations none fits after "
                    + stuckAt;
        }
    }

    /** One that begins, or ends, in a list by time from which operations are taken out and put back. */
    private static final class Entry {
        private final int number;
        private final Operation operation;
        private final boolean isCall;
        private Entry end;
        private Entry before;
        private Entry after;

        Entry(int number, Operation operation, boolean isCall) {
            this.number = number;
            this.operation = operation;
            this.isCall = isCall;
        }

        void takeOut() {
            unlink();
            if (end != null) {
                end.unlink();
            }
        }

        void putBack() {
            if (end != null) {
                end.link();
            }
            link();
        }

        private void unlink() {
            before.after = after;
            if (after != null) {
                after.before = before;
            }
        }

        private void link() {
            before.after = this;
            if (after != null) {
                after.before = this;
            }
        }
    }

    private record Tried(BitSet done, State state) {}

    private record Step(Entry entry, State before) {}

    private Linearizability() {}

    /** The first register found to be wrong; all begin empty. */
    static Optional<Violation> check(List<Operation> history) {
        Map<String, List<Operation>> byKey = new LinkedHashMap<>();
        history.forEach(operation ->
                byKey.computeIfAbsent(operation.key(), key -> new ArrayList<>()).add(operation));
        return byKey.values().stream()
                .map(Linearizability::checkOne)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Violation> checkOne(List<Operation> history) {
        Entry head = list(history);
        long left = history.stream().filter(Operation::isKnown).count();
        Set<Tried> tried = new HashSet<>();
        Deque<Step> steps = new ArrayDeque<>();
        BitSet done = new BitSet(history.size());
        State state = State.ABSENT;
        int deepest = -1;
        String stuckAt = "";
        Entry entry = head.after;
        while (left > 0) {
            State next = entry == null || !entry.isCall ? null : entry.operation.after(state);
            if (next != null) {
                done.set(entry.number);
                if (tried.add(new Tried((BitSet) done.clone(), next))) {
                    steps.push(new Step(entry, state));
                    state = next;
                    entry.takeOut();
                    left -= entry.operation.isKnown() ? 1 : 0;
                    entry = head.after;
                } else {
                    done.clear(entry.number);
                    entry = entry.after;
                }
            } else if (entry != null && entry.isCall) {
                entry = entry.after;
            } else {
                // An operation has ended that fits nowhere so far: one of those before it is in the wrong place.
                if (steps.size() > deepest) {
                    deepest = steps.size();
                    stuckAt = steps.size() + " of them left it holding " + state
                            + (entry == null ? "" : "; next to end is " + entry.operation);
                }
                if (steps.isEmpty()) {
                    return Optional.of(new Violation(history.get(0).key(), history, stuckAt));
                }
                Step last = steps.pop();
                state = last.before();
                done.clear(last.entry().number);
                last.entry().putBack();
                left += last.entry().operation.isKnown() ? 1 : 0;
                entry = last.entry().after;
            }
        }
        return Optional.empty();
    }

    private static Entry list(List<Operation> history) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < history.size(); i++) {
            Operation operation = history.get(i);
            Entry call = new Entry(i, operation, true);
            entries.add(call);
            if (operation.isKnown()) {
                call.end = new Entry(i, operation, false);
                entries.add(call.end);
            }
        }
        // At the same nanosecond nobody knows which was first, so they count as overlapping.
        entries.sort(
                (a, b) -> time(a) != time(b) ? Long.compare(time(a), time(b)) : Boolean.compare(b.isCall, a.isCall));
        Entry head = new Entry(-1, null, false);
        Entry last = head;
        for (Entry entry : entries) {
            last.after = entry;
            entry.before = last;
            last = entry;
        }
        return head;
    }

    private static long time(Entry entry) {
        return entry.isCall ? entry.operation.invoked() : entry.operation.returned();
    }
}
