package dev.partita.plan.internal.compile;

import dev.partita.cost.Cardinality;
import dev.partita.cost.Sizes;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import dev.partita.item.Limits;
import dev.partita.item.Units;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Estimate;
import dev.partita.plan.internal.read.GivenValues;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Spread;
import dev.partita.plan.internal.read.Step;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Predicts requests and read units from the sizes and numbers a design states, and from likely ones where it does not. */
record Estimator(Design design) {

    private static final int LIKELY_ITEMS = 10;

    Estimate of(Pattern pattern, List<Step> steps) {
        Estimate all = Estimate.NOTHING;
        long items = 1;
        for (Step step : steps) {
            all = all.and(step.match(new Estimates(this, pattern, items)));
            items = step instanceof Step.Query query ? items(pattern, query.page()) : items;
            items = step instanceof Step.BatchGet batch ? items(pattern, batch.page()) : items;
            items = step instanceof Step.Search search ? items(pattern, search.page()) : items;
        }
        return all;
    }

    /** @param before how many items the steps before found */
    private record Estimates(Estimator estimator, Pattern pattern, long before) implements Step.Cases<Estimate> {

        @Override
        public Estimate get(Step.Get get) {
            return new Estimate(1, 1, Units.read(estimator.size(pattern, get.entity()), get.strong()));
        }

        @Override
        public Estimate lock(Step.Lock lock) {
            return new Estimate(1, 1, Units.read(0, lock.strong()));
        }

        @Override
        public Estimate locked(Step.Locked locked) {
            // Without a lock there is no second request.
            return new Estimate(0, 1, Units.read(estimator.size(pattern, locked.entity()), locked.strong()));
        }

        @Override
        public Estimate batchGet(Step.BatchGet batch) {
            long items = estimator.items(pattern, batch.page());
            // In place of what is missing a smaller page asks for more.
            boolean isOne = batch.page() == null || batch.page() >= GivenValues.MOST;
            return new Estimate(
                    1,
                    isOne ? 1 : Estimate.UNKNOWN,
                    Math.min(items, GivenValues.MOST)
                            * Units.read(estimator.size(pattern, batch.entity()), batch.strong()));
        }

        @Override
        public Estimate query(Step.Query query) {
            return estimator.query(pattern, query);
        }

        @Override
        public Estimate scan(Step.Scan scan) {
            long bytes = 0;
            for (Entity entity : estimator.design().entitiesOf(scan.target().table())) {
                bytes += estimator.size(null, entity) * count(entity);
            }
            return new Estimate(1, Estimate.UNKNOWN, Units.read(bytes, scan.strong()));
        }

        @Override
        public Estimate search(Step.Search search) {
            return Estimate.NOTHING;
        }

        @Override
        public Estimate fetch(Step.Fetch fetch) {
            int requests = (int) Math.max(1, (before + Limits.BATCH_GET_KEYS - 1) / Limits.BATCH_GET_KEYS);
            long size = estimator.size(fetch.from() == fetch.entity() ? pattern : null, fetch.entity());
            return new Estimate(0, requests, before * Units.read(size, fetch.strong()));
        }

        @Override
        public Estimate then(Step.Then then) {
            Estimate other = then.plan().estimate();
            return new Estimate(0, other.most(), other.units());
        }

        @Override
        public Estimate gather(Step.Gather gather) {
            Estimate all = Estimate.NOTHING;
            for (ReadPlan plan : gather.plans()) {
                all = all.and(plan.estimate());
            }
            return all;
        }
    }

    private Estimate query(Pattern pattern, Step.Query query) {
        long size = 0;
        for (Entity entity : query.entities()) {
            size = Math.max(size, entry(pattern, query.target(), entity));
        }
        if (query.entities().size() > 1 && !isStated(pattern)) {
            // One head and its members: the members are what there are many of.
            size = entry(
                    pattern,
                    query.target(),
                    query.entities().get(query.entities().size() - 1));
        }
        int shards = query.spreads().stream()
                .filter(Spread.Shards.class::isInstance)
                .mapToInt(spread -> ((Spread.Shards) spread).count())
                .reduce(1, (one, other) -> one * other);
        // Of one shard; each is a request of its own, and costs what it reads.
        long items = inShard(pattern, query, shards);
        double units = Units.read(items * size, query.strong());
        for (Entity entity : query.entities()) {
            if (isFetchedByLocalIndex(query, entity)) {
                units += items * Units.read(size(pattern, entity), query.strong());
            }
        }
        int pages = (int) Math.max(1, (items * size + Limits.PAGE_BYTES - 1) / Limits.PAGE_BYTES);
        boolean isOpen = !query.literal()
                && (query.page() == null || !query.shown().filters().isEmpty());
        if (pattern.verb() == Pattern.Verb.GET) {
            isOpen = false;
        }
        int fewest = pages;
        int most = isOpen ? Estimate.UNKNOWN : pages;
        for (Spread spread : query.spreads()) {
            if (spread instanceof Spread.Walk walk) {
                int spans = (int) Math.max(1, spans(walk));
                most = most == Estimate.UNKNOWN ? most : most * spans;
            } else if (spread instanceof Spread.Each each && each.isGiven()) {
                // A list may be full after the first of them.
                most = most == Estimate.UNKNOWN ? most : most * GivenValues.MOST;
                units = units * (query.page() == null ? LIKELY_ITEMS : 1);
            } else {
                int values = spread instanceof Spread.Shards sharded
                        ? sharded.count()
                        : Math.max(1, ((Spread.Each) spread).values().size());
                boolean isStated = !(spread instanceof Spread.Each each) || each.pattern() == null;
                fewest = fewest * values;
                most = most == Estimate.UNKNOWN || !isStated ? Estimate.UNKNOWN : most * values;
                units = units * values;
            }
        }
        return new Estimate(fewest, most, units);
    }

