package dev.partita.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.engine.Engine;
import dev.partita.item.AttributeValue;
import dev.partita.item.AttributeValue.N;
import dev.partita.item.AttributeValue.S;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.AnswerReader;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A get takes a shorter way than over JSON; what it answers and refuses must be the same. */
class EngineEndpointTest {

    private static final Item KEY = Item.of(Map.of("pk", new S("a"), "sk", N.of(1)));

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final EngineEndpoint endpoint = new EngineEndpoint(engine);

    @BeforeEach
    void fill() {
        endpoint.call(new Request.TableRequest(
                "CreateTable",
                Map.of(
                        "TableName",
                        "things",
                        "BillingMode",
                        "PAY_PER_REQUEST",
                        "AttributeDefinitions",
                        List.of(
                                Map.of("AttributeName", "pk", "AttributeType", "S"),
                                Map.of("AttributeName", "sk", "AttributeType", "N")),
                        "KeySchema",
                        List.of(
                                Map.of("AttributeName", "pk", "KeyType", "HASH"),
                                Map.of("AttributeName", "sk", "KeyType", "RANGE")))));
        Item item = Item.of(Map.of(
                "pk",
                new S("a"),
                "sk",
                N.of(1),
                "list",
                new AttributeValue.L(List.of(new S("x"), N.of(2))),
                "text",
                new S("y".repeat(5000))));
        endpoint.call(new Request.PutItem("things", item, null, Map.of(), Map.of(), null));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void aGetAnswersWhatItAnswersOverJson() {
        Item missing = Item.of(Map.of("pk", new S("b"), "sk", N.of(1)));
        for (Request.GetItem get : List.of(
                new Request.GetItem("things", KEY, false, null, Map.of()),
                new Request.GetItem("things", KEY, true, null, Map.of()),
                new Request.GetItem("things", KEY, true, "#a[0], sk", Map.of("#a", "list")),
                new Request.GetItem("things", KEY, false, "nothing", Map.of()),
                new Request.GetItem("things", missing, true, null, Map.of()))) {
            Answer direct = endpoint.call(get);
            Answer overJson = AnswerReader.answer(json(get), json(get).length);
            assertThat(direct.found()).isEqualTo(overJson.found());
            assertThat(direct.capacity()).isEqualTo(overJson.capacity()).isPositive();
        }
    }

    @Test
    void aGetIsRefusedAsOverJson() {
        for (Request.GetItem get : List.of(
                new Request.GetItem("nowhere", KEY, false, null, Map.of()),
                new Request.GetItem("things", Item.of(Map.of("pk", new S("a"))), false, null, Map.of()),
                new Request.GetItem("things", Item.of(Map.of("pk", N.of(1), "sk", N.of(1))), false, null, Map.of()),
                new Request.GetItem("things", Item.of(Map.of("pk", new S(""), "sk", N.of(1))), false, null, Map.of()),
                new Request.GetItem("things", KEY, false, "a..b", Map.of()),
                new Request.GetItem("things", KEY, false, "#a", Map.of()),
                new Request.GetItem("things", KEY, false, "sk", Map.of("#a", "unused")))) {
            EndpointException direct = catchThrowableOfType(EndpointException.class, () -> endpoint.call(get));
            EndpointException overJson = AnswerReader.failure(json(get), json(get).length);
            assertThat(direct).as("%s", get).isNotNull();
            assertThat(direct.code()).isEqualTo(overJson.code());
            assertThat(direct).hasMessage(overJson.of(get).getMessage());
        }
    }

    private byte[] json(Request.GetItem get) {
        Wire.Response response = new Wire(engine, false)
                .handle(new Wire.Request(
                        "DynamoDB_20120810.GetItem",
                        null,
                        false,
                        "localhost",
                        get.toJsonWithCapacity().getBytes(StandardCharsets.UTF_8)))
                .join();
        return Arrays.copyOf(response.body(), response.length());
    }
}
