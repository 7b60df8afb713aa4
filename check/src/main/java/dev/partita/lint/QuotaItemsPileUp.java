package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Quota;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Counter items of past periods that nobody removes. */
final class QuotaItemsPileUp implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                A quota per day makes a counter item per owner and day. Yesterday's is never read again, but without \
                expiry it stays: one item per owner, limit and day for ever. Write expiry on the quota, twice the \
                period.""";
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
                  daily: { counts: Use, per: [userId, at:date], item: { pk: "USER#{userId}", sk: "QUOTA#{at:date}" }, limit: 50 }
                # ^^^^^ quota-items-pile-up: the counter items of daily stay when their 1 day is over
                patterns:
                  use: { create: Use }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().quotas().values().stream()
                .filter(q -> q.expirySeconds() == null && !q.item().isEmpty() && QuotaForgetsEarly.period(q) > 0)
                // Of a day that callers give nobody knows when it is over.
                .filter(q -> QuotaForgetsEarly.givenTime(compiled.design(), q) == null)
                .map(q -> found(
                        q.name(),
                        Marks.quota(compiled.design(), q),
                        "the counter items of " + q.name() + " stay when their "
                                + Figures.duration(QuotaForgetsEarly.period(q)) + " is over",
                        help(compiled.design(), q)));
    }

    private static Help help(Design design, Quota quota) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.put(Figures.duration(2 * QuotaForgetsEarly.period(quota)), "quotas", quota.name(), "expiry"));
        Entity counted = design.entities().get(quota.counts());
        edits.addAll(Repairs.expiryAttribute(counted == null ? null : design.tableOf(counted)));
        return Help.edits(edits, null);
    }
}
