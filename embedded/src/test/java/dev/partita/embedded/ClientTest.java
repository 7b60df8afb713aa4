package dev.partita.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.engine.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

@PartitaTest
class ClientTest {

    @Prepared
    static void table(DynamoDbClient client) {
        client.createTable(Samples.table());
    }

    @Test
    void anItemComesBackAsItWasPut(DynamoDbClient client) {
        Samples.put(client, "a", 1);
        GetItemResponse answer = client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1)));
        assertThat(answer.item()).isEqualTo(Samples.item("a", 1, "note 1"));
        assertThat(answer.responseMetadata().requestId()).matches("[0-9A-Z]{52}");
    }

    @Test
    void refusalsAreTheSdksOwnExceptions(DynamoDbClient client) {
        Samples.put(client, "a", 1);
        assertThatThrownBy(() -> client.putItem(r -> r.tableName(Samples.TABLE)
                        .item(Samples.item("a", 1, "again"))
                        .conditionExpression("attribute_not_exists(pk)")))
                .isInstanceOf(ConditionalCheckFailedException.class)
                .hasMessageContaining("The conditional request failed");
        assertThatThrownBy(() -> client.describeTable(r -> r.tableName("nowhere")))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThatThrownBy(() -> client.getItem(r -> r.tableName(Samples.TABLE).key(Map.of())))
                .isInstanceOfSatisfying(DynamoDbException.class, e -> {
                    assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
                    assertThat(e.statusCode()).isEqualTo(400);
                    assertThat(e.numAttempts()).isEqualTo(1);
                });
    }

    @Test
    void aCancelledTransactionGivesItsReasons(DynamoDbClient client) {
        Samples.put(client, "a", 1);
        List<TransactWriteItem> writes = List.of(
                TransactWriteItem.builder()
                        .put(Put.builder()
                                .tableName(Samples.TABLE)
                                .item(Samples.item("b", 1, "new"))
                                .build())
                        .build(),
                TransactWriteItem.builder()
                        .put(Put.builder()
                                .tableName(Samples.TABLE)
                                .item(Samples.item("a", 1, "taken"))
                                .conditionExpression("attribute_not_exists(pk)")
                                .build())
                        .build());
        assertThatThrownBy(() -> client.transactWriteItems(r -> r.transactItems(writes)))
                .isInstanceOfSatisfying(TransactionCanceledException.class, e -> assertThat(e.cancellationReasons())
                        .extracting(reason -> reason.code())
                        .containsExactly("None", "ConditionalCheckFailed"));
        assertThat(Samples.count(client)).isEqualTo(1);
    }

    @Test
    void paginatorsWalkAllPages(DynamoDbClient client) {
        for (int sk = 0; sk < 25; sk++) {
            Samples.put(client, "a", sk);
        }
        assertThat(client.queryPaginator(r -> r.tableName(Samples.TABLE)
                                .limit(4)
                                .keyConditionExpression("pk = :p")
                                .expressionAttributeValues(Map.of(":p", AttributeValue.fromS("a"))))
                        .items())
                .extracting(item -> Integer.valueOf(item.get("sk").n()))
                .hasSize(25)
                .isSorted();
        assertThat(client.scanPaginator(r -> r.tableName(Samples.TABLE).limit(7)))
                .hasSizeGreaterThan(3);
    }

    @Test
    void waitersSeeTablesComeAndGo(DynamoDbClient client) {
        client.createTable(Samples.table().toBuilder().tableName("second").build());
        assertThat(client.waiter()
                        .waitUntilTableExists(r -> r.tableName("second"))
                        .matched()
                        .response()
                        .orElseThrow()
                        .table()
                        .tableStatus())
                .isEqualTo(TableStatus.ACTIVE);
        client.deleteTable(r -> r.tableName("second"));
        assertThat(client.waiter()
                        .waitUntilTableNotExists(r -> r.tableName("second"))
                        .matched()
                        .exception())
                .isPresent();
    }

    @Test
    void aClosedDatabaseRefusesCalls() {
        Partita partita = Partita.inMemory();
        DynamoDbClient client = partita.client();
        partita.close();
        partita.close();
        assertThatThrownBy(client::listTables)
                .isInstanceOf(SdkClientException.class)
                .hasMessageContaining("This Partita is closed");
    }

    @Test
    void aForkGoesItsOwnWay(Partita partita) {
        Samples.put(partita.client(), "a", 1);
        try (Partita fork = partita.fork()) {
            Samples.put(fork.client(), "a", 2);
            Samples.put(partita.client(), "a", 3);
            Samples.put(partita.client(), "a", 4);
            assertThat(Samples.count(fork.client())).isEqualTo(2);
        }
        assertThat(Samples.count(partita.client())).isEqualTo(3);
    }

    @Test
    void theRegionIsInTheArns() {
        try (Partita partita = Partita.inMemory(Engine.Options.defaults().withRegion("eu-central-1"))) {
            assertThat(partita.client()
                            .createTable(Samples.table())
                            .tableDescription()
                            .tableArn())
                    .isEqualTo("arn:aws:dynamodb:eu-central-1:000000000000:table/notes");
        }
    }

    @Test
    void aDirectoryKeepsItsDataFromOneOpeningToTheNext(@TempDir Path directory) {
        try (Partita partita = Partita.open(directory)) {
            partita.client().createTable(Samples.table());
            Samples.put(partita.client(), "a", 1);
            assertThatThrownBy(partita::fork).isInstanceOf(IllegalStateException.class);
        }
        try (Partita partita = Partita.open(directory)) {
            assertThat(Samples.count(partita.client())).isEqualTo(1);
        }
    }
}
