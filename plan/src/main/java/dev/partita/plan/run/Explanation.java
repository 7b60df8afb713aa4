package dev.partita.plan.run;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.read.PlanText;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.ReadValues;
import dev.partita.plan.internal.read.Spread;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.read.StepRequests;
import dev.partita.plan.internal.read.Subquery;
import dev.partita.plan.internal.request.PlannedRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The requests of a plan for given arguments. */
public final class Explanation {

    private final ReadPlan plan;
    private final Design design;
    private final ReadValues values;
    private final StepRequests requests;
    private final Instant now;
    private final Map<String, Object> given;
    private final Map<String, String> environment;

    /**
     * What is not given is shown as {@code ‹email›}, and what only an answer will tell as {@code ‹siteId of step 1›}.
     *
     * @param environment fills the variables in the table's name
     * @param now the moment of the call: expired items are hidden by it, and walks begin at it
     */
    public static List<PlannedRequest> of(
            ReadPlan plan, Map<String, Object> arguments, Map<String, String> environment, Instant now) {
        return new Explanation(plan, arguments, environment, now).all();
    }

    private Explanation(ReadPlan plan, Map<String, Object> arguments, Map<String, String> environment, Instant now) {
        this.plan = plan;
        this.design = plan.design();
        this.now = now;
        this.given = arguments;
        this.environment = environment;
        Entity entity = design.entities().get(plan.pattern().entities().get(0));
        Plans plans = new Plans(design);
        this.values = entity == null ? null : new ReadValues(plan, plans.codec(entity), arguments, true);
        this.requests = new StepRequests(plans::codec, values, table -> table.physicalName(environment), now);
    }

    private List<PlannedRequest> all() {
        List<PlannedRequest> all = new ArrayList<>();
        int number = 1;
        for (Step step : plan.steps()) {
            all.addAll(step.match(new Requests(number++)));
        }
        return all;
    }

    private final class Requests implements Step.Cases<List<PlannedRequest>> {

        private final int number;

        Requests(int number) {
            this.number = number;
        }

        @Override
        public List<PlannedRequest> get(Step.Get get) {
            return List.of(new PlannedRequest(number, requests.get(get), null));
        }

        @Override
        public List<PlannedRequest> lock(Step.Lock lock) {
            return List.of(new PlannedRequest(number, requests.lock(lock), "the lock knows the key of the item"));
        }

        @Override
        public List<PlannedRequest> locked(Step.Locked locked) {
            Map<String, AttributeValue> key = new LinkedHashMap<>();
            locked.target().table().keyNames().forEach(name -> key.put(name, shown(name, number)));
            Request get = requests.item(
                    locked.target(),
                    Item.of(key),
                    locked.strong(),
                    locked.shown().stored());
            return List.of(new PlannedRequest(number, get, "when there is a lock"));
        }

        @Override
        public List<PlannedRequest> batchGet(Step.BatchGet batch) {
            List<Item> keys = new ArrayList<>(new LinkedHashSet<>(values.given(batch.each())
                    .each(value -> requests.key(batch, value))
                    .values()));
            int shown = Math.min(keys.size(), batch.page() == null ? Limits.BATCH_GET_KEYS : batch.page());
            return List.of(new PlannedRequest(
                    number,
                    keys.isEmpty() ? null : requests.batch(batch, keys.subList(0, shown)),
                    keys.isEmpty()
                            ? "no values are given, so nothing is asked"
                            : "with up to a hundred keys at a time, one for " + batch.each()));
        }

        @Override
        public List<PlannedRequest> query(Step.Query query) {
            return queries(number, query);
        }

        @Override
        public List<PlannedRequest> scan(Step.Scan scan) {
            return List.of(new PlannedRequest(
                    number,
                    requests.scan(scan, scan.page(), null),
                    scan.literal() ? null : "again until the page is full"));
        }

        @Override
        public List<PlannedRequest> search(Step.Search search) {
            return List.of(named(search));
        }

        @Override
        public List<PlannedRequest> fetch(Step.Fetch fetch) {
            return List.of(new PlannedRequest(
                    number,
                    requests.batch(fetch, List.of(key(fetch, number))),
                    "with up to a hundred keys at a time, one for each item of step " + (number - 1)));
        }

