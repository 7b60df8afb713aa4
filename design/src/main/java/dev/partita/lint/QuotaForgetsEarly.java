package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Quota;
import dev.partita.design.Severity;
import dev.partita.design.Template.Format.Kind;
import dev.partita.design.Template.Variable;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A counter item that expires within the period it counts. */
final class QuotaForgetsEarly implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                The counter of a day must live through the day. When it expires earlier it may be removed and begins \
                again at nought, and the limit is granted twice. Give it the period and some reserve: two days for a \
                day.""";
    }

    @Override
    public String bad() {
        return """
                design: usage
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                quotas:
                  daily: { counts: Use, per: [userId, at:date], item: { pk: "USER#{userId}", sk: "QUOTA#{at:date}" }, expiry: 12 hours, limit: 50 }
                  #                                                                                                           ^^^^^^^^ quota-forgets-early: daily counts for 1 day and forgets after 12 hours
                patterns:
                  use: { create: Use }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().quotas().values().stream()
                .filter(q -> q.expirySeconds() != null && q.expirySeconds() < period(q))
                .map(q -> found(
                        q.name(),
                        q.node().placeOf("expiry"),
                        q.name() + " counts for " + Figures.duration(period(q)) + " and forgets after "
                                + Figures.duration(q.expirySeconds()),
                        Help.edit(Edit.put(Figures.duration(2 * period(q)), "quotas", q.name(), "expiry"))));
    }

    /** The shortest period in {@code per}; 0 when it counts for ever. */
    static long period(Quota quota) {
        long period = 0;
        for (Variable variable : quota.per()) {
            long seconds = variable.has(Kind.HOUR)
                    ? 3600
                    : variable.has(Kind.DATE)
                            ? Volumes.DAY_SECONDS
                            : variable.has(Kind.MONTH)
                                    ? 31 * Volumes.DAY_SECONDS
                                    : variable.has(Kind.YEAR) ? 366 * Volumes.DAY_SECONDS : 0;
            period = period == 0 ? seconds : seconds == 0 ? period : Math.min(period, seconds);
        }
        return period;
    }
}
