package dev.partita.plan.run;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.item.Attributes;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.ItemValues;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.SearchHit;
import dev.partita.plan.SearchHits;
import dev.partita.plan.SearchIndex;
import dev.partita.plan.SearchQuery;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.LockItem;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.key.WhereCheck;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.ListPosition;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.ReadValues;
import dev.partita.plan.internal.read.Spread;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.read.StepRequests;
import dev.partita.plan.internal.read.Subquery;
import dev.partita.plan.internal.request.BatchRead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One call of a reading pattern: its requests one after the other, and what they found. */
final class ReadRun {

    /** How many matches of a search are looked at in one go when filters throw many away. */
    private static final int LEAST_MATCHES = 25;

    private static final int MOST_MATCHES = 1_000;

    /** How often a page is read on for somebody who does not see everything. */
    private static final int MOST_FILLING = 20;

    /** An item that was found: as it is stored, and in logical form. */
    record Hit(Entity entity, Attributes item, ItemValues values) {}

    private final Reads reads;
    private final ReadPlan plan;
    private final Design design;
    private final Map<String, Object> given;
    private final Integer limit;
    private final String cursor;
    private final Instant now;
    private final ReadValues values;
    private final StepRequests requests;
    /** What the answer shows of an item; null for all of it. */
    private final ItemValues.Layout returned;

    private int sent;
    private double units;

    ReadRun(Reads reads, ReadPlan plan, Map<String, Object> given, Integer limit, String cursor) {
        this.reads = reads;
        this.plan = plan;
        this.design = plan.design();
        this.given = given;
        this.limit = limit;
        this.cursor = cursor;
        this.now = reads.surroundings().now();
        Entity entity = design.entities().get(plan.pattern().entities().get(0));
        this.values = new ReadValues(plan, codec(entity), given, false);
        boolean isWhole = plan.pattern().returned().isEmpty() || plan.pattern().then() != null;
        this.returned = isWhole ? null : new ItemValues.Layout(plan.pattern().returned());
        this.requests = new StepRequests(this::codec, values, reads::tableName, now);
    }

    Result run() {
        Step first = plan.steps().get(0);
        if (first instanceof Step.Query query) {
            return plan.pattern().verb() == Verb.COUNT ? count(query) : pages(query, query.page());
        }
        if (first instanceof Step.Scan scan) {
            return pages(scan, scan.page());
        }
        if (first instanceof Step.BatchGet get) {
            return plan.pattern().verb() == Verb.COUNT ? count(get) : pages(get, get.page());
        }
        List<Hit> hits = new ArrayList<>();
        if (first instanceof Step.Get get) {
            add(hits, get.entity(), call(requests.get(get)).first(), get.shown().filters());
        } else if (first instanceof Step.Lock lock) {
            locked(lock, (Step.Locked) plan.steps().get(1), hits);
        } else if (first instanceof Step.Search search) {
            return search(search);
        } else {
            throw new IllegalStateException("a plan does not begin with " + first);
        }
        return result(seen(follow(hits)), null);
    }

    Answer call(Request request) {
        Answer answer = reads.endpoint().call(request);
        sent++;
        units += answer.capacity();
        return answer;
    }

    /** Requests of another pattern that this one needs are its own. */
    private void count(Result other) {
        sent += other.requests();
        units += other.units();
    }

    Pattern pattern() {
        return plan.pattern();
    }

    StepRequests requests() {
        return requests;
    }

    Codec codec(Entity entity) {
        return reads.plans().codec(entity);
    }

    /** What of {@code item} is wanted: told apart, and past the filters that the service did not apply; null when nothing. */
    Hit hit(List<Entity> entities, Attributes item, List<Filter> filters, boolean isLiteral) {
        for (Entity entity : entities) {
            if (codec(entity).holds(item)) {
                Hit hit = new Hit(entity, item, codec(entity).values(item));
                return passes(hit, filters) ? hit : null;
            }
        }
        Entity first = entities.get(0);
        return isLiteral && !isOfAnother(first, item)
                ? new Hit(first, item, codec(first).values(item))
                : null;
    }

