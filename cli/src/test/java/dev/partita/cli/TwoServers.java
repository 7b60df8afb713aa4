package dev.partita.cli;

import dev.partita.cli.internal.data.RemoteClients;
import dev.partita.engine.Engine;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Two databases in memory behind servers, as endpoints of commands. */
final class TwoServers implements AutoCloseable {

    private final Engine one = Engine.inMemory(Engine.Options.defaults());
    private final Engine two = Engine.inMemory(Engine.Options.defaults());
    private final Server first =
            Server.start(new Wire(one, false), Server.Options.defaults().withPort(0));
    private final Server second =
            Server.start(new Wire(two, false), Server.Options.defaults().withPort(0));

    String first() {
        return "http://localhost:" + first.port();
    }

    String second() {
        return "http://localhost:" + second.port();
    }

    /** Output with the places by name: ports change from run to run. */
    String plain(String text) {
        return text.replace(first(), "FIRST").replace(second(), "SECOND");
    }

    static void put(String endpoint, String table, Map<String, String> item) {
        try (DynamoDbClient client = RemoteClients.client(endpoint, null)) {
            Map<String, AttributeValue> values = new HashMap<>();
            item.forEach((name, value) -> values.put(name, AttributeValue.fromS(value)));
            client.putItem(request -> request.tableName(table).item(values));
        }
    }

    @Override
    public void close() {
        first.close();
        second.close();
        one.close();
        two.close();
    }
}
