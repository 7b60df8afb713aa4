package pages;

import com.example.orders.*;
import dev.partita.embedded.*;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the blocks of README.md find around them. */
abstract class ReadmePage {
    final Partita partita = Partita.inMemory();
    final DynamoDbClient client = partita.client();

    ReadmePage() {
        Orders.on(client).database().createTables();
    }
}