    /** Whether it is an item of another entity of the table: whoever asks for ratings is not shown a comment as one. */
    private boolean isOfAnother(Entity entity, Attributes item) {
        Design design = plan.design();
        return design.entities().values().stream()
                .anyMatch(other -> other != entity
                        && design.tableOf(other) == design.tableOf(entity)
                        && codec(other).holds(item));
    }

    private void locked(Step.Lock lock, Step.Locked locked, List<Hit> hits) {
        Request.GetItem request = requests.lock(lock);
        Item holder = LockItem.holder(call(request).item());
        if (holder.isPresent()) {
            Request get = requests.item(
                    locked.target(), holder, locked.strong(), locked.shown().stored());
            add(hits, locked.entity(), call(get).first(), locked.shown().filters());
            // A lock outlives the value where the holder's time was over and its key was taken anew.
            hits.removeIf(hit -> !request.key().equals(codec(hit.entity()).lockKey(lock.unique(), hit.values())));
        }
    }

    private Result search(Step.Search search) {
        ListPosition from = cursor == null ? null : ListPosition.of(cursor);
        long before = from == null ? 0 : from.given();
        int wanted = wanted(search.page(), before);
        SearchQuery sought = SearchCursor.sought(
                sought(search), from, codec(search.entity()).table().keyNames());
        List<Hit> found = new ArrayList<>();
        boolean isMore = !sought.words().isEmpty();
        int bite = wanted;
        int fillings = 0;
        while (isMore && found.size() < wanted && (reads.sight() == null || fillings <= MOST_FILLING)) {
            fillings++;
            SearchHits matches = find(search, sought, bite);
            isMore = matches.found().size() == bite;
            List<Hit> keys = new ArrayList<>();
            Map<Item, SearchHit> places = new LinkedHashMap<>();
            for (SearchHit match : matches.found()) {
                keys.add(new Hit(
                        search.entity(), match.key(), codec(search.entity()).values(match.key())));
                places.put(match.key(), match);
                sought = sought.behind(matches.weights(), match);
            }
            List<Hit> followed = follow(keys);
            Set<Hit> seen = identities(seen(followed));
            for (Hit hit : followed) {
                if (!seen.contains(hit)) {
                    continue;
                }
                found.add(hit);
                if (found.size() == wanted) {
                    SearchHit last = places.get(
                            BatchRead.key(codec(search.entity()).table().keyNames(), hit.item()));
                    isMore = isMore || !last.equals(sought.after());
                    sought = sought.behind(matches.weights(), last);
                    break;
                }
            }
            // What the filters throw away is asked for again and again in small bites.
            bite = Math.min(MOST_MATCHES, Math.max(bite, LEAST_MATCHES) * 2);
        }
        long given = before + found.size();
        Integer max = plan.pattern().max();
        boolean isLast = !isMore || max != null && given >= max;
        return result(found, isLast ? null : SearchCursor.of(sought, given).text());
    }

    private SearchHits find(Step.Search search, SearchQuery sought, int limit) {
        SearchIndex index = reads.searching();
        SearchHits matches = index == null ? null : index.find(search.entity(), search.attribute(), sought, limit);
        return matches == null
                ? new ScanSearch(this, reads).find(search.entity(), search.attribute(), sought, limit)
                : matches;
    }

    private SearchQuery sought(Step.Search search) {
        String text = String.valueOf(given.get(search.argument()));
        String wrong = text.length() > SearchQuery.LONGEST_TEXT
                ? "may have " + SearchQuery.LONGEST_TEXT + " characters at most"
                : null;
        SearchQuery sought = wrong == null ? SearchQuery.of(text) : null;
        if (sought != null && sought.words().size() > SearchQuery.MOST_WORDS) {
            wrong = "may have " + SearchQuery.MOST_WORDS + " words at most";
        }
        if (wrong != null) {
            throw new InvalidValues(
                    List.of(new Violation(plan.pattern().name(), search.argument(), text, "length", wrong)));
        }
        return sought;
    }

