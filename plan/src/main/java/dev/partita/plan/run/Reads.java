package dev.partita.plan.run;

import dev.partita.design.model.Table;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.SearchIndex;
import dev.partita.plan.Visibility;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.ListPosition;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.value.RunContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Runs the reading patterns of a design. */
public final class Reads {

    private final Plans plans;
    private final Endpoint endpoint;
    private final RunContext surroundings;
    private final SearchIndex searching;
    private final Visibility sight;
    private final Map<String, String> tableNames = new ConcurrentHashMap<>();

    /** A search index is not at hand: words are sought by reading every item. */
    public Reads(Compiled compiled, Endpoint endpoint, RunContext surroundings) {
        this(new Plans(compiled), endpoint, surroundings, null);
    }

    /** @param searching the search index; null when words are sought by reading every item */
    public Reads(Plans plans, Endpoint endpoint, RunContext surroundings, SearchIndex searching) {
        this(plans, endpoint, surroundings, searching, null);
    }

    private Reads(Plans plans, Endpoint endpoint, RunContext surroundings, SearchIndex searching, Visibility sight) {
        this.plans = plans;
        this.endpoint = endpoint;
        this.surroundings = surroundings;
        this.searching = searching;
        this.sight = sight;
    }

    /** The same for somebody who does not see everything. */
    public Result run(String pattern, Map<String, Object> arguments, Integer limit, String cursor, Visibility sight) {
        return new Reads(plans, endpoint, surroundings, searching, sight).run(pattern, arguments, limit, cursor);
    }

    /** The first page, as long as the pattern says. */
    public Result run(String pattern, Map<String, Object> arguments) {
        return run(pattern, arguments, null, null);
    }

    /**
     * @param limit how many items the caller wants at most; null for what the pattern says
     * @param cursor where a page before ended, or null for the first page
     * @throws InvalidValues for arguments that are missing, unknown or of another type
     */
    public Result run(String pattern, Map<String, Object> arguments, Integer limit, String cursor) {
        ReadPlan plan = plans.read(pattern);
        Map<String, Object> given = withoutNulls(arguments);
        if (plan.steps().get(0) instanceof Step.Gather gather) {
            gather.given().requireKnown(pattern, given.keySet());
            return gather(gather, given);
        }
        if (plan.steps().get(plan.steps().size() - 1) instanceof Step.Then then) {
            // The pages are those of the pattern it leads to.
            Result found = new ReadRun(seeing(null), plan, given, null, null).run();
            return then(then, found, given, limit, cursor);
        }
        try {
            return new ReadRun(this, plan, given, limit, cursor).run();
        } catch (EndpointException e) {
            // A key that was made up, or is another list's, is for the service to notice.
            boolean isStart = e.code().equals("ValidationException")
                    && (e.getMessage().contains("starting key")
                            || e.getMessage().contains("exclusive start key")
                            || e.getMessage().contains("Exclusive Start Key")
                            || e.getMessage().contains("ExclusiveStartKey"));
            throw cursor != null && isStart ? ListPosition.refused(cursor) : e;
        }
    }

    /**
     * Runs a pattern that gets one item by its table key, for many arguments at once: a hundred items a request.
     *
     * @return the items that are there, each once, in the order asked for
     * @throws IllegalArgumentException when the pattern is not served by such a get
     */
    public Result all(String pattern, List<Map<String, Object>> arguments) {
        ReadPlan plan = plans.read(pattern);
        if (!plan.isBatchable()) {
            throw new IllegalArgumentException("The pattern " + pattern
                    + " cannot be read in batches: only one that gets an item by the key of its table can");
        }
        List<ReadRun> runs = new ArrayList<>();
        for (Map<String, Object> one : arguments) {
            runs.add(new ReadRun(this, plan, withoutNulls(one), null, null));
        }
        return runs.isEmpty()
                ? new Result(List.of(), 0, Map.of(), null, Map.of(), 0, 0)
                : runs.get(0).together((Step.Get) plan.steps().get(0), runs);
    }

    /** The table's name at this endpoint. */
    String tableName(Table table) {
        String known = tableNames.get(table.name());
        if (known == null) {
            known = table.physicalName(surroundings.environment());
            tableNames.put(table.name(), known);
        }
        return known;
    }

    Plans plans() {
        return plans;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    RunContext surroundings() {
        return surroundings;
    }

    SearchIndex searching() {
        return searching;
    }

    /** Null for whoever sees everything. */
    Visibility sight() {
        return sight;
    }

    private Reads seeing(Visibility other) {
        return sight == other ? this : new Reads(plans, endpoint, surroundings, searching, other);
    }

    /** All values of an attribute that a list pattern returns; {@code spent} hears of each page it took. */
    List<Object> values(String pattern, String attribute, Consumer<Result> spent) {
        List<Object> values = new ArrayList<>();
        String cursor = null;
        do {
            Result page = seeing(null).run(pattern, Map.of(), null, cursor);
            spent.accept(page);
            for (Result.Found item : page.items()) {
                Object value = item.values().get(attribute);
                if (value != null && !values.contains(value)) {
                    values.add(value);
                }
            }
            cursor = page.cursor();
        } while (cursor != null);
        return values;
    }

    private Result gather(Step.Gather gather, Map<String, Object> given) {
        Map<String, Result> parts = new LinkedHashMap<>();
        int requests = 0;
        double units = 0;
        for (ReadPlan plan : gather.plans()) {
            String name = plan.pattern().name();
            Result part = seeing(sight == null ? null : sight.part(name))
                    .run(name, gather.given().of(name, given));
            parts.put(name, part);
            requests += part.requests();
            units += part.units();
        }
        return new Result(List.of(), parts.size(), Map.of(), null, parts, requests, units);
    }

    private Result then(Step.Then then, Result found, Map<String, Object> given, Integer limit, String cursor) {
        if (found.items().isEmpty()) {
            return found;
        }
        Map<String, Object> arguments = new LinkedHashMap<>(only(then.plan(), given));
        then.arguments()
                .forEach((argument, attribute) ->
                        arguments.put(argument, found.one().values().get(attribute)));
        // A set without elements is none at all, and a list that is not there has none.
        then.plan().arguments().stream()
                .filter(argument ->
                        argument.element() != null && then.arguments().containsKey(argument.name()))
                .forEach(argument -> arguments.computeIfAbsent(argument.name(), none -> List.of()));
        Result next = run(then.pattern(), arguments, limit, cursor);
        return new Result(
                next.items(),
                next.count(),
                next.counts(),
                next.cursor(),
                next.stoppedAt(),
                next.parts(),
                found.requests() + next.requests(),
                found.units() + next.units());
    }

    private static Map<String, Object> withoutNulls(Map<String, Object> arguments) {
        for (Object value : arguments.values()) {
            if (value == null) {
                Map<String, Object> given = new LinkedHashMap<>(arguments);
                given.values().removeIf(Objects::isNull);
                return given;
            }
        }
        return arguments;
    }

    private static Map<String, Object> only(ReadPlan plan, Map<String, Object> given) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        plan.arguments().forEach(argument -> {
            if (given.containsKey(argument.name())) {
                arguments.put(argument.name(), given.get(argument.name()));
            }
        });
        return arguments;
    }
}
