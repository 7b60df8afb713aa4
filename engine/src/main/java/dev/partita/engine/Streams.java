package dev.partita.engine;

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

    /** Gives a table a new stream. */
    static void enable(TableDefinition.Builder table, StreamViewType view, Group group) {
        long now = group.engine().options().clock().millis();
        table.stream =
                new TableDefinition.StreamSettings(group.nextId(), LABEL.format(Instant.ofEpochMilli(now)), view, true);
    }

    /** Closes the table's stream, if it has an open one; what is in it stays readable for a day. */
    static void disable(TableDefinition table, Group group) {}

    static void maintain(Change change, Group group) {}
}
