package dev.partita.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.item.Item;
import dev.partita.meter.DesignMeter;
import dev.partita.meter.Meters;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class AlarmLinesTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Instant[] now = {START};
    private final Clock clock = ((InstantSource) () -> now[0]).withZone(ZoneOffset.UTC);

    @AfterEach
    void reset() {
        Logs.configure(null);
    }

    @Test
    void anAlarmIsLoggedWhenItIsRaisedAndWhenItIsOver() {
        Logs.configure(new Logs.Setup(
                Logs.Format.TEXT, Level.INFO, new PrintStream(written, true, StandardCharsets.UTF_8), clock));
        Meters meters = new Meters(clock);
        DesignMeter shop = meters.design(
                Reader.read("shop.yaml", """
                                design: shop
                                tables:
                                  main: { name: shop, key: { partition: pk } }
                                alarms:
                                  Throttled: { metric: throttled-requests, above: 2, per: 1 minute }
                                """.getBytes(StandardCharsets.UTF_8)).design(), Map.of());
        Endpoint throttling = shop.metered((request, context) -> {
            throw new EndpointException("ThrottlingException", "slowly", Item.NONE, List.of());
        });
        for (int i = 0; i < 3; i++) {
            try {
                throttling.call(Request.GetItem.strong("shop", Item.NONE));
            } catch (EndpointException expected) {
                assertThat(expected).hasMessage("slowly");
            }
        }
        for (int second = 0; second < 200; second++) {
            now[0] = now[0].plus(Duration.ofSeconds(1));
            meters.tick();
        }
        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("""
                        2026-03-01T12:00:01.000Z WARN  alarms: throttled-requests is 3 over 1 minute, which is above 2 design=shop alarm=Throttled state=alarm before=unknown
                        2026-03-01T12:01:01.000Z INFO  alarms: throttled-requests is 0 over 1 minute; the alarm is for above 2 design=shop alarm=Throttled state=ok before=alarm
                        """);
    }
}
