package dev.partita.deploy;

import dev.partita.design.Design;
import dev.partita.design.model.Table;
import dev.partita.plan.Pause;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.plan.run.Plans;
import dev.partita.sdk.SdkTables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/**
 * A design's tables compared with those at an endpoint: what to create, what to change, what is refused. Nothing is done before
 * {@link #apply}, and nothing at all while something is refused.
 *
 * <p>What was found never changes, and threads may share it; only one of them applies it.
 */
public final class Deployment {

    /** Whether items are looked at for missing index keys: as needed, always, or never. */
    public enum Filling {
        AS_NEEDED,
        ALWAYS,
        NEVER
    }

    private final DynamoDbClient client;
    private final Pause pause;
    private final List<TablePlan> tables;

    private Deployment(DynamoDbClient client, Pause pause, List<TablePlan> tables) {
        this.client = client;
        this.pause = pause;
        this.tables = List.copyOf(tables);
    }

    /** The client stays the caller's to configure and to close. */
    public static Builder of(Design design, DynamoDbClient client) {
        return new Builder(design, client);
    }

    public List<TablePlan> tables() {
        return tables;
    }

    public boolean isRefused() {
        return tables.stream().anyMatch(table -> !table.refusals().isEmpty());
    }

    /** Whether the tables are as the design says. */
    public boolean isNothing() {
        return tables.stream()
                .allMatch(table -> table.changes().isEmpty() && table.refusals().isEmpty());
    }

    /**
     * Makes the changes, table by table.
     *
     * @return what could not be done for single items; empty when all went well
     */
    public List<String> apply(Listener listener) {
        if (isRefused()) {
            throw new IllegalStateException("What is refused must be settled first");
        }
        List<String> failures = new ArrayList<>();
        for (TablePlan table : tables) {
            if (table.changes().isEmpty()) {
                continue;
            }
            TableWork work = new TableWork(client, table.name(), listener, pause);
            if (table.exists()) {
                // Another's change may be under way.
                work.await("wait for the table");
            }
            for (TableChange change : table.changes()) {
                listener.begins(table.name(), change.step());
                listener.ends(table.name(), change.step(), change.apply(work));
            }
            work.failures().forEach(failure -> failures.add(table.name() + ": " + failure));
        }
        return failures;
    }

    /** Says how to compare. */
    public static final class Builder {
        private final Plans plans;
        private final DynamoDbClient client;
        private Map<String, String> environment = System.getenv();
        private AllowedChanges allowed = AllowedChanges.NOTHING;
        private Filling filling = Filling.AS_NEEDED;
        private int segments = 8;
        private double unitsPerSecond = Double.POSITIVE_INFINITY;
        private Clock clock = Clock.systemUTC();
        private Pause pause = Pause.RESTING;

        private Builder(Design design, DynamoDbClient client) {
            this.plans = new Plans(design);
            this.client = client;
        }

        /** Fills the variables in tables' names, instead of the process's own environment. */
        public Builder environment(Map<String, String> variables) {
            this.environment = variables;
            return this;
        }

        public Builder allowed(AllowedChanges things) {
            this.allowed = things;
            return this;
        }

        public Builder filling(Filling when) {
            this.filling = when;
            return this;
        }

        /** How many parts of a table are looked at side by side for missing index keys; 8 unless told. */
        public Builder segments(int count) {
            this.segments = count;
            return this;
        }

        /** Capacity units a second for that; as fast as it goes unless told. */
        public Builder rate(double units) {
            this.unitsPerSecond = units;
            return this;
        }

        /** Tells whose time is over. */
        public Builder clock(Clock time) {
            this.clock = time;
            return this;
        }

        /** Waits for tables and after refusals. */
        public Builder pause(Pause way) {
            this.pause = way;
            return this;
        }

        /** Looks at the tables. */
        public Deployment plan() {
            List<TablePlan> tables = new ArrayList<>();
            TableRequests requests = new TableRequests(plans.design(), environment);
            for (Table table : plans.design().tables().values()) {
                CreateTableRequest wanted =
                        SdkTables.createTable(requests.createTable(table).body());
                FoundTable found = FoundTable.at(client, wanted.tableName());
                tables.add(found.exists() ? existing(table, wanted, found) : fresh(table, wanted, found));
            }
            return new Deployment(client, pause, tables);
        }

        private TablePlan fresh(Table table, CreateTableRequest wanted, FoundTable found) {
            TableDraft draft = new TableDraft(wanted.tableName());
            draft.change(new TableChange.NewTable(
                    "table " + wanted.tableName(),
                    TableText.lines(table, wanted),
                    wanted,
                    Fingerprint.of(plans.design(), table)));
            if (table.expiry() != null) {
                draft.change(Differences.expire(table.expiry(), false));
            }
            Differences.recovery(found.recovery(), table, draft);
            Differences.notDynamoDbs(table, draft);
            return draft.plan(table.id(), false);
        }

        private TablePlan existing(Table table, CreateTableRequest wanted, FoundTable found) {
            TableDraft draft = new TableDraft(wanted.tableName());
            new Differences(table, wanted, found, allowed, draft).find();
            if (!draft.isRefused()) {
                keys(table, wanted.tableName(), found, draft);
            }
            if (draft.changesNothing() && !FoundTable.isActive(found.description())) {
                draft.note("it is being changed at the moment ("
                        + found.description().tableStatusAsString() + ")");
            }
            return draft.plan(table.id(), true);
        }

        private void keys(Table table, String name, FoundTable found, TableDraft draft) {
            Long count = found.description().itemCount();
            Backfill backfill = new Backfill(
                    plans,
                    table,
                    name,
                    clock,
                    new Backfill.Effort(segments, unitsPerSecond),
                    count == null ? 0 : count);
            if (filling == Filling.NEVER || backfill.entities().isEmpty()) {
                return;
            }
            String fingerprint = Fingerprint.of(plans.design(), table);
            String why;
            if (filling == Filling.ALWAYS) {
                why = "every item is looked at";
            } else if (fingerprint.equals(found.filledBy())) {
                return;
            } else if (draft.addsIndexes()) {
                why = "items from before get the keys of the new index";
            } else if (found.filledBy() != null) {
                why = "the design computes them in another way than when items were last given them";
            } else {
                Backfill.Sample sample = backfill.sample(client);
                if (sample.lacking() == 0) {
                    if (sample.looked() > 0) {
                        draft.note("index keys are right in the items looked at (" + sample.looked()
                                + "); `Filling.ALWAYS` looks at every item");
                    }
                    return;
                }
                why = "of the items looked at (" + sample.looked() + "), " + sample.lacking() + " lack them";
            }
            draft.change(new TableChange.FillKeys(
                    List.of("of " + String.join(", ", backfill.entities()) + ": " + why), backfill, fingerprint));
        }
    }
}
