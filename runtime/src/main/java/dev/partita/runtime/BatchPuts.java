package dev.partita.runtime;

import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.internal.request.Backoff;
import dev.partita.plan.internal.write.PlainPut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Puts without conditions, 25 in a request. */
final class BatchPuts {

    private static final int ROUNDS = 12;

    /** @param number the place of its write in the batch */
    record Put(int number, Database database, String pattern, PlainPut plain) {}

    private record Place(Database database, String table) {}

    private record Spot(Place place, Item key) {}

    private final BiConsumer<Put, RuntimeException> done;

    /** @param done hears of each put, with its failure or null */
    BatchPuts(BiConsumer<Put, RuntimeException> done) {
        this.done = done;
    }

    /**
     * What to do side by side, then what after that, and so on: a request has an item once, and the later put must win.
     *
     * @param others what may run beside the first
     */
    List<List<Runnable>> rounds(List<Put> puts, List<Runnable> others) {
        List<List<Runnable>> rounds = new ArrayList<>();
        List<Put> open = puts;
        rounds.add(new ArrayList<>(others));
        while (!open.isEmpty()) {
            Map<Place, List<Put>> now = new LinkedHashMap<>();
            List<Put> later = new ArrayList<>();
            Set<Spot> taken = new HashSet<>();
            for (Put put : open) {
                Place place = new Place(put.database(), put.plain().table());
                if (taken.add(new Spot(place, put.plain().key()))) {
                    now.computeIfAbsent(place, missing -> new ArrayList<>()).add(put);
                } else {
                    later.add(put);
                }
            }
            List<Runnable> round = rounds.get(rounds.size() - 1);
            now.forEach((place, all) -> {
                for (int i = 0; i < all.size(); i += Limits.BATCH_WRITE_REQUESTS) {
                    List<Put> some = all.subList(i, Math.min(all.size(), i + Limits.BATCH_WRITE_REQUESTS));
                    round.add(() -> send(place, some));
                }
            });
            open = later;
            if (!open.isEmpty()) {
                rounds.add(new ArrayList<>());
            }
        }
        return rounds;
    }

    private void send(Place place, List<Put> puts) {
        Map<Item, Put> open = new HashMap<>();
        puts.forEach(put -> open.put(put.plain().item(), put));
        try {
            String patterns = puts.stream().map(Put::pattern).distinct().collect(Collectors.joining(", "));
            place.database().onEndpoint(patterns, endpoint -> {
                send(endpoint, place, open);
                return null;
            });
        } catch (RuntimeException e) {
            open.values().forEach(put -> done.accept(put, e));
        }
    }

    private void send(Endpoint endpoint, Place place, Map<Item, Put> open) {
        int idle = 0;
        while (!open.isEmpty()) {
            int before = open.size();
            Answer answer =
                    endpoint.call(new Request.BatchWriteItem(place.table(), List.copyOf(open.keySet()), List.of()));
            Set<Item> left = new HashSet<>(answer.unprocessedPuts());
            open.entrySet().removeIf(entry -> {
                boolean isDone = !left.contains(entry.getKey());
                if (isDone) {
                    done.accept(entry.getValue(), null);
                }
                return isDone;
            });
            idle = open.size() < before ? 0 : idle + 1;
            if (idle > ROUNDS) {
                throw Backoff.throttled(open.size() + " items could not be written");
            }
            if (!open.isEmpty()) {
                place.database().pause(Backoff.after(idle));
            }
        }
    }
}
