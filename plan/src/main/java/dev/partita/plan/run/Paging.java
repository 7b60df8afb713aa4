package dev.partita.plan.run;

import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.Attributes;
import dev.partita.item.Item;
import dev.partita.item.Utf8;
import dev.partita.plan.Answer;
import dev.partita.plan.CollectionTooLarge;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.ListPosition;
import dev.partita.plan.internal.read.Projections;
import dev.partita.plan.internal.read.Spread;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.read.StepRequests;
import dev.partita.plan.internal.read.Subquery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a range page by page: fills pages up though filters empty them, goes from leg to leg, and merges shards. */
final class Paging implements PageSource {

    private static final int MOST_LOOKED_AT = 1_000;

    /**
     * @param next where to go on; null at the end
     * @param isStopped whether it went as far as a page may go
     */
    record Page(List<ReadRun.Hit> hits, ListPosition next, boolean isStopped) {}

    /** What one shard gave. {@code end}: the key of the last item looked at; null at the end. */
    private record Stretch(List<ReadRun.Hit> hits, Item end) {}

    private final ReadRun run;
    private final Step.Query query;
    private final Step.Scan scan;
    private final List<Subquery> legs;
    private final String beyond;
    private final Target target;
    private final List<Entity> entities;
    private final List<Filter> checks;
    private long gatheredBytes;

    Paging(ReadRun run, Step.Query query, Subquery.Legs legs) {
        this.run = run;
        this.query = query;
        this.scan = null;
        this.legs = legs.legs();
        this.beyond = legs.beyond();
        this.target = query.target();
        this.entities = query.entities();
        this.checks = query.shown().filters().stream()
                .filter(filter -> !query.literal() && !StepRequests.isServerSide(filter, query))
                .toList();
    }

    Paging(ReadRun run, Step.Scan scan) {
        this.run = run;
        this.query = null;
        this.scan = scan;
        this.legs = List.of(new Subquery("", null, Map.of()));
        this.beyond = null;
        this.target = scan.target();
        this.entities = List.of(scan.entity());
        this.checks = scan.shown().filters().stream()
                .filter(filter -> !scan.literal() && !Projections.isServerSide(filter, scan.target()))
                .toList();
    }

    List<Subquery> legs() {
        return legs;
    }

    @Override
    public boolean isLiteral() {
        return query == null ? scan.literal() : query.literal();
    }

    @Override
    public ListPosition start() {
        return legs.isEmpty() ? null : ListPosition.startOf(legs.get(0).label());
    }

    @Override
    public ListPosition at(ListPosition cursor) {
        return legs.stream().anyMatch(leg -> leg.label().equals(cursor.leg())) ? cursor : null;
    }

    @Override
    public Page next(ListPosition cursor, Integer wanted) {
        List<ReadRun.Hit> hits = new ArrayList<>();
        ListPosition at = cursor;
        while (at != null && (wanted == null || hits.size() < wanted)) {
            String label = at.leg();
            int number = 0;
            while (!legs.get(number).label().equals(label)) {
                number++;
            }
            Page page = leg(legs.get(number), at, wanted == null ? null : wanted - hits.size());
            hits.addAll(page.hits());
            at = page.next();
            if (at == null && number + 1 < legs.size()) {
                at = ListPosition.startOf(legs.get(number + 1).label());
            } else if (at == null && beyond != null) {
                return new Page(hits, ListPosition.startOf(beyond), true);
            }
            if (isLiteral()) {
                break;
            }
        }
        return new Page(hits, at, false);
    }

    /** How many there are in a leg, in all pages and shards. */
    long count(Subquery leg) {
        long count = 0;
        for (Integer shard : shards()) {
            Item start = null;
            do {
                Answer answer = answer(leg, shard, null, start);
                if (answer == null) {
                    break;
                }
                count += query.countOnly() ? answer.count() : hits(answer).size();
                start = answer.lastEvaluatedKey();
            } while (start != null && !isLiteral());
        }
        return count;
    }

    private Page leg(Subquery leg, ListPosition cursor, Integer wanted) {
        List<Integer> shards = shards();
        Map<Integer, Stretch> stretches = new LinkedHashMap<>();
        List<ReadRun.Hit> merged = new ArrayList<>();
        for (int i = 0; i < shards.size(); i++) {
            Item start = cursor.keys().get(i);
            if (start == null || start.isPresent()) {
                stretches.put(i, fill(leg, shards.get(i), start, wanted));
                merged.addAll(stretches.get(i).hits());
            }
        }
        if (shards.size() > 1) {
            merged.sort(byKey());
        }
        boolean isCut = wanted != null && merged.size() > wanted;
        Set<ReadRun.Hit> taken = null;
        if (isCut) {
            merged = new ArrayList<>(merged.subList(0, wanted));
            taken = Collections.newSetFromMap(new IdentityHashMap<>());
            taken.addAll(merged);
        }
        Map<Integer, Item> next = new LinkedHashMap<>();
        boolean isMore = false;
        for (int i = 0; i < shards.size(); i++) {
            Item end = end(cursor.keys().get(i), stretches.get(i), taken);
            if (end != null) {
                next.put(i, end);
            }
            isMore = isMore || end == null || end.isPresent();
        }
        return new Page(merged, isMore ? new ListPosition(leg.label(), next, 0) : null, false);
    }

