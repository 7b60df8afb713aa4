package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole requests against the engine. */
class WireTest {

    private static final String ABC = """
            {"TableName":"abc","BillingMode":"PAY_PER_REQUEST",
             "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
             "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]}""";

    private final Text text = new Text();

    @BeforeEach
    void makeTable() {
        assertThat(text.call("CreateTable", ABC)).startsWith("200 {\"TableDescription\":{");
    }

    @AfterEach
    void close() {
        text.close();
    }

    @Test
    void aResponseStaysAsItIsUntilReleased() {
        String longText = "x".repeat(10_000);
        text.call(
                "PutItem", "{\"TableName\":\"abc\",\"Item\":{\"p\":{\"S\":\"a\"},\"x\":{\"S\":\"" + longText + "\"}}}");
        String get = "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"a\"}}}";
        Wire.Response first = text.respond("GetItem", get);
        byte[] asWritten = first.body().clone();
        Wire.Response second = text.respond("GetItem", get);
        text.call("ListTables", "{}");
        assertThat(first.body()).isNotSameAs(second.body()).isEqualTo(asWritten);
        // What is short was copied, and must not become the buffer of anything.
        Wire.Response shortOne = text.respond("ListTables", "{}");
        second.release();
        shortOne.release();
        assertThat(text.respond("GetItem", get).body()).isNotSameAs(shortOne.body());
    }

