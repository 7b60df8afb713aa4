package dev.partita.plan;

/** The parent of everything Partita throws at a caller; each message says what is wrong and what to do. */
public abstract class PartitaException extends RuntimeException {

    PartitaException(String message) {
        super(message);
    }

    PartitaException(String message, Throwable cause) {
        super(message, cause);
    }
}
