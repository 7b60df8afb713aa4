package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.BatchWriteItem;
import dev.partita.engine.PutItem;
import dev.partita.engine.TableDescription;
import dev.partita.engine.TagResource;
import dev.partita.engine.TransactWriteItems;
import dev.partita.engine.UpdateTimeToLive;
import dev.partita.engine.read.BatchGetItem;
import dev.partita.engine.read.DescribeStream;
import dev.partita.engine.read.DescribeTable;
import dev.partita.engine.read.DescribeTimeToLive;
import dev.partita.engine.read.GetItem;
import dev.partita.engine.read.GetRecords;
import dev.partita.engine.read.ListStreams;
import dev.partita.engine.read.ListTables;
import dev.partita.engine.read.ListTagsOfResource;
import dev.partita.engine.read.Query;
import dev.partita.engine.read.TransactGetItems;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.ItemCollectionMetrics;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.StreamRecord;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Results as the service writes them: what is absent is left out, what is empty is not. */
class ResultsTest {

    private static final Item KEY = Item.of(Map.of("p", new AttributeValue.S("a")));
    private static final ConsumedCapacity HALF =
            new ConsumedCapacity("abc", 0.5, null, null, null, ConsumedCapacity.Transactional.NO);

    @Test
    void anItemThatIsNotThereIsLeftOutAndOneWithoutAttributesIsEmpty() {
        check(ItemCalls.GET_ITEM, new GetItem.Result(Item.NONE, null), "{}");
        check(ItemCalls.GET_ITEM, new GetItem.Result(Item.EMPTY, null), "{'Item':{}}");
        check(
                ItemCalls.GET_ITEM,
                new GetItem.Result(KEY, HALF),
                "{'Item':{'p':{'S':'a'}},'ConsumedCapacity':{'TableName':'abc','CapacityUnits':0.5}}");
    }

    @Test
    void aWriteShowsWhatWasAskedFor() {
        check(ItemCalls.PUT_ITEM, new PutItem.Result(Item.NONE, null, null), "{}");
        check(
                ItemCalls.PUT_ITEM,
                new PutItem.Result(
                        KEY,
                        new ConsumedCapacity(
                                "abc",
                                3,
                                1.0,
                                Map.of("lsi", 1.0),
                                Map.of("gsi", 1.0),
                                ConsumedCapacity.Transactional.NO),
                        new ItemCollectionMetrics(KEY, 0, 1)),
                "{'Attributes':{'p':{'S':'a'}},'ConsumedCapacity':{'TableName':'abc','CapacityUnits':3.0,"
                        + "'Table':{'CapacityUnits':1.0},'LocalSecondaryIndexes':{'lsi':{'CapacityUnits':1.0}},"
                        + "'GlobalSecondaryIndexes':{'gsi':{'CapacityUnits':1.0}}},"
                        + "'ItemCollectionMetrics':{'ItemCollectionKey':{'p':{'S':'a'}},'SizeEstimateRangeGB':[0.0,1.0]}}");
    }

    @Test
    void aPageAlwaysHasItsCounts() {
        check(
                SearchCalls.QUERY,
                new Query.Result(List.of(), 0, 3, Item.NONE, null),
                "{'Items':[],'Count':0,'ScannedCount':3}");
        check(
                SearchCalls.QUERY,
                new Query.Result(null, 2, 3, KEY, HALF),
                "{'Count':2,'ScannedCount':3,'LastEvaluatedKey':{'p':{'S':'a'}},"
                        + "'ConsumedCapacity':{'TableName':'abc','CapacityUnits':0.5}}");
        check(
                SearchCalls.QUERY,
                new Query.Result(List.of(KEY, Item.EMPTY, KEY), 3, 3, Item.NONE, null),
                "{'Items':[{'p':{'S':'a'}},{},{'p':{'S':'a'}}],'Count':3,'ScannedCount':3}");
    }

