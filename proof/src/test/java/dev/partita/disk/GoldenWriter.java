package dev.partita.disk;

import dev.partita.engine.Engine;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a small store and what it answers. It compiles against every revision since the first store, so that each format is written
 * by the code that made it; the README beside the stores says how.
 */
final class GoldenWriter {

    /** When all of it happens; streams are trimmed a day later. */
    static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");

    private static final String TABLE = "{\"TableName\":\"Orders\"";
    private static final String INDEXED = "{\"TableName\":\"Orders\",\"IndexName\":\"byOwner\"";

    private GoldenWriter() {}

    /** Directory, file for the answers, and whether to close the store; otherwise the process just ends. */
    public static void main(String[] arguments) throws IOException {
        Engine engine = Engine.open(
                Path.of(arguments[0]), Engine.Options.defaults().withClock(Clock.fixed(THEN, ZoneOffset.UTC)));
        Wire wire = new Wire(engine, false);
        for (String[] request : writes()) {
            answer(wire, request[0], request[1]);
        }
        StringBuilder answers = new StringBuilder();
        for (String[] request : reads()) {
            answers.append(request[0]).append('\n').append(request[1]).append('\n');
            answers.append(answer(wire, request[0], request[1])).append('\n');
        }
        Files.writeString(Path.of(arguments[1]), answers);
        if (Boolean.parseBoolean(arguments[2])) {
            engine.close();
        }
        Runtime.getRuntime().halt(0);
    }

    private static String answer(Wire wire, String operation, String body) {
        Wire.Response response = wire.handle(new Wire.Request(
                        "DynamoDB_20120810." + operation,
                        null,
                        false,
                        "localhost",
                        body.getBytes(StandardCharsets.UTF_8)))
                .join();
        String text = new String(response.body(), 0, response.length(), StandardCharsets.UTF_8);
        if (response.status() != 200) {
            throw new IllegalStateException(operation + " answered " + text);
        }
        return text;
    }

    private static List<String[]> writes() {
        List<String[]> all = new ArrayList<>();
        add(all, "CreateTable", TABLE + """
                ,"BillingMode":"PAY_PER_REQUEST",
                "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},
                {"AttributeName":"owner","AttributeType":"S"}],
                "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
                "GlobalSecondaryIndexes":[{"IndexName":"byOwner","KeySchema":[{"AttributeName":"owner","KeyType":"HASH"},
                {"AttributeName":"sk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],
                "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}""");
        add(all, "UpdateTimeToLive", TABLE + """
                ,"TimeToLiveSpecification":{"AttributeName":"expires","Enabled":true}}""");
        for (int i = 0; i < 40; i++) {
            add(all, "PutItem", TABLE + ",\"Item\":" + item(i) + "}");
        }
        for (int i = 0; i < 40; i += 3) {
            add(all, "UpdateItem", TABLE + ",\"Key\":" + key(i) + """
                    ,"UpdateExpression":"SET #o = :o ADD n :one","ExpressionAttributeNames":{"#o":"owner"},
                    "ExpressionAttributeValues":{":o":{"S":"somebody else"},":one":{"N":"1"}}}""");
        }
        for (int i = 0; i < 40; i += 7) {
            add(all, "DeleteItem", TABLE + ",\"Key\":" + key(i) + "}");
        }
        add(
                all,
                "TransactWriteItems",
                "{\"ClientRequestToken\":\"once\",\"TransactItems\":[{\"Put\":" + TABLE + ",\"Item\":" + item(100)
                        + "}},{\"Delete\":" + TABLE + ",\"Key\":" + key(1) + "}}]}");
        return all;
    }

    private static List<String[]> reads() {
        List<String[]> all = new ArrayList<>();
        add(all, "Scan", TABLE + "}");
        add(all, "Scan", INDEXED + "}");
        add(all, "DescribeTimeToLive", TABLE + "}");
        for (int i = 0; i < 40; i += 5) {
            add(all, "GetItem", TABLE + ",\"Key\":" + key(i) + "}");
        }
        add(all, "Query", INDEXED + """
                ,"KeyConditionExpression":"#o = :o","ExpressionAttributeNames":{"#o":"owner"},
                "ExpressionAttributeValues":{":o":{"S":"somebody else"}}}""");
        return all;
    }

    private static void add(List<String[]> all, String operation, String body) {
        all.add(new String[] {operation, body.replace("\n", "")});
    }

    private static String key(int number) {
        return "{\"pk\":{\"S\":\"p" + number % 5 + "\"},\"sk\":{\"N\":\"" + number + "\"}}";
    }

    /** Every type of value, and numbers and texts that are easily got wrong. */
    private static String item(int number) {
        String key = key(number);
        return key.substring(0, key.length() - 1) + """
                ,"owner":{"S":"owner%d"},"n":{"N":"-12345678901234567890.5E-20"},"zero":{"N":"0"},"text":{"S":"é\\u0000𝄞"},
                "bytes":{"B":"AP8B"},"yes":{"BOOL":true},"nothing":{"NULL":true},"list":{"L":[{"N":"1E+125"},{"S":""}]},
                "map":{"M":{"deep":{"M":{"deeper":{"N":"%d"}}}}},"ss":{"SS":["b","a"]},"ns":{"NS":["2","10"]},"bs":{"BS":["AA==","AQ=="]},
                "expires":{"N":"%d"}}""".formatted(number % 3, number, 4_000_000_000L + number);
    }
}