    /** Whether the query asks a local index for what only the table has: then each item is read there too. */
    private static boolean isFetchedByLocalIndex(Step.Query query, Entity entity) {
        return query.target().isLocal()
                && query.shown().stored().stream()
                        .map(entity::storedAs)
                        .anyMatch(attribute ->
                                attribute != null && !query.target().stores(attribute));
    }

    private static long spans(Spread.Walk walk) {
        return switch (walk.bucket()) {
            case HOUR -> walk.seconds() / 3_600;
            case MONTH -> walk.seconds() / (28 * 86_400) + 2;
            case YEAR -> walk.seconds() / (365 * 86_400) + 2;
            default -> walk.seconds() / 86_400;
        };
    }

    /**
     * How many items are read in one shard. For a page each of them is asked for as many as the page has, since all of them may be
     * there, and answers with what it has.
     */
    private long inShard(Pattern pattern, Step.Query query, int shards) {
        long items = items(pattern, query.page());
        OptionalLong all =
                shards > 1 || pattern.verb() == Pattern.Verb.COUNT ? inPartition(query) : OptionalLong.empty();
        boolean isStated = pattern.expect() != null && pattern.expect().items() != null;
        if (pattern.verb() == Pattern.Verb.COUNT) {
            return share(isStated || all.isEmpty() ? items : all.getAsLong(), shards);
        }
        if (query.page() == null) {
            return share(items, shards);
        }
        return all.isEmpty() ? items : Math.min(items, share(all.getAsLong(), shards));
    }

    private static long share(long items, int shards) {
        return (items + shards - 1) / shards;
    }

    /** How many there are of the entity where the query looks, in all shards, as far as the design says. */
    private OptionalLong inPartition(Step.Query query) {
        Entity entity = query.entities().get(0);
        OptionalLong all = new Cardinality(design).items(entity);
        boolean isWhole = query.key().size() == query.target().partition().size();
        if (all.isEmpty() || !isWhole) {
            return OptionalLong.empty();
        }
        Where when = entity.indexKeys().stream()
                .filter(keys -> query.target().index() != null
                        && keys.index().equals(query.target().index().name()))
                .findFirst()
                .map(Entity.IndexKeys::when)
                .orElse(null);
        // All shards are read, whatever their number.
        Stream<Template.Variable> parts = query.key().stream()
                .filter(KeyTerm.Equal.class::isInstance)
                .flatMap(term -> ((KeyTerm.Equal) term).template().variables())
                .filter(variable -> !variable.has(Template.Format.Kind.SHARD));
        OptionalLong values = new Cardinality(design).values(entity, parts, when);
        return values.isEmpty()
                ? values
                : OptionalLong.of(Math.max(1, all.getAsLong() / Math.max(1, values.getAsLong())));
    }

    private long items(Pattern pattern, Integer page) {
        Entity entity = pattern.entities().isEmpty()
                ? null
                : design.entities().get(pattern.entities().get(0));
        boolean isFew =
                entity != null && entity.expect() != null && entity.expect().items() != null;
        long most = isFew ? entity.expect().items() : Long.MAX_VALUE;
        long expected = pattern.expect() != null && pattern.expect().items() != null
                ? pattern.expect().items()
                : Math.min(most, page != null ? page : LIKELY_ITEMS);
        return page == null ? expected : Math.min(expected, page);
    }

    private static long count(Entity entity) {
        return entity.expect() == null || entity.expect().items() == null
                ? 1
                : entity.expect().items();
    }

    private long size(Pattern pattern, Entity entity) {
        return isStated(pattern) ? pattern.expect().sizeBytes() : new Sizes(design).item(entity);
    }

    private long entry(Pattern pattern, Target target, Entity entity) {
        boolean isWhole = target.isTable()
                || target.index().projection() == Table.Projection.ALL
                || target.index().projection() == Table.Projection.UNSTATED;
        return isWhole && isStated(pattern)
                ? pattern.expect().sizeBytes()
                : new Sizes(design).entry(entity, target.index());
    }

    private static boolean isStated(Pattern pattern) {
        return pattern != null && pattern.expect() != null && pattern.expect().sizeBytes() != null;
    }
}