    @Test
    void batchesAlwaysSayWhatIsLeft() {
        check(
                BatchCalls.BATCH_GET_ITEM,
                new BatchGetItem.Result(Map.of("abc", List.of(KEY)), Map.of(), null),
                "{'Responses':{'abc':[{'p':{'S':'a'}}]},'UnprocessedKeys':{}}");
        check(
                BatchCalls.BATCH_GET_ITEM,
                new BatchGetItem.Result(
                        Map.of(),
                        Map.of(
                                "abc",
                                new BatchGetItem.KeysAndAttributes(List.of(KEY), null, true, "#p", Map.of("#p", "p"))),
                        List.of(HALF)),
                "{'Responses':{},'UnprocessedKeys':{'abc':{'Keys':[{'p':{'S':'a'}}],'ConsistentRead':true,"
                        + "'ProjectionExpression':'#p','ExpressionAttributeNames':{'#p':'p'}}},"
                        + "'ConsumedCapacity':[{'TableName':'abc','CapacityUnits':0.5}]}");
        check(
                BatchCalls.BATCH_WRITE_ITEM,
                new BatchWriteItem.Result(
                        Map.of(
                                "abc",
                                List.of(
                                        new BatchWriteItem.WriteRequest(KEY, null),
                                        new BatchWriteItem.WriteRequest(null, KEY))),
                        null,
                        null),
                "{'UnprocessedItems':{'abc':[{'PutRequest':{'Item':{'p':{'S':'a'}}}},"
                        + "{'DeleteRequest':{'Key':{'p':{'S':'a'}}}}]}}");
    }

    @Test
    void transactionsSplitTheirUnits() {
        check(
                TransactionCalls.TRANSACT_GET_ITEMS,
                new TransactGetItems.Result(
                        List.of(KEY, Item.NONE, Item.EMPTY),
                        List.of(new ConsumedCapacity("abc", 4, 4.0, null, null, ConsumedCapacity.Transactional.READ))),
                "{'Responses':[{'Item':{'p':{'S':'a'}}},{},{}],'ConsumedCapacity':[{'TableName':'abc',"
                        + "'CapacityUnits':4.0,'ReadCapacityUnits':4.0,"
                        + "'Table':{'CapacityUnits':4.0,'ReadCapacityUnits':4.0}}]}");
        check(
                TransactionCalls.TRANSACT_WRITE_ITEMS,
                new TransactWriteItems.Result(
                        List.of(new ConsumedCapacity("abc", 2, null, null, null, ConsumedCapacity.Transactional.WRITE)),
                        Map.of("abc", List.of(new ItemCollectionMetrics(KEY, 0, 1)))),
                "{'ConsumedCapacity':[{'TableName':'abc','CapacityUnits':2.0,'WriteCapacityUnits':2.0}],"
                        + "'ItemCollectionMetrics':{'abc':[{'ItemCollectionKey':{'p':{'S':'a'}},"
                        + "'SizeEstimateRangeGB':[0.0,1.0]}]}}");
        check(TransactionCalls.TRANSACT_WRITE_ITEMS, new TransactWriteItems.Result(null, null), "{}");
    }

    @Test
    void aTableIsDescribedInFull() {
        List<TableSpec.KeySchemaElement> keys = List.of(new TableSpec.KeySchemaElement("p", KeyType.HASH));
        TableDescription.Throughput throughput = new TableDescription.Throughput(0, 0, 0, null, null);
        TableDescription table = new TableDescription(
                List.of(new TableSpec.AttributeDefinition("p", AttributeValue.Type.S)),
                "abc",
                keys,
                "ACTIVE",
                1700000000.5,
                throughput,
                12,
                3,
                "arn",
                "id",
                BillingMode.PAY_PER_REQUEST,
                1700000000.5,
                null,
                List.of(new TableDescription.Index(
                        "gsi",
                        keys,
                        new TableSpec.Projection(ProjectionType.INCLUDE, List.of("a")),
                        "CREATING",
                        true,
                        throughput,
                        4,
                        1,
                        "arn/index/gsi",
                        null,
                        null)),
                new TableSpec.StreamSpecification(true, StreamViewType.KEYS_ONLY),
                "label",
                "arn/stream/label",
                null,
                TableClass.STANDARD_INFREQUENT_ACCESS,
                true,
                new TableSpec.OnDemandThroughput(5L, -1L),
                new TableSpec.WarmThroughput(12000L, 4000L));
        String noThroughput = "'ProvisionedThroughput':{'NumberOfDecreasesToday':0,'ReadCapacityUnits':0,"
                + "'WriteCapacityUnits':0}";
        String schema = "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}]";
        check(
                TableCalls.DESCRIBE_TABLE,
                new DescribeTable.Result(table),
                "{'Table':{'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],'TableName':'abc',"
                        + schema
                        + ",'TableStatus':'ACTIVE','CreationDateTime':1700000000.5," + noThroughput
                        + ",'TableSizeBytes':12,'ItemCount':3,'TableArn':'arn','TableId':'id',"
                        + "'BillingModeSummary':{'BillingMode':'PAY_PER_REQUEST',"
                        + "'LastUpdateToPayPerRequestDateTime':1700000000.5},"
                        + "'GlobalSecondaryIndexes':[{'IndexName':'gsi'," + schema
                        + ",'Projection':{'ProjectionType':'INCLUDE','NonKeyAttributes':['a']},'IndexStatus':'CREATING',"
                        + "'Backfilling':true," + noThroughput
                        + ",'IndexSizeBytes':4,'ItemCount':1,'IndexArn':'arn/index/gsi'}],"
                        + "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'KEYS_ONLY'},"
                        + "'LatestStreamLabel':'label','LatestStreamArn':'arn/stream/label',"
                        + "'TableClassSummary':{'TableClass':'STANDARD_INFREQUENT_ACCESS'},"
                        + "'DeletionProtectionEnabled':true,"
                        + "'OnDemandThroughput':{'MaxReadRequestUnits':5,'MaxWriteRequestUnits':-1},"
                        + "'WarmThroughput':{'ReadUnitsPerSecond':12000,'WriteUnitsPerSecond':4000,'Status':'ACTIVE'}}}");
    }

