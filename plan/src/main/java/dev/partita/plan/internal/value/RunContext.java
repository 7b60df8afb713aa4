package dev.partita.plan.internal.value;

import dev.partita.plan.Pause;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;

/**
 * What running a plan needs from outside.
 *
 * @param environment fills the variables in tables' names
 * @param me the identity of the caller, or null
 * @param pause how to wait before another try
 */
public record RunContext(Clock clock, Ids ids, Map<String, String> environment, String me, Pause pause) {
    public RunContext {
        environment = Map.copyOf(environment);
    }

    public RunContext(Clock clock, Ids ids, Map<String, String> environment, String me) {
        this(clock, ids, environment, me, Pause.RESTING);
    }

    public Instant now() {
        return clock.instant();
    }

    /** The same, for another caller. */
    public RunContext as(String identity) {
        return new RunContext(clock, ids, environment, identity, pause);
    }
}
