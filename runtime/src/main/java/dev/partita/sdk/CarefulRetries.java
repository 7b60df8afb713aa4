package dev.partita.sdk;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLHandshakeException;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * The client's own way to repeat requests, without those that may have been carried out already: a second try of a write that was
 * done would be refused by what the first one wrote, or count twice.
 */
final class CarefulRetries implements RetryStrategy {

    /** Given with a request, it takes the place of the client's strategy for that request. */
    static final SdkPlugin PLUGIN = CarefulRetries::configure;

    private static final int HTTP_SERVER_ERROR = 500;

    private final RetryStrategy strategy;

    private CarefulRetries(RetryStrategy strategy) {
        this.strategy = strategy;
    }

    private static void configure(SdkServiceClientConfiguration.Builder client) {
        client.overrideConfiguration()
                .retryStrategy()
                .ifPresent(strategy ->
                        client.overrideConfiguration(override -> override.retryStrategy(new CarefulRetries(strategy))));
    }

    /** Whether a request that failed so may have been carried out. */
    static boolean isAmbiguous(Throwable failure) {
        if (failure instanceof SdkServiceException refused) {
            return refused.statusCode() >= HTTP_SERVER_ERROR && !refused.isThrottlingException();
        }
        if (failure instanceof ApiCallTimeoutException
                || failure instanceof ApiCallAttemptTimeoutException
                || failure instanceof AbortedException) {
            return true;
        }
        // Without a cause nothing went wrong on the way: there was nothing to sign or to send.
        return !(failure instanceof IOException) && failure.getCause() == null ? false : !isUnsent(failure);
    }

    /** Whether no connection was had. The HTTP clients have their own classes for that, by which none is known here. */
    private static boolean isUnsent(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String name = cause.getClass().getSimpleName();
            if (cause instanceof ConnectException
                    || cause instanceof UnknownHostException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof SSLHandshakeException
                    || name.equals("ConnectTimeoutException")
                    || name.equals("ConnectionPoolTimeoutException")
                    || name.equals("ConnectionRequestTimeoutException")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
        return strategy.acquireInitialToken(request);
    }

    @Override
    public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
        if (isAmbiguous(request.failure())) {
            throw new TokenAcquisitionFailedException(
                    "the request may have been carried out", request.token(), request.failure());
        }
        return strategy.refreshRetryToken(request);
    }

    @Override
    public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
        return strategy.recordSuccess(request);
    }

    @Override
    public int maxAttempts() {
        return strategy.maxAttempts();
    }

    @Override
    public boolean useClientDefaults() {
        return strategy.useClientDefaults();
    }

    @Override
    public Builder<?, ?> toBuilder() {
        return strategy.toBuilder();
    }
}