    @Test
    void listsAndSettings() {
        check(TableCalls.LIST_TABLES, new ListTables.Result(List.of(), null), "{'TableNames':[]}");
        check(
                TableCalls.LIST_TABLES,
                new ListTables.Result(List.of("a", "b"), "b"),
                "{'LastEvaluatedTableName':'b','TableNames':['a','b']}");
        check(SettingCalls.TAG_RESOURCE, new TagResource.Result(), "");
        check(
                SettingCalls.LIST_TAGS_OF_RESOURCE,
                new ListTagsOfResource.Result(List.of(new TableSpec.Tag("k", "v")), null),
                "{'Tags':[{'Key':'k','Value':'v'}]}");
        check(
                SettingCalls.UPDATE_TIME_TO_LIVE,
                new UpdateTimeToLive.Result("ttl", true),
                "{'TimeToLiveSpecification':{'AttributeName':'ttl','Enabled':true}}");
        check(
                SettingCalls.DESCRIBE_TIME_TO_LIVE,
                new DescribeTimeToLive.Result("DISABLED", null),
                "{'TimeToLiveDescription':{'TimeToLiveStatus':'DISABLED'}}");
    }

    @Test
    void streamRecordsCarryWhoDeleted() {
        check(
                StreamCalls.GET_RECORDS,
                new GetRecords.Result(
                        List.of(new StreamRecord(
                                "e1",
                                "REMOVE",
                                "us-east-1",
                                1700000000,
                                KEY,
                                Item.NONE,
                                KEY,
                                "000000000000000000012",
                                10,
                                StreamViewType.NEW_AND_OLD_IMAGES,
                                true)),
                        null),
                "{'Records':[{'awsRegion':'us-east-1','dynamodb':{'ApproximateCreationDateTime':1700000000,"
                        + "'Keys':{'p':{'S':'a'}},'OldImage':{'p':{'S':'a'}},'SequenceNumber':'000000000000000000012',"
                        + "'SizeBytes':10,'StreamViewType':'NEW_AND_OLD_IMAGES'},'eventID':'e1','eventName':'REMOVE',"
                        + "'eventSource':'aws:dynamodb','eventVersion':'1.1',"
                        + "'userIdentity':{'PrincipalId':'dynamodb.amazonaws.com','Type':'Service'}}]}");
        check(
                StreamCalls.DESCRIBE_STREAM,
                new DescribeStream.Result(new DescribeStream.StreamDescription(
                        "arn",
                        "label",
                        "ENABLED",
                        StreamViewType.KEYS_ONLY,
                        1700000000.25,
                        "abc",
                        List.of(new TableSpec.KeySchemaElement("p", KeyType.HASH)),
                        List.of(new DescribeStream.Shard("s1", "1", null, "s0")),
                        null)),
                "{'StreamDescription':{'CreationRequestDateTime':1700000000.25,"
                        + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
                        + "'Shards':[{'ParentShardId':'s0','SequenceNumberRange':{'StartingSequenceNumber':'1'},"
                        + "'ShardId':'s1'}],'StreamArn':'arn','StreamLabel':'label','StreamStatus':'ENABLED',"
                        + "'StreamViewType':'KEYS_ONLY','TableName':'abc'}}");
        check(
                StreamCalls.LIST_STREAMS,
                new ListStreams.Result(List.of(new ListStreams.Stream("arn", "abc", "label")), "arn"),
                "{'LastEvaluatedStreamArn':'arn','Streams':[{'StreamArn':'arn','StreamLabel':'label',"
                        + "'TableName':'abc'}]}");
    }

    /** {@code expected} has single quotes for double ones. */
    private static <R> void check(WireCall<R> call, R result, String expected) {
        JsonOut out = new JsonOut(16);
        call.write().accept(out, result);
        assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8)).isEqualTo(expected.replace('\'', '"'));
    }
}
