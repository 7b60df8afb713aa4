package dev.partita.item;

import java.util.List;

/** A refusal the caller is meant to read, worded as DynamoDB words it. Anything else thrown is our bug. */
public final class ApiException extends RuntimeException {

    /** Every error name the engine can answer with; {@code server} knows their namespaces and HTTP status. */
    public enum Code {
        VALIDATION("ValidationException"),
        SERIALIZATION("SerializationException"),
        UNKNOWN_OPERATION("UnknownOperationException"),
        CONDITIONAL_CHECK_FAILED("ConditionalCheckFailedException"),
        RESOURCE_NOT_FOUND("ResourceNotFoundException"),
        RESOURCE_IN_USE("ResourceInUseException"),
        LIMIT_EXCEEDED("LimitExceededException"),
        TRANSACTION_CANCELED("TransactionCanceledException"),
        TRANSACTION_CONFLICT("TransactionConflictException"),
        TRANSACTION_IN_PROGRESS("TransactionInProgressException"),
        IDEMPOTENT_PARAMETER_MISMATCH("IdempotentParameterMismatchException"),
        ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED("ItemCollectionSizeLimitExceededException"),
        EXPIRED_ITERATOR("ExpiredIteratorException"),
        TRIMMED_DATA_ACCESS("TrimmedDataAccessException"),
        THROTTLING("ThrottlingException"),
        REQUEST_LIMIT_EXCEEDED("RequestLimitExceeded"),
        PROVISIONED_THROUGHPUT_EXCEEDED("ProvisionedThroughputExceededException"),
        MISSING_AUTHENTICATION_TOKEN("MissingAuthenticationTokenException"),
        INCOMPLETE_SIGNATURE("IncompleteSignatureException"),
        INVALID_SIGNATURE("InvalidSignatureException"),
        ACCESS_DENIED("AccessDeniedException"),
        INTERNAL_SERVER_ERROR("InternalServerError");

        private final String wireName;

        Code(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /** Why one action of a cancelled transaction failed; {@code code} is {@code None} for one that would have passed. */
    public record CancellationReason(String code, String message, Item item) {
        public static final CancellationReason NONE = new CancellationReason("None", null, Item.NONE);
    }

    private static final String ENVELOPE = "1 validation error detected: ";

    private final Code code;
    private final transient Item item;
    private final transient List<CancellationReason> reasons;

    private ApiException(Code code, String message, Item item, List<CancellationReason> reasons) {
        // No stack trace: a refusal is an answer, and filling in the trace would dominate its cost.
        super(message, null, false, false);
        this.code = code;
        this.item = item;
        this.reasons = List.copyOf(reasons);
    }

    public static ApiException of(Code code, String message) {
        return new ApiException(code, message, Item.NONE, List.of());
    }

    public static ApiException validation(String message) {
        return of(Code.VALIDATION, message);
    }

    public static ApiException invalidParameter(String detail) {
        return validation("One or more parameter values were invalid: " + detail);
    }

    public static ApiException notFound(String message) {
        return of(Code.RESOURCE_NOT_FOUND, message);
    }

    /** {@code blocking} is shown to a caller who asked for it; otherwise {@link Item#NONE}. */
    public static ApiException conditionFailed(Item blocking) {
        return new ApiException(Code.CONDITIONAL_CHECK_FAILED, "The conditional request failed", blocking, List.of());
    }

    public static ApiException transactionCanceled(List<CancellationReason> reasons) {
        StringBuilder codes = new StringBuilder();
        for (CancellationReason reason : reasons) {
            codes.append(codes.isEmpty() ? "" : ", ").append(reason.code());
        }
        return new ApiException(
                Code.TRANSACTION_CANCELED,
                "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]",
                Item.NONE,
                reasons);
    }

    /** The same refusal as the service's current validation layer words it on single-item writes: it counts its errors first. */
    public ApiException enveloped() {
        return code == Code.VALIDATION && !getMessage().startsWith(ENVELOPE)
                ? new ApiException(code, ENVELOPE + getMessage(), item, reasons)
                : this;
    }

    public Code code() {
        return code;
    }

    /** The item that blocked a conditional write, or {@link Item#NONE}. */
    public Item item() {
        return item;
    }

    public List<CancellationReason> reasons() {
        return reasons;
    }
}
