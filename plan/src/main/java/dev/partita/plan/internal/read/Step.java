package dev.partita.plan.internal.read;

import dev.partita.design.model.Entity;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.Target;
import java.util.List;
import java.util.Map;

/** One kind of request that a plan makes, or makes again and again. */
public sealed interface Step {

    /** DynamoDB's name for it, or ours where several requests work together. */
    String word();

    /** What {@code cases} makes of a step of this kind. */
    <R> R match(Cases<R> cases);

    /**
     * What is made of a step of each kind. One of its methods is missing wherever a new kind has been forgotten.
     *
     * @param <R> what is made of it
     */
    interface Cases<R> {
        R get(Get get);

        R lock(Lock lock);

        R locked(Locked locked);

        R batchGet(BatchGet batch);

        R query(Query query);

        R scan(Scan scan);

        R search(Search search);

        R fetch(Fetch fetch);

        R then(Then then);

        R gather(Gather gather);
    }

    /** The table or index it asks; null for one that asks none itself. */
    default Target target() {
        return null;
    }

    /** Whether it reads one item by its key, or by that of its lock. */
    default boolean isByKey() {
        return false;
    }

    /** The plans of the other patterns that it runs. */
    default List<ReadPlan> plans() {
        return List.of();
    }

    /**
     * What comes back of each item.
     *
     * @param attributes logical names that the caller sees; empty for all that are not hidden
     * @param stored what is asked for, by stored names; empty for everything there is
     * @param filters in the order in which they are shown
     */
    record Shown(List<String> attributes, List<String> stored, List<Filter> filters) {
        public Shown {
            attributes = List.copyOf(attributes);
            stored = List.copyOf(stored);
            filters = List.copyOf(filters);
        }
    }

    /** One item by its whole key. */
    record Get(Target target, Entity entity, List<KeyTerm> key, boolean strong, Shown shown) implements Step {
        public Get {
            key = List.copyOf(key);
        }

        @Override
        public String word() {
            return "GetItem";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.get(this);
        }

        @Override
        public boolean isByKey() {
            return true;
        }
    }

    /**
     * One item by its whole key for each value that the caller gives, a hundred keys a request.
     *
     * @param page how many items at most; null for all of them
     */
    record BatchGet(
            Target target,
            Entity entity,
            List<KeyTerm> key,
            Spread.Each each,
            boolean strong,
            Integer page,
            Shown shown)
            implements Step {
        public BatchGet {
            key = List.copyOf(key);
        }

        @Override
        public String word() {
            return "BatchGetItem";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.batchGet(this);
        }
    }

    /** The lock item of a unique combination of attributes; the step after it reads the item that holds the lock. */
    record Lock(Target target, Entity entity, Entity.Unique unique, List<KeyTerm> key, boolean strong) implements Step {
        public Lock {
            key = List.copyOf(key);
        }

        @Override
        public String word() {
            return "GetItem of the lock";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.lock(this);
        }

        @Override
        public boolean isByKey() {
            return true;
        }
    }

    /** The item that holds the lock of the step before. */
    record Locked(Target target, Entity entity, boolean strong, Shown shown) implements Step {
        @Override
        public String word() {
            return "GetItem";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.locked(this);
        }
    }

    /**
     * A range of one partition.
     *
     * @param entities what is wanted out of it; other items are left out
     * @param page how many items at most; null for all of them
     * @param countOnly whether the service counts, and sends nothing
     * @param literal whether the request is the author's own: one page of it, nothing added
     * @param spreads parts of the key that take several values
     */
    record Query(
            Target target,
            List<Entity> entities,
            List<KeyTerm> key,
            boolean forward,
            boolean strong,
            boolean countOnly,
            Integer page,
            boolean literal,
            List<Spread> spreads,
            Shown shown)
            implements Step {
        public Query {
            entities = List.copyOf(entities);
            key = List.copyOf(key);
            spreads = List.copyOf(spreads);
        }

        @Override
        public String word() {
            return "Query";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.query(this);
        }
    }

    /** Everything there is, looked at item by item. */
    record Scan(
            Target target, Entity entity, boolean strong, boolean countOnly, Integer page, boolean literal, Shown shown)
            implements Step {
        @Override
        public String word() {
            return "Scan";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.scan(this);
        }
    }

    /** The search index: keys of the items whose attribute has the words; the step after it reads them. */
    record Search(Entity entity, String attribute, String argument, Integer page) implements Step {
        @Override
        public String word() {
            return "Search";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.search(this);
        }
    }

    /**
     * The items that those of the step before lead to, a hundred at a time.
     *
     * @param keyFrom for each attribute in the entity's key, the attribute of the item before that has its value
     */
    record Fetch(Target target, Entity entity, Entity from, Map<String, String> keyFrom, boolean strong, Shown shown)
            implements Step {
        public Fetch {
            keyFrom = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(keyFrom));
        }

        @Override
        public String word() {
            return "BatchGetItem";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.fetch(this);
        }
    }

    /** Another pattern, with what the step before found. {@code arguments}: for each of its arguments, an attribute found. */
    record Then(ReadPlan plan, Map<String, String> arguments) implements Step {
        public Then {
            arguments = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(arguments));
        }

        public String pattern() {
            return plan.pattern().name();
        }

        @Override
        public String word() {
            return "Pattern";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.then(this);
        }

        @Override
        public List<ReadPlan> plans() {
            return List.of(plan);
        }
    }

    /** Several patterns; their answers side by side, and their arguments, too. */
    record Gather(List<ReadPlan> plans, PartArguments given) implements Step {
        public Gather {
            plans = List.copyOf(plans);
        }

        public List<String> patterns() {
            return plans.stream().map(plan -> plan.pattern().name()).toList();
        }

        @Override
        public String word() {
            return "Patterns";
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.gather(this);
        }
    }
}
