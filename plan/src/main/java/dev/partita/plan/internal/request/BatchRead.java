package dev.partita.plan.internal.request;

import dev.partita.item.Attributes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Answer;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Pause;
import dev.partita.plan.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Many items by their keys, a hundred a request; what was not processed is asked for again, after growing pauses. */
public final class BatchRead {

    private static final int ROUNDS = 12;

    private final Pause pause;
    private final Function<Request, Answer> call;

    public BatchRead(Pause pause, Function<Request, Answer> call) {
        this.pause = pause;
        this.call = call;
    }

    /**
     * The items that are there, by their keys.
     *
     * @param keys each once
     * @throws EndpointException when the endpoint leaves keys open time and again
     */
    public Map<Item, Attributes> items(List<String> keyNames, List<Item> keys, Function<List<Item>, Request> request) {
        Map<Item, Attributes> found = new LinkedHashMap<>();
        List<Item> open = new ArrayList<>(keys);
        int idle = 0;
        while (!open.isEmpty()) {
            List<Item> batch = open.subList(0, Math.min(Limits.BATCH_GET_KEYS, open.size()));
            Answer answer = call.apply(request.apply(batch));
            for (Attributes item : answer.found()) {
                found.put(key(keyNames, item), item);
            }
            int unprocessed = answer.unprocessedKeys().size();
            idle = unprocessed < batch.size() ? 0 : idle + 1;
            if (idle > ROUNDS) {
                throw Backoff.throttled(open.size() + " items could not be read");
            }
            List<Item> left = new ArrayList<>(answer.unprocessedKeys());
            left.addAll(open.subList(batch.size(), open.size()));
            open = left;
            if (unprocessed > 0) {
                pause.of(Backoff.after(idle));
            }
        }
        return found;
    }

    public static Item key(List<String> names, Attributes item) {
        Map<String, dev.partita.item.AttributeValue> key = new LinkedHashMap<>();
        names.forEach(name -> key.put(name, item.get(name)));
        return Item.of(key);
    }
}
