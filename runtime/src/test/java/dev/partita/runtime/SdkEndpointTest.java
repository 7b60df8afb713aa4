package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Sets;
import dev.partita.plan.Answer;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.run.Reads;
import dev.partita.sdk.SdkEndpoint;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Every kind of request through the SDK's real client, on the engine. */
class SdkEndpointTest {

    private static final String DESIGN = """
            design: shop
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                type-attribute: type
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Customer:
                type: CUSTOMER
                key:  { pk: "CUSTOMER#{customerId}", sk: META }
                attributes:
                  customerId: { type: string }
                  email:      { type: string, required: true, unique: true }
                  visits:     { type: integer, default: 0 }
                  labels:     { type: set of string }
                  facts:      { type: map }
              Order:
                type: ORDER
                key:  { pk: "CUSTOMER#{customerId}", sk: "ORDER#{number:05}" }
                GSI1: { gsi1pk: "STATUS#{status}", gsi1sk: "{customerId}#{number:05}" }
                attributes:
                  customerId: { type: string, references: Customer, must-exist: true, on-delete: cascade }
                  number:     { type: integer }
                  status:     { enum: [OPEN, PAID], default: OPEN }
            patterns:
              customer:    { get: Customer, by: customerId }
              byEmail:     { get: Customer, by: email, consistency: strong }
              orders:      { list: Order, by: customerId, range: number, page: 3 }
              byStatus:    { list: Order, by: status, fetch: Customer }
              countOrders: { count: Order, by: customerId }
              everybody:   { scan: Customer }
              signUp:      { create: Customer }
              visit:       { update: Customer, by: customerId, add: { visits: 1 } }
              changeEmail: { update: Customer, by: customerId, change: [email] }
              leave:       { delete: Customer, by: customerId }
              place:       { create: Order }
              pay:         { update: Order, by: [customerId, number], set: { status: PAID } }
            """;

    private final Partita partita = Partita.inMemory();
    private final SdkEndpoint endpoint = new SdkEndpoint(partita.client(), true);
    private final Compiled compiled =
            Compiler.compile(Reader.read(new Source("shop.yaml", DESIGN)).design());
    private final RunContext surroundings = new RunContext(Clock.systemUTC(), new Ids(new Random(1)), Map.of(), null);

