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
        if (!traffic.isWatched() || !request.isAboutItems()) {
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
        // What several tables take together cannot be shown at one of them.
        List<String> tables = request.tables();
        String table = tables.size() == 1 ? tables.get(0) : null;
        traffic.record(new Traffic.Event(
                traffic.nowMillis(),
                design,
                request.operation(),
                table,
                request.index(),
                partition(request),
                reads ? units : 0,
                reads ? 0 : units,
                items,
                (System.nanoTime() - began) / 1000,
                refusal));
    }

    /** The partition that it goes to; null when it goes to several, or nobody can tell. */
    private String partition(Request request) {
        if (request instanceof Request.Query query) {
            return Partitions.sought(query.keyCondition(), query.values());
        }
        if (request instanceof Request.GetItem get) {
            return partitions.of(get.table(), get.key());
        }
        return request instanceof Request.Action action ? partitions.of(action.table(), action.item()) : null;
    }
}
