package dev.partita.meter;

import static dev.partita.meter.AlarmState.State.ALARM;
import static dev.partita.meter.AlarmState.State.OK;
import static dev.partita.meter.AlarmState.State.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.MovableClock;
import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.runtime.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AlarmsTest {

    private final MovableClock clock = new MovableClock();
    private final Meters meters = new Meters(clock);
    private DesignMeter shop;
    /** What the tables answer next. */
    private Answer answer = found(100, 0.5);

    private boolean throttles;

    private static Answer found(int bytes, double units) {
        Item item = bytes == 0 ? Item.NONE : Item.of(Map.of("pk", new AttributeValue.S("x".repeat(bytes - 2))));
        return new Answer(bytes == 0 ? List.of() : List.of(item), null, Item.NONE, 1, 1, units, List.of(), List.of());
    }

    @Test
    void throttledRequests() {
        alarm("{ metric: throttled-requests, above: 10, per: 1 minute }");
        passesMinutes(1);
        expect(OK, 0.0);
        throttles = true;
        read("1", 10);
        expect(OK, 10.0);
        read("1", 1);
        expect(ALARM, 11.0);
        throttles = false;
        passesMinutes(2);
        expect(OK, 0.0);
    }

    @Test
    void throttledShare() {
        alarm("{ metric: throttled-share, above: 0.1 %, per: 5 minutes }");
        read("1", 999);
        expect(UNKNOWN, 0.0);
        passesMinutes(4);
        throttles = true;
        read("1", 1);
        throttles = false;
        expect(UNKNOWN, 0.001);
        clock.advanceSeconds(60);
        expect(OK, 0.001);
        throttles = true;
        read("1", 1);
        expect(ALARM, 2.0 / 1001);
        throttles = false;
        passesMinutes(6);
        assertThat(state().detail()).isEqualTo("no request went to the tables within 5 minutes");
        expect(UNKNOWN, null);
        read("1", 5);
        expect(OK, 0.0);
    }

    @Test
    void readLatency() {
        alarm("{ metric: read-latency-p99, above: 50 ms, per: 5 minutes }");
        for (int i = 0; i < 990; i++) {
            shop.reads.add(2_000_000);
        }
        for (int i = 0; i < 10; i++) {
            shop.reads.add(300_000_000);
        }
        assertThat(state().state()).isEqualTo(UNKNOWN);
        passesMinutes(5);
        assertThat(state().state()).as("one in a hundred may").isEqualTo(OK);
        shop.reads.add(300_000_000);
        assertThat(state().state()).isEqualTo(ALARM);
        assertThat(state().value()).isBetween(295.0, 305.0);
        passesMinutes(6);
        assertThat(state().state()).isEqualTo(UNKNOWN);
        shop.reads.add(300_000_000);
        assertThat(state().state()).as("one slow request says nothing").isEqualTo(UNKNOWN);
        assertThat(state().detail()).isEqualTo("fewer than two reads of the tables within 5 minutes");
        shop.reads.add(49_000_000);
        assertThat(state().state()).isEqualTo(OK);
        shop.reads.add(51_000_000);
        assertThat(state().state()).isEqualTo(ALARM);
    }

    @Test
    void writeLatency() {
        alarm("{ metric: write-latency-p99, above: 50 ms, per: 1 minute }");
        shop.reads.add(300_000_000);
        shop.writes.add(2_000_000);
        shop.writes.add(300_000_000);
        passesMinutes(1);
        assertThat(state().state()).as("one may").isEqualTo(OK);
        shop.writes.add(300_000_000);
        assertThat(state().state()).isEqualTo(ALARM);
        passesMinutes(2);
        shop.writes.add(2_000_000);
        shop.writes.add(2_000_000);
        assertThat(state().state()).isEqualTo(OK);
    }

    @Test
    void unitsPerDayCountReadsAndWrites() {
        alarm("{ metric: units-per-day, above: 1000, per: 1 day }");
        answer = found(100, 10);
        read("1", 60);
        shop.metered(this::answered).call(new Request.PutItem("shop-dev", Item.NONE, null, Map.of(), Map.of(), null));
        expect(UNKNOWN, 610.0);
        assertThat(state().missing()).isEqualTo(Duration.ofDays(1));
        read("1", 40);
        expect(ALARM, 1010.0);
        passesHours(26);
        expect(OK, 0.0);
    }

    @Test
    void unitsOfAnHourAreScaledToADay() {
        alarm("{ metric: units-per-day, above: 1000, per: 1 hour }");
        answer = found(100, 1);
        passesMinutes(61);
        read("1", 41);
        expect(OK, 984.0);
        read("1", 1);
        expect(ALARM, 1008.0);
    }

    @Test
    void itemSize() {
        alarm("{ metric: item-size, above: 300 KB, per: 1 hour }");
        answer = found(300 * 1024, 1);
        read("1", 1);
        expect(UNKNOWN, 307_200.0);
        passesMinutes(60);
        expect(OK, 307_200.0);
        answer = found(300 * 1024 + 1, 1);
        read("1", 1);
        expect(ALARM, 307_201.0);
        passesMinutes(30);
        expect(ALARM, 307_201.0);
        passesMinutes(32);
        expect(UNKNOWN, null);
        answer = found(10, 1);
        read("1", 1);
        expect(OK, 10.0);
    }

    @Test
    void ttlDeletions() {
        alarm("{ metric: ttl-deletions, below: 1, per: 1 day }");
        assertThat(state().state()).isEqualTo(UNKNOWN);
        assertThat(state().detail()).isEqualTo("deletions by expiry are not counted on this endpoint");
        passesHours(25);
        assertThat(state().detail()).isEqualTo("deletions by expiry are not counted on this endpoint");
        AtomicLong deleted = new AtomicLong(7);
        shop.ttlDeletions(deleted::get);
        passesHours(25);
        expect(ALARM, 0.0);
        deleted.incrementAndGet();
        expect(OK, 1.0);
        passesHours(25);
        expect(ALARM, 0.0);
    }

    @Test
    void oneDeletionIsEnoughToKnowBeforeTheDayIsOver() {
        alarm("{ metric: ttl-deletions, below: 1, per: 1 day }");
        AtomicLong deleted = new AtomicLong();
        shop.ttlDeletions(deleted::get);
        passesHours(1);
        expect(UNKNOWN, 0.0);
        assertThat(state().missing()).isEqualTo(Duration.ofHours(23));
        assertThat(state().detail()).isEqualTo("ttl-deletions is measured over 1 day; 23 hours to go");
        deleted.incrementAndGet();
        expect(OK, 1.0);
    }

    @Test
    void cacheHitRate() {
        try (Partita partita = Partita.inMemory()) {
            alarm("{ metric: cache-hit-rate, below: 85 %, per: 1 hour }");
            Design design = MetersTest.design(
                    MetersTest.SHOP.replace("get: User, by: userId", "get: User, by: userId, cache: 5 minutes"));
            Database database = Database.builder(design, partita.endpoint())
                    .clock(clock)
                    .environment(Map.of())
                    .caches(Caches.inProcess())
                    .build();
            database.createTables();
            database.write("signUp", Map.of("userId", "1", "email", "a@b.c")).run();
            shop.caches(database.caches().metrics());
            passesMinutes(60);
            expect(UNKNOWN, null);
            assertThat(state().detail()).isEqualTo("no cached pattern was read within 1 hour");
            for (int i = 0; i < 5; i++) {
                database.read("user", Map.of("userId", "1"));
            }
            expect(ALARM, 0.8);
            for (int i = 0; i < 15; i++) {
                database.read("user", Map.of("userId", "1"));
            }
            expect(OK, 0.95);
        }
    }

    @Test
    void hotKey() {
        alarm("{ metric: hot-key, above: 30, per: 1 minute }");
        answer = found(100, 1);
        for (int key = 0; key < 1_000; key++) {
            read("k" + key, 5);
        }
        passesMinutes(1);
        assertThat(state().state()).as("many keys, each a little").isEqualTo(OK);
        assertThat(state().value()).isLessThan(1);
        passesMinutes(2);
        read("hot", 1_800);
        assertThat(state().state()).isEqualTo(OK);
        assertThat(state().value()).isEqualTo(30);
        read("hot", 1);
        assertThat(state().state()).isEqualTo(ALARM);
        passesMinutes(2);
        expect(OK, 0.0);
    }

    @Test
    void aKeyThatIsQueriedIsTheSameKey() {
        alarm("{ metric: hot-key, above: 30, per: 1 minute }");
        answer = found(100, 1);
        Request query = new Request.Query(
                "shop-dev",
                null,
                "#a = :v AND begins_with(#b, :w)",
                null,
                null,
                Map.of("#a", "pk", "#b", "sk"),
                Map.of(":v", new AttributeValue.S("hot"), ":w", new AttributeValue.S("x")),
                true,
                false,
                false,
                null,
                null);
        Endpoint metered = shop.metered(this::answered);
        for (int i = 0; i < 900; i++) {
            metered.call(query);
        }
        read("hot", 900);
        assertThat(state().value()).isEqualTo(30);
    }

    @Test
    void aStateSaysSinceWhen() {
        alarm("{ metric: throttled-requests, above: 10, per: 1 minute }");
        passesMinutes(1);
        throttles = true;
        read("1", 20);
        AlarmState raised = state();
        clock.advanceSeconds(20);
        assertThat(state().since()).isEqualTo(raised.since());
        assertThat(state().detail()).isEqualTo("throttled-requests is 20 over 1 minute, which is above 10");
        ExpositionReader page = ExpositionReader.read(meters.prometheus(), false);
        assertThat(page.value("partita_alarm{alarm=\"Watched\",design=\"shop\"}"))
                .isOne();
        assertThat(page.value("partita_alarm_value{alarm=\"Watched\",design=\"shop\"}"))
                .isEqualTo(20);
        passesMinutes(2);
        assertThat(state().since()).isAfter(raised.since());
        assertThat(state().detail()).isEqualTo("throttled-requests is 0 over 1 minute; the alarm is for above 10");
        page = ExpositionReader.read(meters.prometheus(), false);
        assertThat(page.value("partita_alarm{alarm=\"Watched\",design=\"shop\"}"))
                .isZero();
        assertThat(page.value("partita_alarm_unknown{alarm=\"Watched\",design=\"shop\"}"))
                .isZero();
    }

    @Test
    void aClockThatIsSetBackBeginsAnew() {
        alarm("{ metric: throttled-requests, above: 10, per: 1 minute }");
        throttles = true;
        read("1", 20);
        assertThat(state().state()).isEqualTo(ALARM);
        clock.advance(Duration.ofHours(-1));
        assertThat(state().state()).isEqualTo(UNKNOWN);
        passesMinutes(1);
        expect(OK, 0.0);
    }

    @Test
    void withoutAWindowItIsFiveMinutes() {
        alarm("{ metric: throttled-requests, above: 10 }");
        assertThat(state().per()).isEqualTo(Duration.ofMinutes(5));
    }

    private void alarm(String alarm) {
        shop = meters.design(MetersTest.design(MetersTest.SHOP + "alarms:\n  Watched: " + alarm + "\n"), Map.of());
    }

    private AlarmState state() {
        return meters.alarms("shop").get(0);
    }

    private void expect(AlarmState.State state, Double value) {
        AlarmState now = state();
        assertThat(now.state()).as(now.detail()).isEqualTo(state);
        assertThat(now.value()).isEqualTo(value);
    }

    private void read(String key, int times) {
        Endpoint metered = shop.metered(this::answered);
        Request get = Request.GetItem.strong("shop-dev", Item.of(Map.of("pk", new AttributeValue.S(key))));
        for (int i = 0; i < times; i++) {
            try {
                metered.call(get);
            } catch (EndpointException e) {
                assertThat(throttles).isTrue();
            }
        }
    }

    private Answer answered(Request request, Endpoint.Context context) {
        if (throttles) {
            throw new EndpointException("ThrottlingException", "slowly", Item.NONE, List.of());
        }
        return answer;
    }

    private void passesMinutes(int minutes) {
        for (int i = 0; i < 6 * minutes; i++) {
            clock.advanceSeconds(10);
            meters.tick();
        }
    }

    private void passesHours(int hours) {
        for (int i = 0; i < 12 * hours; i++) {
            clock.advance(Duration.ofMinutes(5));
            meters.tick();
        }
    }
}
