package dev.partita.meter;

import dev.partita.item.Attributes;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointDecorator;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import java.util.List;
import java.util.Set;

/** The same endpoint, with everything counted that goes there. Its answers always say which units they took. */
final class MeteredEndpoint extends EndpointDecorator {

    private static final Set<String> THROTTLED = Set.of(
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "RequestLimitExceeded",
            "ThrottledException",
            "TooManyRequestsException");
    private static final Set<String> THROTTLED_ACTIONS = Set.of("ThrottlingError", "ProvisionedThroughputExceeded");
    private static final String UNREACHABLE = "unreachable";

    private final DesignMeter meter;

    MeteredEndpoint(Endpoint endpoint, DesignMeter meter) {
        super(endpoint);
        this.meter = meter;
    }

    @Override
    public Answer call(Request request, Context context) {
        if (!request.isAboutItems()) {
            return endpoint().call(request, context);
        }
        TableMeter table = meter.table(tableOf(request));
        table.sent(request.operation());
        long began = System.nanoTime();
        Answer answer;
        try {
            answer = endpoint().call(request, context.counting());
        } catch (EndpointException refused) {
            if (isThrottled(refused)) {
                table.throttled.increment();
            }
            table.failed(refused.code());
            throw refused;
        } catch (RuntimeException | Error problem) {
            table.failed(UNREACHABLE);
            throw problem;
        }
        long took = System.nanoTime() - began;
        if (request.isRead()) {
            meter.reads.add(took);
            meter.readNanos.add(took);
            String index = indexOf(request);
            table.readUnits(index, answer.capacity());
            meter.touched(request, answer.capacity());
            if (readsWholeItems(request, index)) {
                sizes(table.read, answer.found());
            }
        } else {
            meter.writes.add(took);
            meter.writeNanos.add(took);
            table.writeUnits.add(answer.capacity());
            written(table.written, request, answer);
        }
        int left = answer.unprocessedKeys().size() + answer.unprocessedPuts().size();
        if (left > 0) {
            table.unprocessed.add(left);
        }
        return answer;
    }

    private void written(SizeHistogram sizes, Request request, Answer answer) {
        if (request instanceof Request.PutItem put) {
            size(sizes, put.item());
        } else if (request instanceof Request.UpdateItem update) {
            if ("ALL_NEW".equals(update.returned()) && answer.attributes().isPresent()) {
                size(sizes, answer.attributes());
            }
        } else if (request instanceof Request.BatchWriteItem batch) {
            sizes(sizes, batch.puts());
        } else if (request instanceof Request.TransactWriteItems transaction) {
            for (Request.Action action : transaction.actions()) {
                if (action instanceof Request.PutItem put) {
                    size(meter.table(put.table()).written, put.item());
                }
            }
        }
    }

    private void sizes(SizeHistogram sizes, List<? extends Attributes> items) {
        for (Attributes item : items) {
            size(sizes, item);
        }
    }

    private void size(SizeHistogram sizes, Attributes item) {
        int bytes = item.sizeBytes();
        sizes.add(bytes);
        meter.met(bytes);
    }

    /** Part of an item, or what an index has of it, says nothing of its size. */
    private static boolean readsWholeItems(Request request, String index) {
        return index.isEmpty() && request.projection() == null;
    }

    private static String indexOf(Request request) {
        return request.index() == null ? "" : request.index();
    }

    private static String tableOf(Request request) {
        // Several tables are possible in a transaction; what it takes is counted at the first.
        return request.table() != null ? request.table() : request.tables().get(0);
    }

    private static boolean isThrottled(EndpointException refused) {
        return THROTTLED.contains(refused.code())
                || refused.isCancelled()
                        && refused.reasons().stream().anyMatch(reason -> THROTTLED_ACTIONS.contains(reason.code()));
    }
}
