package dev.partita.plan;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Template;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How a reading pattern is served.
 *
 * @param arguments what the caller gives
 * @param steps in the order in which they run
 * @param proof why the steps give what was asked for, a sentence each
 * @param estimate how many requests and read units it takes
 */
public record ReadPlan(
        Design design,
        Pattern pattern,
        List<Argument> arguments,
        List<Step> steps,
        List<String> proof,
        Estimate estimate)
        implements Plan {

    /** How many items a list has at most when the pattern does not say. */
    public static final int DEFAULT_PAGE = 100;

    public ReadPlan {
        arguments = List.copyOf(arguments);
        steps = List.copyOf(steps);
        proof = List.copyOf(proof);
    }

    /** The plan as text, the same for the same design. */
    @Override
    public String toString() {
        return PlanText.of(this);
    }

    /** Whether it reads several entities of which the first is one item, without which there is nothing to return. */
    public boolean hasHead() {
        return hasRoot(pattern.entities().stream()
                .map(design.entities()::get)
                .filter(java.util.Objects::nonNull)
                .toList());
    }

    /** Whether the first of several entities is one item of the collection: without it there is nothing to return. */
    static boolean hasRoot(List<Entity> entities) {
        return entities.size() > 1
                && entities.get(0).key().values().stream().skip(1).allMatch(Template::isConstant);
    }

    /**
     * The requests for these arguments. What is not given is shown as {@code ‹email›}, and what only an answer will tell as
     * {@code ‹siteId of step 1›}.
     *
     * @param environment fills the variables in the table's name
     * @param now the moment of the call: expired items are hidden by it, and walks begin at it
     */
    public List<PlannedRequest> requests(Map<String, Object> arguments, Map<String, String> environment, Instant now) {
        return new Explanation(this, arguments, environment, now).all();
    }

    /** The plan as maps, lists, text, numbers and booleans. */
    @Override
    public Map<String, Object> data() {
        return PlanData.of(this);
    }

    /** Predicted read units of one call. */
    public double units() {
        return estimate.units();
    }

    /** Whether it is a get of one item by the key of its table, so that many calls can share a BatchGetItem. */
    public boolean isBatchable() {
        return steps.size() == 1 && steps.get(0) instanceof Step.Get;
    }

    /** A global index that it reads, here or in a pattern it leads to: strong reads are not to be had there. Null when none. */
    public String globalIndex() {
        for (Step step : steps) {
            if (step.target() != null && step.target().isGlobal()) {
                return step.target().toString();
            }
            List<ReadPlan> others = step instanceof Step.Gather gather
                    ? gather.plans()
                    : step instanceof Step.Then then ? List.of(then.plan()) : List.of();
            for (ReadPlan other : others) {
                if (other.globalIndex() != null) {
                    return other.globalIndex();
                }
            }
        }
        return null;
    }
}
