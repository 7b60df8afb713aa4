package dev.partita.service;

/**
 * A fault of ours without its words: what was thrown, and where. Nobody knows what a message nobody foresaw says, and a log must
 * not hold what the design hides.
 */
final class RedactedFault extends RuntimeException {

    /** Causes of causes of causes say little more. */
    private static final int MOST = 5;

    private RedactedFault(String type, Throwable cause) {
        super(type, cause, false, true);
    }

    static RedactedFault of(Throwable fault) {
        return of(fault, MOST);
    }

    private static RedactedFault of(Throwable fault, int left) {
        Throwable cause = fault.getCause() == fault || left == 0 ? null : fault.getCause();
        RedactedFault unspoken =
                new RedactedFault(fault.getClass().getName(), cause == null ? null : of(cause, left - 1));
        unspoken.setStackTrace(fault.getStackTrace());
        return unspoken;
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
