package dev.partita.bench;

import dev.partita.bench.algoitny.Algoitny;
import dev.partita.bench.algoitny.AlgoitnyDesign;
import dev.partita.bench.algoitny.History;
import dev.partita.cache.Caches;
import dev.partita.plan.Endpoint;
import dev.partita.runtime.Database;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Code generated from the design; without its caches, since those would be measured instead. */
final class Generated implements TypedClient {

    private final Algoitny algoitny;

    private Generated(Database.Builder database) {
        this.algoitny = Algoitny.on(database.caches(Caches.none()).build());
    }

    static Generated on(DynamoDbClient client) {
        return new Generated(Database.builder(AlgoitnyDesign.design(), client));
    }

    static Generated on(Endpoint endpoint) {
        return new Generated(Database.builder(AlgoitnyDesign.design(), endpoint));
    }

    @Override
    public History history(String historyId) {
        return algoitny.history(historyId).orElse(null);
    }

    @Override
    public List<History> userHistory(String userId) {
        return algoitny.userHistory(userId).items();
    }
}
