package dev.partita.http;

/** The server could not start; the message says why and what to do, for the person who started it. */
public final class StartException extends RuntimeException {

    /** What stands in the way. */
    public enum Reason {
        /** Another process listens there. */
        PORT_IN_USE,
        /** The address is not this machine's, or the port needs privileges. */
        CANNOT_BIND,
        /** Other machines could reach it, and nothing would check who they are. */
        UNSAFE
    }

    private final Reason reason;

    public StartException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** The same problem, told with what the caller knows besides. */
    public StartException withMessage(String message) {
        return new StartException(reason, message, getCause());
    }

    public Reason reason() {
        return reason;
    }
}
