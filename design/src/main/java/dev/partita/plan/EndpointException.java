package dev.partita.plan;

import dev.partita.item.Item;
import java.util.List;

/** A refusal of the service, by the name it goes by on the wire. */
public final class EndpointException extends RuntimeException {

    /** Why an action of a transaction failed; code {@code None} when it did not. */
    public record Reason(String code, String message, Item item) {

        public boolean isCondition() {
            return code.equals("ConditionalCheckFailed");
        }

        /** Whether the same transaction may succeed in a moment. */
        public boolean isTransient() {
            return code.equals("TransactionConflict")
                    || code.equals("ThrottlingError")
                    || code.equals("ProvisionedThroughputExceeded");
        }
    }

    private final String code;
    private final transient Item item;
    private final transient List<Reason> reasons;

    public EndpointException(String code, String message, Item item, List<Reason> reasons) {
        super(message);
        this.code = code;
        this.item = item;
        this.reasons = List.copyOf(reasons);
    }

    /** {@code ConditionalCheckFailedException}, {@code ResourceNotFoundException}, … */
    public String code() {
        return code;
    }

    /** The item that blocked a condition; {@link Item#NONE} when there was none. */
    public Item item() {
        return item;
    }

    /** One for each action of a cancelled transaction, in their order. */
    public List<Reason> reasons() {
        return reasons;
    }

    public boolean isConditionFailed() {
        return code.equals("ConditionalCheckFailedException");
    }

    public boolean isCancelled() {
        return code.equals("TransactionCanceledException");
    }
}
