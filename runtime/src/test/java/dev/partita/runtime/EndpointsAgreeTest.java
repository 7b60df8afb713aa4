package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.embedded.Partita;
import dev.partita.item.AttributeValue;
import dev.partita.item.AttributeValue.N;
import dev.partita.item.AttributeValue.S;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Sets;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.sdk.SdkEndpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same requests to two databases, one through the SDK and one without it: the same answers and the same refusals. */
class EndpointsAgreeTest {

    private static final String ABSENT = "attribute_not_exists(pk)";

    private final Partita one = Partita.inMemory();
    private final Partita other = Partita.inMemory();
    private final Endpoint sdk = new SdkEndpoint(one.client(), true);
    private final Endpoint engine = other.endpoint();

    EndpointsAgreeTest() {
        for (Partita partita : List.of(one, other)) {
            partita.endpoint().call(new Request.TableRequest("CreateTable", tableBody()));
        }
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    @Test
    void whatIsWrittenIsAnsweredAlike() {
        both(put(everyType(), null, null));
        both(put(item("a", "1", 5), ABSENT, "ALL_OLD"));
        Answer replaced = both(put(item("a", "1", 6), null, "ALL_OLD"));
        assertThat(replaced.attributes()).isEqualTo(item("a", "1", 5));
        assertThat(replaced.capacity()).isPositive();
        Answer updated = both(update("a", "1", "SET #n = #n + :one REMOVE gone", "#n > :zero", "ALL_NEW"));
        assertThat(updated.attributes()).isEqualTo(item("a", "1", 7));
        both(update("new", "1", "SET #n = :one, gone = :zero", null, "NONE"));
        assertThat(both(delete("a", "1", null, "ALL_OLD")).attributes()).isEqualTo(item("a", "1", 7));
        assertThat(both(delete("a", "1", null, "ALL_OLD")).attributes()).isEqualTo(Item.NONE);
        both(new Request.BatchWriteItem(
                "rows", List.of(item("b", "1", 1), item("b", "2", 2)), List.of(key("new", "1"))));
        both(transaction(
                put(item("c", "1", 1), ABSENT, null),
                update("b", "1", "SET #n = :one", "#n > :zero", null),
                delete("b", "2", null, null),
                check("every", "type", "attribute_exists(pk)")));
    }

    @Test
    void whatIsReadIsAnsweredAlike() {
        both(put(everyType(), null, null));
        for (int i = 1; i <= 9; i++) {
            both(put(item("a", "s" + i, i), null, null));
        }
        assertThat(both(Request.GetItem.strong("rows", key("every", "type"))).item())
                .isEqualTo(everyType());
        assertThat(both(Request.GetItem.strong("rows", key("no", "such"))).items())
                .isEmpty();
        both(new Request.GetItem("rows", key("a", "s1"), false, "#n", Map.of("#n", "n")));
        assertThat(both(new Request.GetItem("rows", key("a", "s1"), false, "x", Map.of()))
                        .first()
                        .isPresent())
                .isTrue();
        for (String index : new String[] {null, "byN"}) {
            for (boolean forward : new boolean[] {true, false}) {
                for (boolean count : new boolean[] {true, false}) {
                    Request.Query query = query(index, forward, count, null);
                    Answer page = both(query);
                    while (page.lastEvaluatedKey() != null) {
                        page = both(query.after(page.lastEvaluatedKey()));
                    }
                }
            }
        }
        both(query(null, true, false, "#n > :two"));
        for (boolean count : new boolean[] {true, false}) {
            Map<String, AttributeValue> values = Map.of(":two", N.of(2));
            Answer page = both(
                    new Request.Scan("rows", null, "#n > :two", null, Map.of("#n", "n"), values, true, count, 4, null));
            both(new Request.Scan(
                    "rows",
                    null,
                    "#n > :two",
                    null,
                    Map.of("#n", "n"),
                    values,
                    false,
                    count,
                    null,
                    page.lastEvaluatedKey()));
            both(new Request.Scan("rows", "byN", null, "pk", Map.of(), Map.of(), false, false, null, null));
        }
        List<Item> keys = List.of(key("a", "s1"), key("a", "s2"), key("no", "such"));
        assertThat(both(new Request.BatchGetItem("rows", keys, true, null, Map.of()))
                        .items())
                .hasSize(2);
        both(new Request.BatchGetItem("rows", keys, false, "#n", Map.of("#n", "n")));
    }

    @Test
    void aBatchTooLargeForOneAnswerLeavesTheSameKeys() {
        List<Item> keys = new ArrayList<>();
        String text = "x".repeat(390_000);
        for (int i = 0; i < 50; i++) {
            Map<String, AttributeValue> values =
                    new HashMap<>(key("big", "s" + i).toMap());
            values.put("text", new S(text));
            both(put(Item.of(values), null, null));
            keys.add(key("big", "s" + i));
        }
        Answer answer = both(new Request.BatchGetItem("rows", keys, false, null, Map.of()));
        assertThat(answer.unprocessedKeys()).isNotEmpty().hasSize(50 - answer.count());
    }

    @Test
    void refusalsAreTheSame() {
        both(put(item("a", "1", 5), null, null));
        EndpointException blocked = bothRefuse(put(item("a", "1", 6), ABSENT, null));
        assertThat(blocked.isConditionFailed()).isTrue();
        assertThat(blocked.item()).isEqualTo(item("a", "1", 5));
        bothRefuse(update("no", "such", "SET #n = :one", "#n > :zero", "NONE"));
        bothRefuse(delete("a", "1", ABSENT, "NONE"));
        bothRefuse(update("a", "1", "SET #n = ", null, null));
        bothRefuse(update("a", "1", "ADD pk :one", "#n > :zero", null));
        bothRefuse(Request.GetItem.strong("nowhere", key("a", "1")));
        bothRefuse(Request.GetItem.strong("rows", Item.of(Map.of("pk", new S("a")))));
        bothRefuse(put(Item.of(Map.of("pk", new S(""), "sk", new S("1"))), null, null));
        bothRefuse(new Request.BatchGetItem("rows", List.of(key("a", "1"), key("a", "1")), false, null, Map.of()));
        bothRefuse(new Request.BatchWriteItem("nowhere", List.of(), List.of(key("a", "1"))));
        bothRefuse(new Request.Query(
                "rows", "none", "pk = :p", null, null, Map.of(), Map.of(), true, false, false, null, null));
        bothRefuse(new Request.Scan("rows", "byN", null, null, Map.of(), Map.of(), true, false, null, null));
    }

    @Test
    void cancelledTransactionsGiveTheSameReasons() {
        both(put(item("a", "1", 5), null, null));
        EndpointException cancelled = bothRefuse(transaction(
                put(item("a", "1", 6), ABSENT, null),
                put(item("b", "1", 6), ABSENT, null),
                update("no", "such", "SET #n = :one", "#n > :zero", null),
                delete("a", "2", "attribute_exists(pk)", null),
                check("a", "3", "attribute_exists(pk)")));
        assertThat(cancelled.isCancelled()).isTrue();
        assertThat(cancelled.reasons())
                .extracting(EndpointException.Reason::isCondition)
                .containsExactly(true, false, true, true, true);
        bothRefuse(transaction(put(item("b", "1", 1), null, null), update("a", "1", "SET #n.x = :one", null, null)));
        bothRefuse(transaction(put(item("b", "1", 1), null, null), delete("b", "1", null, null)));
        Request.Action first = put(item("rows", "1", 1), null, null);
        Request.Action second = put(item("rows", "2", 1), null, null);
        both(new Request.TransactWriteItems(List.of(first), "token"));
        both(new Request.TransactWriteItems(List.of(first), "token"));
        bothRefuse(new Request.TransactWriteItems(List.of(second), "token"));
    }

    @Test
    void aClosedDatabaseSaysSo() {
        other.close();
        assertThatThrownBy(() -> engine.call(Request.GetItem.strong("rows", key("a", "1"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("This Partita is closed");
    }

    private Answer both(Request request) {
        Answer answer = engine.call(request);
        Answer expected = sdk.call(request);
        assertThat(answer.items()).as(request.toString()).isEqualTo(expected.items());
        assertThat(without(answer)).as(request.toString()).isEqualTo(without(expected));
        return answer;
    }

    /** All but what was found, which stays in the form in which it came. */
    private static Answer without(Answer answer) {
        return new Answer(
                List.of(),
                answer.lastEvaluatedKey(),
                answer.attributes(),
                answer.count(),
                answer.scannedCount(),
                answer.capacity(),
                answer.unprocessedKeys(),
                answer.unprocessedPuts());
    }

    private EndpointException bothRefuse(Request request) {
        EndpointException refusal = refusal(engine, request);
        EndpointException expected = refusal(sdk, request);
        assertThat(refusal.code()).isEqualTo(expected.code());
        assertThat(refusal).hasMessage(expected.getMessage());
        assertThat(refusal.item()).isEqualTo(expected.item());
        assertThat(refusal.reasons()).isEqualTo(expected.reasons());
        return refusal;
    }

    private static EndpointException refusal(Endpoint endpoint, Request request) {
        try {
            Answer answer = endpoint.call(request);
            throw new AssertionError(request + " was not refused: " + answer);
        } catch (EndpointException e) {
            return e;
        }
    }

    private static Item everyType() {
        Map<String, AttributeValue> values =
                new LinkedHashMap<>(key("every", "type").toMap());
        values.put("n", new N("12345678901234567890123456789012345678"));
        values.put("s", new S("\"\\\n\u0001\u00e9\u20ac\ud83d\ude00"));
        values.put("empty", new S(""));
        values.put("b", new AttributeValue.B(Bytes.of(new byte[] {1, 2, -1})));
        values.put("t", AttributeValue.Bool.TRUE);
        values.put("z", AttributeValue.Null.NULL);
        values.put(
                "l",
                new AttributeValue.L(
                        List.of(new AttributeValue.M(Map.of("x", N.of(1))), new AttributeValue.L(List.of()))));
        values.put("m", new AttributeValue.M(Map.of()));
        values.put("ss", Sets.ofStrings(List.of("b", "a")));
        values.put("ns", Sets.ofNumbers(List.of(N.of(2), N.of(1))));
        values.put("bs", Sets.ofBinaries(List.of(Bytes.of(new byte[] {3}))));
        return Item.of(values);
    }

    private static Item item(String pk, String sk, long n) {
        return Item.of(Map.of("pk", new S(pk), "sk", new S(sk), "n", N.of(n)));
    }

    private static Item key(String pk, String sk) {
        return Item.of(Map.of("pk", new S(pk), "sk", new S(sk)));
    }

    private static Request.Query query(String index, boolean forward, boolean count, String filter) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":p", new S("a")));
        Map<String, String> names = new HashMap<>(Map.of("#p", "pk"));
        if (filter != null) {
            values.put(":two", N.of(2));
            names.put("#n", "n");
        }
        return new Request.Query(
                "rows", index, "#p = :p", filter, null, names, values, forward, index == null, count, 4, null);
    }

    private static Request.PutItem put(Item item, String condition, String returned) {
        return new Request.PutItem("rows", item, condition, Map.of(), Map.of(), returned);
    }

    private static Request.UpdateItem update(String pk, String sk, String update, String condition, String returned) {
        Map<String, AttributeValue> values = new HashMap<>();
        Map<String, String> names = new HashMap<>();
        String text = update + condition;
        if (text.contains("#n")) {
            names.put("#n", "n");
        }
        if (text.contains(":one")) {
            values.put(":one", N.of(1));
        }
        if (text.contains(":zero")) {
            values.put(":zero", N.of(0));
        }
        return new Request.UpdateItem("rows", key(pk, sk), update, condition, names, values, returned);
    }

    private static Request.DeleteItem delete(String pk, String sk, String condition, String returned) {
        return new Request.DeleteItem("rows", key(pk, sk), condition, Map.of(), Map.of(), returned);
    }

    private static Request.ConditionCheck check(String pk, String sk, String condition) {
        return new Request.ConditionCheck("rows", key(pk, sk), condition, Map.of(), Map.of());
    }

    private static Request.TransactWriteItems transaction(Request.Action... actions) {
        return new Request.TransactWriteItems(List.of(actions), null);
    }

    private static Map<String, Object> tableBody() {
        return Map.of(
                "TableName",
                "rows",
                "BillingMode",
                "PAY_PER_REQUEST",
                "AttributeDefinitions",
                List.of(
                        Map.of("AttributeName", "pk", "AttributeType", "S"),
                        Map.of("AttributeName", "sk", "AttributeType", "S"),
                        Map.of("AttributeName", "n", "AttributeType", "N")),
                "KeySchema",
                List.of(
                        Map.of("AttributeName", "pk", "KeyType", "HASH"),
                        Map.of("AttributeName", "sk", "KeyType", "RANGE")),
                "GlobalSecondaryIndexes",
                List.of(Map.of(
                        "IndexName",
                        "byN",
                        "KeySchema",
                        List.of(
                                Map.of("AttributeName", "pk", "KeyType", "HASH"),
                                Map.of("AttributeName", "n", "KeyType", "RANGE")),
                        "Projection",
                        Map.of("ProjectionType", "ALL"))));
    }
}
