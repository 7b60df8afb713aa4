package dev.partita.plan;

import dev.partita.design.Pattern;
import java.util.List;
import java.util.Map;

/** How one writing pattern is served: by which requests, and how to run them. */
public final class WritePlan implements Plan {

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

    @Override
    public String toString() {
        return pattern.name() + ": " + pattern.verb().word() + " " + String.join(", ", pattern.entities()) + "\n"
                + String.join("\n", steps());
    }
}
