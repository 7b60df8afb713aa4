package dev.partita.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@PartitaTest
class AsyncClientTest {

    @Prepared
    static void table(DynamoDbClient client) {
        client.createTable(Samples.table());
    }

    @Test
    void bothClientsSeeTheSameData(DynamoDbClient client, DynamoDbAsyncClient async) {
        async.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", 1, "async")))
                .join();
        assertThat(client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1)))
                        .item())
                .containsEntry("text", AttributeValue.fromS("async"));
    }

    @Test
    void aRefusalCompletesTheFutureWithTheSdksException(DynamoDbAsyncClient async) {
        assertThatThrownBy(
                        () -> async.describeTable(r -> r.tableName("nowhere")).join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void publishersAndWaitersWork(DynamoDbAsyncClient async) {
        async.waiter().waitUntilTableExists(r -> r.tableName(Samples.TABLE)).join();
        IntStream.range(0, 10)
                .forEach(sk -> async.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", sk, "x")))
                        .join());
        ConcurrentLinkedQueue<Map<String, AttributeValue>> items = new ConcurrentLinkedQueue<>();
        async.scanPaginator(r -> r.tableName(Samples.TABLE).limit(3))
                .items()
                .subscribe(items::add)
                .join();
        assertThat(items).hasSize(10);
    }

    /** What follows an answer may wait for the next write, so it must not run where writes are done. */
    @Test
    void aStepThatWaitsForAnotherWriteDoesNotHang(@TempDir Path directory) {
        try (Partita partita = Partita.open(directory)) {
            partita.client().createTable(Samples.table());
            DynamoDbAsyncClient async = partita.asyncClient();
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int sk = 0; sk < 50; sk++) {
                int number = sk;
                all.add(async.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", number, "first")))
                        .thenApply(answer -> async.putItem(
                                        r -> r.tableName(Samples.TABLE).item(Samples.item("b", number, "second")))
                                .join()));
            }
            all.forEach(CompletableFuture::join);
            assertThat(Samples.count(partita.client())).isEqualTo(100);
        }
    }
}
