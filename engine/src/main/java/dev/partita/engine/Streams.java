package dev.partita.engine;

import dev.partita.item.ApiException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Keeps the record of changes that stream readers follow. */
final class Streams {

    private static final DateTimeFormatter LABEL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private Streams() {}

    static String arn(String tableArn, String label) {
        return tableArn + "/stream/" + label;
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

    /** Gives a table a new stream. */
    private static void enable(TableDefinition.Builder table, StreamViewType view, Group group) {
        long now = group.engine().options().clock().millis();
        table.stream =
                new TableDefinition.StreamSettings(group.nextId(), LABEL.format(Instant.ofEpochMilli(now)), view, true);
    }

    /** Closes the table's stream, if it has an open one; what is in it stays readable for a day. */
    static TableDefinition.StreamSettings disable(TableDefinition.StreamSettings stream, Group group) {
        if (stream == null || !stream.enabled()) {
            return stream;
        }
        return new TableDefinition.StreamSettings(stream.id(), stream.label(), stream.view(), false);
    }

    static void maintain(Change change, Group group) {}
}
