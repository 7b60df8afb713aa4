package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** An alarm on a metric that does not show what it is about. */
final class AlarmMissesItsCause implements Rule {

    private static final List<Cause> CAUSES = List.of(
            new Cause("throttl", "throttled", "throttling", "throttled-requests"),
            new Cause("latency", "latency", "latency", "read-latency-p99 or write-latency-p99"),
            new Cause("cost", "units", "cost", "units-per-day"),
            new Cause("hitrate", "hit-rate", "the cache", "cache-hit-rate"),
            new Cause("hotkey", "hot-key", "a hot key", "hot-key"),
            new Cause("ttl", "ttl", "expiry", "ttl-deletions"));

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                The name of the alarm says one thing and its metric measures another, so it will stay silent when it is \
                needed. Throttled requests are not in the errors of users, and slow reads are not in the units. Choose \
                the metric that shows it.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User }
                alarms:
                  HighThrottleRate: { metric: units-per-day, above: 10, per: 1 minute }
                  #                           ^^^^^^^^^^^^^ alarm-misses-its-cause: HighThrottleRate is about throttling
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().alarms().values().stream()
                .filter(a -> a.metric() != null)
                .flatMap(a -> CAUSES.stream()
                        .filter(c -> a.name().toLowerCase(Locale.ROOT).contains(c.word())
                                && !a.metric().contains(c.metric()))
                        .limit(1)
                        .map(c -> found(
                                a.name(),
                                a.node().placeOf("metric"),
                                a.name() + " is about " + c.about() + ", and " + a.metric() + " does not show it",
                                Help.edit(Edit.put(c.instead(), "alarms", a.name(), "metric")))));
    }

    private record Cause(String word, String metric, String about, String instead) {}
}
