package pages;

import com.example.orders.*;
import dev.partita.embedded.*;
import dev.partita.runtime.*;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;

/** What the blocks of docs/events.md find around them. */
abstract class EventsPage {

    /** As a logger would be. */
    interface Log {
        void warn(String message, Throwable failure);

        void error(String message, Throwable failure);
    }

    final DynamoDbClient client = DynamoDbClient.create();
    final Database database = Orders.on(client).database();
    final software.amazon.awssdk.services.dynamodb.model.Record record = software.amazon.awssdk.services.dynamodb.model.Record.builder()
            .eventName("INSERT")
            .dynamodb(stream -> stream.keys(java.util.Map.of()))
            .build();
    final Log log = new Log() {
        @Override
        public void warn(String message, Throwable failure) {}

        @Override
        public void error(String message, Throwable failure) {}
    };

    EventsPage() {
        database.createTables();
    }

    void confirm(Order order) {}

    void bill(EntityChange change) {}

    void handle(EntityChange change) {}
}
