package dev.partita.copy;

import dev.partita.deploy.Listener;
import dev.partita.deploy.Pace;
import dev.partita.deploy.ParallelScan;
import dev.partita.deploy.PrintedKeys;
import dev.partita.deploy.RetriedCalls;
import dev.partita.deploy.Tables;
import dev.partita.item.Item;
import dev.partita.plan.Pause;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Carries the items of tables from one endpoint to another. Both sides are looked at first ({@link Builder#plan}); a copy that
 * would overwrite, or could not be right, is refused before anything is written.
 *
 * <p>Each table is read in segments side by side and written in batches. How far each segment has come is kept in a file, so
 * that after any end, also of the machine, the same copy goes on where it was. Afterwards both tables are read and compared.
 *
 * <p>One thread runs it; any other may {@link #save} meanwhile.
 */
public final class Copy {

    static final String STEP = "copy";

    private static final int MOST_EXAMPLES = 10;

    /** After so many the position is taken: a page may be thousands, and take long to write. */
    private static final int ITEMS_A_STEP = 100;

    /** Whether to compare both sides after the copy: yes, no, or that alone. */
    public enum Verify {
        AFTERWARDS,
        NEVER,
        ONLY
    }

    /**
     * What is to be done for one table.
     *
     * @param about how many items it has; the endpoint's own figure may be hours old
     * @param isCreated whether the target is to be made like the source
     * @param done how many items an earlier, unfinished run has copied; -1 when there was none
     */
    public record TableTask(
            String source, String target, long about, long aboutBytes, boolean isCreated, String expiry, long done) {}

    /**
     * What came of it.
     *
     * @param skipped expired items that were left out on purpose
     * @param refused items that the target does not take, with some examples
     * @param comparison null when it was not asked for
     */
    public record TableReport(
            TableTask task,
            long copied,
            long skipped,
            long refused,
            List<String> refusedExamples,
            double readUnits,
            double writeUnits,
            Comparison comparison) {
        public TableReport {
            refusedExamples = List.copyOf(refusedExamples);
        }

        public boolean isGood() {
            return refused == 0 && (comparison == null || comparison.isEqual());
        }
    }

    private final Builder settings;
    private final Checkpoint checkpoint;
    private final List<TableTask> tables;
    private final RetriedCalls persistent;
    private final Pace reading;
    private final Pace writing;

    private Copy(Builder settings, Checkpoint checkpoint, List<TableTask> tables) {
        this.settings = settings;
        this.checkpoint = checkpoint;
        this.tables = List.copyOf(tables);
        this.persistent = new RetriedCalls(settings.pause);
        this.reading = Pace.of(settings.unitsPerSecond);
        this.writing = Pace.of(settings.unitsPerSecond);
    }

    /** The clients stay the caller's to configure and to close. */
    public static Builder of(DynamoDbClient source, DynamoDbClient target) {
        return new Builder(source, target);
    }

    public List<TableTask> tables() {
        return tables;
    }

    /** Writes down how far it has come, now: for one who is about to end the process. */
    public void save() {
        checkpoint.save();
    }

    /** Copies and compares, table by table. The checkpoint is removed when all of it went well. */
    public List<TableReport> run(Listener listener) {
        List<TableReport> reports = new ArrayList<>();
        for (TableTask table : tables) {
            reports.add(one(table, listener));
        }
        if (reports.stream().allMatch(TableReport::isGood) && settings.verify != Verify.ONLY) {
            checkpoint.delete();
        }
        return reports;
    }

    private TableReport one(TableTask table, Listener listener) {
        // Stays null where nothing is copied: who only compares has no checkpoint.
        CopyProgress headway = checkpoint.of(table.target());
        Refused refused = new Refused();
        TableDescription from = Tables.description(settings.source, table.source());
        List<String> keyNames = TableLike.keyNames(from);
        if (settings.verify != Verify.ONLY) {
            if (table.isCreated()) {
                listener.begins(table.target(), "create");
                create(TableLike.request(from, table.target()), table.expiry());
                listener.ends(table.target(), "create", null);
            }
            if (headway == null) {
                TableDescription to = Tables.description(settings.target, table.target());
                headway = new CopyProgress(
                        TableLike.id(from), TableLike.id(to), settings.clock.instant(), settings.segments);
                checkpoint.begin(table.target(), headway);
            }
            listener.begins(table.target(), STEP);
            copy(table, headway, keyNames, refused, listener);
            checkpoint.save();
            listener.ends(table.target(), STEP, null);
        }
        Comparison comparison = null;
        double verifyUnits = 0;
        if (settings.verify != Verify.NEVER) {
            listener.begins(table.target(), Verification.STEP);
            Verification verification = new Verification(
                    new Verification.Side(settings.source, table.source(), reading),
                    new Verification.Side(settings.target, table.target(), writing),
                    keyNames,
                    table.expiry(),
                    settings.segments,
                    persistent,
                    settings.clock,
                    listener,
                    2 * Math.max(table.about(), headway == null ? 0 : headway.copied()));
            comparison = verification.run(
                    headway == null ? null : headway.digest(),
                    settings.skipExpired && headway != null ? new Expired(table.expiry(), headway.startedAt()) : null);
            verifyUnits = verification.units();
            listener.ends(table.target(), Verification.STEP, null);
        }
        boolean hasCopied = headway != null;
        return new TableReport(
                table,
                hasCopied ? headway.copied() - refused.count.get() : 0,
                hasCopied ? headway.skipped() : 0,
                refused.count.get(),
                refused.examples,
                (hasCopied ? headway.readUnits() : 0) + verifyUnits,
                hasCopied ? headway.writeUnits() : 0,
                comparison);
    }

    /** Items that the target did not take. */
    private static final class Refused {
        private final AtomicLong count = new AtomicLong();
        private final List<String> examples = new ArrayList<>();

        synchronized void add(String text) {
            if (count.incrementAndGet() <= MOST_EXAMPLES) {
                examples.add(text);
            }
        }
    }

    private void copy(
            TableTask table, CopyProgress headway, List<String> keyNames, Refused refused, Listener listener) {
        Expired expired = new Expired(settings.skipExpired ? table.expiry() : null, headway.startedAt());
        AtomicLong sent = new AtomicLong(headway.copied());
        BatchWriter writer = new BatchWriter(
                settings.target,
                table.target(),
                persistent,
                settings.pause,
                (item, why) -> refused.add(PrintedKeys.text(item, keyNames) + ": " + why),
                count -> listener.advances(table.target(), STEP, sent.addAndGet(count), table.about(), 0));
        new ParallelScan(settings.source, table.source(), headway.segments(), reading, persistent)
                .run(headway.left(), page -> {
                    List<Map<String, AttributeValue>> all = page.items();
                    for (int i = 0; i < all.size(); i += ITEMS_A_STEP) {
                        List<Map<String, AttributeValue>> some = all.subList(i, Math.min(all.size(), i + ITEMS_A_STEP));
                        List<BatchWriter.Row> rows = new ArrayList<>();
                        List<Digest.Hashed> hashed = new ArrayList<>();
                        for (Map<String, AttributeValue> attributes : some) {
                            Item item = ParallelScan.item(attributes);
                            if (!expired.holds(item)) {
                                rows.add(new BatchWriter.Row(attributes, item));
                                hashed.add(Digest.Hashed.of(Verification.key(item, keyNames), item));
                            }
                        }
                        double units = writer.write(rows);
                        // Only now: what is before this position is at the target. A scan goes on after any item's key.
                        Map<String, AttributeValue> last = new HashMap<>(some.get(some.size() - 1));
                        last.keySet().retainAll(keyNames);
                        headway.advance(
                                page.segment(),
                                new Position(false, last),
                                hashed,
                                some.size() - rows.size(),
                                i == 0 ? page.units() : 0,
                                units);
                        checkpoint.saveSoon();
                        writing.took(units);
                    }
                    headway.arrive(
                            page.segment(), page.last() == null ? Position.END : new Position(false, page.last()));
                });
    }

    private void create(CreateTableRequest request, String expiry) {
        settings.target.createTable(request);
        Tables.awaitActive(settings.target, request.tableName(), settings.pause);
        if (expiry != null) {
            settings.target.updateTimeToLive(update -> update.tableName(request.tableName())
                    .timeToLiveSpecification(one -> one.attributeName(expiry).enabled(true)));
        }
    }

    /** Says what to copy, and how. */
    public static final class Builder {
        private final DynamoDbClient source;
        private final DynamoDbClient target;
        private Map<String, String> names;
        private int segments = 8;
        private double unitsPerSecond = Double.POSITIVE_INFINITY;
        private boolean overwrite;
        private boolean create = true;
        private boolean skipExpired;
        private Verify verify = Verify.AFTERWARDS;
        private Path file;
        private Clock clock = Clock.systemUTC();
        private Pause pause = Pause.RESTING;

        private Builder(DynamoDbClient source, DynamoDbClient target) {
            this.source = source;
            this.target = target;
        }

        /** The tables at the source, each with its name at the target; all of them, under their own names, unless told. */
        public Builder tables(Map<String, String> pairs) {
            this.names = new LinkedHashMap<>(pairs);
            return this;
        }

        /** How many parts of a table are copied side by side; 8 unless told. */
        public Builder segments(int count) {
            this.segments = count;
            return this;
        }

        /** Capacity units a second on each side; as fast as it goes unless told. */
        public Builder rate(double units) {
            this.unitsPerSecond = units;
            return this;
        }

        /** Copies into tables that hold items already: those with the same key are replaced, others stay. */
        public Builder overwrite(boolean may) {
            this.overwrite = may;
            return this;
        }

        /** Whether tables missing at the target are made like the source's; yes unless told. */
        public Builder create(boolean may) {
            this.create = may;
            return this;
        }

        /** Leaves out items whose time was over when the copy began. They are copied, too, unless told. */
        public Builder skipExpired(boolean leave) {
            this.skipExpired = leave;
            return this;
        }

        public Builder verify(Verify when) {
            this.verify = when;
            return this;
        }

        /** Where it keeps how far it has come; without a file it begins anew each time. */
        public Builder checkpoint(Path path) {
            this.file = path;
            return this;
        }

        public Builder clock(Clock time) {
            this.clock = time;
            return this;
        }

        public Builder pause(Pause way) {
            this.pause = way;
            return this;
        }

        /**
         * Looks at both sides.
         *
         * @throws CopyRefused when it should not be begun; the message names every reason
         */
        public Copy plan() {
            Checkpoint checkpoint = Checkpoint.open(verify == Verify.ONLY ? null : file, clock);
            List<TableTask> tasks = new ArrayList<>();
            List<String> reasons = new ArrayList<>();
            (names == null ? all() : names).forEach((from, to) -> {
                try {
                    tasks.add(task(from, to, checkpoint.of(to)));
                } catch (CopyRefused refused) {
                    reasons.add(refused.getMessage());
                }
            });
            if (!reasons.isEmpty()) {
                throw new CopyRefused(String.join("\n", reasons));
            }
            return new Copy(this, checkpoint, tasks);
        }

        private Map<String, String> all() {
            Map<String, String> all = new LinkedHashMap<>();
            source.listTablesPaginator().tableNames().forEach(name -> all.put(name, name));
            return all;
        }

        private TableTask task(String from, String to, CopyProgress earlier) {
            TableDescription there = Tables.description(source, from);
            if (there == null) {
                throw new CopyRefused("There is no table " + from + " at the source.");
            }
            TableDescription here = Tables.description(target, to);
            if (earlier != null
                    && (here == null
                            || !earlier.targetId().equals(TableLike.id(here))
                            || !earlier.sourceId().equals(TableLike.id(there)))) {
                throw new CopyRefused(
                        "The copy of " + from + " was begun with tables that are no longer there. Remove the"
                                + " checkpoint " + file + " to begin anew.");
            }
            if (here == null && (!create || verify == Verify.ONLY)) {
                throw new CopyRefused("There is no table " + to + " at the target."
                        + (verify == Verify.ONLY ? "" : "  partita deploy  makes it from a design."));
            }
            if (here != null) {
                compare(there, here);
                if (earlier == null && !overwrite && verify != Verify.ONLY && holdsItems(to)) {
                    throw new CopyRefused(
                            "The table " + to + " at the target holds items already. `overwrite` replaces those"
                                    + " with the same key; `Verify.ONLY` compares.");
                }
            }
            return new TableTask(
                    from,
                    to,
                    there.itemCount() == null ? 0 : there.itemCount(),
                    there.tableSizeBytes() == null ? 0 : there.tableSizeBytes(),
                    here == null,
                    Tables.expiry(source, from),
                    earlier == null ? -1 : earlier.copied());
        }

        private static void compare(TableDescription from, TableDescription to) {
            if (TableLike.id(from).equals(TableLike.id(to))) {
                throw new CopyRefused("The source and the target are the same table: " + from.tableName() + ".");
            }
            String asked = Tables.key(from);
            String is = Tables.key(to);
            if (!asked.equals(is)) {
                throw new CopyRefused("The key of " + to.tableName() + " at the target is " + is + ", and "
                        + from.tableName() + " at the source has " + asked + "; its items do not fit.");
            }
        }

        private boolean holdsItems(String table) {
            return target.scan(request -> request.tableName(table).limit(1).consistentRead(true))
                            .count()
                    > 0;
        }
    }
}
