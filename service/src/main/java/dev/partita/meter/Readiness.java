package dev.partita.meter;

import dev.partita.design.Design;
import dev.partita.plan.Endpoint;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether requests can be served, and if not, what is in the way.
 *
 * <p>What was found is kept for a moment, so that whoever asks often costs the tables little. Asking may still take as long as
 * a request to the tables: not on an event loop.
 */
public final class Readiness {

    /** How long a finding is good for. */
    static final Duration KEPT = Duration.ofSeconds(2);

    /** How a thing stands that is needed: {@code store: ok}. */
    public record Finding(String name, boolean ready, String detail) {}

    /** @param findings one for each thing that is needed, in the order they were named */
    public record Report(boolean ready, List<Finding> findings) {
        public Report {
            findings = List.copyOf(findings);
        }
    }

    private static final Finding STOPPING = new Finding("service", false, "shutting down");

    private final Clock clock;
    private final Map<String, Supplier<Finding>> checks = new LinkedHashMap<>();
    private volatile boolean stopping;
    private long lookedMillis;
    private Report last;

    public Readiness(Clock clock) {
        this.clock = clock;
    }

    /** A thing that is needed. A check that throws finds it not ready. */
    public synchronized Readiness needs(String name, Supplier<Finding> check) {
        checks.put(name, check);
        last = null;
        return this;
    }

    /** The tables of a design: each is there, active, and so are its indexes. */
    public Readiness needsTables(Design design, Map<String, String> environment, Endpoint endpoint) {
        String name = "tables of " + design.name();
        TablesCheck check = new TablesCheck(design, environment, endpoint);
        return needs(name, () -> {
            List<String> wrong = check.wrong();
            return wrong.isEmpty()
                    ? new Finding(name, true, "active")
                    : new Finding(name, false, String.join("; ", wrong));
        });
    }

    /** A store that takes writes. */
    public Readiness needsStore(Supplier<Optional<String>> readOnlyReason) {
        return needs("store", () -> readOnlyReason
                .get()
                .map(reason -> new Finding("store", false, "read-only: " + reason))
                .orElse(new Finding("store", true, "takes writes")));
    }

    /** From now on nothing is ready: whoever distributes requests sends no more. */
    public void stop() {
        stopping = true;
    }

    public boolean isStopping() {
        return stopping;
    }

    public Report report() {
        if (stopping) {
            return new Report(false, List.of(STOPPING));
        }
        synchronized (this) {
            long now = clock.millis();
            if (last == null || now < lookedMillis || now - lookedMillis >= KEPT.toMillis()) {
                List<Finding> findings = new ArrayList<>();
                checks.forEach((name, check) -> findings.add(look(name, check)));
                last = new Report(findings.stream().allMatch(Finding::ready), findings);
                lookedMillis = now;
            }
            return last;
        }
    }

    private static Finding look(String name, Supplier<Finding> check) {
        try {
            return check.get();
        } catch (RuntimeException problem) {
            return new Finding(name, false, String.valueOf(problem.getMessage()));
        }
    }
}
