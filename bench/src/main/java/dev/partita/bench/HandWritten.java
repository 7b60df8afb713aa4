package dev.partita.bench;

import dev.partita.bench.algoitny.History;
import dev.partita.bench.algoitny.Platform;
import dev.partita.bench.algoitny.RunFacts;
import dev.partita.embedded.Partita;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a person would write with the AWS SDK's client alone. */
final class HandWritten implements TypedClient {

    private final DynamoDbClient client;

    HandWritten(Partita partita) {
        this.client = partita.client();
    }

    @Override
    public History history(String historyId) {
        return history(client.getItem(request -> request.tableName(Histories.TABLE)
                        .key(Map.of(
                                "pk", AttributeValue.fromS("HIST#" + historyId), "sk", AttributeValue.fromS("META"))))
                .item());
    }

    @Override
    public List<History> userHistory(String userId) {
        List<History> histories = new ArrayList<>();
        client.query(request -> request.tableName(Histories.TABLE)
                        .indexName("GSI1")
                        .keyConditionExpression("gsi1pk = :user AND begins_with(gsi1sk, :kind)")
                        .expressionAttributeValues(Map.of(
                                ":user",
                                AttributeValue.fromS("USER#" + userId),
                                ":kind",
                                AttributeValue.fromS("HIST#")))
                        .limit(Histories.PER_USER))
                .items()
                .forEach(item -> histories.add(history(item)));
        return histories;
    }

    private static History history(Map<String, AttributeValue> item) {
        List<String> hints = new ArrayList<>();
        item.get("hn").l().forEach(hint -> hints.add(hint.s()));
        return new History(
                item.get("pk").s().substring("HIST#".length()),
                item.get("uid").s().substring("USER#".length()),
                text(item, "ui"),
                item.get("pid").s().substring("PROB#".length()),
                Platform.of(text(item, "pf")),
                text(item, "pnum"),
                text(item, "pnm"),
                text(item, "lg"),
                text(item, "cd"),
                null,
                number(item, "pc"),
                number(item, "fc"),
                number(item, "tc"),
                number(item, "icp") == 1,
                null,
                hints,
                new RunFacts(number(item.get("md").m(), "exec_time")),
                Instant.ofEpochSecond(number(item, "ca")));
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null ? null : value.s();
    }

    private static long number(Map<String, AttributeValue> item, String name) {
        return Long.parseLong(item.get(name).n());
    }
}
