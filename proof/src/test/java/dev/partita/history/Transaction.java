package dev.partita.history;

import java.util.List;

/**
 * What one client did to lists in one transaction, and when. Lists only grow, and no value is used twice.
 *
 * @param steps in their order; what a transaction that was refused or lost meant to append counts, too
 * @param invoked in nanoseconds, before the request was sent
 * @param returned in nanoseconds, after the answer came; {@link Operation#NEVER} if none did
 */
record Transaction(int id, Outcome outcome, List<Step> steps, long invoked, long returned) {

    enum Outcome {
        /** It happened. */
        DONE,
        /** It did not, and never will. */
        REFUSED,
        /** No answer came. */
        UNKNOWN
    }

    /** One list, read or made longer. */
    sealed interface Step {
        String key();
    }

    record Append(String key, String value) implements Step {
        @Override
        public String toString() {
            return ":append " + key + " " + value;
        }
    }

    /** {@code values} is all there is of the list. */
    record Read(String key, List<String> values) implements Step {
        @Override
        public String toString() {
            return ":r " + key + " " + values;
        }
    }

    Transaction {
        steps = List.copyOf(steps);
    }

    @Override
    public String toString() {
        return "T" + id + " " + outcome + " [" + invoked + ", "
                + (returned == Operation.NEVER ? "?" : String.valueOf(returned)) + "] " + steps;
    }
}
