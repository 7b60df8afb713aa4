package dev.partita.history;

/**
 * What one client did to one register, and when. A register holds a value or, as null, nothing.
 *
 * @param what the call as somebody would write it down, with its outcome
 * @param requires null if any state will do; otherwise the only state in which this could have had this outcome
 * @param forbids null, or a state in which this could not have had this outcome
 * @param becomes null if the state stays as it is
 * @param invoked in nanoseconds, before the request was sent
 * @param returned in nanoseconds, after the answer came; {@link #NEVER} if none did, so that it may have happened at any time since, or not
 */
record Operation(String key, String what, State requires, State forbids, State becomes, long invoked, long returned) {

    static final long NEVER = Long.MAX_VALUE;

    /** {@code value} is null for a register that holds nothing. */
    record State(String value) {

        static final State ABSENT = new State(null);

        static State of(String value) {
            return value == null ? ABSENT : new State(value);
        }

        @Override
        public String toString() {
            return value == null ? "nothing" : value;
        }
    }

    boolean isKnown() {
        return returned != NEVER;
    }

    /** The state after this happened in {@code state}, or null if it cannot have happened there. */
    State after(State state) {
        if (requires != null && !requires.equals(state) || forbids != null && forbids.equals(state)) {
            return null;
        }
        return becomes == null ? state : becomes;
    }

    @Override
    public String toString() {
        return "[" + invoked + ", " + (isKnown() ? returned : "?") + "] " + what;
    }
}
