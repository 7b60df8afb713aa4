package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Keeps the record of changes that stream readers follow. */
public final class Streams {

    private static final DateTimeFormatter LABEL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final String ARN_STREAM = "/stream/";

    private Streams() {}

    static String arn(String tableArn, String label) {
        return tableArn + ARN_STREAM + label;
    }

    public static String arn(Database database, StreamInfo stream) {
        return arn(database.tableArn(stream.tableName()), stream.label());
    }

    /** The stream an ARN names, of whatever region and account. */
    public static StreamInfo find(Database database, String arn) {
        int at = arn.indexOf(ARN_STREAM);
        StreamInfo stream = at < 0
                ? null
                : database.engine()
                        .findStream(
                                database.namespace(),
                                Database.nameOf(arn.substring(0, at)),
                                arn.substring(at + ARN_STREAM.length()));
        if (stream == null) {
            throw ApiException.notFound("Requested resource not found: Stream: " + arn + " not found");
        }
        return stream;
    }

    /** The checks that need no table. */
    static void check(TableSpec.StreamSpecification asked) {
        if (asked == null) {
            return;
        }
        boolean enable = Boolean.TRUE.equals(asked.streamEnabled());
        if (enable && asked.streamViewType() == null) {
            throw ApiException.validation(
                    "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.");
        }
        if (!enable && asked.streamViewType() != null) {
            throw ApiException.validation(
                    "Invalid StreamViewType: Stream StreamEnabled was false but a StreamViewType was present.");
        }
    }

    /** Gives a table a new stream or closes the one it has, as asked. */
    static void update(TableDefinition.Builder table, TableSpec.StreamSpecification asked, Group group) {
        if (asked == null) {
            return;
        }
        boolean enabled = table.stream != null && table.stream.enabled();
        if (Boolean.TRUE.equals(asked.streamEnabled())) {
            if (enabled) {
                throw ApiException.validation("Table already has an enabled stream");
            }
            enable(table, asked.streamViewType(), group);
        } else {
            if (!enabled) {
                throw ApiException.validation("Table has no stream to disable");
            }
            table.stream = disable(table.stream, group);
        }
    }

    private static void enable(TableDefinition.Builder table, StreamViewType view, Group group) {
        Engine engine = group.engine();
        long now = engine.options().clock().millis();
        long labelled = now;
        while (engine.findStream(table.namespace, table.name, label(labelled)) != null) {
            labelled++;
        }
        StreamInfo stream = new StreamInfo(
                group.nextId(),
                table.namespace,
                table.name,
                label(labelled),
                view,
                table.keySchema,
                now,
                null,
                0,
                List.of(StreamInfo.begin(group, null, now)));
        group.putStream(stream);
        table.stream = new TableDefinition.StreamSettings(stream.id(), stream.label(), view, true);
    }

    /** Closes a table's stream, if it has an open one; what is in it stays readable for a day. */
    static TableDefinition.StreamSettings disable(TableDefinition.StreamSettings settings, Group group) {
        if (settings == null || !settings.enabled()) {
            return settings;
        }
        group.putStream(group.engine().stream(settings.id()).rotate(group, true));
        return new TableDefinition.StreamSettings(settings.id(), settings.label(), settings.view(), false);
    }

    /** Writes the record of a change that changes something. */
    static void maintain(Change change, Group group) {
        TableDefinition.StreamSettings stream = change.table().definition().stream();
        if (stream != null && stream.enabled()) {
            long now = group.engine().options().clock().millis();
            group.put(
                    Rows.streamRecord(stream.id(), group.nextSequence()), StreamRow.encode(change, stream.view(), now));
        }
    }

    private static String label(long millis) {
        return LABEL.format(Instant.ofEpochMilli(millis));
    }
}
