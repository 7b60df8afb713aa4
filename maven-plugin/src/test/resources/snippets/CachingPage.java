package pages;

import com.example.orders.*;
import dev.partita.design.Design;
import dev.partita.embedded.*;
import dev.partita.runtime.*;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What the blocks of docs/caching.md find around them. */
abstract class CachingPage {
    final Partita partita = Partita.inMemory();
    final DynamoDbClient client = partita.client();
    final DynamoDbStreamsClient streamsClient = partita.streams();
    final Design design = OrdersDesign.design();
    final Database database = Database.builder(design, client).build();

    CachingPage() {
        database.createTables();
    }
}