    /** How many items a page has, when pages before it had so many. */
    private int wanted(int page, long before) {
        int wanted = limit == null ? page : Math.max(1, Math.min(limit, Math.max(page, ReadPlan.DEFAULT_PAGE)));
        Integer max = plan.pattern().max();
        return max == null ? wanted : (int) Math.min(wanted, max - before);
    }

    private Result pages(Step step, Integer page) {
        Integer wanted = page;
        if (limit != null && page != null && plan.pattern().verb() != Verb.GET) {
            wanted = Math.max(1, Math.min(limit, Math.max(page, ReadPlan.DEFAULT_PAGE)));
        }
        ListPosition from = cursor == null ? null : ListPosition.of(cursor);
        long before = from == null ? 0 : from.given();
        Integer max = plan.pattern().max();
        if (max != null && wanted != null) {
            wanted = (int) Math.min(wanted, max - before);
        }
        // Without pages there is nothing to go on with: where a walk has an end, all of it is read.
        boolean isWhole = wanted == null || plan.pattern().verb() == Verb.GET;
        Subquery.Legs legs =
                step instanceof Step.Query query ? legs(query, from == null ? null : from.leg(), isWhole) : null;
        PageSource paging = paging(step, legs);
        ListPosition next = from == null ? paging.start() : paging.at(from);
        if (next == null && from != null && isGiven()) {
            // The cursor is of other values, or of the same in another order.
            throw ListPosition.refused(cursor);
        }
        List<Hit> found = new ArrayList<>();
        boolean isRead = plan.pattern().verb() == Verb.READ;
        boolean isOne = plan.pattern().verb() == Verb.GET;
        boolean isStopped = false;
        int fillings = 0;
        while (next != null && (wanted == null || found.size() < wanted)) {
            Integer bite = wanted == null ? null : wanted - found.size();
            if (isOne && fillings > 0 && reads.sight() != null) {
                // Only the first is wanted, and it may be far behind those of others.
                bite = Math.min(MOST_MATCHES, LEAST_MATCHES << Math.min(fillings, 6));
            }
            Paging.Page one = paging.next(next, bite);
            found.addAll(isRead ? follow(one.hits()) : seen(follow(one.hits())));
            next = one.next();
            isStopped = one.isStopped();
            fillings++;
            boolean isEnough = reads.sight() != null && !isOne && wanted != null && fillings > MOST_FILLING;
            if (paging.isLiteral() || isStopped || isEnough) {
                break;
            }
        }
        if (isOne && wanted != null && found.size() > wanted) {
            found = new ArrayList<>(found.subList(0, wanted));
        }
        long given = before + found.size();
        boolean isLast = plan.pattern().verb() == Verb.GET || next == null || max != null && given >= max;
        if (step instanceof Step.Query query && plan.hasHead() && !addHead(query, found, wanted != null)) {
            return result(List.of(), null);
        }
        if (isRead) {
            found = seen(found);
        }
        // A list that goes on without end says how far it has looked; one with a range comes to its end by its pages.
        // So does one that has looked as far ahead as it may, and has no more pages.
        boolean isAhead =
                next == null && legs != null && legs.isAhead() && !legs.legs().isEmpty();
        String stoppedAt = (isStopped && legs.isOpen() || isAhead) && !isFull(max, given)
                ? legs.legs().get(legs.legs().size() - 1).label()
                : null;
        return result(
                found,
                isLast || isStopped && wanted == null ? null : next.after(given).text(),
                stoppedAt);
    }

    private PageSource paging(Step step, Subquery.Legs legs) {
        if (step instanceof Step.BatchGet get) {
            return new KeyPaging(this, get, values.given(get.each()));
        }
        return step instanceof Step.Query query ? new Paging(this, query, legs) : new Paging(this, (Step.Scan) step);
    }

    private boolean isGiven() {
        return pattern().each() != null && pattern().each().isGiven();
    }

