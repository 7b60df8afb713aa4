package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.ApiException;
import dev.partita.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is thrown has a body and a status. */
class ErrorsTest {

    private static final String INTERNAL = "500 {\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
            + "\"message\":\"The request processing has failed because of an unknown error, exception or failure.\"}";

    @ParameterizedTest
    @CsvSource({
        "VALIDATION, com.amazon.coral.validate#ValidationException, message",
        "SERIALIZATION, com.amazon.coral.service#SerializationException, Message",
        "ACCESS_DENIED, com.amazon.coral.service#AccessDeniedException, message",
        "INVALID_SIGNATURE, com.amazon.coral.service#InvalidSignatureException, message",
        "THROTTLING, com.amazon.coral.availability#ThrottlingException, message",
        "RESOURCE_NOT_FOUND, com.amazonaws.dynamodb.v20120810#ResourceNotFoundException, message",
        "LIMIT_EXCEEDED, com.amazonaws.dynamodb.v20120810#LimitExceededException, message",
        "TRANSACTION_CONFLICT, com.amazonaws.dynamodb.v20120810#TransactionConflictException, message",
        "TRANSACTION_IN_PROGRESS, com.amazonaws.dynamodb.v20120810#TransactionInProgressException, Message",
        "IDEMPOTENT_PARAMETER_MISMATCH, com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException, Message",
        "EXPIRED_ITERATOR, com.amazonaws.dynamodb.v20120810#ExpiredIteratorException, message"
    })
    void eachHasItsNamespace(ApiException.Code code, String type, String member) {
        assertThat(answer(ApiException.of(code, "why")))
                .isEqualTo("400 {\"__type\":\"" + type + "\",\"" + member + "\":\"why\"}");
        assertThat(answer(new CompletionException(ApiException.of(code, "why"))))
                .isEqualTo("400 {\"__type\":\"" + type + "\",\"" + member + "\":\"why\"}");
    }

    @ParameterizedTest
    @EnumSource
    void onlyOurOwnFaultIsAServerError(ApiException.Code code) {
        assertThat(answer(ApiException.of(code, "why")))
                .startsWith(code == ApiException.Code.INTERNAL_SERVER_ERROR ? "500 " : "400 ");
    }

    @Test
    void whatTheStoreSaysStaysInTheLog() {
        String secret = "disk /home/someone/data is full";
        assertThat(answer(new StoreException(StoreException.Kind.DAMAGED, secret, null)))
                .isEqualTo(INTERNAL);
        assertThat(answer(new StoreException(StoreException.Kind.CANNOT_OPEN, secret, null)))
                .isEqualTo(INTERNAL);
        assertThat(answer(new StoreException(StoreException.Kind.READ_ONLY, secret, null)))
                .startsWith("500 {\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\"")
                .doesNotContain("someone");
        assertThat(answer(new StoreException(StoreException.Kind.BUSY, secret, null)))
                .startsWith("400 {\"__type\":\"com.amazon.coral.availability#ThrottlingException\"")
                .doesNotContain("someone");
    }

    @Test
    void aBugIsNotShownToTheClient() {
        assertThat(answer(new IllegalStateException("internal detail"))).isEqualTo(INTERNAL);
        assertThat(answer(new StackOverflowError())).isEqualTo(INTERNAL);
    }

    private static String answer(Throwable problem) {
        Wire.Response response = Wire.failed(problem);
        return response.status() + " " + new String(response.body(), 0, response.length(), StandardCharsets.UTF_8);
    }
}
