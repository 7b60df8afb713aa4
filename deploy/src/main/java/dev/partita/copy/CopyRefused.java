package dev.partita.copy;

/** A copy that is not begun, since it would overwrite or cannot be right; the message says what to do. */
public final class CopyRefused extends RuntimeException {
    CopyRefused(String message) {
        super(message);
    }
}
