package dev.partita.copy;

import dev.partita.deploy.Listener;
import dev.partita.deploy.Pace;
import dev.partita.deploy.ParallelScan;
import dev.partita.deploy.PrintedKeys;
import dev.partita.deploy.RetriedCalls;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Compares two tables item by item: reads both, and where their digests differ reads both again to see which items it is.
 * Items whose time is over, or soon will be, are left out: either side may delete them while the other is read.
 */
final class Verification {

    static final String STEP = "verify";

    /** Longer than reading takes, as a rule. */
    private static final Duration SOON = Duration.ofHours(1);

    /** Items of one side that are kept in memory to find those that differ. */
    private static final int MOST_LISTED = 200_000;

    private static final int MOST_EXAMPLES = 10;

    /** A difference that a second look does not find was somebody's write in between; so look again, but not for ever. */
    private static final int MOST_ATTEMPTS = 3;

    /** One table to be read. */
    record Side(DynamoDbClient client, String table, Pace pace) {}

    /** What a reading found. */
    private static final class Reading {
        final Digest alive = new Digest();
        final Digest copied = new Digest();
        final AtomicLong expired = new AtomicLong();
        final Map<Item, Digest.Hashed> listed = new HashMap<>();
        double units;

        synchronized void add(double taken) {
            units += taken;
        }
    }

    private final Side source;
    private final Side target;
    private final List<String> keyNames;
    private final String expiry;
    private final int segments;
    private final RetriedCalls persistent;
    private final Clock clock;
    private final Listener listener;
    private final long about;
    private double units;

    /** @param about how many items there are on both sides together, roughly */
    Verification(
            Side source,
            Side target,
            List<String> keyNames,
            String expiry,
            int segments,
            RetriedCalls persistent,
            Clock clock,
            Listener listener,
            long about) {
        this.source = source;
        this.target = target;
        this.keyNames = List.copyOf(keyNames);
        this.expiry = expiry;
        this.segments = segments;
        this.persistent = persistent;
        this.clock = clock;
        this.listener = listener;
        this.about = about;
    }

    /** The units that reading took. */
    double units() {
        return units;
    }

    /**
     * @param copied what was copied, or null when that is not known
     * @param skipped what was left out of the copy on purpose, or null
     */
    Comparison run(Digest copied, Expired skipped) {
        Comparison found = null;
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            found = once(copied, skipped);
            if (found.isEqual() || found.differing() > 0) {
                return found;
            }
        }
        return found;
    }

    private Comparison once(Digest copied, Expired skipped) {
        Expired soon = new Expired(expiry, clock.instant().plus(SOON));
        AtomicLong done = new AtomicLong();
        Reading[] both = both(side -> read(side, soon, skipped, null, done));
        Reading from = both[0];
        Reading to = both[1];
        List<Integer> buckets = from.alive.differing(to.alive);
        Differing differing = buckets.isEmpty() ? new Differing() : differing(buckets, from, to, soon, skipped, copied);
        return new Comparison(
                from.alive.count(),
                to.alive.count(),
                from.expired.get(),
                to.expired.get(),
                from.alive.checksum(),
                to.alive.checksum(),
                differing.onlySource,
                differing.onlyTarget,
                differing.different,
                copied == null ? -1 : differing.changedSince,
                differing.examples,
                differing.isComplete);
    }

    /** What a second look found. */
    private static final class Differing {
        private long onlySource;
        private long onlyTarget;
        private long different;
        private long changedSince;
        private final List<String> examples = new ArrayList<>();
        private boolean isComplete = true;
    }

    private Differing differing(
            List<Integer> buckets, Reading from, Reading to, Expired soon, Expired skipped, Digest copied) {
        BitSet chosen = new BitSet(Digest.BUCKETS);
        long listed = 0;
        Differing found = new Differing();
        for (int bucket : buckets) {
            listed += Math.max(from.alive.count(bucket), to.alive.count(bucket));
            if (listed > MOST_LISTED && !chosen.isEmpty()) {
                found.isComplete = false;
                break;
            }
            chosen.set(bucket);
        }
        Reading[] both = both(side -> read(side, soon, skipped, chosen, new AtomicLong()));
        Map<Item, Digest.Hashed> there = both[1].listed;
        both[0].listed.forEach((key, hashed) -> {
            Digest.Hashed other = there.remove(key);
            if (other == null) {
                found.onlySource++;
                note(found, key, "only at the source", from, copied);
            } else if (!other.equals(hashed)) {
                found.different++;
                note(found, key, "differs", from, copied);
            }
        });
        there.keySet().forEach(key -> {
            found.onlyTarget++;
            note(found, key, "only at the target", from, copied);
        });
        return found;
    }

    private void note(Differing found, Item key, String what, Reading from, Digest copied) {
        if (copied != null && from.copied.differs(copied, Digest.bucket(key))) {
            found.changedSince++;
        }
        if (found.examples.size() < MOST_EXAMPLES) {
            found.examples.add(PrintedKeys.text(key, keyNames) + ": " + what);
        }
    }

    @FunctionalInterface
    private interface Read {
        Reading of(Side side);
    }

    /** The source's first. Both at once, so that they are compared at about the same moment. */
    private Reading[] both(Read read) {
        CompletableFuture<Reading> other = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        other.complete(read.of(source));
                    } catch (RuntimeException e) {
                        other.completeExceptionally(e);
                    }
                },
                "partita-verify");
        thread.setDaemon(true);
        thread.start();
        Reading to = read.of(target);
        try {
            Reading from = other.join();
            units += from.units + to.units;
            return new Reading[] {from, to};
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** @param listed the buckets whose items are kept; null to count all */
    private Reading read(Side side, Expired soon, Expired skipped, BitSet listed, AtomicLong done) {
        Reading reading = new Reading();
        new ParallelScan(side.client(), side.table(), segments, side.pace(), persistent).run(page -> {
            reading.add(page.units());
            for (Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> attributes : page.items()) {
                Item item = ParallelScan.item(attributes);
                Item key = key(item);
                if (listed != null) {
                    if (!soon.holds(item) && listed.get(Digest.bucket(key))) {
                        Digest.Hashed hashed = Digest.Hashed.of(key, item);
                        synchronized (reading) {
                            reading.listed.put(key, hashed);
                        }
                    }
                    continue;
                }
                Digest.Hashed hashed = Digest.Hashed.of(key, item);
                if (skipped == null || !skipped.holds(item)) {
                    reading.copied.add(hashed);
                }
                if (soon.holds(item)) {
                    reading.expired.incrementAndGet();
                } else {
                    reading.alive.add(hashed);
                }
            }
            if (listed == null) {
                listener.advances(
                        target.table(), STEP, done.addAndGet(page.items().size()), about, 0);
            }
        });
        return reading;
    }

    private Item key(Item item) {
        return key(item, keyNames);
    }

    static Item key(Item item, List<String> names) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        names.forEach(name -> key.put(name, item.get(name)));
        return Item.of(key);
    }
}
