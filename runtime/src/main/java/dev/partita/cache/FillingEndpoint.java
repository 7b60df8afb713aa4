package dev.partita.cache;

import dev.partita.design.model.Table;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointDecorator;
import dev.partita.plan.Request;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The endpoint of a read whose answer is to be kept: what can be read strongly is, for an old copy must not be kept after the
 * write that made it old. Global indexes cannot; that they were asked is noted.
 */
final class FillingEndpoint extends EndpointDecorator {

    private final Map<String, Table> tables;
    private final AtomicBoolean sawIndex;

    FillingEndpoint(Endpoint endpoint, Map<String, Table> tables, AtomicBoolean sawIndex) {
        super(endpoint);
        this.tables = tables;
        this.sawIndex = sawIndex;
    }

    @Override
    public Answer call(Request request, Context context) {
        if (!request.isRead()) {
            return endpoint().call(request, context);
        }
        if (request.index() != null && !isLocal(request.table(), request.index())) {
            sawIndex.set(true);
            return endpoint().call(request, context);
        }
        return endpoint().call(request.consistent(true), context);
    }

    private boolean isLocal(String table, String index) {
        Table known = tables.get(table);
        return known != null
                && known.indexes().containsKey(index)
                && known.indexes().get(index).local();
    }
}
