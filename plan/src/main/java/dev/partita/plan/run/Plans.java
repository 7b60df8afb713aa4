package dev.partita.plan.run;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.plan.Endpoint;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.UpdateWrite;
import dev.partita.plan.internal.write.WriteInput;
import dev.partita.plan.internal.write.WriteModel;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.internal.write.WriteRun;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The plans of a design, each compiled when it is first asked for. A start costs nothing then, however large the design is.
 *
 * <p>Threads may share it.
 */
public final class Plans {

    private final Design design;
    private final WriteModel model;
    private final Compiler compiler;
    private final Map<String, Plan> made = new ConcurrentHashMap<>();

    public Plans(Design design) {
        this.design = design;
        this.model = new WriteModel(design);
        this.compiler = new Compiler(design, model);
    }

    /** Of a design that is compiled already. */
    public Plans(Compiled compiled) {
        this(compiled.design());
        made.putAll(compiled.plans());
    }

    public Design design() {
        return design;
    }

    /**
     * @throws IllegalArgumentException when the design has no such pattern, or nothing serves it
     */
    public Plan plan(String pattern) {
        Plan known = made.get(pattern);
        return known == null ? compile(pattern) : known;
    }

    /** What an update calls the new value of an attribute: another name where the item is found by the old one. */
    public static String newArgument(Pattern update, String attribute) {
        return UpdateWrite.argument(update, attribute);
    }

    /** The same, of a pattern that reads. */
    public ReadPlan read(String pattern) {
        if (plan(pattern) instanceof ReadPlan plan) {
            return plan;
        }
        throw new IllegalArgumentException("The pattern " + pattern + " of " + design.name() + " writes");
    }

    /** The same, of a pattern that writes. */
    public WritePlan write(String pattern) {
        if (plan(pattern) instanceof WritePlan plan) {
            return plan;
        }
        throw new IllegalArgumentException("The pattern " + pattern + " of " + design.name() + " reads");
    }

    /** The codec of an entity of this design. */
    public Codec codec(Entity entity) {
        return model.codec(entity.name());
    }

    /**
     * Finishes deletes that were cut off before all that was to go with an item was gone.
     *
     * @return how many there were
     */
    public int finishDeletes(Endpoint endpoint, RunContext surroundings) {
        return model.unfinished().finishAll(new WriteRun(model, endpoint, WriteInput.of(Map.of()), surroundings));
    }

    /** Whether the design has deletes that can be cut off like this. */
    public boolean hasLongDeletes() {
        return design.entities().values().stream().anyMatch(model.unfinished()::notes);
    }

    // One at a time: patterns lead to one another, and what one compiles the next finds ready.
    private synchronized Plan compile(String name) {
        Pattern pattern = design.patterns().get(name);
        if (pattern == null) {
            throw new IllegalArgumentException("The design " + design.name() + " has no pattern " + name);
        }
        Plan plan = compiler.plan(pattern);
        if (plan == null) {
            throw new IllegalArgumentException("The pattern " + name + " of " + design.name() + " is not served"
                    + reasons(name, compiler.findings()));
        }
        made.put(name, plan);
        return plan;
    }

    private static String reasons(String pattern, List<Finding> findings) {
        String reasons = findings.stream()
                .filter(finding -> finding.subject().equals(pattern))
                .map(Finding::message)
                .distinct()
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? "; partita check says why" : ": " + reasons;
    }
}
