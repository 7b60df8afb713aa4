package dev.partita.plan;

/**
 * A write whose answer was lost, and of which what is stored does not tell whether it was done. Nothing is claimed: it may have
 * been written once, or not at all. An endpoint throws it for a request; who runs plans looks at the item before it does.
 */
public final class OutcomeUnknown extends PartitaException {

    public OutcomeUnknown(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public String advice() {
        return "Read the item before you do it again; CallOptions.exactlyOnce() leaves no doubt, for twice the write units.";
    }
}