    private static boolean isFull(Integer max, long given) {
        return max != null && given >= max;
    }

    /** Whether the head of the collection is there; on a page that it does not lie on, it is read by its key. */
    private boolean addHead(Step.Query query, List<Hit> found, boolean isPage) {
        Entity head = query.entities().get(0);
        if (found.stream().anyMatch(hit -> hit.entity() == head)) {
            return true;
        }
        List<Hit> read = new ArrayList<>();
        if (isPage) {
            Target table = new Target(query.target().table(), null);
            Item key = codec(head).key(values.values());
            Request get =
                    requests.item(table, key, query.strong(), query.shown().stored());
            add(read, head, call(get).first(), query.shown().filters());
        }
        found.addAll(0, read);
        return !read.isEmpty();
    }

    private Result count(Step.Query query) {
        Paging paging = new Paging(this, query, legs(query, null, true));
        Map<Object, Long> counts = new LinkedHashMap<>();
        long total = 0;
        for (Subquery leg : paging.legs()) {
            long one = paging.count(leg);
            total += one;
            if (leg.value() != null) {
                counts.merge(leg.value(), one, Long::sum);
            }
        }
        boolean isEach = query.spreads().stream().anyMatch(Spread.Each.class::isInstance);
        return new Result(List.of(), total, isEach ? counts : Map.of(), null, Map.of(), sent, units);
    }

    private Result count(Step.BatchGet get) {
        Map<Object, Long> counts = new KeyPaging(this, get, values.given(get.each())).counts();
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        return new Result(List.of(), total, counts, null, Map.of(), sent, units);
    }

    private Subquery.Legs legs(Step.Query query, String from, boolean isWhole) {
        List<Object> listed = List.of();
        Spread.Each given = null;
        for (Spread spread : query.spreads()) {
            if (spread instanceof Spread.Each each && each.isGiven()) {
                given = each;
            } else if (spread instanceof Spread.Each each) {
                listed = each.pattern() == null
                        ? each.values()
                        : reads.values(each.pattern(), each.fromAttribute(), this::count);
            }
        }
        Subquery.Legs legs = Subquery.of(design, query, values, listed, now, from, isWhole);
        if (given != null) {
            requireFitting(query, given, legs.legs());
        }
        return legs;
    }

    /** Before anything is asked: what could not be asked for by itself is refused by its place, also on a page far behind. */
    private void requireFitting(Step.Query query, Spread.Each each, List<Subquery> legs) {
        boolean isSharded = query.spreads().stream().anyMatch(Spread.Shards.class::isInstance);
        values.given(each).each(value -> legs.stream()
                .filter(leg -> value.equals(leg.value()))
                .findFirst()
                .map(leg -> requests.query(query, leg, isSharded ? 0 : null, null, null)));
    }

    /** The steps behind the first: whole items, or those that these lead to. */
    private List<Hit> follow(List<Hit> hits) {
        List<Hit> current = hits;
        for (Step step : plan.steps()) {
            if (step instanceof Step.Fetch fetch) {
                current = fetch(fetch, current);
            }
        }
        return current;
    }

    /** Those of the items that whoever reads may see. */
    private List<Hit> seen(List<Hit> hits) {
        if (reads.sight() == null || hits.isEmpty()) {
            return hits;
        }
        Map<Result.Found, Hit> shown = new IdentityHashMap<>();
        List<Result.Found> all = new ArrayList<>();
        for (Hit hit : hits) {
            Result.Found one = shown(hit);
            shown.put(one, hit);
            all.add(one);
        }
        return reads.sight().of(all).stream().map(shown::get).toList();
    }

    private static Set<Hit> identities(List<Hit> hits) {
        Set<Hit> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(hits);
        return all;
    }

