package dev.partita.plan;

import dev.partita.design.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How one writing pattern is served: by which requests, and how to run them. */
public final class WritePlan implements Plan {

    private static final String TRANSACTION = "TransactWriteItems";

    private final WriteModel model;
    private final Pattern pattern;
    private final Writing writing;
    private final List<Argument> arguments;

    WritePlan(WriteModel model, Pattern pattern, Writing writing, List<Argument> arguments) {
        this.model = model;
        this.pattern = pattern;
        this.writing = writing;
        this.arguments = List.copyOf(arguments);
    }

    @Override
    public Pattern pattern() {
        return pattern;
    }

    /** What a caller gives: for a create every attribute that is not computed, for an update those that may change. */
    public List<Argument> arguments() {
        return arguments;
    }

    /** The steps, one line each, the same every time. */
    public List<String> steps() {
        Outline outline = new Outline();
        writing.describe(outline);
        return outline.lines();
    }

    /**
     * Runs it.
     *
     * @throws InvalidValues when arguments break rules of the design
     * @throws WriteRefused when what is stored forbids it
     * @throws EndpointException when the endpoint refuses for a reason of its own
     */
    public Written run(Endpoint endpoint, Map<String, Object> arguments, Surroundings surroundings) {
        WriteRun run = new WriteRun(model, endpoint, surroundings);
        return run.execute(writing.prepare(arguments, run)).after(run.requests());
    }

    Writing writing() {
        return writing;
    }

    /** DynamoDB's names of its requests in their order: {@code GetItem, then TransactWriteItems of 3}. */
    public String requests() {
        List<String> requests = new ArrayList<>();
        int actions = 0;
        for (String line : steps()) {
            if (line.startsWith(Outline.STEP)) {
                requests.add(line.substring(Outline.STEP.length()).split("[ ,]", 2)[0]);
                actions = 0;
            } else if (requests.get(requests.size() - 1).startsWith(TRANSACTION) && Outline.isAction(line)) {
                actions++;
                requests.set(requests.size() - 1, TRANSACTION + " of " + actions);
            }
        }
        return String.join(", then ", requests);
    }

    @Override
    public String toString() {
        return PlanText.of(this);
    }
}
