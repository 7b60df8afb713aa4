package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** An alarm on a metric that does not show what it is about. */
final class AlarmMissesItsCause implements Rule.Warning {

    private static final List<Cause> CAUSES = List.of(
            new Cause("throttl", "throttled", "throttling", "throttled-requests"),
            new Cause("latency", "latency", "latency", "read-latency-p99 or write-latency-p99"),
            new Cause("cost", "units", "cost", "units-per-day"),
            new Cause("hitrate", "hit-rate", "the cache", "cache-hit-rate"),
            new Cause("hotkey", "hot-key", "a hot key", "hot-key"),
            new Cause("ttl", "ttl", "expiry", "ttl-deletions"));

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().alarms().values().stream()
                .filter(a -> a.metric() != null)
                .flatMap(a -> CAUSES.stream()
                        .filter(c -> a.name().toLowerCase(Locale.ROOT).contains(c.word())
                                && !a.metric().word().contains(c.metric()))
                        .limit(1)
                        .map(c -> found(
                                a.name(),
                                a.node().placeOf("metric"),
                                a.name() + " is about " + c.about() + ", and "
                                        + a.metric().word() + " does not show it",
                                Help.edit(Edit.put(c.instead(), "alarms", a.name(), "metric")))));
    }

    private record Cause(String word, String metric, String about, String instead) {}
}
