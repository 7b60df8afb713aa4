package dev.partita.plan.internal.read;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A plan as text, one block a pattern, the same for the same design. */
public final class PlanText {

    static String of(ReadPlan plan) {
        StringBuilder out = new StringBuilder(head(plan));
        int number = 1;
        for (Step step : plan.steps()) {
            line(out, String.valueOf(number++), lines(plan, step));
        }
        line(out, "because", plan.proof());
        line(out, "requests", List.of(plan.estimate().requests()));
        line(out, "units", List.of(number(plan.units())));
        return out.toString();
    }

    /** @param reading what it reads, and how many requests it takes in all */
    public static String ofWrite(Plan plan, List<List<String>> steps, Estimate reading, double writeUnits) {
        StringBuilder out = new StringBuilder(head(plan));
        int number = 1;
        for (List<String> step : steps) {
            line(out, String.valueOf(number++), step);
        }
        line(out, "requests", List.of(reading.requests()));
        String read = reading.units() == 0 ? "" : ", " + number(reading.units()) + " to read";
        line(out, "units", List.of(number(writeUnits) + " to write" + read));
        return out.toString();
    }

    private static String head(Plan plan) {
        StringBuilder out = new StringBuilder();
        out.append(plan.pattern().name())
                .append(": ")
                .append(plan.pattern().verb().word())
                .append(' ')
                .append(String.join(", ", plan.pattern().entities()));
        if (!plan.pattern().ids().isEmpty()) {
            out.append(" (").append(String.join(", ", plan.pattern().ids())).append(')');
        }
        out.append('\n');
        line(out, "takes", plan.arguments().isEmpty() ? List.of("nothing") : texts(plan.arguments()));
        return out.toString();
    }

    /** What a step does, a line for each thing that can be said of it. */
    public static List<String> lines(ReadPlan plan, Step step) {
        return step.match(new StepLines(plan));
    }

    private record StepLines(ReadPlan plan) implements Step.Cases<List<String>> {

        @Override
        public List<String> get(Step.Get get) {
            return lines(
                    "GetItem from " + get.target() + " where " + terms(get.key()) + strength(get.strong()),
                    get.shown());
        }

        @Override
        public List<String> lock(Step.Lock lock) {
            return List.of("GetItem from " + lock.target() + " where " + terms(lock.key()) + strength(lock.strong())
                    + ": the lock of " + String.join(", ", lock.unique().attributes()));
        }

        @Override
        public List<String> locked(Step.Locked locked) {
            return lines(
                    "GetItem from " + locked.target() + " by the key in the lock" + strength(locked.strong()),
                    locked.shown());
        }

        @Override
        public List<String> batchGet(Step.BatchGet batch) {
            List<String> lines = new ArrayList<>();
            lines.add("BatchGetItem from " + batch.target() + " where " + terms(batch.key())
                    + fixed(plan, batch.key(), batch.shown()) + strength(batch.strong()));
            lines.add("for " + batch.each());
            lines.add(batch.page() == null ? "all of them" : "at most " + batch.page());
            add(lines, batch.shown());
            return lines;
        }

        @Override
        public List<String> query(Step.Query query) {
            List<String> lines = new ArrayList<>();
            lines.add("Query of " + query.target() + " where " + terms(query.key())
                    + fixed(plan, query.key(), query.shown()));
            query.spreads().forEach(spread -> lines.add("for " + spread));
            List<String> how = new ArrayList<>();
            how.add(query.forward() ? "forward" : "backward");
            if (query.strong()) {
                how.add("strongly consistent");
            }
            if (query.countOnly()) {
                how.add("counted by the service, all pages");
            } else if (query.page() == null) {
                how.add(query.literal() ? "one page" : "all pages");
            } else {
                how.add("at most " + query.page() + (query.literal() ? " looked at" : ""));
            }
            lines.add(String.join(", ", how));
            add(lines, query.shown());
            return lines;
        }

