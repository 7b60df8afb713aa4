package dev.partita.store;

/** The disk, not the caller, is at fault. */
public final class StoreException extends RuntimeException {

    /** What the caller can do about it. */
    public enum Kind {
        /** Writes are refused for now; reads go on, and writes come back once the cause is gone. */
        READ_ONLY,
        /** The store is busy compacting: trying again shortly will work. */
        BUSY,
        /** Stored bytes are not what was written. */
        DAMAGED,
        /** The store is not open: it could not be opened, or it was closed. The message says what to do. */
        CANNOT_OPEN
    }

    private final Kind kind;

    public StoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
