package dev.partita.deploy;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.item.Item;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.run.IndexKeyRepair;
import dev.partita.plan.run.Plans;
import dev.partita.runtime.ChangeReader;
import dev.partita.sdk.SdkEndpoint;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Gives the items of a table the index keys that the design computes. Only what is missing or wrong is written, so it can be
 * ended at any moment and begun again; and only on the condition that the item is as it was read, so that whoever writes at the
 * same time is never overwritten.
 */
final class Backfill {

    /** Segments and items of each to look at when it is not known whether keys are missing. */
    private static final int SAMPLED_SEGMENTS = 4;

    private static final int SAMPLED_ITEMS = 250;

    /** An item that changes this often between reading and writing is somebody's counter. */
    private static final int MOST_TRIES = 50;

    private static final int MOST_EXAMPLES = 5;

    /** An update is one item in one request, and most of its time is waiting. */
    private static final int WRITERS_A_SEGMENT = 4;

    private static final int MOST_WRITERS = 128;

    /** How fast and how wide. */
    record Effort(int segments, double unitsPerSecond) {}

    /** @param failed items that could not be given their keys */
    record Outcome(long looked, long changed, long failed, double units) {
        String text() {
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d items were given keys%s; %,.0f units",
                    changed,
                    looked,
                    failed == 0 ? "" : String.format(Locale.ROOT, ", %,d could not", failed),
                    Math.ceil(units));
        }
    }

    private record Kind(Codec codec, IndexKeyRepair repair) {}

    private final Table table;
    private final String name;
    private final ChangeReader reader;
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Clock clock;
    private final Effort effort;
    private final long about;

    /** @param about how many items there are, roughly */
    Backfill(Plans plans, Table table, String name, Clock clock, Effort effort, long about) {
        this.table = table;
        this.name = name;
        this.reader = new ChangeReader(plans);
        this.clock = clock;
        this.effort = effort;
        this.about = about;
        for (Entity entity : plans.design().entitiesOf(table)) {
            Codec codec = plans.codec(entity);
            IndexKeyRepair repair = new IndexKeyRepair(codec);
            if (repair.concerns()) {
                kinds.put(entity.name(), new Kind(codec, repair));
            }
        }
    }

    /** The entities that have index keys to be computed. */
    List<String> entities() {
        return kinds.keySet().stream().sorted().toList();
    }

    /** What was found among some items. */
    record Sample(int looked, int lacking) {}

    Sample sample(DynamoDbClient client) {
        int looked = 0;
        int lacking = 0;
        for (int segment = 0; segment < SAMPLED_SEGMENTS; segment++) {
            int number = segment;
            ScanResponse page = client.scan(request -> request.tableName(name)
                    .segment(number)
                    .totalSegments(SAMPLED_SEGMENTS)
                    .limit(SAMPLED_ITEMS));
            for (Map<String, AttributeValue> attributes : page.items()) {
                looked++;
                try {
                    lacking += repair(ParallelScan.item(attributes)) == null ? 0 : 1;
                } catch (InvalidValues invalid) {
                    lacking++;
                }
            }
        }
        return new Sample(looked, lacking);
    }

    Outcome run(TableWork work, String step) {
        Tally tally = new Tally(work, step);
        Pace pace = Pace.of(effort.unitsPerSecond());
        SdkEndpoint endpoint = new SdkEndpoint(work.client(), true);
        ExecutorService writers =
                Executors.newFixedThreadPool(Math.min(MOST_WRITERS, effort.segments() * WRITERS_A_SEGMENT), task -> {
                    Thread thread = new Thread(task, "partita-backfill");
                    thread.setDaemon(true);
                    return thread;
                });
        try {
            new ParallelScan(work.client(), name, effort.segments(), pace, work.persistent()).run(page -> {
                tally.took(page.units());
                List<Future<?>> open = new ArrayList<>();
                for (Map<String, AttributeValue> attributes : page.items()) {
                    Item item = ParallelScan.item(attributes);
                    open.add(writers.submit(() -> {
                        double taken = fill(endpoint, work, tally, item);
                        tally.looked(taken);
                        pace.took(taken);
                    }));
                }
                open.forEach(Backfill::await);
            });
        } finally {
            writers.shutdownNow();
        }
        return tally.outcome();
    }

    private static void await(Future<?> one) {
        try {
            one.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    /** Counts what is done. */
    private final class Tally {
        private final TableWork work;
        private final String step;
        private long looked;
        private long changed;
        private long failed;
        private double units;

        private Tally(TableWork work, String step) {
            this.work = work;
            this.step = step;
        }

        synchronized void took(double more) {
            units += more;
        }

        /** @param taken 0 when the item was right */
        synchronized void looked(double taken) {
            looked++;
            changed += taken > 0 ? 1 : 0;
            units += taken;
            work.listener().advances(name, step, looked, about, changed);
        }

        synchronized void failed(Item item, String why) {
            if (++failed <= MOST_EXAMPLES) {
                work.failed(PrintedKeys.text(item, table.keyNames()) + ": " + why);
            }
        }

        synchronized Outcome outcome() {
            return new Outcome(looked, changed, failed, units);
        }
    }

    private double fill(SdkEndpoint endpoint, TableWork work, Tally tally, Item item) {
        try {
            return fill(endpoint, work.persistent(), item);
        } catch (Unfit unfit) {
            tally.failed(item, unfit.getMessage());
            return 0;
        }
    }

    /** An item that cannot be given its keys. */
    private static final class Unfit extends RuntimeException {
        Unfit(String message) {
            super(message, null, false, false);
        }
    }

    /** The units it took; 0 when there was nothing to do. */
    private double fill(SdkEndpoint endpoint, RetriedCalls persistent, Item item) {
        Item now = item;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Request.UpdateItem update;
            try {
                update = repair(now);
            } catch (InvalidValues invalid) {
                throw new Unfit(invalid.violations().stream()
                        // Not the value, which may be somebody's secret.
                        .map(one -> one.entity() + "." + one.attribute() + " " + one.message())
                        .collect(Collectors.joining("; ")));
            }
            if (update == null) {
                return 0;
            }
            try {
                return Math.max(persistent.call(() -> endpoint.call(update)).capacity(), Double.MIN_VALUE);
            } catch (EndpointException refused) {
                if (refused.code().equals("ValidationException")) {
                    throw new Unfit(refused.getMessage());
                }
                if (!refused.isConditionFailed()) {
                    throw refused;
                }
                if (!refused.item().isPresent()) {
                    return 0;
                }
                now = refused.item();
            }
        }
        throw new Unfit("it changes all the time; run it again when there is less going on");
    }

    private Request.UpdateItem repair(Item item) {
        Entity entity = reader.entity(table, item);
        Kind kind = entity == null ? null : kinds.get(entity.name());
        if (kind == null || entity.expiry() != null && kind.codec().isExpired(item, clock.instant())) {
            return null;
        }
        return kind.repair().repair(name, item);
    }
}
