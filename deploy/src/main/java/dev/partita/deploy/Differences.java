package dev.partita.deploy;

import dev.partita.design.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** What separates a table that is there from what a design says of it. Settings that the design does not state stay as they are. */
final class Differences {

    /** The region in the ARNs of DynamoDB Local, which takes this setting and forgets it. */
    private static final String DYNAMODB_LOCAL = ":ddblocal:";

    private final Table table;
    private final CreateTableRequest wanted;
    private final FoundTable found;
    private final TableDescription there;
    private final Allowed allowed;

    private final List<Change> removed = new ArrayList<>();
    private final List<Change> changed = new ArrayList<>();
    private final List<Change> added = new ArrayList<>();
    private final List<TablePlan.Refusal> refusals = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    /** The global indexes that are there and stay. */
    private final Map<String, GlobalSecondaryIndexDescription> staying = new LinkedHashMap<>();

    Differences(Table table, CreateTableRequest wanted, FoundTable found, Allowed allowed) {
        this.table = table;
        this.wanted = wanted;
        this.found = found;
        this.there = found.description();
        this.allowed = allowed;
    }

    /** Indexes go first, since some come back otherwise; new ones come last, when items have their keys. */
    List<Change> beforeKeys() {
        List<Change> all = new ArrayList<>(removed);
        all.addAll(changed);
        return all;
    }

    List<Change> afterKeys() {
        return added;
    }

    List<TablePlan.Refusal> refusals() {
        return refusals;
    }

    List<String> notes() {
        return notes;
    }

    void find() {
        key();
        localIndexes();
        globalIndexes();
        billing();
        expiry();
        stream();
        encryption();
        tableClass();
        protection();
        recovery(found.recovery(), table, changed, notes, refusals);
        notDynamoDbs(table, notes);
    }

    private void key() {
        String asked = key(FoundTable.types(wanted.attributeDefinitions()), wanted.keySchema());
        String is = key(found.types(), there.keySchema());
        if (!asked.equals(is)) {
            refuse(
                    "its key is " + is + ", and the design asks for " + asked,
                    "A table's key cannot be changed. Deploy under another name, then write the items over.");
        }
    }

    private void localIndexes() {
        Map<String, LocalSecondaryIndexDescription> all = there.localSecondaryIndexes().stream()
                .collect(Collectors.toMap(LocalSecondaryIndexDescription::indexName, index -> index));
        String never =
                "A local index is made with its table and cannot be added, changed or removed later. Use a global"
                        + " index, or deploy under another name and copy the items.";
        for (LocalSecondaryIndex index : wanted.localSecondaryIndexes()) {
            LocalSecondaryIndexDescription is = all.remove(index.indexName());
            if (is == null) {
                refuse("it has no local index " + index.indexName(), never);
                continue;
            }
            String askedKey = key(FoundTable.types(wanted.attributeDefinitions()), index.keySchema());
            String isKey = key(found.types(), is.keySchema());
            if (!askedKey.equals(isKey)) {
                refuse(
                        "the key of the local index " + index.indexName() + " is " + isKey
                                + ", and the design asks for " + askedKey,
                        never);
            } else if (!holds(is.projection(), index.projection())) {
                refuse(
                        "the local index " + index.indexName() + " holds " + shown(is.projection())
                                + ", and the design asks for " + shown(index.projection()),
                        never);
            } else if (!same(is.projection(), index.projection())) {
                notes.add("local index " + index.indexName() + " holds " + shown(is.projection()) + ", more than "
                        + shown(index.projection()) + ", which does no harm");
            }
        }
        all.keySet()
                .forEach(name ->
                        notes.add("local index " + name + " is not in the design; it lives as long as its table"));
    }

