package dev.partita.sdk;

import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * An endpoint behind the AWS SDK's client: Amazon DynamoDB, Partita's server, the engine in this process, or another.
 *
 * <p>Threads may share it, as they may its client.
 */
public final class SdkEndpoint implements Endpoint {

    private final DynamoDbClient client;
    private final SdkRequests requests;

    /** @param countsUnits whether answers say which units they took; the service sends a little more then */
    public SdkEndpoint(DynamoDbClient client, boolean countsUnits) {
        this.client = client;
        this.requests = new SdkRequests(client, countsUnits, null);
    }

    /** On a client that does not block: whoever calls waits for each answer, while the client sends on threads of its own. */
    public SdkEndpoint(DynamoDbAsyncClient client, boolean countsUnits) {
        this(new BlockingClient(client), countsUnits);
    }

    /** Two that have the same client are the same place. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SdkEndpoint endpoint && client.equals(endpoint.client);
    }

    @Override
    public int hashCode() {
        return client.hashCode();
    }

    @Override
    public Answer call(Request request, Context context) {
        try {
            return request.match(requests.under(context));
        } catch (ConditionalCheckFailedException failed) {
            throw new EndpointException(code(failed), message(failed), SdkItems.item(failed.item()), List.of());
        } catch (TransactionCanceledException cancelled) {
            List<EndpointException.Reason> reasons = new ArrayList<>();
            for (CancellationReason reason : cancelled.cancellationReasons()) {
                reasons.add(
                        new EndpointException.Reason(reason.code(), reason.message(), SdkItems.item(reason.item())));
            }
            throw new EndpointException(code(cancelled), message(cancelled), Item.NONE, reasons);
        } catch (DynamoDbException refused) {
            if (isWrite(request) && (CarefulRetries.isAmbiguous(refused) || isInProgress(refused))) {
                throw lost(request, refused);
            }
            throw new EndpointException(code(refused), message(refused), Item.NONE, List.of()).of(request);
        } catch (SdkClientException failed) {
            if (isWrite(request) && CarefulRetries.isAmbiguous(failed)) {
                throw lost(request, failed);
            }
            throw failed;
        }
    }

    private static boolean isWrite(Request request) {
        return !request.isRead() && request.isAboutItems();
    }

    /** The service knows the token of an earlier try, and is still at it. */
    private static boolean isInProgress(DynamoDbException refused) {
        return "TransactionInProgressException".equals(code(refused));
    }

    private static OutcomeUnknown lost(Request request, RuntimeException cause) {
        return new OutcomeUnknown("no answer to " + request.operation() + ": " + cause.getMessage(), cause);
    }

    @Override
    public Map<?, ?> describe(Request.TableRequest request) {
        try {
            return SdkTables.describe(client, request);
        } catch (DynamoDbException refused) {
            throw new EndpointException(code(refused), message(refused), Item.NONE, List.of());
        }
    }

    private static String code(DynamoDbException refused) {
        return refused.awsErrorDetails().errorCode();
    }

    private static String message(DynamoDbException refused) {
        return refused.awsErrorDetails().errorMessage();
    }
}
