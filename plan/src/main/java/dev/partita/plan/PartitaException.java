package dev.partita.plan;

/**
 * The parent of everything Partita throws at a caller who did nothing wrong in the program itself. All of them are in this
 * package; each says what is wrong, and what to do about it.
 */
public abstract class PartitaException extends RuntimeException {

    PartitaException(String message) {
        super(message);
    }

    PartitaException(String message, Throwable cause) {
        super(message, cause);
    }

    PartitaException(String message, boolean hasTrace) {
        super(message, null, false, hasTrace);
    }

    /** What to do now, as a sentence. */
    public abstract String advice();

    /** With the advice, for whoever finds it in a log. */
    @Override
    public String toString() {
        return super.toString() + " (" + advice() + ")";
    }
}