    private List<Hit> fetch(Step.Fetch fetch, List<Hit> hits) {
        Set<Item> keys = new LinkedHashSet<>();
        List<Item> order = new ArrayList<>();
        for (Hit hit : hits) {
            Item key = key(fetch, hit);
            order.add(key);
            keys.add(key);
        }
        Map<Item, Attributes> found = batches()
                .items(fetch.target().table().keyNames(), List.copyOf(keys), batch -> requests.batch(fetch, batch));
        List<Hit> fetched = new ArrayList<>();
        for (Item key : order) {
            // One that is gone since is left out, as if the index had known.
            add(
                    fetched,
                    fetch.entity(),
                    found.getOrDefault(key, Item.NONE),
                    fetch.shown().filters());
        }
        return fetched;
    }

    BatchRead batches() {
        return new BatchRead(reads.surroundings().pause(), this::call);
    }

    /**
     * The items of several calls of this pattern, which reads one item by its key; those that are missing are left out.
     *
     * @param all one for each call, with its arguments; this is one of them
     */
    Result together(Step.Get get, List<ReadRun> all) {
        Map<Item, ReadRun> runs = new LinkedHashMap<>();
        all.forEach(run -> runs.putIfAbsent(run.requests.get(get).key(), run));
        Request.GetItem one = requests.get(get);
        Map<Item, Attributes> found = batches()
                .items(
                        get.target().table().keyNames(),
                        List.copyOf(runs.keySet()),
                        batch -> new Request.BatchGetItem(
                                one.table(), batch, one.consistent(), one.projection(), one.names()));
        List<Hit> hits = new ArrayList<>();
        runs.forEach((key, run) -> run.add(
                hits,
                get.entity(),
                found.getOrDefault(key, Item.NONE),
                get.shown().filters()));
        return result(hits, null);
    }

    private Item key(Step.Fetch fetch, Hit hit) {
        if (fetch.from() == fetch.entity()) {
            return keyOf(fetch.target(), hit.item());
        }
        Map<String, Object> known = new LinkedHashMap<>();
        fetch.keyFrom().forEach((name, from) -> known.put(name, hit.values().get(from)));
        return codec(fetch.entity()).key(known);
    }

    private static Item keyOf(Target target, Attributes item) {
        return BatchRead.key(target.table().keyNames(), item);
    }

    void add(List<Hit> hits, Entity entity, Attributes item, List<Filter> filters) {
        if (item.isPresent()) {
            Hit hit = new Hit(entity, item, codec(entity).values(item));
            if (passes(hit, filters)) {
                hits.add(hit);
            }
        }
    }

    private boolean passes(Hit hit, List<Filter> filters) {
        for (Filter filter : filters) {
            if (filter instanceof Filter.NotExpired && codec(hit.entity()).isExpired(hit.item(), now)) {
                return false;
            }
            if (filter instanceof Filter.Wanted wanted
                    && wanted.entity() == hit.entity()
                    && !check(hit).holds(wanted.where())) {
                return false;
            }
            if (filter instanceof Filter.InRange ranged
                    && ranged.entity() == hit.entity()
                    && !values.holds(ranged.range(), codec(hit.entity()), hit.values())) {
                return false;
            }
            if (filter instanceof Filter.NotDeleted hidden
                    && hidden.entity() == hit.entity()
                    && !check(hit).holds(hidden.where())) {
                return false;
            }
        }
        return true;
    }

    private WhereCheck check(Hit hit) {
        return new WhereCheck(hit.entity(), plan.design().zone(), hit.values(), given, now);
    }

    private Result result(List<Hit> hits, String next) {
        return result(hits, next, null);
    }

    private Result result(List<Hit> hits, String next, String stoppedAt) {
        List<Result.Found> items = new ArrayList<>(hits.size());
        hits.forEach(hit -> items.add(shown(hit)));
        return new Result(items, items.size(), Map.of(), next, stoppedAt, Map.of(), sent, units);
    }

    private Result.Found shown(Hit hit) {
        Map<String, Object> values = returned == null
                ? codec(hit.entity()).visible(hit.values())
                : hit.values().only(returned);
        return new Result.Found(hit.entity().name(), values);
    }
}
