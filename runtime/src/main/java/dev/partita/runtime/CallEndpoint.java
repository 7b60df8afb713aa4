package dev.partita.runtime;

import dev.partita.plan.Answer;
import dev.partita.plan.CallTimeout;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointDecorator;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Request;
import dev.partita.runtime.CallOptions.Consistency;
import java.time.Duration;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

/** The requests of one call under options: as consistent as asked, within the time, and counted. */
final class CallEndpoint extends EndpointDecorator {

    private final CallOptions options;
    private final String pattern;
    private final long began = System.nanoTime();
    private int requests;
    private double readUnits;
    private double writeUnits;

    CallEndpoint(Endpoint endpoint, CallOptions options, String pattern) {
        super(endpoint);
        this.options = options;
        this.pattern = pattern;
    }

    // A batch sends from several threads.
    @Override
    public Answer call(Request request, Context context) {
        Request sent = options.consistency() == null
                ? request
                : request.consistent(options.consistency() == Consistency.STRONG);
        Context counted = options.consumed() == null ? context : context.counting();
        Context limited = options.timeout() == null ? counted : counted.within(left());
        synchronized (this) {
            requests++;
        }
        try {
            Answer answer = endpoint().call(sent, limited);
            synchronized (this) {
                if (request.isRead()) {
                    readUnits += answer.capacity();
                } else {
                    writeUnits += answer.capacity();
                }
            }
            return answer;
        } catch (OutcomeUnknown e) {
            if (options.timeout() == null || !(e.getCause() instanceof ApiCallTimeoutException)) {
                throw e;
            }
            throw new CallTimeout(pattern, options.timeout(), requests(), e);
        } catch (ApiCallTimeoutException | ApiCallAttemptTimeoutException e) {
            if (options.timeout() == null) {
                throw e;
            }
            throw new CallTimeout(pattern, options.timeout(), requests(), e);
        }
    }

    private Duration left() {
        Duration left = options.timeout().minusNanos(System.nanoTime() - began);
        if (left.isZero() || left.isNegative()) {
            throw new CallTimeout(pattern, options.timeout(), requests(), null);
        }
        return left;
    }

    private synchronized int requests() {
        return requests;
    }

    /** Tells who asked. */
    void report() {
        if (options.consumed() != null) {
            Consumed consumed;
            synchronized (this) {
                consumed = new Consumed(pattern, requests, readUnits, writeUnits);
            }
            options.consumed().accept(consumed);
        }
    }
}
