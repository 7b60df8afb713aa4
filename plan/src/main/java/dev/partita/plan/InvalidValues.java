package dev.partita.plan;

import java.util.List;
import java.util.stream.Collectors;

/** Values that an entity does not take: all of them, so that a caller need not ask twice. */
public final class InvalidValues extends PartitaException {

    private final transient List<Violation> violations;

    public InvalidValues(List<Violation> violations) {
        super(violations.stream().map(Violation::toString).collect(Collectors.joining("; ")));
        this.violations = List.copyOf(violations);
    }

    @Override
    public String advice() {
        return "Correct the values that are named; nothing was sent.";
    }

    public List<Violation> violations() {
        return violations;
    }
}
