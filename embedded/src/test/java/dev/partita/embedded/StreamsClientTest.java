package dev.partita.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

@PartitaTest
class StreamsClientTest {

    @Prepared
    static void table(DynamoDbClient client) {
        client.createTable(Samples.table());
    }

    @Test
    void theStreamsClientReadsWhatWasWritten(DynamoDbClient client, DynamoDbStreamsClient streams) {
        Samples.put(client, "a", 1);
        client.deleteItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1)));
        String arn = streams.listStreams(r -> r.tableName(Samples.TABLE))
                .streams()
                .get(0)
                .streamArn();
        String shard = streams.describeStream(r -> r.streamArn(arn))
                .streamDescription()
                .shards()
                .get(0)
                .shardId();
        String iterator = streams.getShardIterator(
                        r -> r.streamArn(arn).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
        List<Record> records =
                streams.getRecords(r -> r.shardIterator(iterator)).records();
        assertThat(records).extracting(Record::eventName).containsExactly(OperationType.INSERT, OperationType.REMOVE);
        assertThat(records.get(1).dynamodb().oldImage()).isEqualTo(Samples.item("a", 1, "note 1"));
    }

    @Test
    void theAsyncStreamsClientSeesTheSameStream(DynamoDbStreamsAsyncClient streams) {
        assertThat(streams.listStreams().join().streams())
                .singleElement()
                .satisfies(stream -> assertThat(stream.tableName()).isEqualTo(Samples.TABLE));
    }
}
