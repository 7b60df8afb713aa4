package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.MovableClock;
import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.runtime.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReadinessTest {

    private final MovableClock clock = new MovableClock();
    private final Readiness readiness = new Readiness(clock, Duration.ofSeconds(30));
    private final Design design = MetersTest.design(MetersTest.SHOP);

    @Test
    void nothingNeededIsReady() {
        assertThat(readiness.report()).isEqualTo(new Readiness.Report(true, List.of()));
    }

    @Test
    void tablesHaveToBeThere() {
        try (Partita partita = Partita.inMemory()) {
            readiness.needsTables(design, Map.of(), partita.endpoint());
            assertThat(readiness.report().ready()).isFalse();
            assertThat(readiness.report().findings())
                    .containsExactly(new Readiness.Finding("tables of shop", false, "shop-dev is not there"));
            Database.builder(design, partita.endpoint())
                    .environment(Map.of())
                    .build()
                    .createTables();
            clock.advance(Readiness.KEPT);
            assertThat(readiness.report().findings())
                    .containsExactly(new Readiness.Finding("tables of shop", true, "active"));
            assertThat(readiness.report().ready()).isTrue();
        }
    }

    @Test
    void tablesAndIndexesHaveToBeUsable() {
        readiness.needsTables(
                design,
                Map.of(),
                describing(Map.of(
                        "TableStatus",
                        "DELETING",
                        "GlobalSecondaryIndexes",
                        List.of(
                                Map.of("IndexName", "byMail", "IndexStatus", "CREATING"),
                                Map.of("IndexName", "other", "IndexStatus", "UPDATING")))));
        assertThat(readiness.report().findings())
                .containsExactly(new Readiness.Finding(
                        "tables of shop", false, "shop-dev is DELETING; index byMail of shop-dev is CREATING"));
    }

    @Test
    void anEndpointThatCannotBeReachedIsNotReady() {
        readiness.needsTables(design, Map.of(), (request, context) -> {
            throw new IllegalStateException("no route to host");
        });
        assertThat(readiness.report().findings())
                .containsExactly(new Readiness.Finding("tables of shop", false, "no route to host"));
        readiness.needsTables(design, Map.of(), (request, context) -> {
            throw new EndpointException("ThrottlingException", "slowly", Item.NONE, List.of());
        });
        assertThat(readiness.report().findings())
                .containsExactly(new Readiness.Finding("tables of shop", false, "shop-dev: slowly"));
    }

    @Test
    void aStoreHasToTakeWrites() {
        AtomicReference<String> reason = new AtomicReference<>("The disk is full.");
        readiness.needsStore(() -> Optional.ofNullable(reason.get()));
        assertThat(readiness.report().findings())
                .containsExactly(new Readiness.Finding("store", false, "read-only: The disk is full."));
        reason.set(null);
        clock.advance(Readiness.KEPT);
        assertThat(readiness.report().ready()).isTrue();
    }

    @Test
    void whoeverAsksOftenCostsTheTablesLittle() {
        AtomicInteger asked = new AtomicInteger();
        readiness.needs("thing", () -> {
            asked.incrementAndGet();
            return new Readiness.Finding("thing", true, "ok");
        });
        for (int i = 0; i < 100; i++) {
            readiness.report();
        }
        assertThat(asked).hasValue(1);
        clock.advance(Readiness.KEPT);
        readiness.report();
        assertThat(asked).hasValue(2);
    }

    @Test
    void whoeverAsksDoesNotWaitForAnEndpointThatIsDown() throws InterruptedException {
        CountDownLatch down = new CountDownLatch(1);
        CountDownLatch asking = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Readiness impatient = new Readiness(clock, Duration.ofMillis(20)).needs("thing", () -> {
            asked.incrementAndGet();
            asking.countDown();
            try {
                down.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Readiness.Finding("thing", true, "ok");
        });
        for (int i = 0; i < 3; i++) {
            assertThat(impatient.report())
                    .isEqualTo(new Readiness.Report(
                            false, List.of(new Readiness.Finding("tables", false, "no answer within 20 ms"))));
        }
        asking.await();
        assertThat(asked).as("one look at a time").hasValue(1);
        down.countDown();
        while (!impatient.report().ready()) {
            Thread.onSpinWait();
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void whatStopsIsNotReadyAndAsksNobody() {
        readiness.needs("thing", () -> {
            throw new AssertionError("asked");
        });
        readiness.stop();
        assertThat(readiness.isStopping()).isTrue();
        assertThat(readiness.report())
                .isEqualTo(
                        new Readiness.Report(false, List.of(new Readiness.Finding("service", false, "shutting down"))));
    }

    private static Endpoint describing(Map<String, Object> table) {
        return new Endpoint() {
            @Override
            public Answer call(Request request, Context context) {
                throw new AssertionError(request.toString());
            }

            @Override
            public Map<?, ?> describe(Request.TableRequest request) {
                return Map.of("Table", table);
            }
        };
    }
}
