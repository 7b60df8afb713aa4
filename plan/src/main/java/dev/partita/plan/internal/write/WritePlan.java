package dev.partita.plan.internal.write;

import dev.partita.design.model.Pattern;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.read.Estimate;
import dev.partita.plan.internal.read.PartArguments;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.PlanData;
import dev.partita.plan.internal.read.PlanText;
import dev.partita.plan.internal.value.RunContext;
import java.util.List;
import java.util.Map;

/** How one writing pattern is served: by which requests, and how to run them. */
public final class WritePlan implements Plan {

    private final WriteModel model;
    private final Pattern pattern;
    private final WriteOperation writing;
    private final List<Argument> arguments;

    public WritePlan(WriteModel model, Pattern pattern, WriteOperation writing, List<Argument> arguments) {
        this.model = model;
        this.pattern = pattern;
        this.writing = writing;
        this.arguments = List.copyOf(arguments);
    }

    @Override
    public Pattern pattern() {
        return pattern;
    }

    /** For a create every attribute that is not computed, for an update those that may change. */
    @Override
    public List<Argument> arguments() {
        return arguments;
    }

    @Override
    public PartArguments parts() {
        return writing instanceof TransactWrite transact ? transact.given() : PartArguments.NONE;
    }

    /** The steps, each a few lines, the same every time. */
    public List<List<String>> steps() {
        return outline().steps();
    }

    /** DynamoDB's names of its requests in their order: {@code GetItem, then TransactWriteItems of 3}. */
    public String requests() {
        return outline().requests();
    }

    /** Requests and read units of one call, as far as the design's sizes tell. */
    public Estimate estimate() {
        return outline().reads();
    }

    /** Predicted write units of one call, indexes included. */
    public double writeUnits() {
        return outline().writeUnits();
    }

    /** Predicted write units of one call without those of index entries, which are not the table's own. */
    public double itemWriteUnits() {
        return outline().itemUnits();
    }

    /** How many children a write may bring along; null when it brings none, or that cannot be told. */
    public Integer mostChildren() {
        return outline().mostChildren();
    }

    private WriteOutline outline() {
        WriteOutline outline = new WriteOutline();
        writing.describe(outline);
        outline.done();
        writing.describeRest(outline);
        return outline;
    }

    /**
     * Runs it.
     *
     * @throws InvalidValues when arguments break rules of the design
     * @throws WriteRefused when what is stored forbids it
     * @throws EndpointException when the endpoint refuses for a reason of its own
     */
    public Written run(Endpoint endpoint, Map<String, Object> arguments, RunContext surroundings) {
        return run(endpoint, WriteInput.of(arguments), surroundings);
    }

    /** The same, with what the caller believes is stored. */
    public Written run(Endpoint endpoint, WriteInput given, RunContext surroundings) {
        WriteRun run = start(endpoint, given, surroundings);
        return run.execute(prepare(given, run)).after(run.requests());
    }

    /** With what has to be there besides, whatever kind of write it is. */
    public WriteOperation.Prepared prepare(WriteInput given, WriteRun run) {
        WriteOperation.Prepared prepared = prepare(given.arguments(), run);
        return given.parents().isEmpty() ? prepared : new WithParents(prepared, given.parents(), run);
    }

    /** Every argument is judged, those of conditions too, before anything is sent: a number of a sequence, once taken, is gone. */
    WriteOperation.Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        WriteOperation.Prepared prepared = writing.prepare(arguments, run);
        Map<String, Object> given = CreateWrite.withoutNulls(arguments);
        if (pattern.when() != null) {
            new Guards(codec(), run.now()).requireArguments(pattern.when(), given);
        }
        pattern.requires().forEach((parent, where) -> {
            if (where != null) {
                new Guards(model.codec(parent), run.now()).requireArguments(where, given);
            }
        });
        return prepared;
    }

    private record WithParents(WriteOperation.Prepared prepared, List<RequiredParent> parents, WriteRun run)
            implements WriteOperation.Prepared {
        @Override
        public String subject() {
            return prepared.subject();
        }

        @Override
        public void draft(WriteDraft draft) {
            prepared.draft(draft);
            parents.forEach(parent -> parent.check(draft, run));
        }

        @Override
        public Written result(Answer answer) {
            return prepared.result(answer);
        }

        @Override
        public Written unchanged(Guard.Unchanged found) {
            return prepared.unchanged(found);
        }
    }

    /**
     * The item this write puts, when a put without a condition is provably all it does; null otherwise. Nothing is sent.
     *
     * @throws InvalidValues when arguments break rules of the design
     */
    public PlainPut plain(WriteInput given, RunContext surroundings) {
        WriteRun run = start(
                (request, context) -> {
                    throw new IllegalStateException("A plain put sends nothing by itself");
                },
                given,
                surroundings);
        return given.parents().isEmpty() ? writing.plain(given.arguments(), run) : null;
    }

    public WriteRun start(Endpoint endpoint, WriteInput given, RunContext surroundings) {
        if (!given.expected().isEmpty() && !writing.compares()) {
            throw new InvalidValues(List.of(new Violation(
                    pattern.name(),
                    String.join(", ", given.expected().keySet()),
                    null,
                    "when",
                    "cannot be compared with what is stored: only updates and deletes do that")));
        }
        return new WriteRun(model, endpoint, given, surroundings);
    }

    @Override
    public Map<String, Object> data() {
        return PlanData.ofWrite(this, steps(), estimate(), writeUnits());
    }

    /** Of the entity that it writes, when it is one write. */
    Codec codec() {
        return model.codec(pattern.entities().get(0));
    }

    WriteOperation writing() {
        return writing;
    }

    /** The plan as text, the same for the same design. */
    @Override
    public String toString() {
        return PlanText.ofWrite(this, steps(), estimate(), writeUnits());
    }
}
