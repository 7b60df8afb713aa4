package dev.partita.plan.internal.read;

import dev.partita.design.model.Entity;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plan as maps, lists, text, numbers and booleans: what JSON can say. */
public final class PlanData {

    /** @param reading what it reads, and how many requests it takes in all */
    public static Map<String, Object> ofWrite(
            Plan plan, List<List<String>> steps, Estimate reading, double writeUnits) {
        Map<String, Object> data = head(plan);
        data.put("steps", steps.stream().map(lines -> String.join("\n", lines)).toList());
        requests(data, reading);
        data.put("readUnits", reading.units());
        data.put("writeUnits", writeUnits);
        return data;
    }

    static Map<String, Object> of(ReadPlan plan) {
        Map<String, Object> data = head(plan);
        data.put("steps", plan.steps().stream().map(PlanData::of).toList());
        data.put("proof", plan.proof());
        requests(data, plan.estimate());
        data.put("readUnits", plan.units());
        return data;
    }

    private static Map<String, Object> head(Plan plan) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("pattern", plan.pattern().name());
        data.put("verb", plan.pattern().verb().word());
        data.put("of", plan.pattern().entities());
        data.put("ids", plan.pattern().ids());
        List<Object> arguments = new ArrayList<>();
        for (Argument argument : plan.arguments()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", argument.name());
            one.put("type", argument.type().word());
            one.put("required", argument.required());
            arguments.add(one);
        }
        data.put("arguments", arguments);
        return data;
    }

    private static void requests(Map<String, Object> data, Estimate estimate) {
        Map<String, Object> requests = new LinkedHashMap<>();
        requests.put("fewest", estimate.fewest());
        if (estimate.most() != Estimate.UNKNOWN) {
            requests.put("most", estimate.most());
        }
        data.put("requests", requests);
    }

    private static Map<String, Object> of(Step step) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("operation", step.word());
        data.putAll(step.match(new StepData()));
        return data;
    }

    private static final class StepData implements Step.Cases<Map<String, Object>> {

        private final Map<String, Object> data = new LinkedHashMap<>();

        @Override
        public Map<String, Object> get(Step.Get get) {
            target(get.target(), get.strong());
            data.put("key", texts(get.key()));
            return shown(get.shown());
        }

        @Override
        public Map<String, Object> lock(Step.Lock lock) {
            target(lock.target(), lock.strong());
            data.put("key", texts(lock.key()));
            data.put("unique", lock.unique().attributes());
            return data;
        }

        @Override
        public Map<String, Object> locked(Step.Locked locked) {
            target(locked.target(), locked.strong());
            return shown(locked.shown());
        }

        @Override
        public Map<String, Object> batchGet(Step.BatchGet batch) {
            target(batch.target(), batch.strong());
            data.put("key", texts(batch.key()));
            put(data, "page", batch.page());
            data.put("spread", texts(List.of(batch.each())));
            return shown(batch.shown());
        }

        @Override
        public Map<String, Object> query(Step.Query query) {
            target(query.target(), query.strong());
            data.put("entities", query.entities().stream().map(Entity::name).toList());
            data.put("key", texts(query.key()));
            data.put("forward", query.forward());
            data.put("count", query.countOnly());
            put(data, "page", query.page());
            put(data, "spread", texts(query.spreads()));
            return shown(query.shown());
        }

        @Override
        public Map<String, Object> scan(Step.Scan scan) {
            target(scan.target(), scan.strong());
            data.put("count", scan.countOnly());
            put(data, "page", scan.page());
            return shown(scan.shown());
        }

        @Override
        public Map<String, Object> search(Step.Search search) {
            data.put("entity", search.entity().name());
            data.put("attribute", search.attribute());
            put(data, "page", search.page());
            return data;
        }

        @Override
        public Map<String, Object> fetch(Step.Fetch fetch) {
            target(fetch.target(), fetch.strong());
            data.put("entity", fetch.entity().name());
            data.put("keyFrom", fetch.keyFrom());
            return shown(fetch.shown());
        }

        @Override
        public Map<String, Object> then(Step.Then then) {
            data.put("pattern", then.pattern());
            data.put("arguments", then.arguments());
            return data;
        }

        @Override
        public Map<String, Object> gather(Step.Gather gather) {
            data.put("patterns", gather.patterns());
            return data;
        }

        private void target(Target target, boolean isStrong) {
            data.put("table", target.table().id());
            put(data, "index", target.index() == null ? null : target.index().name());
            data.put("consistency", isStrong ? "strong" : "eventual");
        }

        private Map<String, Object> shown(Step.Shown shown) {
            put(data, "filters", texts(shown.filters()));
            put(data, "projection", shown.stored());
            put(data, "returns", shown.attributes());
            return data;
        }
    }

    private static void put(Map<String, Object> data, String name, Object value) {
        if (value != null && !(value instanceof List<?> list && list.isEmpty())) {
            data.put(name, value);
        }
    }

    private static List<String> texts(List<?> list) {
        return list.stream().map(String::valueOf).toList();
    }

    private PlanData() {}
}
