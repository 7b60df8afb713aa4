package dev.partita.cache;

import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointDecorator;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * An endpoint through which writes go that make cached answers forgotten: whatever a write does beside its own item (locks,
 * copies, children, counters, numbers) passes here too.
 */
final class ForgettingEndpoint extends EndpointDecorator {

    private final Caches caches;
    private final ItemTouches touches;

    ForgettingEndpoint(Endpoint endpoint, Caches caches) {
        super(endpoint);
        this.caches = caches;
        this.touches = new ItemTouches(caches::keyNames);
    }

    @Override
    public Answer call(Request request, Context context) {
        List<Request.Action> actions = request.isRead() ? List.of() : touches.actions(request);
        if (actions.isEmpty()) {
            return endpoint().call(request, context);
        }
        Request sent = touches.telling(request);
        Answer answer;
        try {
            answer = endpoint().call(sent, context);
        } catch (EndpointException e) {
            // Refused now, though an earlier try of the same request may have got through.
            touch(actions, null, false);
            throw e;
        } catch (RuntimeException | Error e) {
            // Nobody knows whether it was done, or will be in a moment.
            touch(actions, null, true);
            throw e;
        }
        if (sent instanceof Request.Action action) {
            touch(List.of(action), answer, false);
        } else {
            // Transactions and batches tell nothing of their items.
            touch(actions, null, false);
        }
        return sent == request ? answer : withoutAttributes(answer);
    }

    private void touch(List<Request.Action> actions, Answer answer, boolean uncertain) {
        List<ItemTouch> items = new ArrayList<>();
        actions.forEach(action -> items.add(touches.touch(action, answer)));
        caches.touch(items, uncertain);
    }

    private static Answer withoutAttributes(Answer answer) {
        return new Answer(
                answer.items(),
                answer.lastEvaluatedKey(),
                Item.NONE,
                answer.count(),
                answer.scannedCount(),
                answer.capacity(),
                answer.unprocessedKeys(),
                answer.unprocessedPuts());
    }
}
