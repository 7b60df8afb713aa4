package dev.partita.cli;

import dev.partita.exchange.Json;
import dev.partita.plan.KeyTerm;
import dev.partita.plan.Plan;
import dev.partita.plan.ReadPlan;
import dev.partita.plan.Step;
import dev.partita.plan.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A plan in one line, and as a tree. */
final class PlanView {

    static String summary(Plan plan) {
        if (plan instanceof ReadPlan read) {
            List<String> steps = new ArrayList<>();
            read.steps().forEach(step -> steps.add(step(step)));
            return String.join(", then ", steps) + "  " + units(read.units());
        }
        return plan.toString().lines().skip(1).findFirst().orElse("").strip();
    }

    static Map<String, Object> tree(Plan plan) {
        if (plan instanceof ReadPlan read) {
            return Json.map(
                    "steps", read.steps().stream().map(PlanView::tree).toList(),
                    "proof", read.proof(),
                    "requests", read.estimate().requests(),
                    "readUnits", read.units());
        }
        return Json.map("text", plan.toString().lines().toList());
    }

    /** {@code 1 unit}, {@code 7.5 units}. */
    static String units(double units) {
        String number = units == Math.rint(units) ? String.valueOf((long) units) : String.valueOf(units);
        return number + (units == 1 ? " unit" : " units");
    }

    private static String step(Step step) {
        Target target = target(step);
        return step.word()
                + (target == null
                        ? ""
                        : " "
                                + (target.isTable()
                                        ? target.table().id()
                                        : target.index().name()));
    }

    private static Target target(Step step) {
        if (step instanceof Step.Get get) {
            return get.target();
        }
        if (step instanceof Step.Query query) {
            return query.target();
        }
        if (step instanceof Step.Scan scan) {
            return scan.target();
        }
        if (step instanceof Step.Fetch fetch) {
            return fetch.target();
        }
        if (step instanceof Step.Lock lock) {
            return lock.target();
        }
        return step instanceof Step.Locked locked ? locked.target() : null;
    }

    private static List<KeyTerm> key(Step step) {
        if (step instanceof Step.Get get) {
            return get.key();
        }
        if (step instanceof Step.Query query) {
            return query.key();
        }
        return step instanceof Step.Lock lock ? lock.key() : List.of();
    }

    private static Map<String, Object> tree(Step step) {
        Target target = target(step);
        Step.Query query = step instanceof Step.Query one ? one : null;
        return Json.map(
                "request", step.word(),
                "table", target == null ? null : target.table().id(),
                "index",
                        target == null || target.isTable()
                                ? null
                                : target.index().name(),
                "key",
                        key(step).isEmpty()
                                ? null
                                : key(step).stream().map(String::valueOf).toList(),
                "direction", query == null ? null : query.forward() ? "forward" : "backward",
                "count", query != null && query.countOnly() ? true : null,
                "page", query == null ? null : query.page(),
                "for",
                        query == null || query.spreads().isEmpty()
                                ? null
                                : query.spreads().stream().map(String::valueOf).toList(),
                "filter",
                        query == null || query.shown().filters().isEmpty()
                                ? null
                                : query.shown().filters().stream()
                                        .map(String::valueOf)
                                        .toList(),
                "asksFor",
                        query == null || query.shown().stored().isEmpty()
                                ? null
                                : query.shown().stored(),
                "pattern", step instanceof Step.Then then ? then.pattern() : null,
                "patterns", step instanceof Step.Gather gather ? gather.patterns() : null);
    }

    private PlanView() {}
}
