package dev.partita.plan.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Bindings;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.OwnNames;
import dev.partita.plan.internal.key.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a reading pattern is served.
 *
 * @param arguments what the caller gives
 * @param steps in the order in which they run
 * @param proof why the steps give what was asked for, a sentence each
 * @param doubts what is not proven though it is served, a sentence each
 * @param estimate how many requests and read units it takes
 */
public record ReadPlan(
        Design design,
        Pattern pattern,
        List<Argument> arguments,
        List<Step> steps,
        List<String> proof,
        List<String> doubts,
        Estimate estimate)
        implements Plan {

    /** How many items a list has at most when the pattern does not say. */
    public static final int DEFAULT_PAGE = 100;

    public ReadPlan {
        arguments = List.copyOf(arguments);
        steps = List.copyOf(steps);
        proof = List.copyOf(proof);
        doubts = List.copyOf(doubts);
    }

    /** The plan as text, the same for the same design. */
    @Override
    public String toString() {
        return PlanText.of(this);
    }

    @Override
    public PartArguments parts() {
        return steps.get(0) instanceof Step.Gather gather ? gather.given() : PartArguments.NONE;
    }

    /** Whether it reads several entities of which the first is one item, without which there is nothing to return. */
    public boolean hasHead() {
        return hasHead(design, pattern);
    }

    /** The same for a pattern that has no plan yet. A stated request has none: nothing is added to it. */
    public static boolean hasHead(Design design, Pattern pattern) {
        Entity first = pattern.verb() == Pattern.Verb.READ
                ? design.entities().get(pattern.entities().get(0))
                : null;
        return first != null && pattern.pinned() == null && isOne(design, pattern, first);
    }

    /**
     * Whether a {@code read} of several entities finds one item of this entity at most. That is so when what the caller gives
     * makes up the whole key of the entity's table, whichever key is read: items of one index key can be many.
     */
    public static boolean isOne(Design design, Pattern pattern, Entity entity) {
        return pattern.entities().size() > 1
                && (pattern.pinned() == null
                        ? isWhole(entity, new Bindings(entity, OwnNames.by(design, pattern, entity), List.of()))
                        : isWhole(entity, pinned(design, pattern, entity)));
    }

    private static boolean isWhole(Entity entity, Bindings bindings) {
        return entity.key().values().stream().flatMap(Template::variables).allMatch(bindings::binds);
    }

    /** What a stated request makes sure of: the attributes in keys that it compares with the entity's own template. */
    private static Bindings pinned(Design design, Pattern pattern, Entity entity) {
        List<Template.Variable> known = new ArrayList<>();
        Table table = design.tableOf(entity);
        Table.Index index =
                table == null ? null : table.indexes().get(pattern.pinned().index());
        for (KeySpaceMember own :
                table == null ? List.<KeySpaceMember>of() : KeySpaceMember.of(new Target(table, index), entity)) {
            pattern.pinned().key().forEach((name, test) -> {
                Template template = own.keys().get(name);
                if (template != null
                        && test.operator() == Pattern.KeyTest.Operator.EQUALS
                        && test.templates().get(0).text().equals(template.text())) {
                    template.variables().forEach(known::add);
                }
            });
        }
        return new Bindings(entity, known, List.of());
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
            for (ReadPlan other : step.plans()) {
                if (other.globalIndex() != null) {
                    return other.globalIndex();
                }
            }
        }
        return null;
    }
}
