package dev.partita.plan;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How one waits before another try. Tests wait by not waiting. */
@FunctionalInterface
public interface Pause {

    /** Lets the thread rest. */
    Pause RESTING = duration -> LockSupport.parkNanos(duration.toNanos());

    void of(Duration duration);
}
