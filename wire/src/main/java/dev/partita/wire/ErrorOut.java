package dev.partita.wire;

import dev.partita.item.ApiException;
import dev.partita.item.Item;
import java.util.List;

/** Writes a refusal as the service writes it: namespace, name, message, and what some errors add. */
final class ErrorOut {

    private static final String MODEL = "com.amazonaws.dynamodb.v20120810#";
    private static final String SERVICE = "com.amazon.coral.service#";

    private ErrorOut() {}

    static void write(JsonOut out, ApiException error) {
        out.openObject();
        out.name("__type").value(namespace(error.code()) + error.code().wireName());
        List<ApiException.CancellationReason> reasons = error.reasons();
        if (!reasons.isEmpty()) {
            out.member("CancellationReasons", reasons, (to, reason) -> to.openObject()
                    .member("Code", reason.code())
                    .member("Item", reason.item())
                    .member("Message", reason.message())
                    .closeObject());
        }
        Item item = error.item();
        out.member("Item", item);
        out.member(messageName(error.code()), error.getMessage());
        out.closeObject();
    }

    static int status(ApiException.Code code) {
        return code == ApiException.Code.INTERNAL_SERVER_ERROR ? 500 : 400;
    }

    private static String namespace(ApiException.Code code) {
        return switch (code) {
            case VALIDATION -> "com.amazon.coral.validate#";
            case SERIALIZATION,
                    UNKNOWN_OPERATION,
                    ACCESS_DENIED,
                    MISSING_AUTHENTICATION_TOKEN,
                    INCOMPLETE_SIGNATURE,
                    INVALID_SIGNATURE -> SERVICE;
            case THROTTLING -> "com.amazon.coral.availability#";
            case CONDITIONAL_CHECK_FAILED,
                    RESOURCE_NOT_FOUND,
                    RESOURCE_IN_USE,
                    LIMIT_EXCEEDED,
                    TRANSACTION_CANCELED,
                    TRANSACTION_CONFLICT,
                    TRANSACTION_IN_PROGRESS,
                    IDEMPOTENT_PARAMETER_MISMATCH,
                    ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED,
                    EXPIRED_ITERATOR,
                    TRIMMED_DATA_ACCESS,
                    REQUEST_LIMIT_EXCEEDED,
                    PROVISIONED_THROUGHPUT_EXCEEDED,
                    INTERNAL_SERVER_ERROR -> MODEL;
        };
    }

    private static String messageName(ApiException.Code code) {
        return switch (code) {
            case SERIALIZATION,
                    UNKNOWN_OPERATION,
                    TRANSACTION_CANCELED,
                    IDEMPOTENT_PARAMETER_MISMATCH,
                    TRANSACTION_IN_PROGRESS -> "Message";
            default -> "message";
        };
    }
}
