package dev.partita.deploy;

import dev.partita.plan.EndpointException;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Pause;
import dev.partita.plan.internal.request.Backoff;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Calls that are made again when the endpoint is busy or out of reach for a moment; the SDK's own tries come before.
 *
 * <p>Threads may share it; a call is made, and waited for, on the thread that asks.
 */
public final class RetriedCalls {

    /** With the longest pause between them, about a minute and a half. */
    private static final int MOST_TRIES = 25;

    private static final int SERVER_FAULT = 500;

    private static final Set<String> BUSY = Set.of(
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "RequestLimitExceeded",
            "TransactionConflictException",
            "LimitExceededException",
            // For a while after a table is made.
            "ContinuousBackupsUnavailableException",
            "InternalServerError");

    private final Pause pause;

    public RetriedCalls(Pause pause) {
        this.pause = pause;
    }

    public <T> T call(Supplier<T> call) {
        for (int tries = 1; ; tries++) {
            try {
                return call.get();
            } catch (RuntimeException failure) {
                if (tries == MOST_TRIES
                        || !mayPass(failure)
                        || Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
                pause.of(Backoff.after(tries));
            }
        }
    }

    /** Whether the same request may succeed in a moment. */
    private static boolean mayPass(RuntimeException failure) {
        if (failure instanceof EndpointException refused) {
            return BUSY.contains(refused.code());
        }
        if (failure instanceof DynamoDbException refused) {
            return refused.statusCode() >= SERVER_FAULT
                    || refused.awsErrorDetails() != null
                            && BUSY.contains(refused.awsErrorDetails().errorCode());
        }
        if (failure instanceof OutcomeUnknown && failure.getCause() instanceof RuntimeException cause) {
            return mayPass(cause);
        }
        // No credentials, no region, an unknown host: waiting helps none of them. A broken connection it does.
        return failure instanceof RetryableException
                || failure instanceof SdkServiceException
                || failure instanceof SdkClientException
                        && failure.getCause() instanceof IOException cause
                        && !(cause instanceof UnknownHostException);
    }
}