        @Override
        public List<String> scan(Step.Scan scan) {
            return lines(
                    "Scan of " + scan.target() + strength(scan.strong()) + page(scan.page(), scan.literal()),
                    scan.shown());
        }

        @Override
        public List<String> search(Step.Search search) {
            return List.of("Search for the words of {" + search.argument() + "} in "
                    + search.entity().name() + "." + search.attribute() + page(search.page(), false));
        }

        @Override
        public List<String> fetch(Step.Fetch fetch) {
            return lines(
                    "BatchGetItem from " + fetch.target() + " of each "
                            + fetch.entity().name() + " where " + key(fetch.entity(), fetch.keyFrom())
                            + strength(fetch.strong()),
                    fetch.shown());
        }

        @Override
        public List<String> then(Step.Then then) {
            return List.of("the pattern " + then.pattern() + " with "
                    + String.join(", ", then.arguments().keySet()));
        }

        @Override
        public List<String> gather(Step.Gather gather) {
            return List.of("the patterns " + String.join(", ", gather.patterns()));
        }

        private static List<String> lines(String first, Step.Shown shown) {
            List<String> lines = new ArrayList<>(List.of(first));
            add(lines, shown);
            return lines;
        }
    }

    private static void add(List<String> lines, Step.Shown shown) {
        if (!shown.filters().isEmpty()) {
            lines.add("filter " + String.join(" and ", texts(shown.filters())));
        }
        if (!shown.stored().isEmpty()) {
            lines.add("asks for " + String.join(", ", shown.stored()));
        }
        if (!shown.attributes().isEmpty()) {
            lines.add("returns " + String.join(", ", shown.attributes()));
        }
    }

    private static String key(Entity entity, Map<String, String> keyFrom) {
        return entity.key().entrySet().stream()
                        .map(entry -> entry.getKey() + " = " + entry.getValue())
                        .collect(Collectors.joining(" and "))
                + keyFrom.entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(entry.getValue()))
                        .map(entry -> ", " + entry.getKey() + " from " + entry.getValue())
                        .collect(Collectors.joining());
    }

    /** The values that conditions of the pattern give to parts of the key. */
    private static String fixed(ReadPlan plan, List<KeyTerm> key, Step.Shown shown) {
        Set<String> parts = new LinkedHashSet<>();
        for (KeyTerm term : key) {
            if (term instanceof KeyTerm.Equal equal) {
                equal.template().variables().forEach(v -> parts.add(v.attribute()));
            } else if (term instanceof KeyTerm.Begins begins) {
                begins.template().variables().forEach(v -> parts.add(v.attribute()));
            }
        }
        List<String> fixed = Conditions.all(plan.pattern().where()).stream()
                .filter(where -> parts.containsAll(Conditions.attributes(where))
                        && shown.filters().stream()
                                .noneMatch(filter -> filter instanceof Filter.Wanted wanted && wanted.where() == where))
                .map(Where::text)
                .toList();
        return fixed.isEmpty() || plan.pattern().pinned() != null ? "" : ", with " + String.join(" and ", fixed);
    }

    private static String terms(List<KeyTerm> terms) {
        return String.join(" and ", texts(terms));
    }

    private static List<String> texts(List<?> list) {
        return list.stream().map(String::valueOf).toList();
    }

    private static String strength(boolean isStrong) {
        return isStrong ? ", strongly consistent" : "";
    }

    private static String page(Integer page, boolean isLiteral) {
        return page == null ? "" : ", at most " + page + (isLiteral ? " looked at" : "");
    }

    private static void line(StringBuilder out, String word, List<String> lines) {
        String margin = word;
        for (String line : lines) {
            out.append(String.format("  %-9s %s\n", margin, line));
            margin = "";
        }
    }

    private static String number(double units) {
        return units == Math.rint(units) ? String.valueOf((long) units) : String.valueOf(units);
    }

    private PlanText() {}
}