    /** Stored as question marks, two keys would be one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'p':{'S':'HALF'}}",
                "{'p':{'S':'a'},'x':{'S':'some text before HALF'}}",
                "{'p':{'S':'a'},'x':{'SS':['b','HALF']}}",
                "{'p':{'S':'a'},'x':{'L':[{'S':'HALF'}]}}",
                "{'p':{'S':'a'},'x':{'M':{'HALF':{'S':'b'}}}}",
                "{'p':{'S':'a'},'HALF':{'S':'b'}}",
            })
    void halfACharacterIsRefused(String item) {
        for (String half : new String[] {"\\ud83d", "\\ude00", "\\ud83dx", "\\ude00\\ud83d", "\\uD83D\\ud83d\\ude00"}) {
            String body = ("{'TableName':'abc','Item':" + item + "}")
                    .replace('\'', '"')
                    .replace("HALF", half);
            assertThat(text.call("PutItem", body)).as(body).startsWith("400 ").contains("SerializationException");
        }
        String whole = ("{'TableName':'abc','Item':" + item + "}")
                .replace('\'', '"')
                .replace("HALF", "x\\ud83d\\ude00\\ud83d\\ude00");
        assertThat(text.call("PutItem", whole)).as(whole).startsWith("200 ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"S":""}                        | {"S":""}
            {"S":"\\u00e9\\ud83d\\ude00\\"\\\\\\n"} | {"S":"é😀\\"\\\\\\n"}
            {"N":"1.50e1"}                  | {"N":"15"}
            {"N":"-0"}                      | {"N":"0"}
            {"B":""}                        | {"B":""}
            {"B":"AP8="}                    | {"B":"AP8="}
            {"BOOL":false}                  | {"BOOL":false}
            {"NULL":true}                   | {"NULL":true}
            {"L":[]}                        | {"L":[]}
            {"L":[{"N":"1"},{"L":[{"S":"x"}]}]} | {"L":[{"N":"1"},{"L":[{"S":"x"}]}]}
            {"M":{}}                        | {"M":{}}
            {"M":{"b":{"S":"x"},"a":{"M":{"c":{"NULL":true}}}}} | {"M":{"a":{"M":{"c":{"NULL":true}}},"b":{"S":"x"}}}
            {"SS":["b","","a"]}             | {"SS":["","a","b"]}
            {"NS":["10","9.0","-1"]}        | {"NS":["-1","9","10"]}
            {"BS":["/w==","AA=="]}          | {"BS":["AA==","/w=="]}
            """)
    void everyTypeComesBackInCanonicalForm(String put, String got) {
        assertThat(text.call("PutItem", "{\"TableName\":\"abc\",\"Item\":{\"x\":" + put + ",\"p\":{\"S\":\"a\"}}}"))
                .isEqualTo("200 {}");
        assertThat(text.call("GetItem", "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"a\"}}}"))
                .isEqualTo("200 {\"Item\":{\"p\":{\"S\":\"a\"},\"x\":" + got + "}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                  | Supplied AttributeValue is empty, must contain exactly one of the supported datatypes
            {"S":null}          | Supplied AttributeValue is empty, must contain exactly one of the supported datatypes
            {"X":"y"}           | Supplied AttributeValue is empty, must contain exactly one of the supported datatypes
            {"S":"a","N":"1"}   | Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes
            {"S":"a","N":"x"}   | The parameter cannot be converted to a numeric value: x
            {"N":"x","S":"a"}   | The parameter cannot be converted to a numeric value: x
            {"N":""}            | The parameter cannot be converted to a numeric value:
            {"NULL":false}      | One or more parameter values were invalid: Null attribute value types must have the value of true
            {"SS":[]}           | One or more parameter values were invalid: An string set  may not be empty
            {"NS":[]}           | One or more parameter values were invalid: An number set  may not be empty
            {"BS":[]}           | One or more parameter values were invalid: Binary sets should not be empty
            {"SS":["a",null]}   | One or more parameter values were invalid: An string set may not have a null string as a member
            {"L":[{"L":[{}]}]}  | Supplied AttributeValue is empty, must contain exactly one of the supported datatypes
            {"L":[null]}        | The supplied Item contains a null AttributeValue
            {"M":{"a":null}}    | The supplied Item contains a null AttributeValue: a is null
            null                | The supplied Item contains a null AttributeValue: x is null
            """)
    void aRefusedValueIsNamedWhereverItStands(String value, String message) {
        assertThat(text.call("PutItem", "{\"TableName\":\"abc\",\"Item\":{\"p\":{\"S\":\"a\"},\"x\":" + value + "}}"))
                .startsWith("400 {\"__type\":\"com.amazon.coral.validate#ValidationException\",")
                .contains(message);
    }

    @Test
    void thirtyTwoLevelsAreStoredAndOneMoreIsRefused() {
        assertThat(text.call("PutItem", nested(31))).isEqualTo("200 {}");
        for (int levels : new int[] {32, 33, 34, 50, 100, 400}) {
            assertThat(text.call("PutItem", nested(levels)))
                    .contains("Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
                            + " beyond supported limit");
        }
        assertThat(text.call("PutItem", nested(100_000))).isEqualTo(Text.UNREADABLE);
        assertThat(text.call("PutItem", "[".repeat(1_000_000))).isEqualTo(Text.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DynamoDB_20120810.ExecuteStatement",
                "DynamoDB_20120810.CreateBackup",
                "DynamoDB_20120810.GetRecords",
                "DynamoDBStreams_20120810.GetItem",
                "DynamoDB_20111205.GetItem",
                "GetItem",
                ""
            })
    void whatIsNotBuiltIsUnknown(String target) {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        assertThat(text.send(new Wire.Request(target, null, true, "h", body)))
                .isEqualTo("400 {\"__type\":\"com.amazon.coral.service#UnknownOperationException\","
                        + "\"Message\":\"An unknown operation was requested.\"}");
        assertThat(text.send(new Wire.Request(null, null, true, "h", body)))
                .isEqualTo("400 {\"__type\":\"com.amazon.coral.service#UnknownOperationException\","
                        + "\"Message\":\"An unknown operation was requested.\"}");
    }

    @Test
    void aRequestMustCarryItsSignatureWhenTheTransportSaysSo() {
        String target = "DynamoDB_20120810.ListTables";
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        assertThat(text.send(new Wire.Request(target, null, false, "h", body)))
                .isEqualTo("200 {\"TableNames\":[\"abc\"]}");
        assertThat(text.send(new Wire.Request(target, null, true, "h", body)))
                .isEqualTo("400 {\"__type\":\"com.amazon.coral.service#MissingAuthenticationTokenException\","
                        + "\"message\":\"Request is missing Authentication Token\"}");
        assertThat(text.send(new Wire.Request(target, "AWS4-HMAC-SHA256 Signature=1", true, "h", body)))
                .isEqualTo("400 {\"__type\":\"com.amazon.coral.service#IncompleteSignatureException\","
                        + "\"message\":\"Authorization header requires 'Credential' parameter. Authorization header"
                        + " requires 'SignedHeaders' parameter. Authorization=AWS4-HMAC-SHA256 Signature=1\"}");
        assertThat(text.send(new Wire.Request(target, null, true, "h", new byte[] {'x'})))
                .isEqualTo(Text.UNREADABLE);
    }

    @Test
    void tablesBelongToTheirKeyAndRegionOnlyWhenAsked() {
        try (Text separate = new Text(true)) {
            String one = "AWS4-HMAC-SHA256 Credential=one/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=h,"
                    + " Signature=0";
            byte[] create = ABC.getBytes(StandardCharsets.UTF_8);
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            String list = "DynamoDB_20120810.ListTables";
            assertThat(separate.send(new Wire.Request("DynamoDB_20120810.CreateTable", one, true, "h", create)))
                    .startsWith("200 ");
            assertThat(separate.send(new Wire.Request(list, one, true, "h", body)))
                    .isEqualTo("200 {\"TableNames\":[\"abc\"]}");
            assertThat(separate.send(new Wire.Request(list, one.replace("one/", "two/"), true, "h", body)))
                    .isEqualTo("200 {\"TableNames\":[]}");
            assertThat(separate.send(new Wire.Request(list, one.replace("us-east-1", "eu-west-1"), true, "h", body)))
                    .isEqualTo("200 {\"TableNames\":[]}");
        }
    }

    @Test
    void endpointsPointBackToTheHost() {
        assertThat(text.call("DescribeEndpoints", "{}"))
                .isEqualTo("200 {\"Endpoints\":[{\"Address\":\"localhost:8000\",\"CachePeriodInMinutes\":1440}]}");
    }

    @Test
    void aBlockedWriteShowsTheItemThatBlockedIt() {
        String put = "{\"TableName\":\"abc\",\"Item\":{\"p\":{\"S\":\"a\"}},\"ConditionExpression\":"
                + "\"attribute_not_exists(p)\",\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"}";
        assertThat(text.call("PutItem", put)).isEqualTo("200 {}");
        assertThat(text.call("PutItem", put))
                .isEqualTo("400 {\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
                        + "\"Item\":{\"p\":{\"S\":\"a\"}},\"message\":\"The conditional request failed\"}");
    }

    @Test
    void aCancelledTransactionGivesItsReasons() {
        assertThat(text.call("PutItem", "{\"TableName\":\"abc\",\"Item\":{\"p\":{\"S\":\"a\"}}}"))
                .isEqualTo("200 {}");
        assertThat(text.call("TransactWriteItems", """
                {"TransactItems":[
                  {"Put":{"TableName":"abc","Item":{"p":{"S":"b"}}}},
                  {"Put":{"TableName":"abc","Item":{"p":{"S":"a"}},"ConditionExpression":"attribute_not_exists(p)",
                   "ReturnValuesOnConditionCheckFailure":"ALL_OLD"}}]}"""))
                .isEqualTo("400 {\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
                        + "\"CancellationReasons\":[{\"Code\":\"None\"},{\"Code\":\"ConditionalCheckFailed\","
                        + "\"Item\":{\"p\":{\"S\":\"a\"}},\"Message\":\"The conditional request failed\"}],"
                        + "\"Message\":\"Transaction cancelled, please refer cancellation reasons for specific reasons"
                        + " [None, ConditionalCheckFailed]\"}");
    }

    private static String nested(int levels) {
        return "{\"TableName\":\"abc\",\"Item\":{\"p\":{\"S\":\"a\"},\"x\":" + "{\"L\":[".repeat(levels)
                + "{\"S\":\"x\"}" + "]}".repeat(levels) + "}}";
    }
}
