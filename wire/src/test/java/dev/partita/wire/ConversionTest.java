package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A member of the wrong JSON type is refused in the service's words. */
class ConversionTest {

    private static Text text;

    @BeforeAll
    static void open() {
        text = new Text();
        assertThat(text.call("CreateTable", """
                {"TableName":"abc","BillingMode":"PAY_PER_REQUEST",
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
                 "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]}""")).startsWith("200 ");
    }

    @AfterAll
    static void close() {
        text.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            GetItem | {"TableName":23} | NUMBER_VALUE cannot be converted to String
            GetItem | {"TableName":34.56} | DECIMAL_VALUE cannot be converted to String
            GetItem | {"TableName":true} | TRUE_VALUE cannot be converted to String
            GetItem | {"TableName":false} | FALSE_VALUE cannot be converted to String
            GetItem | {"TableName":[]} | Unrecognized collection type class java.lang.String
            GetItem | {"TableName":{}} | Start of structure or map found where not expected
            GetItem | {"ConsistentRead":"23"} | Unexpected token received from parser
            GetItem | {"ConsistentRead":23} | NUMBER_VALUE cannot be converted to Boolean
            GetItem | {"ConsistentRead":34.56} | DECIMAL_VALUE cannot be converted to Boolean
            GetItem | {"ConsistentRead":[]} | Unrecognized collection type class java.lang.Boolean
            GetItem | {"ConsistentRead":{}} | Start of structure or map found where not expected
            Query | {"Limit":"23"} | STRING_VALUE cannot be converted to Integer
            Query | {"Limit":true} | TRUE_VALUE cannot be converted to Integer
            Query | {"Limit":[]} | Unrecognized collection type class java.lang.Integer
            Query | {"Limit":{}} | Start of structure or map found where not expected
            CreateTable | {"ProvisionedThroughput":{"ReadCapacityUnits":"1"}} | STRING_VALUE cannot be converted to Long
            CreateTable | {"ProvisionedThroughput":{"WriteCapacityUnits":[]}} | Unrecognized collection type class java.lang.Long
            CreateTable | {"ProvisionedThroughput":23} | Unexpected field type
            CreateTable | {"ProvisionedThroughput":[]} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.ProvisionedThroughput
            CreateTable | {"KeySchema":"x"} | Unexpected field type
            CreateTable | {"KeySchema":{}} | Start of structure or map found where not expected
            CreateTable | {"KeySchema":["x"]} | Unexpected value type in payload
            CreateTable | {"KeySchema":[[]]} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.KeySchemaElement
            GetItem | {"Key":"x"} | Unexpected field type
            GetItem | {"Key":[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>
            GetItem | {"Key":{"p":"x"}} | Unexpected value type in payload
            GetItem | {"Key":{"p":[]}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue
            GetItem | {"Key":{"p":{"S":1}}} | NUMBER_VALUE cannot be converted to String
            GetItem | {"Key":{"p":{"N":1}}} | NUMBER_VALUE cannot be converted to String
            GetItem | {"Key":{"p":{"B":true}}} | only base-64-encoded strings are convertible to bytes
            GetItem | {"Key":{"p":{"B":[]}}} | Unrecognized collection type class java.nio.ByteBuffer
            GetItem | {"Key":{"p":{"B":{}}}} | Start of structure or map found where not expected
            GetItem | {"Key":{"p":{"B":"23456"}}} | Base64 encoded length is expected a multiple of 4 bytes but found: 5
            GetItem | {"Key":{"p":{"B":"=+/="}}} | Invalid last non-pad Base64 character dectected
            GetItem | {"Key":{"p":{"B":"+/+="}}} | Invalid last non-pad Base64 character dectected
            GetItem | {"Key":{"p":{"B":"a!aa"}}} | Invalid Base64 character: '!'
            GetItem | {"Key":{"p":{"BOOL":1}}} | NUMBER_VALUE cannot be converted to Boolean
            GetItem | {"Key":{"p":{"SS":"x"}}} | Unexpected field type
            GetItem | {"Key":{"p":{"SS":{}}}} | Start of structure or map found where not expected
            GetItem | {"Key":{"p":{"NS":[1]}}} | NUMBER_VALUE cannot be converted to String
            GetItem | {"Key":{"p":{"BS":[1]}}} | only base-64-encoded strings are convertible to bytes
            GetItem | {"Key":{"p":{"L":["x"]}}} | Unexpected value type in payload
            GetItem | {"Key":{"p":{"M":{"a":"x"}}}} | Unexpected value type in payload
            GetItem | {"ExpressionAttributeNames":{"#a":1}} | NUMBER_VALUE cannot be converted to String
            GetItem | {"ExpressionAttributeNames":[]} | Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>
            PutItem | {"Expected":{"a":{"Value":"x"}}} | Unexpected field type
            PutItem | {"Expected":{"a":"x"}} | Unexpected value type in payload
            PutItem | {"Expected":[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.ExpectedAttributeValue>
            BatchWriteItem | {"RequestItems":{"abc":{}}} | Start of structure or map found where not expected
            BatchWriteItem | {"RequestItems":{"abc":1}} | class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')
            BatchWriteItem | {"RequestItems":[]} | Unrecognized collection type java.util.Map<java.lang.String, java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>
            BatchGetItem | {"RequestItems":{"abc":{"Keys":["x"]}}} | class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')
            BatchGetItem | {"RequestItems":{"abc":1}} | Unexpected value type in payload
            """)
    void wrongTypeIsNamed(String operation, String body, String message) {
        assertThat(text.call(operation, body)).isEqualTo(Text.unconvertible(message));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[]",
                "\"x\"",
                "1",
                "null",
                "{} x",
                "{}{}",
                "{'a':1}",
                "{\"a\":}",
                "{\"TableName\":1, x",
                "{\"TableName\":\"a",
                "{\"TableName\":\"\\x\"}",
                "{\"a\":01}",
                "nonsense"
            })
    void whatIsNotOneJsonObjectIsRefusedWithoutAMessage(String body) {
        assertThat(text.call("GetItem", body)).isEqualTo(Text.UNREADABLE);
        assertThat(text.call("NoSuchOperation", body)).isEqualTo(Text.UNREADABLE);
    }

    @Test
    void malformedUtf8IsNotJson() {
        byte[] body = "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"a?\"}}}".getBytes(StandardCharsets.UTF_8);
        for (int wrong : new int[] {0x80, 0xc0, 0xff, 0xf8, 0xed}) {
            byte[] broken = body.clone();
            broken[new String(body, StandardCharsets.ISO_8859_1).indexOf('?')] = (byte) wrong;
            assertThat(text.call("GetItem", broken)).isEqualTo(Text.UNREADABLE);
        }
    }

    @Test
    void otherEncodingsAreNotJson() {
        String body = "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"a\"}}}";
        assertThat(text.call("GetItem", body.getBytes(StandardCharsets.UTF_16LE)))
                .isEqualTo(Text.UNREADABLE);
        assertThat(text.call("GetItem", body.getBytes(StandardCharsets.UTF_16))).isEqualTo(Text.UNREADABLE);
    }

    @Test
    void unknownMembersAndExplicitNullsAreIgnored() {
        assertThat(text.call("GetItem", """
                {"Unknown":[{"a":[1,{}]}],"TableName":"abc","Key":{"p":{"S":"none","Unknown":{}}},
                 "ConsistentRead":null,"ProjectionExpression":null,"AttributesToGet":null}""")).isEqualTo("200 {}");
    }

    @Test
    void ofANameGivenTwiceTheLastValueStays() {
        assertThat(text.call("GetItem", "{\"TableName\":\"nope\",\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"a\"}}}"))
                .isEqualTo("200 {}");
        assertThat(text.call(
                        "GetItem",
                        "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"N\":\"1\"},\"p\":{\"S\":\"a\",\"S\":\"b\"}}}"))
                .isEqualTo("200 {}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "TRUE", "1", "Yes", "false", "0", "no"})
    void booleansMayBeText(String flag) {
        assertThat(text.call(
                        "GetItem",
                        "{\"TableName\":\"abc\",\"ConsistentRead\":\"" + flag + "\",\"Key\":{\"p\":{\"S\":\"a\"}}}"))
                .isEqualTo("200 {}");
    }

    @Test
    void aFractionOfAnIntegerIsDropped() {
        assertThat(text.call("Scan", "{\"TableName\":\"abc\",\"Limit\":1.9}"))
                .isEqualTo("200 {\"Items\":[],\"Count\":0,\"ScannedCount\":0}");
        assertThat(text.call("Scan", "{\"TableName\":\"abc\",\"Limit\":0.9}"))
                .isEqualTo(
                        Text.invalid("1 validation error detected: Value '0' at 'limit' failed to satisfy constraint:"
                                + " Member must have value greater than or equal to 1"));
    }
}
