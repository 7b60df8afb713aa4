package dev.partita.deploy;

import dev.partita.design.model.Table;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
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
    private final AllowedChanges allowed;
    private final TableDraft draft;

    Differences(Table table, CreateTableRequest wanted, FoundTable found, AllowedChanges allowed, TableDraft draft) {
        this.table = table;
        this.wanted = wanted;
        this.found = found;
        this.there = found.description();
        this.allowed = allowed;
        this.draft = draft;
    }

    void find() {
        key();
        Map<String, GlobalSecondaryIndexDescription> staying =
                new IndexDifferences(wanted, found, allowed, draft).find();
        new BillingDifferences(table, wanted, there, staying, draft).find();
        expiry();
        stream();
        encryption();
        tableClass();
        protection();
        recovery(found.recovery(), table, draft);
        notDynamoDbs(table, draft);
    }

    private void key() {
        String asked = TableText.key(FoundTable.types(wanted.attributeDefinitions()), wanted.keySchema());
        String is = TableText.key(found.types(), there.keySchema());
        if (!asked.equals(is)) {
            draft.refuse(
                    "its key is " + is + ", and the design asks for " + asked,
                    "A table's key cannot be changed. Deploy under another name, then write the items over.");
        }
    }

    private void expiry() {
        if (table.expiry() == null) {
            if (found.expiry() != null) {
                draft.note("items expire by " + found.expiry() + "; the design does not say");
            }
        } else if (found.expiry() == null) {
            draft.change(expire(table.expiry(), there.itemCount() == null || there.itemCount() > 0));
        } else if (!found.expiry().equals(table.expiry())) {
            draft.refuse(
                    "its items expire by " + found.expiry() + ", and the design asks for " + table.expiry(),
                    "DynamoDB changes it only in two steps with up to an hour between them. Turn it off (aws dynamodb"
                            + " update-time-to-live --table-name " + there.tableName()
                            + " --time-to-live-specification Enabled=false,AttributeName=" + found.expiry()
                            + "), wait, and deploy again.");
        }
    }

    static TableChange expire(String attribute, boolean hasItems) {
        return new TableChange.Expire(
                List.of(
                        hasItems
                                ? "by " + attribute + "; items whose time is over are deleted from then on"
                                : "by " + attribute),
                attribute);
    }

    private void stream() {
        if (table.stream() == null) {
            if (isStreaming(there.streamSpecification())) {
                draft.note("stream holds " + view(there.streamSpecification()) + "; the design does not say");
            }
            return;
        }
        String asked = view(wanted.streamSpecification());
        String is = view(there.streamSpecification());
        if (asked.equals(is)) {
            return;
        }
        UpdateTableRequest on = draft.update(request -> request.streamSpecification(wanted.streamSpecification()));
        UpdateTableRequest off = draft.update(request -> request.streamSpecification(s -> s.streamEnabled(false)));
        if (!isStreaming(there.streamSpecification())) {
            draft.change(new TableChange.Update(TableChange.Sign.CREATE, "stream", List.of(asked), on));
        } else if (!allowed.changeStreams()) {
            draft.refuse(
                    "its stream holds " + is + ", and the design asks for " + asked,
                    "A stream cannot be changed, only ended; who follows it must follow the next one, and changes made"
                            + " in between are in neither: `changeStreams`.");
        } else if (isStreaming(wanted.streamSpecification())) {
            draft.change(new TableChange.NewStream(
                    "stream", List.of(is + " → " + asked, "a new stream; followers must change over"), off, on));
        } else {
            draft.change(new TableChange.Update(TableChange.Sign.REMOVE, "stream", List.of(is), off));
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
            draft.note("encryption " + table.encryption() + " is left out: DynamoDB Local has none");
            return;
        }
        draft.change(
                "encryption",
                (isKms ? String.valueOf(key) : "aws-owned") + " → " + table.encryption(),
                request -> request.sseSpecification(sse -> {
                    sse.enabled(asksKms);
                    if (asksKms) {
                        sse.sseType(wanted.sseSpecification().sseType()).kmsMasterKeyId(askedKey);
                    }
                }));
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
            draft.change("class", is + " → " + asked, request -> request.tableClass(asked));
        }
    }

    private void protection() {
        if (table.deletionProtection() == null) {
            return;
        }
        boolean is = Boolean.TRUE.equals(there.deletionProtectionEnabled());
        if (is != table.deletionProtection()) {
            draft.change(
                    "deletion protection",
                    is ? "on → off" : "off → on",
                    request -> request.deletionProtectionEnabled(!is));
        }
    }

    static void recovery(FoundTable.Recovery is, Table table, TableDraft draft) {
        if (table.recoveryDays() == null) {
            return;
        }
        int asked = table.recoveryDays();
        if (is.unknown() != null) {
            if (asked > 0) {
                draft.note("recovery for " + asked + " days is left out: " + is.unknown());
            }
        } else if (asked > is.days()) {
            draft.change(new TableChange.Recover(
                    is.days() == 0 ? TableChange.Sign.CREATE : TableChange.Sign.CHANGE,
                    List.of(is.days() == 0 ? asked + " days" : is.days() + " → " + asked + " days"),
                    asked));
        } else if (asked < is.days()) {
            draft.refuse(
                    "it can be recovered for " + is.days() + " days, and the design asks for "
                            + (asked == 0 ? "none" : asked),
                    "That would throw away what it could be recovered to. Do it by hand if you mean it (aws dynamodb"
                            + " update-continuous-backups), or write `recovery: " + is.days() + " days`.");
        }
    }

    /** What belongs to other services of Amazon's than DynamoDB. */
    static void notDynamoDbs(Table table, TableDraft draft) {
        if (table.billing() != null
                && (table.billing().readUpTo() != null || table.billing().writeUpTo() != null)) {
            draft.note("auto-scaling is set up with Application Auto Scaling, not here");
        }
        if (table.backups() != null) {
            draft.note("backups every " + table.backups().everyDays() + " days are set up with AWS Backup, not here");
        }
    }
}
