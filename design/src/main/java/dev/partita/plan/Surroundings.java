package dev.partita.plan;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;

/**
 * What running a plan needs from outside.
 *
 * @param environment fills the variables in tables' names
 * @param me the identity of the caller, or null
 */
public record Surroundings(Clock clock, Ids ids, Map<String, String> environment, String me) {
    public Surroundings {
        environment = Map.copyOf(environment);
    }

    public Instant now() {
        return clock.instant();
    }

    /** The same, for another caller. */
    public Surroundings as(String identity) {
        return new Surroundings(clock, ids, environment, identity);
    }
}
