package dev.partita.plan;

import dev.partita.item.Item;
import java.util.List;

/** A refusal of the service, by the name it goes by on the wire. */
public final class EndpointException extends PartitaException {

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

    private static final String AT_ENDPOINT = " at this endpoint, or an index of it is missing";

    private final String code;
    private final transient Item item;
    private final transient List<Reason> reasons;

    public EndpointException(String code, String message, Item item, List<Reason> reasons) {
        super(message);
        this.code = code;
        this.item = item;
        this.reasons = List.copyOf(reasons);
    }

    /** The same, naming the tables of the request when one of them is what is missing. */
    public EndpointException of(Request request) {
        List<String> tables = isMissing() && !getMessage().contains(AT_ENDPOINT) ? request.tables() : List.of();
        return tables.isEmpty()
                ? this
                : new EndpointException(
                        code,
                        getMessage() + ": there is no table " + String.join(" or ", tables) + AT_ENDPOINT,
                        item,
                        reasons);
    }

    @Override
    public String advice() {
        if (isMissing()) {
            return "Make the tables, with createTables() or partita deploy, or correct the endpoint, the region or the names.";
        }
        return isConditionFailed() || isCancelled()
                ? "Read what is stored: it is not as the request asks."
                : "See DynamoDB's documentation of " + code + "; what is busy may be tried again, with growing pauses.";
    }

    /** Whether a table or an index is not there. */
    public boolean isMissing() {
        return code.equals("ResourceNotFoundException") || code.equals("TableNotFoundException");
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