    private void globalIndexes() {
        found.globalIndexes().forEach(index -> staying.put(index.indexName(), index));
        Set<String> known = new HashSet<>();
        for (GlobalSecondaryIndex index : wanted.globalSecondaryIndexes()) {
            known.add(index.indexName());
            GlobalSecondaryIndexDescription is = staying.get(index.indexName());
            if (is == null) {
                added.add(add(index));
            } else {
                compare(index, is);
            }
        }
        for (String name : List.copyOf(staying.keySet())) {
            if (known.contains(name)) {
                continue;
            }
            if (allowed.removeIndexes()) {
                staying.remove(name);
                removed.add(remove(name, List.of("the design does not have it")));
            } else {
                notes.add("index " + name + " is not in the design; --remove-indexes removes it");
            }
        }
    }

    private void compare(GlobalSecondaryIndex index, GlobalSecondaryIndexDescription is) {
        String askedKey = key(FoundTable.types(wanted.attributeDefinitions()), index.keySchema());
        String isKey = key(found.types(), is.keySchema());
        String what;
        if (!askedKey.equals(isKey)) {
            what = "the key of the index " + index.indexName() + " is " + isKey + ", and the design asks for "
                    + askedKey;
        } else if (!same(is.projection(), index.projection())) {
            what = "the index " + index.indexName() + " holds " + shown(is.projection()) + ", and the design asks for "
                    + shown(index.projection());
        } else {
            return;
        }
        if (allowed.replaceIndexes()) {
            staying.remove(index.indexName());
            removed.add(remove(index.indexName(), List.of(what, "it is built anew; until then queries on it fail")));
            added.add(add(index));
        } else if (askedKey.equals(isKey) && holds(is.projection(), index.projection())) {
            notes.add("index " + index.indexName() + " holds " + shown(is.projection()) + ", more than "
                    + shown(index.projection()) + ", which does no harm; --replace-indexes makes it exact");
        } else {
            refuse(
                    what,
                    "An index is changed by removing it and building it anew, and queries on it fail meanwhile:"
                            + " --replace-indexes. Without a gap: give the index another name in the design, deploy, move the"
                            + " callers, then remove the old one.");
        }
    }

