package dev.partita.runtime;

import dev.partita.cache.ItemTouch;
import dev.partita.design.model.Table;
import dev.partita.item.Item;
import dev.partita.sdk.SdkItems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Follows the streams of a design's tables and tells of every change of an entity, whoever made it: each at least once, and
 * those of one item in their order. What a change makes out of date is forgotten by the database's caches before the handler
 * hears of it.
 *
 * <p>One follower reads all shards, one after the other, which is enough for thousands of changes a second. Several share them
 * when their checkpoints are in one {@link LeaseTable}.
 *
 * <p>One thread calls the handler: the one that {@link #start} makes, or whoever calls {@link #poll}, one at a time. Any thread may
 * close it.
 */
public final class Changes implements AutoCloseable {

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** Ends a batch between two records. */
    private static final class Stopped extends RuntimeException {
        Stopped() {
            super(null, null, false, false);
        }
    }

    private record Source(Table table, String name, Follower follower) {}

    private final Database database;
    private final ChangeReader reader;
    private final List<Source> sources = new ArrayList<>();
    private final Duration pause;
    private final Consumer<? super RuntimeException> failed;
    private final int tries;
    private final Consumer<? super DeadLetter> deadLetters;
    private final Map<String, Integer> failures = new HashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private Thread thread;

    private Changes(Builder builder) {
        this.database = builder.database;
        this.reader = new ChangeReader(database.plans());
        this.pause = builder.pause;
        this.failed = builder.failed;
        this.tries = builder.tries;
        this.deadLetters = builder.deadLetters;
        for (Table table : database.design().tables().values()) {
            if (table.stream() != null && !table.stream().equals("off")) {
                String name = table.physicalName(database.surroundings().environment());
                sources.add(new Source(
                        table,
                        name,
                        new Follower(
                                builder.client,
                                name,
                                builder.checkpoints,
                                builder.fromOldest,
                                database.surroundings().clock(),
                                database.caches()::forgetAll)));
            }
        }
        if (sources.isEmpty()) {
            throw new IllegalArgumentException(
                    "No table of " + database.design().name() + " has a stream; write `stream: both` at the table");
        }
    }

    /** The client stays the caller's to configure and to close. */
    public static Builder of(Database database, DynamoDbStreamsClient client) {
        return new Builder(database, client);
    }

    /**
     * Follows in a thread of its own until this is closed. When it returns, it has its place in the streams: what is written from
     * then on arrives. A handler that throws gets the same change again, after a pause.
     *
     * @return this
     * @throws software.amazon.awssdk.core.exception.SdkException when the streams cannot be reached
     */
    public synchronized Changes start(Consumer<? super EntityChange> handler) {
        if (thread != null) {
            throw new IllegalStateException("It follows already");
        }
        sources.forEach(source -> source.follower().takePlace());
        thread = new Thread(
                () -> follow(handler), "partita-changes-" + database.design().name());
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    /**
     * Handles what the streams have now, and returns: for those who have a thread of their own.
     *
     * @return how many records there were; more may have come meanwhile
     */
    public int poll(Consumer<? super EntityChange> handler) {
        int records = 0;
        for (Source source : sources) {
            records += source.follower().poll(record -> {
                if (stop.getCount() == 0) {
                    throw new Stopped();
                }
                handle(source, record, handler);
            });
        }
        return records;
    }

    /** Ends after the change at hand. */
    @Override
    public void close() {
        stop.countDown();
        Thread following;
        synchronized (this) {
            following = thread;
        }
        if (following != null && following != Thread.currentThread()) {
            try {
                following.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        sources.forEach(source -> source.follower().leave());
    }

    private void follow(Consumer<? super EntityChange> handler) {
        Duration wait = pause;
        try {
            while (stop.getCount() > 0) {
                boolean isIdle = true;
                try {
                    isIdle = poll(handler) == 0;
                    wait = pause;
                } catch (Stopped e) {
                    return;
                } catch (RuntimeException e) {
                    failed.accept(e);
                    wait = wait.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait.multipliedBy(2);
                }
                if (isIdle && stop.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(Source source, Record record, Consumer<? super EntityChange> handler) {
        database.caches().forget(List.of(touch(source.name(), record)));
        EntityChange reached = null;
        try {
            for (EntityChange change : reader.changes(source.table(), record)) {
                reached = change;
                handler.accept(change);
            }
        } catch (RuntimeException e) {
            String sequence = record.dynamodb().sequenceNumber();
            if (deadLetters == null || failures.merge(sequence, 1, Integer::sum) < tries) {
                throw e;
            }
            deadLetters.accept(new DeadLetter(reached, record, e));
            failures.remove(sequence);
        }
    }

    /** What a record tells of an item; null for an image that the stream does not keep. */
    private static ItemTouch touch(String table, Record record) {
        StreamRecord images = record.dynamodb();
        Item before = images.hasOldImage() ? SdkItems.item(images.oldImage()) : null;
        Item after = images.hasNewImage() ? SdkItems.item(images.newImage()) : null;
        return ItemTouch.of(
                table,
                SdkItems.item(images.keys()),
                record.eventName() == OperationType.INSERT ? Item.NONE : before,
                record.eventName() == OperationType.REMOVE ? Item.NONE : after);
    }

    /** Puts a follower together. */
    public static final class Builder {
        private final Database database;
        private final DynamoDbStreamsClient client;
        private Checkpoints checkpoints = Checkpoints.inMemory();
        private boolean fromOldest;
        private Duration pause = Duration.ofMillis(500);
        private Consumer<? super RuntimeException> failed = failure -> {};
        private int tries;
        private Consumer<? super DeadLetter> deadLetters;

        private Builder(Database database, DynamoDbStreamsClient client) {
            this.database = database;
            this.client = client;
        }

        /** Where it remembers how far it has come, instead of in memory; a {@link LeaseTable} for several that share the shards. */
        public Builder checkpoints(Checkpoints kept) {
            this.checkpoints = kept;
            return this;
        }

        /** Begins with the oldest record there is, up to a day back, where no checkpoint says otherwise; else with the next. */
        public Builder fromOldest() {
            this.fromOldest = true;
            return this;
        }

        /** How long to wait when there was nothing; half a second unless told. After failures it waits longer and longer. */
        public Builder pause(Duration span) {
            this.pause = span;
            return this;
        }

        /** Hears of what went wrong, in the handler or on the way. The change comes again. */
        public Builder onFailure(Consumer<? super RuntimeException> listener) {
            this.failed = listener;
            return this;
        }

        /**
         * Where a change goes that the handler failed at so often, instead of holding up those behind it for ever. When this one
         * throws, too, the change comes again.
         */
        public Builder deadLetters(int afterTries, Consumer<? super DeadLetter> handler) {
            if (afterTries < 1) {
                throw new IllegalArgumentException("A change is tried once at least, not " + afterTries + " times");
            }
            this.tries = afterTries;
            this.deadLetters = handler;
            return this;
        }

        @CheckReturnValue
        public Changes build() {
            return new Changes(this);
        }
    }
}