    /**
     * Behind which key a shard goes on: NONE at its end, null at its beginning.
     *
     * @param taken the items that found a place on the page; null when all did
     */
    private Item end(Item start, Stretch stretch, Set<ReadRun.Hit> taken) {
        if (stretch == null) {
            return Item.NONE;
        }
        if (taken != null) {
            Item last = start;
            for (ReadRun.Hit hit : stretch.hits) {
                if (!taken.contains(hit)) {
                    return last;
                }
                last = keyOf(hit.item());
            }
        }
        return stretch.end == null ? Item.NONE : stretch.end;
    }

    /** Reads on until enough items passed the filters. */
    private Stretch fill(Subquery leg, Integer shard, Item start, Integer wanted) {
        List<ReadRun.Hit> hits = new ArrayList<>();
        Item at = start;
        Integer limit = wanted;
        do {
            Answer answer = answer(leg, shard, isLiteral() ? page() : limit, at);
            if (answer == null) {
                return new Stretch(hits, null);
            }
            List<ReadRun.Hit> more = hits(answer);
            hits.addAll(more);
            at = answer.lastEvaluatedKey();
            if (wanted == null && at != null) {
                requireGathered(more);
            }
            if (limit != null) {
                // What a filter throws away is read again and again in small bites; larger ones cost no more.
                limit = Math.min(MOST_LOOKED_AT, limit * 2);
            }
        } while (at != null && !isLiteral() && (wanted == null || hits.size() < wanted));
        if (wanted != null && hits.size() > wanted && !isLiteral()) {
            hits = new ArrayList<>(hits.subList(0, wanted));
            at = keyOf(hits.get(hits.size() - 1).item());
        }
        return new Stretch(hits, at);
    }

    /** Without a limit all of it is in memory before any of it is answered, and a partition has no end. */
    private void requireGathered(List<ReadRun.Hit> hits) {
        for (ReadRun.Hit hit : hits) {
            gatheredBytes += hit.item().sizeBytes();
        }
        if (gatheredBytes > CollectionTooLarge.MOST_BYTES) {
            throw new CollectionTooLarge(run.pattern());
        }
    }

    private Integer page() {
        return query == null ? scan.page() : query.page();
    }

    private Answer answer(Subquery leg, Integer shard, Integer limit, Item start) {
        if (query == null) {
            return run.call(run.requests().scan(scan, limit, start));
        }
        Request request = run.requests().query(query, leg, shard, limit, start);
        return request == null ? null : run.call(request);
    }

    private List<ReadRun.Hit> hits(Answer answer) {
        List<ReadRun.Hit> hits = new ArrayList<>();
        for (Attributes item : answer.found()) {
            ReadRun.Hit hit = run.hit(entities, item, checks, isLiteral());
            if (hit != null) {
                hits.add(hit);
            }
        }
        return hits;
    }

    /** Null stands for a key without shards. */
    private List<Integer> shards() {
        List<Integer> shards = new ArrayList<>();
        if (query != null) {
            for (Spread spread : query.spreads()) {
                if (spread instanceof Spread.Shards all) {
                    for (int i = 0; i < all.count(); i++) {
                        shards.add(i);
                    }
                }
            }
        }
        if (shards.isEmpty()) {
            shards.add(null);
        }
        return shards;
    }

    private Item keyOf(Attributes item) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        target.allKeyNames().forEach(name -> key.put(name, item.get(name)));
        return Item.of(key);
    }

    private Comparator<ReadRun.Hit> byKey() {
        Comparator<ReadRun.Hit> order = (one, other) -> {
            for (var key : target.sort()) {
                int compared = compare(one.item().get(key.name()), other.item().get(key.name()));
                if (compared != 0) {
                    return compared;
                }
            }
            return 0;
        };
        return query.forward() ? order : order.reversed();
    }

    private static int compare(AttributeValue one, AttributeValue other) {
        if (one instanceof AttributeValue.S a && other instanceof AttributeValue.S b) {
            return Utf8.compare(a.value(), b.value());
        }
        if (one instanceof AttributeValue.N a && other instanceof AttributeValue.N b) {
            return a.compareTo(b);
        }
        return one instanceof AttributeValue.B a && other instanceof AttributeValue.B b
                ? a.value().compareTo(b.value())
                : 0;
    }
}
