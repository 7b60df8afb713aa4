package dev.partita.deploy;

import dev.partita.plan.Pause;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** What the changes of one table are made with. */
final class TableWork {

    private final DynamoDbClient client;
    private final String table;
    private final Listener listener;
    private final Pause pause;
    private final List<String> failures = new ArrayList<>();

    TableWork(DynamoDbClient client, String table, Listener listener, Pause pause) {
        this.client = client;
        this.table = table;
        this.listener = listener;
        this.pause = pause;
    }

    DynamoDbClient client() {
        return client;
    }

    String table() {
        return table;
    }

    Listener listener() {
        return listener;
    }

    RetriedCalls persistent() {
        return new RetriedCalls(pause);
    }

    /** Returns when the table and all its indexes are active. */
    void await(String step) {
        Tables.awaitActive(client, table, pause, () -> listener.waits(table, step));
    }

    /** Notes at the table that all its items have their index keys. Endpoints without tags do without. */
    void noteFilled(String fingerprint) {
        try {
            String arn = client.describeTable(request -> request.tableName(table))
                    .table()
                    .tableArn();
            client.tagResource(request -> request.resourceArn(arn)
                    .tags(Tag.builder().key(Fingerprint.TAG).value(fingerprint).build()));
        } catch (DynamoDbException refused) {
            // The next deployment looks at some items then.
        }
    }

    void failed(String what) {
        failures.add(what);
    }

    List<String> failures() {
        return failures;
    }
}