    private Change add(GlobalSecondaryIndex index) {
        Set<String> names = new LinkedHashSet<>();
        index.keySchema().forEach(one -> names.add(one.attributeName()));
        // Those the table has are repeated: the service wants every attribute of the new index defined in the request.
        List<AttributeDefinition> definitions = wanted.attributeDefinitions().stream()
                .filter(one -> names.contains(one.attributeName()))
                .toList();
        return new Change.Update(
                Change.Sign.CREATE,
                "index " + index.indexName(),
                List.of(indexLine(wanted, index)),
                update(request -> request.attributeDefinitions(definitions)
                        .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                                .create(create -> create.indexName(index.indexName())
                                        .keySchema(index.keySchema())
                                        .projection(index.projection())
                                        .provisionedThroughput(index.provisionedThroughput()))
                                .build())));
    }

    private Change remove(String index, List<String> details) {
        return new Change.Update(
                Change.Sign.REMOVE,
                "index " + index,
                details,
                update(request -> request.globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .delete(delete -> delete.indexName(index))
                        .build())));
    }

    private void billing() {
        boolean isOnDemand = there.billingModeSummary() != null
                && there.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
        boolean asksOnDemand = wanted.billingMode() == BillingMode.PAY_PER_REQUEST;
        if (!states("billing")) {
            if (!isOnDemand) {
                notes.add("billing is " + shown(there.provisionedThroughput()) + "; the design does not say");
            }
            return;
        }
        if (asksOnDemand) {
            if (!isOnDemand) {
                changed.add(new Change.Update(
                        Change.Sign.CHANGE,
                        "billing",
                        List.of(shown(there.provisionedThroughput()) + " → on demand"),
                        update(request -> request.billingMode(BillingMode.PAY_PER_REQUEST))));
            }
            return;
        }
        if (isOnDemand) {
            List<GlobalSecondaryIndexUpdate> indexes = new ArrayList<>();
            staying.keySet().forEach(name -> indexes.add(throughput(name, wantedThroughput(name))));
            changed.add(new Change.Update(
                    Change.Sign.CHANGE,
                    "billing",
                    List.of("on demand → " + shown(wanted.provisionedThroughput())),
                    update(request -> request.billingMode(BillingMode.PROVISIONED)
                            .provisionedThroughput(wanted.provisionedThroughput())
                            .globalSecondaryIndexUpdates(indexes.isEmpty() ? null : indexes))));
            return;
        }
        if (!fits(there.provisionedThroughput(), wanted.provisionedThroughput(), table.billing())) {
            changed.add(new Change.Update(
                    Change.Sign.CHANGE,
                    "billing",
                    List.of(shown(there.provisionedThroughput()) + " → " + shown(wanted.provisionedThroughput())),
                    update(request -> request.provisionedThroughput(wanted.provisionedThroughput()))));
        }
        for (GlobalSecondaryIndexDescription index : staying.values()) {
            ProvisionedThroughput asked = wantedThroughput(index.indexName());
            Table.Index declared = table.indexes().get(index.indexName());
            if (declared != null
                    && !fits(
                            index.provisionedThroughput(),
                            asked,
                            declared.billing() == null ? table.billing() : declared.billing())) {
                changed.add(new Change.Update(
                        Change.Sign.CHANGE,
                        "billing of index " + index.indexName(),
                        List.of(shown(index.provisionedThroughput()) + " → " + shown(asked)),
                        update(request -> request.globalSecondaryIndexUpdates(throughput(index.indexName(), asked)))));
            }
        }
    }

    /** As the design says; an index it does not have gets what its table has. */
    private ProvisionedThroughput wantedThroughput(String index) {
        return wanted.globalSecondaryIndexes().stream()
                .filter(one -> one.indexName().equals(index) && one.provisionedThroughput() != null)
                .map(GlobalSecondaryIndex::provisionedThroughput)
                .findFirst()
                .orElse(wanted.provisionedThroughput());
    }

    private static GlobalSecondaryIndexUpdate throughput(String index, ProvisionedThroughput units) {
        return GlobalSecondaryIndexUpdate.builder()
                .update(update -> update.indexName(index).provisionedThroughput(units))
                .build();
    }

    /** What auto-scaling has chosen within its bounds is as the design says. */
    private static boolean fits(
            ProvisionedThroughputDescription is, ProvisionedThroughput asked, Table.Billing billing) {
        return fits(is.readCapacityUnits(), asked.readCapacityUnits(), billing.readUpTo())
                && fits(is.writeCapacityUnits(), asked.writeCapacityUnits(), billing.writeUpTo());
    }

    private static boolean fits(Long is, Long asked, Long upTo) {
        return upTo == null ? Objects.equals(is, asked) : is >= asked && is <= upTo;
    }

    private void expiry() {
        if (table.expiry() == null) {
            if (found.expiry() != null) {
                notes.add("items expire by " + found.expiry() + "; the design does not say");
            }
        } else if (found.expiry() == null) {
            changed.add(expire(table.expiry(), there.itemCount() == null || there.itemCount() > 0));
        } else if (!found.expiry().equals(table.expiry())) {
            refuse(
                    "its items expire by " + found.expiry() + ", and the design asks for " + table.expiry(),
                    "DynamoDB changes it only in two steps with up to an hour between them. Turn it off (aws dynamodb"
                            + " update-time-to-live --table-name " + there.tableName()
                            + " --time-to-live-specification Enabled=false,AttributeName=" + found.expiry()
                            + "), wait, and deploy again.");
        }
    }

    static Change expire(String attribute, boolean hasItems) {
        return new Change.Expire(
                List.of(
                        hasItems
                                ? "by " + attribute + "; items whose time is over are deleted from then on"
                                : "by " + attribute),
                attribute);
    }

    private void stream() {
        if (table.stream() == null) {
            if (isStreaming(there.streamSpecification())) {
                notes.add("stream holds " + view(there.streamSpecification()) + "; the design does not say");
            }
            return;
        }
        String asked = view(wanted.streamSpecification());
        String is = view(there.streamSpecification());
        if (asked.equals(is)) {
            return;
        }
        UpdateTableRequest on = update(request -> request.streamSpecification(wanted.streamSpecification()));
        UpdateTableRequest off = update(request -> request.streamSpecification(s -> s.streamEnabled(false)));
        if (!isStreaming(there.streamSpecification())) {
            changed.add(new Change.Update(Change.Sign.CREATE, "stream", List.of(asked), on));
        } else if (!allowed.changeStreams()) {
            refuse(
                    "its stream holds " + is + ", and the design asks for " + asked,
                    "A stream cannot be changed, only ended; who follows it must follow the next one, and changes made"
                            + " in between are in neither: --change-streams.");
        } else if (isStreaming(wanted.streamSpecification())) {
            changed.add(new Change.NewStream(
                    "stream", List.of(is + " → " + asked, "a new stream; followers must change over"), off, on));
        } else {
            changed.add(new Change.Update(Change.Sign.REMOVE, "stream", List.of(is), off));
        }
    }

    private static boolean isStreaming(StreamSpecification stream) {
        return stream != null && Boolean.TRUE.equals(stream.streamEnabled());
    }

    private static String view(StreamSpecification stream) {
        return isStreaming(stream) ? String.valueOf(stream.streamViewTypeAsString()) : "off";
    }

    private void encryption() {
        if (table.encryption() == null) {
            return;
        }
        boolean isKms = there.sseDescription() != null
                && (there.sseDescription().status() == SSEStatus.ENABLED
                        || there.sseDescription().status() == SSEStatus.UPDATING);
        String key = isKms ? there.sseDescription().kmsMasterKeyArn() : null;
        boolean asksKms = wanted.sseSpecification() != null;
        String askedKey = asksKms ? wanted.sseSpecification().kmsMasterKeyId() : null;
        // The key that Amazon manages has an ARN, too, and nothing in it tells so.
        if (isKms == asksKms && (askedKey == null || askedKey.equals(key))) {
            return;
        }
        if (String.valueOf(there.tableArn()).contains(DYNAMODB_LOCAL)) {
            notes.add("encryption " + table.encryption() + " is left out: DynamoDB Local has none");
            return;
        }
        changed.add(new Change.Update(
                Change.Sign.CHANGE,
                "encryption",
                List.of((isKms ? String.valueOf(key) : "aws-owned") + " → " + table.encryption()),
                update(request -> request.sseSpecification(sse -> {
                    sse.enabled(asksKms);
                    if (asksKms) {
                        sse.sseType(wanted.sseSpecification().sseType()).kmsMasterKeyId(askedKey);
                    }
                }))));
    }

    private void tableClass() {
        if (table.tableClass() == null) {
            return;
        }
        TableClass is = there.tableClassSummary() == null
                ? TableClass.STANDARD
                : there.tableClassSummary().tableClass();
        TableClass asked = wanted.tableClass() == null ? TableClass.STANDARD : wanted.tableClass();
        if (is != asked) {
            changed.add(new Change.Update(
                    Change.Sign.CHANGE,
                    "class",
                    List.of(is + " → " + asked),
                    update(request -> request.tableClass(asked))));
        }
    }

    private void protection() {
        if (table.deletionProtection() == null) {
            return;
        }
        boolean is = Boolean.TRUE.equals(there.deletionProtectionEnabled());
        if (is != table.deletionProtection()) {
            changed.add(new Change.Update(
                    Change.Sign.CHANGE,
                    "deletion protection",
                    List.of(is ? "on → off" : "off → on"),
                    update(request -> request.deletionProtectionEnabled(!is))));
        }
    }

    static void recovery(
            FoundTable.Recovery is,
            Table table,
            List<Change> changes,
            List<String> notes,
            List<TablePlan.Refusal> refusals) {
        if (table.recoveryDays() == null) {
            return;
        }
        int asked = table.recoveryDays();
        if (is.unknown() != null) {
            if (asked > 0) {
                notes.add("recovery for " + asked + " days is left out: " + is.unknown());
            }
        } else if (asked > is.days()) {
            changes.add(new Change.Recover(
                    is.days() == 0 ? Change.Sign.CREATE : Change.Sign.CHANGE,
                    List.of(is.days() == 0 ? asked + " days" : is.days() + " → " + asked + " days"),
                    asked));
        } else if (asked < is.days()) {
            refusals.add(new TablePlan.Refusal(
                    "it can be recovered for " + is.days() + " days, and the design asks for "
                            + (asked == 0 ? "none" : asked),
                    "That would throw away what it could be recovered to. Do it by hand if you mean it (aws dynamodb"
                            + " update-continuous-backups), or write `recovery: " + is.days() + " days`."));
        }
    }

    /** What belongs to other services of Amazon's than DynamoDB. */
    static void notDynamoDbs(Table table, List<String> notes) {
        if (table.billing() != null
                && (table.billing().readUpTo() != null || table.billing().writeUpTo() != null)) {
            notes.add("auto-scaling is set up with Application Auto Scaling, not here");
        }
        if (table.backups() != null) {
            notes.add("backups every " + table.backups().everyDays() + " days are set up with AWS Backup, not here");
        }
    }

    private boolean states(String word) {
        return table.node() == null || table.node().get(word) != null;
    }

    private UpdateTableRequest update(java.util.function.Consumer<UpdateTableRequest.Builder> content) {
        UpdateTableRequest.Builder request = UpdateTableRequest.builder().tableName(there.tableName());
        content.accept(request);
        return request.build();
    }

    private void refuse(String what, String instead) {
        refusals.add(new TablePlan.Refusal(what, instead));
    }

    /** {@code pk (S), sk (S)}; several attributes of one half of a key are joined by a plus. */
    static String key(Map<String, String> types, List<KeySchemaElement> schema) {
        StringBuilder text = new StringBuilder();
        KeySchemaElement before = null;
        for (KeySchemaElement one : schema) {
            if (before != null) {
                text.append(one.keyType() == before.keyType() ? " + " : ", ");
            }
            text.append(one.attributeName())
                    .append(" (")
                    .append(types.get(one.attributeName()))
                    .append(')');
            before = one;
        }
        return text.toString();
    }

    /** {@code email (S), all attributes}. */
    static String indexLine(CreateTableRequest table, GlobalSecondaryIndex index) {
        return key(FoundTable.types(table.attributeDefinitions()), index.keySchema()) + "; "
                + shown(index.projection())
                + (index.provisionedThroughput() == null ? "" : "; " + shown(index.provisionedThroughput()));
    }

    static String shown(Projection projection) {
        return switch (projection.projectionType()) {
            case ALL -> "all attributes";
            case KEYS_ONLY -> "keys only";
            case INCLUDE -> String.join(", ", projection.nonKeyAttributes());
            case UNKNOWN_TO_SDK_VERSION -> projection.projectionTypeAsString();
        };
    }

    static String shown(ProvisionedThroughput units) {
        return units.readCapacityUnits() + " read, " + units.writeCapacityUnits() + " write";
    }

    private static String shown(ProvisionedThroughputDescription units) {
        return units.readCapacityUnits() + " read, " + units.writeCapacityUnits() + " write";
    }

    private static boolean same(Projection is, Projection asked) {
        return is.projectionType() == asked.projectionType()
                && Set.copyOf(is.nonKeyAttributes()).equals(Set.copyOf(asked.nonKeyAttributes()));
    }

    private static boolean holds(Projection is, Projection asked) {
        return is.projectionType() == ProjectionType.ALL
                || asked.projectionType() == ProjectionType.KEYS_ONLY
                || is.projectionType() == ProjectionType.INCLUDE
                        && asked.projectionType() == ProjectionType.INCLUDE
                        && is.nonKeyAttributes().containsAll(asked.nonKeyAttributes());
    }
}
