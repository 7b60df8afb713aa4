package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchTest {

    /** Processes only so many items of a batch at a time, as a service does that is short of capacity. */
    private static final class Short implements UnaryOperator<Endpoint> {
        private final List<String> sent = Collections.synchronizedList(new ArrayList<>());
        private final AtomicInteger underWay = new AtomicInteger();
        private final AtomicInteger mostUnderWay = new AtomicInteger();
        private int items = Integer.MAX_VALUE;

        @Override
        public Endpoint apply(Endpoint endpoint) {
            return (request, context) -> {
                mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                try {
                    sent.add(request.operation());
                    return call(endpoint, request);
                } finally {
                    underWay.decrementAndGet();
                }
            };
        }

        private Answer call(Endpoint endpoint, Request request) {
            if (request instanceof Request.BatchWriteItem batch && batch.puts().size() > items) {
                if (items > 0) {
                    endpoint.call(new Request.BatchWriteItem(
                            batch.table(), batch.puts().subList(0, items), List.of()));
                }
                return unprocessed(
                        List.of(),
                        List.of(),
                        batch.puts().subList(items, batch.puts().size()));
            }
            if (request instanceof Request.BatchGetItem batch && batch.keys().size() > items) {
                List<Item> some = batch.keys().subList(0, items);
                List<Item> found = items == 0
                        ? List.of()
                        : endpoint.call(new Request.BatchGetItem(
                                        batch.table(), some, batch.consistent(), batch.projection(), batch.names()))
                                .items();
                return unprocessed(
                        found, batch.keys().subList(items, batch.keys().size()), List.of());
            }
            return endpoint.call(request);
        }

        private static Answer unprocessed(List<Item> items, List<Item> keys, List<Item> puts) {
            return new Answer(items, null, Item.NONE, 0, 0, 0, keys, puts);
        }
    }

    private final Short service = new Short();
    private final Shop shop = new Shop(service);
    private final Database database = shop.database();

    @AfterEach
    void close() {
        shop.close();
    }

    private Write<Written> label(int number, String color) {
        return database.write("label", Map.of("labelId", "l" + number, "color", color));
    }

    private List<Write<Written>> labels(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> label(number, "red"))
                .toList();
    }

    private List<Map<String, Object>> ids(int count) {
        return IntStream.range(0, count)
                .<Map<String, Object>>mapToObj(number -> Map.of("labelId", "l" + number))
                .toList();
    }

    @Test
    void putsWithoutConditionsShareRequests() {
        service.sent.clear();
        List<Batch.Outcome<Written>> outcomes = Batch.of(labels(60)).run();
        assertThat(outcomes).hasSize(60).allMatch(Batch.Outcome::isDone);
        assertThat(outcomes.get(59).orThrow().values()).containsEntry("labelId", "l59");
        assertThat(service.sent).containsOnly("BatchWriteItem").hasSize(3);
        assertThat(database.readAll("oneLabel", ids(60)).items()).hasSize(60);
    }

    @Test
    void whatIsNotProcessedIsSentAgainAfterGrowingPauses() {
        service.items = 7;
        assertThat(Batch.of(labels(25)).run()).allMatch(Batch.Outcome::isDone);
        assertThat(shop.pauses()).hasSize(3);
        assertThat(database.readAll("oneLabel", ids(25)).items()).hasSize(25);
    }

    @Test
    void aServiceThatProcessesNothingIsGivenUp() {
        service.items = 0;
        List<Batch.Outcome<Written>> outcomes = Batch.of(labels(3)).run();
        assertThat(outcomes).hasSize(3).allSatisfy(outcome -> assertThat(outcome.failure())
                .isInstanceOf(EndpointException.class)
                .hasMessageContaining("unprocessed"));
        assertThat(shop.pauses()).hasSize(12);
        assertThat(shop.pauses().get(11)).isGreaterThan(shop.pauses().get(0));
        assertThatThrownBy(() -> database.readAll("oneLabel", ids(3)))
                .isInstanceOf(EndpointException.class)
                .hasMessageContaining("3 items could not be read");
    }

    @Test
    void ofTwoPutsOfOneItemTheLaterWins() {
        Batch.of(List.of(label(1, "red"), label(2, "red"), label(1, "green"), label(1, "blue")))
                .run();
        assertThat(database.read("oneLabel", Map.of("labelId", "l1")).one().values())
                .containsEntry("color", "blue");
    }

    @Test
    void everyWriteHasAnOutcomeInItsPlace() {
        shop.signUp("1", "a@x.org");
        List<Write<Written>> writes = List.of(
                database.write("place", Map.of("customerId", "1", "number", 1)),
                database.write("place", Map.of("customerId", "2", "number", 1)),
                label(1, "red"),
                database.write("place", Map.of("customerId", "1", "number", 2, "status", "LOST")),
                database.write("visit", Map.of("customerId", "1")));
        List<Batch.Outcome<Written>> outcomes = Batch.of(writes).run();
        assertThat(outcomes).extracting(Batch.Outcome::isDone).containsExactly(true, false, true, false, true);
        assertThat(outcomes.get(1).failure()).isInstanceOf(WriteRefused.class);
        assertThat(outcomes.get(3).failure()).isInstanceOf(InvalidValues.class);
        assertThatThrownBy(() -> outcomes.get(3).orThrow()).isInstanceOf(InvalidValues.class);
        assertThat(outcomes.get(4).orThrow().values()).containsEntry("visits", 1L);
    }

    @Test
    void onlySoManyRequestsAreUnderWay() {
        shop.signUp("1", "a@x.org");
        List<Write<Written>> writes = IntStream.rangeClosed(1, 40)
                .mapToObj(number -> database.write("place", Map.of("customerId", "1", "number", number)))
                .toList();
        service.mostUnderWay.set(0);
        assertThat(Batch.of(writes).concurrency(3).runAsync().join()).allMatch(Batch.Outcome::isDone);
        assertThat(service.mostUnderWay.get()).isBetween(1, 3);
        assertThat(database.read("countOrders", Map.of("customerId", "1")).count())
                .isEqualTo(40);
    }

    @Test
    void anEmptyBatchDoesNothing() {
        assertThat(Batch.of(List.<Write<Written>>of()).run()).isEmpty();
        assertThat(database.readAll("oneLabel", List.of()).items()).isEmpty();
    }

    @Test
    void itemsAreReadAHundredAtATimeInTheOrderAskedFor() {
        Batch.of(labels(130)).run();
        service.sent.clear();
        List<Map<String, Object>> wanted = new ArrayList<>(ids(130));
        Collections.reverse(wanted);
        wanted.add(Map.of("labelId", "missing"));
        wanted.add(Map.of("labelId", "l129"));
        assertThat(database.readAll("oneLabel", wanted).items())
                .hasSize(130)
                .first()
                .satisfies(found -> assertThat(found.values()).containsEntry("labelId", "l129"));
        assertThat(service.sent).containsExactly("BatchGetItem", "BatchGetItem");
    }

    @Test
    void onlyGetsByTheTableKeyAreReadInBatches() {
        assertThatThrownBy(() -> database.readAll("byEmail", List.of(Map.of("email", "a@x.org"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in batches");
    }
}
