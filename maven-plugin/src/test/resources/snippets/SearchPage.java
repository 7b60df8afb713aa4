package pages;

import com.example.orders.*;
import dev.partita.design.Design;
import dev.partita.embedded.*;
import dev.partita.plan.Endpoint;
import java.nio.file.Path;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What the block of docs/search.md finds around it. */
abstract class SearchPage {
    final Partita partita = Partita.inMemory();
    final Design design = OrdersDesign.design();
    final Endpoint endpoint = partita.endpoint();
    final DynamoDbStreamsClient streams = partita.streams();
    final Path folder = Path.of("target", "search");

    SearchPage() {
        Orders.on(endpoint).database().createTables();
    }
}
