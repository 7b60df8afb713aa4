package dev.partita.cli;

/** Something the caller can put right; the message says how. */
final class UsageException extends RuntimeException {
    UsageException(String message) {
        super(message);
    }
}
