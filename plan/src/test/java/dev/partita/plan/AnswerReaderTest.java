package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers of the service that the engine never gives. */
class AnswerReaderTest {

    @Test
    void whatABatchDidNotGetToIsKeptApart() {
        Answer answer = answer("""
                {"UnprocessedItems":{"t":[
                  {"PutRequest":{"Item":{"pk":{"S":"1"},"n":{"N":"1.50"}}}},
                  {"DeleteRequest":{"Key":{"pk":{"S":"2"}}}}]},
                 "UnprocessedKeys":{"t":{"ConsistentRead":true,"Keys":[{"pk":{"S":"3"}}]}},
                 "ItemCollectionMetrics":{"t":[{"SizeEstimateRangeGB":[0.5,1]}]},
                 "ConsumedCapacity":[{"TableName":"t","CapacityUnits":1.5},{"TableName":"u","CapacityUnits":2}]}
                """);
        assertThat(answer.unprocessedPuts())
                .containsExactly(Item.of(Map.of("pk", new AttributeValue.S("1"), "n", new AttributeValue.N("1.5"))));
        assertThat(answer.unprocessedKeys()).containsExactlyInAnyOrder(key("2"), key("3"));
        assertThat(answer.capacity()).isEqualTo(3.5);
        assertThat(answer.items()).isEmpty();
    }

    @Test
    void whatIsNotKnownIsPassedOver() {
        Answer answer = answer("""
                {"New":{"Item":{"pk":{"S":"x"}},"list":[[1],{"a":null}]},"Item":{"pk":{"S":"1"}},"Other":null}""");
        assertThat(answer.items()).containsExactly(key("1"));
        assertThat(answer.count()).isEqualTo(1);
    }

    @Test
    void aFailureThatIsNoJsonIsTheServersFault() {
        byte[] text = "<html>Bad gateway</html>".getBytes(StandardCharsets.UTF_8);
        EndpointException failure = AnswerReader.failure(text, text.length);
        assertThat(failure.code()).isEqualTo("InternalServerError");
        assertThat(failure).hasMessageContaining("no JSON");
    }

    private static Item key(String pk) {
        return Item.of(Map.of("pk", new AttributeValue.S(pk)));
    }

    private static Answer answer(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return AnswerReader.answer(bytes, bytes.length);
    }
}
