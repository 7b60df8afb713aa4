package dev.partita.plan.internal.read;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.KeyFormat;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.request.Aliases;
import dev.partita.plan.internal.request.WhereExpression;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The requests of a plan's steps, filled with values. */
public final class StepRequests {

    private final Function<Entity, Codec> codecs;
    private final ReadValues values;
    private final Function<Table, String> tableNames;
    private final Instant now;

    public StepRequests(
            Function<Entity, Codec> codecs, ReadValues values, Function<Table, String> tableNames, Instant now) {
        this.codecs = codecs;
        this.values = values;
        this.tableNames = tableNames;
        this.now = now;
    }

    public Request.GetItem get(Step.Get get) {
        return item(get.target(), key(get.key()), get.strong(), get.shown().stored());
    }

    public Request.GetItem lock(Step.Lock lock) {
        return item(lock.target(), key(lock.key()), lock.strong(), List.of());
    }

    public Request.GetItem item(Target target, Item key, boolean isStrong, List<String> stored) {
        if (stored.isEmpty()) {
            return new Request.GetItem(name(target.table()), key, isStrong, null, Map.of());
        }
        Aliases aliases = new Aliases();
        String projection = projection(stored, aliases);
        return new Request.GetItem(name(target.table()), key, isStrong, projection, aliases.names());
    }

    public Request.BatchGetItem batch(Step.Fetch fetch, List<Item> keys) {
        return batch(fetch.target(), keys, fetch.strong(), fetch.shown());
    }

    public Request.BatchGetItem batch(Step.BatchGet get, List<Item> keys) {
        return batch(get.target(), keys, get.strong(), get.shown());
    }

    private Request.BatchGetItem batch(Target target, List<Item> keys, boolean isStrong, Step.Shown shown) {
        Aliases aliases = new Aliases();
        String projection = projection(shown.stored(), aliases);
        return new Request.BatchGetItem(name(target.table()), keys, isStrong, projection, aliases.names());
    }

    /** The key for one of the values that a caller gives. */
    public Item key(Step.BatchGet get, Object value) {
        return key(get.key(), values.with(values.values(), get.each().attribute(), value));
    }

    /**
     * @param shard the number of the shard, or null when there are none
     * @return null when nothing can lie between the bounds
     */
    public Request.Query query(Step.Query query, Subquery leg, Integer shard, Integer limit, Item start) {
        Aliases aliases = new Aliases();
        String condition =
                new KeyExpression(codecs, values, filled(query, leg, shard), now).condition(query.key(), aliases);
        if (condition == null) {
            return null;
        }
        List<Filter> filters = query.literal()
                ? query.shown().filters()
                : query.shown().filters().stream()
                        .filter(filter -> isServerSide(filter, query))
                        .toList();
        String filter = filter(filters, aliases);
        return new Request.Query(
                name(query.target().table()),
                query.target().index() == null ? null : query.target().index().name(),
                condition,
                filter,
                query.countOnly() ? null : projection(query.shown().stored(), aliases),
                aliases.names(),
                aliases.values(),
                query.forward(),
                query.strong(),
                query.countOnly(),
                limit,
                start);
    }

    public Request.Scan scan(Step.Scan scan, Integer limit, Item start) {
        Aliases aliases = new Aliases();
        List<Filter> filters = scan.shown().filters().stream()
                .filter(filter -> scan.literal() || Projections.isServerSide(filter, scan.target()))
                .toList();
        String filter = filter(filters, aliases);
        return new Request.Scan(
                name(scan.target().table()),
                scan.target().index() == null ? null : scan.target().index().name(),
                filter,
                scan.countOnly() ? null : projection(scan.shown().stored(), aliases),
                aliases.names(),
                aliases.values(),
                scan.strong(),
                scan.countOnly(),
                limit,
                start);
    }

    /** What a collection's entities must each satisfy is judged once they are told apart. */
    public static boolean isServerSide(Filter filter, Step.Query query) {
        boolean isOfOne = filter instanceof Filter.Wanted || filter instanceof Filter.NotDeleted;
        return Projections.isServerSide(filter, query.target())
                && (query.entities().size() == 1 || !isOfOne);
    }

    private Item key(List<KeyTerm> terms) {
        return key(terms, values.values());
    }

    private Item key(List<KeyTerm> terms, Map<String, Object> known) {
        return Item.of(new KeyExpression(codecs, values, filled(known, Map.of()), now).key(terms));
    }

    private Function<Template.Variable, Object> filled(Step.Query query, Subquery leg, Integer shard) {
        Map<Template.Variable, Object> ready = Map.of();
        for (Spread spread : query.spreads()) {
            if (shard != null && spread instanceof Spread.Shards shards) {
                ready = Map.of(shards.variable(), new KeyText.Formatted(KeyFormat.shard(shard, shards.count())));
            }
        }
        return filled(leg.values(), ready);
    }

    private static Function<Template.Variable, Object> filled(
            Map<String, Object> known, Map<Template.Variable, Object> ready) {
        return variable -> ready.getOrDefault(variable, known.get(variable.attribute()));
    }

    private String filter(List<Filter> filters, Aliases aliases) {
        List<String> texts = new ArrayList<>();
        for (Filter filter : filters) {
            String text = text(filter, aliases);
            texts.add(filters.size() > 1 && text.contains(" OR ") ? "(" + text + ")" : text);
        }
        return texts.isEmpty() ? null : String.join(" AND ", texts);
    }

    private String text(Filter filter, Aliases aliases) {
        if (filter instanceof Filter.Wanted wanted) {
            return new WhereExpression(wanted.entity(), zone(wanted.entity()), aliases, values.arguments(), now)
                    .text(wanted.where());
        }
        if (filter instanceof Filter.NotDeleted hidden) {
            return new WhereExpression(hidden.entity(), zone(hidden.entity()), aliases, Map.of(), now)
                    .text(hidden.where());
        }
        if (filter instanceof Filter.NotExpired expired) {
            String name = aliases.name(expired.stored());
            return "attribute_not_exists(" + name + ") OR " + name + " > "
                    + aliases.value(AttributeValue.N.of(now.getEpochSecond()));
        }
        if (filter instanceof Filter.OfType type) {
            List<String> types = type.types().stream()
                    .map(word -> aliases.value(new AttributeValue.S(word)))
                    .toList();
            return types.size() == 1
                    ? aliases.name(type.stored()) + " = " + types.get(0)
                    : aliases.name(type.stored()) + " IN (" + String.join(", ", types) + ")";
        }
        return "attribute_exists(" + aliases.name(((Filter.Has) filter).stored()) + ")";
    }

    private ZoneId zone(Entity entity) {
        return codecs.apply(entity).design().zone();
    }

    private static String projection(List<String> stored, Aliases aliases) {
        return stored.isEmpty() ? null : stored.stream().map(aliases::name).collect(Collectors.joining(", "));
    }

    private String name(Table table) {
        return tableNames.apply(table);
    }
}
