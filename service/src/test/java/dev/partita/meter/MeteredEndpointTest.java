package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.access.MovableClock;
import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.runtime.Database;
import dev.partita.sdk.SdkEndpoint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MeteredEndpointTest {

    private final Partita partita = Partita.inMemory();
    private final Design design = MetersTest.design(MetersTest.SHOP);
    private final Meters meters = new Meters(new MovableClock());
    private final DesignMeter shop = meters.design(design, Map.of());

    @AfterEach
    void close() {
        partita.close();
    }

    @Test
    void requestsUnitsAndSizesAreCountedByTableAndIndex() {
        use(database(partita.endpoint()));
        check();
    }

    @Test
    void throughTheAwsSdkTheCountsAreTheSame() {
        use(database(new SdkEndpoint(partita.client(), false)));
        check();
    }

    private void use(Database database) {
        database.createTables();
        database.write("signUp", Map.of("userId", "1", "email", "a@b.c", "name", "x".repeat(4_000)))
                .run();
        assertThat(database.read("user", Map.of("userId", "1")).items()).hasSize(1);
        assertThat(database.read("user", Map.of("userId", "2")).items()).isEmpty();
        assertThat(database.read("mail", Map.of("email", "a@b.c")).items()).hasSize(1);
        database.write("rename", Map.of("userId", "1", "name", "y")).run();
        assertThatThrownBy(() -> database.write("signUp", Map.of("userId", "1", "email", "a@b.c"))
                        .run())
                .isInstanceOf(WriteRefused.class);
    }

    private void check() {
        ExpositionReader page = ExpositionReader.read(meters.prometheus(), false);
        String table = "design=\"shop\",";
        assertThat(page.value("partita_table_requests_total{" + table + "operation=\"GetItem\",table=\"shop-dev\"}"))
                .isEqualTo(2);
        assertThat(page.value("partita_table_requests_total{" + table + "operation=\"Query\",table=\"shop-dev\"}"))
                .isEqualTo(1);
        assertThat(page.value("partita_table_units_total{" + table + "index=\"\",kind=\"read\",table=\"shop-dev\"}"))
                .isEqualTo(1);
        assertThat(page.value(
                        "partita_table_units_total{" + table + "index=\"byMail\",kind=\"read\",table=\"shop-dev\"}"))
                .isEqualTo(0.5);
        assertThat(page.value("partita_table_units_total{" + table + "index=\"\",kind=\"write\",table=\"shop-dev\"}"))
                .isGreaterThan(8);
        assertThat(page.value("partita_table_errors_total{" + table
                        + "error=\"ConditionalCheckFailedException\",table=\"shop-dev\"}"))
                .isEqualTo(1);
        assertThat(page.value("partita_item_bytes_count{" + table + "direction=\"read\",table=\"shop-dev\"}"))
                .isEqualTo(1);
        double bytes = page.value("partita_item_bytes_sum{" + table + "direction=\"read\",table=\"shop-dev\"}");
        assertThat(bytes).isBetween(4_000.0, 4_096.0);
        assertThat(page.value(
                        "partita_item_bytes_bucket{" + table + "direction=\"read\",le=\"2048\",table=\"shop-dev\"}"))
                .isZero();
        assertThat(page.value(
                        "partita_item_bytes_bucket{" + table + "direction=\"read\",le=\"4096\",table=\"shop-dev\"}"))
                .isEqualTo(1);
        assertThat(page.value("partita_item_bytes_sum{" + table + "direction=\"written\",table=\"shop-dev\"}"))
                .isGreaterThanOrEqualTo(bytes);
        assertThat(page.value("partita_table_request_seconds_count{" + table + "kind=\"read\"}"))
                .isEqualTo(3);
        assertThat(page.value("partita_throttled_total{" + table + "table=\"shop-dev\"}"))
                .isZero();
    }

    @Test
    void throttlesAndWhatABatchLeftAreCounted() {
        Endpoint refusing = new Endpoint() {
            private int calls;

            @Override
            public Answer call(Request request, Context context) {
                return switch (calls++) {
                    case 0 -> throw refusal("ProvisionedThroughputExceededException", "");
                    case 1 -> throw refusal("ThrottlingException", "");
                    case 2 -> throw refusal("TransactionCanceledException", "ThrottlingError");
                    case 3 -> throw refusal("TransactionCanceledException", "ConditionalCheckFailed");
                    case 4 -> throw new IllegalStateException("no route to host");
                    default -> new Answer(List.of(), null, Item.NONE, 0, 0, 0, List.of(Item.NONE), List.of(Item.NONE));
                };
            }
        };
        Endpoint metered = shop.metered(refusing);
        Request get = Request.GetItem.strong("shop-dev", Item.NONE);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> metered.call(get)).isInstanceOf(RuntimeException.class);
        }
        metered.call(get);
        ExpositionReader page = ExpositionReader.read(meters.prometheus(), false);
        assertThat(page.value("partita_throttled_total{design=\"shop\",table=\"shop-dev\"}"))
                .isEqualTo(3);
        assertThat(page.value("partita_unprocessed_total{design=\"shop\",table=\"shop-dev\"}"))
                .isEqualTo(2);
        assertThat(page.value("partita_table_errors_total{design=\"shop\",error=\"unreachable\",table=\"shop-dev\"}"))
                .isEqualTo(1);
        assertThat(page.value("partita_table_requests_total{design=\"shop\",operation=\"GetItem\",table=\"shop-dev\"}"))
                .isEqualTo(6);
    }

    @Test
    void twoOnTheSamePlaceAreTheSamePlace() {
        DesignMeter other =
                meters.design(MetersTest.design(MetersTest.SHOP.replace("design: shop", "design: other")), Map.of());
        assertThat(shop.metered(partita.endpoint())).isEqualTo(other.metered(partita.endpoint()));
        assertThat(shop.metered(partita.endpoint()).hashCode())
                .isEqualTo(other.metered(partita.endpoint()).hashCode());
    }

    private Database database(Endpoint endpoint) {
        return Database.builder(design, shop.metered(endpoint))
                .environment(Map.of())
                .caches(Caches.none())
                .build();
    }

    private static EndpointException refusal(String code, String reason) {
        return new EndpointException(
                code,
                "no",
                Item.NONE,
                reason.isEmpty() ? List.of() : List.of(new EndpointException.Reason(reason, "no", Item.NONE)));
    }
}
