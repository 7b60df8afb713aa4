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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Whether requests can be served, and if not, what is in the way.
 *
 * <p>What was found is kept for a moment, so that whoever asks often costs the tables little. Asking may still wait for the
 * tables, up to a second: not on an event loop.
 */
public final class Readiness {

    /** How long a finding is good for. */
    static final Duration KEPT = Duration.ofSeconds(2);

    /** How long one who asks waits; those who probe seldom wait longer. */
    private static final Duration PATIENCE = Duration.ofMillis(900);

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
    private final Duration patience;
    private final Map<String, Supplier<Finding>> checks = new LinkedHashMap<>();
    private volatile boolean stopping;
    private long lookedMillis;
    private Report last;
    /** The look under way; null when there is none. */
    private CompletableFuture<Report> looking;

    public Readiness(Clock clock) {
        this(clock, PATIENCE);
    }

    Readiness(Clock clock, Duration patience) {
        this.clock = clock;
        this.patience = patience;
    }

    /** A thing that is needed. A check that throws finds it not ready. */
    public synchronized Readiness needs(String name, Supplier<Finding> check) {
        checks.put(name, check);
        last = null;
        looking = null;
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

    /** What is found now, or was a moment ago. It waits for the tables a little, not for ever. */
    public Report report() {
        if (stopping) {
            return new Report(false, List.of(STOPPING));
        }
        CompletableFuture<Report> look;
        synchronized (this) {
            long now = clock.millis();
            boolean isFresh = last != null && now >= lookedMillis && now - lookedMillis < KEPT.toMillis();
            if (isFresh) {
                return last;
            }
            if (looking == null) {
                looking = new CompletableFuture<>();
                start(looking, List.copyOf(checks.entrySet()));
            }
            look = looking;
        }
        try {
            return look.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return new Report(
                    false, List.of(new Finding("tables", false, "no answer within " + patience.toMillis() + " ms")));
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Report(false, List.of(STOPPING));
        }
    }

    /** On a thread of its own: an endpoint that is down may take minutes to say so. */
    private void start(CompletableFuture<Report> look, List<Map.Entry<String, Supplier<Finding>>> wanted) {
        Thread thread = new Thread(
                () -> {
                    List<Finding> findings = new ArrayList<>();
                    wanted.forEach(check -> findings.add(look(check.getKey(), check.getValue())));
                    Report found = new Report(findings.stream().allMatch(Finding::ready), findings);
                    synchronized (this) {
                        // Unless something more is needed since it began.
                        if (looking == look) {
                            last = found;
                            lookedMillis = clock.millis();
                            looking = null;
                        }
                    }
                    look.complete(found);
                },
                "partita-ready");
        thread.setDaemon(true);
        thread.start();
    }

    private static Finding look(String name, Supplier<Finding> check) {
        try {
            return check.get();
        } catch (RuntimeException | Error problem) {
            return new Finding(name, false, String.valueOf(problem.getMessage()));
        }
    }
}
