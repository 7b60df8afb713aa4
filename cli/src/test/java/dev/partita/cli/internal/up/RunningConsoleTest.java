package dev.partita.cli.internal.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.Json;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.http.Handler;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the console is told of DynamoDB's API. */
class RunningConsoleTest {

    private static final String KEY = "\"TableName\":\"things\",\"Key\":{\"p\":{\"S\":\"a\"}}";

    private final Instant[] now = {Instant.parse("2026-03-01T12:00:00Z")};
    private final InstantSource clock = () -> now[0];
    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final Wire wire = new Wire(engine, false);
    private final RunningConsole console = new RunningConsole(
            ServiceTables.here(Partita.on(engine), "http://localhost:8000", wire),
            wire,
            clock.withZone(ZoneOffset.UTC));
    private final Handler pages = console.before(
            request -> CompletableFuture.completedFuture(HttpAnswer.empty(404)), List::of, design -> 0, null, null);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void everyRequestIsSeenWithWhatItCost() {
        api("CreateTable", """
                {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
                 "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]}""");
        assertThat(seen()).isEmpty();
        // The first request to a table is when its key is asked for.
        assertThat(api("GetItem", "{" + KEY + "}")).isEqualTo("{}");
        assertThat(api("PutItem", "{\"TableName\":\"things\",\"Item\":{\"p\":{\"S\":\"a\"}}}"))
                .as("what was not asked for is counted and not answered")
                .isEqualTo("{}");
        api("GetItem", "{" + KEY + ",\"ConsistentRead\":true}");
        assertThat(api("UpdateItem", "{" + KEY + "}")).isEqualTo("{}");
        api("Query", """
                {"TableName":"things","KeyConditionExpression":"p = :p","ExpressionAttributeValues":{":p":{"S":"a"}}}""");
        api("Scan", "{\"TableName\":\"things\"}");
        api("BatchGetItem", "{\"RequestItems\":{\"things\":{\"Keys\":[{\"p\":{\"S\":\"a\"}}]}}}");
        api("BatchWriteItem", "{\"RequestItems\":{\"things\":[{\"PutRequest\":{\"Item\":{\"p\":{\"S\":\"b\"}}}}]}}");
        api("TransactGetItems", "{\"TransactItems\":[{\"Get\":{" + KEY + "}}]}");
        api("TransactWriteItems", "{\"TransactItems\":[{\"Delete\":{" + KEY + "}}]}");
        api("DeleteItem", "{" + KEY + "}");
        api("GetItem", "{" + KEY.replace("things", "nowhere") + "}");
        now[0] = now[0].plusSeconds(1);

        assertThat(seen())
                .containsExactly(
                        "GetItem things null: 0 items, 0.5 read, 0.0 written",
                        "PutItem things a: 1 items, 0.0 read, 1.0 written",
                        "GetItem things a: 1 items, 1.0 read, 0.0 written",
                        "UpdateItem things a: 1 items, 0.0 read, 1.0 written",
                        "Query things a: 1 items, 0.5 read, 0.0 written",
                        "Scan things null: 1 items, 0.5 read, 0.0 written",
                        "BatchGetItem things null: 0 items, 0.5 read, 0.0 written",
                        "BatchWriteItem things null: 0 items, 0.0 read, 1.0 written",
                        "TransactGetItems things null: 0 items, 2.0 read, 0.0 written",
                        "TransactWriteItems things null: 0 items, 0.0 read, 2.0 written",
                        "DeleteItem things a: 1 items, 0.0 read, 1.0 written",
                        "GetItem nowhere null: 0 items, 0.0 read, 0.0 written, RESOURCE_NOT_FOUND");
    }

    private String api(String operation, String body) {
        Wire.Response answer = wire.handle(new Wire.Request(
                        "DynamoDB_20120810." + operation, null, false, null, body.getBytes(StandardCharsets.UTF_8)))
                .join();
        return new String(answer.body(), 0, answer.length(), StandardCharsets.UTF_8);
    }

    private List<String> seen() {
        HttpAnswer answer = pages.handle(
                        HttpRequest.of("GET", "/console/api/live/requests", Map.of("X-Partita-Console", "1"), null))
                .join();
        Map<?, ?> tree = (Map<?, ?>) Json.read(new String(answer.body(), 0, answer.length(), StandardCharsets.UTF_8));
        List<String> seen = new ArrayList<>();
        for (Object group : (List<?>) tree.get("groups")) {
            Map<?, ?> one = (Map<?, ?>) group;
            seen.add(one.get("operation") + " " + one.get("table") + " " + one.get("partition") + ": "
                    + one.get("items") + " items, " + one.get("read") + " read, " + one.get("write") + " written"
                    + (one.containsKey("refusal") ? ", " + one.get("refusal") : ""));
        }
        return seen;
    }
}
