package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Written;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.value.Ids;
import dev.partita.sdk.SdkEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A small design with its tables on an engine in memory, through the SDK's real client. */
final class Shop implements AutoCloseable {

    static final String DESIGN = """
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
                  note:       { type: string }
              Label:
                type: LABEL
                key:  { pk: "LABEL#{labelId}", sk: META }
                attributes:
                  labelId: { type: string }
                  color:   { type: string }
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
              annotate:    { update: Order, by: [customerId, number], change: [note, status] }
              drop:        { delete: Order, by: [customerId, number] }
              label:       { put: Label }
              oneLabel:    { get: Label, by: labelId }
            """;

    private final Partita partita = Partita.inMemory();
    private final List<Duration> pauses = Collections.synchronizedList(new ArrayList<>());
    private final Database database;

    Shop() {
        this(UnaryOperator.identity());
    }

    /** @param between what stands between the database and the engine */
    Shop(UnaryOperator<Endpoint> between) {
        database = Database.builder(design(DESIGN), between.apply(new SdkEndpoint(partita.client(), false)))
                .pause(pauses::add)
                .ids(new Ids(new Random(1)))
                .environment(Map.of())
                .build();
        database.createTables();
    }

    static Design design(String yaml) {
        Reading reading = Reader.read(new Source("test.yaml", yaml));
        assertThat(reading.findings()).filteredOn(Finding::isError).isEmpty();
        assertThat(Compiler.compile(reading.design()).findings()).isEmpty();
        return reading.design();
    }

    /** The pauses that were made, without making them. */
    List<Duration> pauses() {
        return pauses;
    }

    Map<String, Object> order(String customer, int number) {
        return database.read("orders", Map.of("customerId", customer, "numberFrom", number, "numberTo", number))
                .one()
                .values();
    }

    Database database() {
        return database;
    }

    Partita partita() {
        return partita;
    }

    Written signUp(String id, String email) {
        return database.write("signUp", Map.of("customerId", id, "email", email))
                .run();
    }

    /** Orders from 1 to {@code count}. */
    void orders(String customer, int count) {
        for (int number = 1; number <= count; number++) {
            Written placed = database.write("place", Map.of("customerId", customer, "number", number))
                    .run();
            assert placed.entity().equals("Order");
        }
    }

    @Override
    public void close() {
        partita.close();
    }
}
