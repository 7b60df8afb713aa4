package dev.partita.cli.internal.terminal;

/** Something the caller can put right; the message says how. */
public final class UsageException extends RuntimeException {
    public UsageException(String message) {
        super(message);
    }
}
