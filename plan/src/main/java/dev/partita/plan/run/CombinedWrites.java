package dev.partita.plan.run;

import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.AllOrNone;
import dev.partita.plan.internal.write.WriteInput;
import dev.partita.plan.internal.write.WriteOperation;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.internal.write.WriteRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Several writes, of one design or of several, all of them or none. */
public final class CombinedWrites {

    /** One of the writes. */
    private record Part(WritePlan plan, WriteInput given, RunContext surroundings) {}

    private final List<Part> parts = new ArrayList<>();

    public CombinedWrites add(WritePlan plan, WriteInput given, RunContext surroundings) {
        parts.add(new Part(plan, given, surroundings));
        return this;
    }

    /**
     * Runs them, as one request when they come down to one item, else as one transaction.
     *
     * @return what each did, in their order
     * @throws InvalidValues when arguments break rules of a design
     * @throws WriteRefused when what is stored forbids one of them, when two write the same item, or there are too many
     * @throws EndpointException when the endpoint refuses for a reason of its own
     */
    public List<Written> run(Endpoint endpoint) {
        List<WriteOperation.Prepared> prepared = new ArrayList<>();
        List<WriteRun> runs = new ArrayList<>();
        for (Part part : parts) {
            WriteRun run = part.plan().start(endpoint, part.given(), part.surroundings());
            runs.add(run);
            prepared.add(part.plan().prepare(part.given(), run));
        }
        return prepared.isEmpty()
                ? List.of()
                : runs.get(0)
                        .execute(new AllOrNone(subjects(prepared), prepared))
                        .parts();
    }

    private static String subjects(List<WriteOperation.Prepared> prepared) {
        return prepared.stream()
                .map(WriteOperation.Prepared::subject)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
