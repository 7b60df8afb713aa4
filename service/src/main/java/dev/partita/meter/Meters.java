package dev.partita.meter;

import dev.partita.design.Design;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the service counts and times, and the alarms that watch it. Counting takes no lock; only who reads does.
 *
 * <p>Everything is counted from the start of the process and lost with it. An alarm is unknown until its window has passed,
 * unless what was measured already decides it.
 */
public final class Meters implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Meters.class);
    private static final long TICK_MILLIS = 1_000;

    /** The content type of {@link #prometheus()}. */
    public static final String TEXT_TYPE = Exposition.TEXT_TYPE;

    /** The content type of {@link #openMetrics()}. */
    public static final String OPEN_METRICS_TYPE = Exposition.OPEN_METRICS_TYPE;

    private final Clock clock;
    private final Map<String, DesignMeter> designs = new TreeMap<>();
    private final ProcessMeter process;
    private final RequestLog log;
    private volatile LongSupplier connections;
    private volatile BooleanSupplier ready;
    private ScheduledExecutorService ticking;

    public Meters(Clock clock) {
        this.clock = clock;
        this.process = new ProcessMeter(clock);
        this.log = new RequestLog(clock);
    }

    /** Judges the alarms every second from now on, until closed. Without it they are judged when somebody asks. */
    public synchronized Meters start() {
        if (ticking == null) {
            ticking = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "partita-meter");
                thread.setDaemon(true);
                return thread;
            });
            ticking.scheduleWithFixedDelay(this::tickOrTell, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
        return this;
    }

    /**
     * Begins to measure a design, or goes on with one of that name.
     *
     * @param environment fills the variables in tables' names
     */
    public synchronized DesignMeter design(Design design, Map<String, String> environment) {
        return designs.computeIfAbsent(design.name(), name -> new DesignMeter(design, environment, clock));
    }

    /**
     * The meter of a pattern. Ask once and keep it.
     *
     * @throws IllegalArgumentException when the design is not measured or has no such pattern
     */
    public synchronized PatternMeter pattern(String design, String pattern) {
        DesignMeter meter = designs.get(design);
        if (meter == null) {
            throw new IllegalArgumentException("The design " + design + " is not measured");
        }
        return meter.pattern(pattern);
    }

    public RequestLog log() {
        return log;
    }

    /** Which version runs. */
    public void version(String running) {
        process.version(running);
    }

    /** Who knows how many connections are open. */
    public void connections(LongSupplier open) {
        this.connections = open;
    }

    /** Who knows whether requests are served. */
    public void ready(BooleanSupplier isReady) {
        this.ready = isReady;
    }

    /** Everything in Prometheus' text format. */
    public String prometheus() {
        return exposition(false);
    }

    /** The same in OpenMetrics' format. */
    public String openMetrics() {
        return exposition(true);
    }

    /** How the alarms of all designs stand, by design and in the order of their files. */
    public synchronized List<AlarmState> alarms() {
        tick();
        List<AlarmState> states = new ArrayList<>();
        designs.values().forEach(design -> states.addAll(design.alarms()));
        return states;
    }

    /** How the alarms of a design stand, in the order of its file; none when it is not measured. */
    public synchronized List<AlarmState> alarms(String design) {
        tick();
        DesignMeter meter = designs.get(design);
        return meter == null ? List.of() : meter.alarms();
    }

    /** Looks at the clock: windows move on, and alarms are judged. */
    public synchronized void tick() {
        Instant now = clock.instant();
        designs.values().forEach(design -> design.tick(now));
    }

    @Override
    public synchronized void close() {
        if (ticking != null) {
            ticking.shutdownNow();
            ticking = null;
        }
    }

    private synchronized List<DesignMeter> measured() {
        return List.copyOf(designs.values());
    }

    private void tickOrTell() {
        try {
            tick();
        } catch (RuntimeException problem) {
            // Thrown on, it would be the last tick.
            LOG.error("alarms could not be judged", problem);
        }
    }

    private String exposition(boolean openMetrics) {
        BooleanSupplier isReady = ready;
        // Before the lock: whom they ask may take a while, and alarms must be judged meanwhile.
        Boolean nowReady = isReady == null ? null : isReady.getAsBoolean();
        LongSupplier open = connections;
        Map<String, Map<String, DesignMeter.SearchState>> searches = new TreeMap<>();
        measured().forEach(design -> searches.put(design.name(), design.searches()));
        synchronized (this) {
            tick();
            Exposition out = new Exposition(openMetrics);
            new MetricsPage(out, designs.values(), searches).write();
            process.write(out, nowReady, open == null ? null : open.getAsLong(), log.suppressed());
            return out.end();
        }
    }
}