        @Override
        public List<PlannedRequest> then(Step.Then then) {
            Map<String, Object> found = new LinkedHashMap<>(only(then.plan()));
            then.arguments()
                    .forEach((argument, attribute) -> found.put(
                            argument, new KeyText.Formatted("‹" + attribute + " of step " + (number - 1) + "›")));
            List<PlannedRequest> all = new ArrayList<>(List.of(named(then)));
            all.addAll(within(number, then.plan(), found));
            return all;
        }

        @Override
        public List<PlannedRequest> gather(Step.Gather gather) {
            List<PlannedRequest> all = new ArrayList<>(List.of(named(gather)));
            for (ReadPlan other : gather.plans()) {
                all.addAll(
                        within(number, other, gather.given().of(other.pattern().name(), given)));
            }
            return all;
        }

        /** One without a request of its own. */
        private PlannedRequest named(Step step) {
            return new PlannedRequest(number, null, String.join(", ", PlanText.lines(plan, step)));
        }
    }

    private List<PlannedRequest> within(int number, ReadPlan other, Map<String, Object> arguments) {
        return new Explanation(other, arguments, environment, now)
                .all().stream()
                        .map(one -> new PlannedRequest(
                                number,
                                one.request(),
                                one.note() == null
                                        ? other.pattern().name()
                                        : other.pattern().name() + ": " + one.note()))
                        .toList();
    }

    private Map<String, Object> only(ReadPlan other) {
        Map<String, Object> arguments = new LinkedHashMap<>(given);
        arguments
                .keySet()
                .retainAll(other.arguments().stream().map(Argument::name).toList());
        return arguments;
    }

    private List<PlannedRequest> queries(int number, Step.Query query) {
        List<Subquery> legs = legs(query);
        if (legs.isEmpty()) {
            return List.of(new PlannedRequest(number, null, "no values are given, so nothing is asked"));
        }
        boolean isSharded = query.spreads().stream().anyMatch(Spread.Shards.class::isInstance);
        Request request = requests.query(query, legs.get(0), isSharded ? 0 : null, query.page(), null);
        List<String> notes = new ArrayList<>();
        query.spreads().forEach(spread -> notes.add("for " + spread + "; the first is shown"));
        if (request == null) {
            notes.add("nothing can lie between these bounds, so nothing is asked");
        } else if (!query.literal() && query.page() == null) {
            notes.add("again for each following page");
        } else if (!query.literal() && !query.shown().filters().isEmpty()) {
            notes.add("again until the page is full");
        }
        return List.of(new PlannedRequest(number, request, notes.isEmpty() ? null : String.join("; ", notes)));
    }

    private List<Subquery> legs(Step.Query query) {
        for (Spread spread : query.spreads()) {
            if (spread instanceof Spread.Each each && each.pattern() != null) {
                Object shown = new KeyText.Formatted("‹" + each.fromAttribute() + " of " + each.pattern() + "›");
                return List.of(new Subquery("", shown, values.with(values.values(), each.attribute(), shown)));
            }
            if (spread instanceof Spread.Each each) {
                return Subquery.of(design, query, values, each.values(), now).legs();
            }
        }
        return Subquery.of(design, query, values, List.of(), now).legs();
    }

    private Item key(Step.Fetch fetch, int number) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (Map.Entry<String, Template> part : fetch.entity().key().entrySet()) {
            KeyText text = KeyText.of(design, fetch.entity(), part.getKey(), part.getValue());
            String shown = text.text(
                    variable -> new KeyText.Formatted("‹"
                            + fetch.keyFrom().getOrDefault(variable.attribute(), variable.attribute()) + " of step "
                            + (number - 1) + "›"),
                    part.getValue().parts().size());
            key.put(part.getKey(), new AttributeValue.S(shown));
        }
        return Item.of(key);
    }

    private static AttributeValue shown(String name, int number) {
        return new AttributeValue.S("‹" + name + " of step " + (number - 1) + "›");
    }
}
