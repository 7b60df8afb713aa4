package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model's constraints, in the wording of the layer that each operation has. */
class ConstraintsTest {

    private static Text text;

    @BeforeAll
    static void open() {
        text = new Text();
    }

    @AfterAll
    static void close() {
        text.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            GetItem | {} | 2 validation errors detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null; Value null at 'key' failed to satisfy constraint: Member must not be null
            PutItem | {"Item":{}} | 1 validation error detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null
            PutItem | {"TableName":"","Item":{}} | 1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1
            PutItem | {"TableName":"","Item":{},"ReturnValues":"X"} | 1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1
            PutItem | {"TableName":"bad table!@#","Item":{}} | 1 validation error detected: Value 'bad table!@#' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+
            PutItem | {"TableName":"abc","Item":{},"ReturnConsumedCapacity":"INVALID","ReturnValues":"INVALID","ReturnItemCollectionMetrics":"INVALID"} | 3 validation errors detected: Value 'INVALID' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]; ReturnItemCollectionMetrics can only be SIZE or NONE
            DeleteItem | {"TableName":"abc","Key":{},"ReturnConsumedCapacity":"INVALID","ReturnValues":"INVALID"} | 2 validation errors detected: Value 'INVALID' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]
            UpdateItem | {"TableName":"abc","Key":{},"ReturnConsumedCapacity":"INVALID","ReturnValues":"INVALID"} | 1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]
            UpdateItem | {"TableName":"","ReturnConsumedCapacity":"A","ReturnValues":"B"} | 4 validation errors detected: Value 'A' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1; Value 'B' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]; Value null at 'key' failed to satisfy constraint: Member must not be null
            PutItem | {"TableName":"abc","Item":{},"ConditionalOperator":"XOR"} | 1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]
            PutItem | {"TableName":"abc","Item":{},"Expected":{"a":{"ComparisonOperator":"X"}}} | 1 validation error detected: Value 'X' at 'expected.a.member.comparisonOperator' failed to satisfy constraint: Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]
            UpdateItem | {"TableName":"abc","Key":{},"AttributeUpdates":{"a":{"Action":"X"}}} | 1 validation error detected: Value 'X' at 'attributeUpdates.a.member.action' failed to satisfy constraint: Member must satisfy enum value set: [ADD, DELETE, PUT]
            PutItem | {"TableName":"abc","Item":{},"ReturnValuesOnConditionCheckFailure":"X"} | 1 validation error detected: Value 'X' at 'returnValuesOnConditionCheckFailure' failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, NONE]
            Query | {"TableName":"abc","Limit":0} | 1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1
            Scan | {"TableName":"abc","Limit":0} | 1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1
            Scan | {"TableName":""} | 1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1
            Scan | {"TableName":"abc","ConditionalOperator":"XOR"} | 1 validation error detected: Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must satisfy enum value set: [OR, AND]
            Scan | {"TableName":"abc","Select":"X","TotalSegments":0,"Segment":-1} | 3 validation errors detected: Value 'X' at 'select' failed to satisfy constraint: Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]; Value '0' at 'totalSegments' failed to satisfy constraint: Member must have value greater than or equal to 1; Value '-1' at 'segment' failed to satisfy constraint: Member must have value greater than or equal to 0
            Scan | {"TableName":"abc","TotalSegments":1000001,"Segment":1000000} | 2 validation errors detected: Value '1000001' at 'totalSegments' failed to satisfy constraint: Member must have value less than or equal to 1000000; Value '1000000' at 'segment' failed to satisfy constraint: Member must have value less than or equal to 999999
            Scan | {"TableName":"abc","ScanFilter":{"a":{}}} | 1 validation error detected: Value null at 'scanFilter.a.member.comparisonOperator' failed to satisfy constraint: Member must not be null
            Scan | {"TableName":"abc","IndexName":"a;"} | 2 validation errors detected: Value 'a;' at 'indexName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'a;' at 'indexName' failed to satisfy constraint: Member must have length greater than or equal to 3
            BatchGetItem | {} | 1 validation error detected: Value null at 'requestItems' failed to satisfy constraint: Member must not be null
            BatchGetItem | {"RequestItems":{}} | 1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: Member must have length greater than or equal to 1
            BatchGetItem | {"RequestItems":{"abc":{}}} | 1 validation error detected: Value null at 'requestItems.abc.member.keys' failed to satisfy constraint: Member must not be null
            BatchGetItem | {"RequestItems":{"abc":{"Keys":[]}}} | 1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to satisfy constraint: Member must have length greater than or equal to 1
            BatchWriteItem | {"RequestItems":{}} | The requestItems parameter is required for BatchWriteItem
            BatchWriteItem | {"RequestItems":{},"ReturnConsumedCapacity":"X"} | 1 validation error detected: Value 'X' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]
            BatchWriteItem | {"RequestItems":{"abc":[{"PutRequest":{}}]}} | 1 validation error detected: Value null at 'requestItems.abc.member.1.member.putRequest.item' failed to satisfy constraint: Member must not be null
            BatchWriteItem | {"RequestItems":{"abc":[{"DeleteRequest":{}}]}} | 1 validation error detected: Value null at 'requestItems.abc.member.1.member.deleteRequest.key' failed to satisfy constraint: Member must not be null
            BatchWriteItem | {"RequestItems":{"a":[{}]}} | 1 validation error detected: Value '{a=[...]}' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]
            BatchWriteItem | {"RequestItems":{"abc":[]}} | 1 validation error detected: Value '{abc=[...]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]
            TransactWriteItems | {"TransactItems":[]} | 1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1
            TransactWriteItems | {"TransactItems":[],"ClientRequestToken":"1234567890123456789012345678901234567"} | 2 validation errors detected: Value '1234567890123456789012345678901234567' at 'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36; Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1
            TransactWriteItems | {"TransactItems":[{"Update":{}}]} | 3 validation errors detected: Value null at 'transactItems.1.member.update.key' failed to satisfy constraint: Member must not be null; Value null at 'transactItems.1.member.update.updateExpression' failed to satisfy constraint: Member must not be null; Value null at 'transactItems.1.member.update.tableName' failed to satisfy constraint: Member must not be null
            TransactGetItems | {"TransactItems":[{}]} | 1 validation error detected: Value null at 'transactItems.1.member.get' failed to satisfy constraint: Member must not be null
            CreateTable | {} | The parameter 'TableName' is required but was not present in the request
            CreateTable | {"TableName":"ab","AttributeDefinitions":[],"KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]} | 1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3
            CreateTable | {"TableName":"abc","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"X"}],"KeySchema":[{"AttributeName":"a","KeyType":"Y"}],"BillingMode":"Z"} | 3 validation errors detected: Value 'X' at 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]; Value 'Z' at 'billingMode' failed to satisfy constraint: Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]; Value 'Y' at 'keySchema.1.member.keyType' failed to satisfy constraint: Member must satisfy enum value set: [HASH, RANGE]
            CreateTable | {"TableName":"abc","AttributeDefinitions":[],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"},{"AttributeName":"extra","KeyType":"RANGE"}]} | 1 validation error detected: Value '[KeySchemaElement(attributeName=pk, keyType=HASH), KeySchemaElement(attributeName=sk, keyType=RANGE), KeySchemaElement(attributeName=extra, keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length less than or equal to 2
            CreateTable | {"TableName":"abc","AttributeDefinitions":[],"KeySchema":[],"ProvisionedThroughput":{"ReadCapacityUnits":0,"WriteCapacityUnits":-1}} | 3 validation errors detected: Value '-1' at 'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint: Member must have value greater than or equal to 1; Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint: Member must have value greater than or equal to 1; Value '[]' at 'keySchema' failed to satisfy constraint: Member must have length greater than or equal to 1
            ListTables | {"Limit":0} | 1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1
            ListTables | {"Limit":101} | 1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member must have value less than or equal to 100
            UpdateTimeToLive | {"TableName":"abc"} | 1 validation error detected: Value null at 'timeToLiveSpecification' failed to satisfy constraint: Member must not be null
            TagResource | {"Tags":[]} | Invalid TableArn
            DescribeTimeToLive | {} | The parameter 'TableName' is required but was not present in the request
            CreateTable | {"TableName":"abc","VectorIndexes":[]} | One or more parameter values were invalid: VectorIndexes is not supported
            ListStreams | {"Limit":0} | 1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1
            GetRecords | {} | 1 validation error detected: Value null at 'shardIterator' failed to satisfy constraint: Member must not be null
            """)
    void isReported(String operation, String body, String message) {
        assertThat(text.call(operation, body)).isEqualTo(Text.invalid(message));
    }

    @Test
    void atMostTenProblemsAreReported() {
        String actions = "{\"Update\":{}},".repeat(20);
        assertThat(text.call(
                        "TransactWriteItems",
                        "{\"TransactItems\":[" + actions.substring(0, actions.length() - 1) + "]}"))
                .contains("\"10 validation errors detected: ")
                .contains("transactItems.4.member.update.key")
                .doesNotContain("transactItems.5");
    }

    @Test
    void batchesAndTransactionsAreBounded() {
        String put = "{\"PutRequest\":{\"Item\":{\"p\":{\"S\":\"a\"}}}},".repeat(26);
        assertThat(text.call(
                        "BatchWriteItem", "{\"RequestItems\":{\"abc\":[" + put.substring(0, put.length() - 1) + "]}}"))
                .contains("Map value must satisfy constraint: [Member must have length less than or equal to 25, Member"
                        + " must have length greater than or equal to 1]");
        String key = "{\"p\":{\"S\":\"a\"}},".repeat(101);
        assertThat(text.call(
                        "BatchGetItem",
                        "{\"RequestItems\":{\"abc\":{\"Keys\":[" + key.substring(0, key.length() - 1) + "]}}}"))
                .isEqualTo(Text.invalid("1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to"
                        + " satisfy constraint: Member must have length less than or equal to 100"));
        String get = "{\"Get\":{\"TableName\":\"abc\",\"Key\":{}}},".repeat(101);
        assertThat(text.call("TransactGetItems", "{\"TransactItems\":[" + get.substring(0, get.length() - 1) + "]}"))
                .contains(
                        "at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to"
                                + " 100");
    }

    @Test
    void aLongTableNameIsShownWhole() {
        String name = "a".repeat(256);
        assertThat(text.call("PutItem", "{\"TableName\":\"" + name + "\",\"Item\":{}}"))
                .isEqualTo(Text.invalid("1 validation error detected: Value '" + name
                        + "' at 'tableName' failed to satisfy constraint: Member must have length less than or equal to"
                        + " 255"));
    }
}