    @BeforeEach
    void makeTable() {
        assertThat(compiled.findings()).isEmpty();
        partita.client().createTable(table -> table.tableName("shop")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(text("pk"), text("sk"), text("gsi1pk"), text("gsi1sk"))
                .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("GSI1")
                        .keySchema(key("gsi1pk", KeyType.HASH), key("gsi1sk", KeyType.RANGE))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))
                        .build()));
    }

    @AfterEach
    void close() {
        partita.close();
    }

    @Test
    void patternsReadWhatPatternsWrote() {
        write(
                "signUp",
                Map.of("customerId", "1", "email", "a@x.org", "labels", List.of("b", "a"), "facts", Map.of("n", 1)));
        for (int number = 1; number <= 7; number++) {
            write("place", Map.of("customerId", "1", "number", number));
        }
        write("visit", Map.of("customerId", "1"));
        write("pay", Map.of("customerId", "1", "number", 4));
        Reads reads = new Reads(compiled, endpoint, surroundings);
        assertThat(reads.run("customer", Map.of("customerId", "1")).one().values())
                .containsEntry("email", "a@x.org")
                .containsEntry("visits", 1L);
        assertThat(reads.run("byEmail", Map.of("email", "a@x.org")).one()).isNotNull();
        assertThat(reads.run("countOrders", Map.of("customerId", "1")).count()).isEqualTo(7);
        assertThat(reads.run("everybody", Map.of()).items()).hasSize(1);
        assertThat(reads.run("byStatus", Map.of("status", "PAID")).items()).hasSize(1);
        List<String> numbers = new ArrayList<>();
        String cursor = null;
        do {
            var page = reads.run("orders", Map.of("customerId", "1", "numberFrom", 2), null, cursor);
            page.items()
                    .forEach(found -> numbers.add(found.values().get("number").toString()));
            assertThat(page.units()).isPositive();
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(numbers).containsExactly("2", "3", "4", "5", "6", "7");
    }

    @Test
    void refusalsArriveWithTheirReason() {
        write("signUp", Map.of("customerId", "1", "email", "a@x.org"));
        write("signUp", Map.of("customerId", "2", "email", "b@x.org"));
        refused(WriteRefused.Rule.ALREADY_EXISTS, "signUp", Map.of("customerId", "1", "email", "c@x.org"));
        refused(WriteRefused.Rule.NOT_UNIQUE, "changeEmail", Map.of("customerId", "2", "email", "a@x.org"));
        refused(WriteRefused.Rule.NOT_FOUND, "visit", Map.of("customerId", "3"));
        refused(WriteRefused.Rule.REFERENCE_MISSING, "place", Map.of("customerId", "3", "number", 1));
    }

    @Test
    void aDeleteTakesTheChildrenAlong() {
        write("signUp", Map.of("customerId", "1", "email", "a@x.org"));
        for (int number = 1; number <= 60; number++) {
            write("place", Map.of("customerId", "1", "number", number));
        }
        write("leave", Map.of("customerId", "1"));
        assertThat(partita.client().scan(scan -> scan.tableName("shop")).items())
                .isEmpty();
    }

    @Test
    void valuesOfEveryTypeGoThereAndComeBack() {
        Item item = Item.of(Map.of(
                "pk",
                new AttributeValue.S("k"),
                "sk",
                new AttributeValue.S("s"),
                "n",
                new AttributeValue.N("12345678901234567890123456789012345678"),
                "b",
                new AttributeValue.B(Bytes.of(new byte[] {1, 2})),
                "t",
                AttributeValue.Bool.TRUE,
                "z",
                AttributeValue.Null.NULL,
                "l",
                new AttributeValue.L(List.of(new AttributeValue.M(Map.of("x", AttributeValue.N.of(1))))),
                "ss",
                Sets.ofStrings(List.of("b", "a")),
                "ns",
                Sets.ofNumbers(List.of(AttributeValue.N.of(2), AttributeValue.N.of(1))),
                "bs",
                Sets.ofBinaries(List.of(Bytes.of(new byte[] {3})))));
        endpoint.call(new Request.BatchWriteItem("shop", List.of(item), List.of()));
        Item key = Item.of(Map.of("pk", new AttributeValue.S("k"), "sk", new AttributeValue.S("s")));
        assertThat(endpoint.call(Request.GetItem.strong("shop", key)).item()).isEqualTo(item);
        Answer batch = endpoint.call(new Request.BatchGetItem("shop", List.of(key), true, null, Map.of()));
        assertThat(batch.items()).containsExactly(item);
        Answer deleted = endpoint.call(new Request.DeleteItem("shop", key, null, Map.of(), Map.of(), "ALL_OLD"));
        assertThat(deleted.attributes()).isEqualTo(item);
        assertThat(endpoint.call(Request.GetItem.strong("shop", key)).items()).isEmpty();
    }

    @Test
    void anUnknownTableIsTheServicesRefusal() {
        Item key = Item.of(Map.of("pk", new AttributeValue.S("k")));
        assertThatThrownBy(() -> endpoint.call(Request.GetItem.strong("nowhere", key)))
                .isInstanceOfSatisfying(
                        EndpointException.class, e -> assertThat(e.code()).isEqualTo("ResourceNotFoundException"));
    }

    private void write(String pattern, Map<String, Object> arguments) {
        ((WritePlan) compiled.plans().get(pattern)).run(endpoint, arguments, surroundings);
    }

    private void refused(WriteRefused.Rule rule, String pattern, Map<String, Object> arguments) {
        assertThatThrownBy(() -> write(pattern, arguments))
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(rule));
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
