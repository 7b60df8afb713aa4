package dev.partita.console;

import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointDecorator;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import java.util.List;

/** The same endpoint, with what a design sends there told to the {@link Traffic}. */
public final class WatchedEndpoint extends EndpointDecorator {

    private final String design;
    private final Traffic traffic;
    private final Partitions partitions;

    public WatchedEndpoint(Endpoint endpoint, String design, Traffic traffic, Partitions partitions) {
        super(endpoint);
        this.design = design;
        this.traffic = traffic;
        this.partitions = partitions;
    }

    @Override
    public Answer call(Request request, Context context) {
        if (!traffic.isWatched() || request instanceof Request.TableRequest) {
            return endpoint().call(request, context);
        }
        long began = System.nanoTime();
        try {
            Answer answer = endpoint().call(request, context);
            tell(request, answer.capacity(), answer.count(), null, began);
            return answer;
        } catch (EndpointException refused) {
            tell(request, 0, 0, refused.code(), began);
            throw refused;
        }
    }

    private void tell(Request request, double units, int items, String refusal, long began) {
        boolean reads = request.isRead();
        String table = null;
        String index = null;
        String partition = null;
        if (request instanceof Request.GetItem get) {
            table = get.table();
            partition = partitions.of(table, get.key());
        } else if (request instanceof Request.Query query) {
            table = query.table();
            index = query.index();
            partition = Partitions.sought(query.keyCondition(), query.values());
        } else if (request instanceof Request.Scan scan) {
            table = scan.table();
            index = scan.index();
        } else if (request instanceof Request.Action action) {
            table = action.table();
            partition = partitions.of(table, action.item());
        } else if (request instanceof Request.BatchGetItem batch) {
            table = batch.table();
        } else if (request instanceof Request.BatchWriteItem batch) {
            table = batch.table();
        } else if (request instanceof Request.TransactWriteItems transaction) {
            List<String> tables = transaction.actions().stream()
                    .map(Request.Action::table)
                    .distinct()
                    .toList();
            table = tables.size() == 1 ? tables.get(0) : null;
        }
        traffic.record(new Traffic.Event(
                traffic.nowMillis(),
                design,
                request.operation(),
                table,
                index,
                partition,
                reads ? units : 0,
                reads ? 0 : units,
                items,
                (System.nanoTime() - began) / 1000,
                refusal));
    }
}
