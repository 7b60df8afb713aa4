package dev.partita.lint;

import java.util.List;
import java.util.Optional;

/** Every rule, by name. */
public final class Rules {

    /** Sorted; one line a rule. */
    public static final List<Rule> ALL = List.of(
            new EmptyPrefix(),
            new KeyInProjection(),
            new PartitionKeyNotExact(),
            new ProjectionUnstated(),
            new StrongReadOnGsi());

    public static Optional<Rule> find(String id) {
        return ALL.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }

    private Rules() {}
}
