package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A counter of items that expire without being counted down. */
final class CounterMissesExpiry implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Deleting an item through a pattern counts its quota down in the same transaction. An item that expires \
                is removed by DynamoDB in the background, and nothing counts. The counter only rises, until the limit is \
                reached by items that are long gone. Count per period, with the day in per and a counter item that \
                expires as well, or give the items no expiry.""";
    }

    @Override
    public String bad() {
        return """
                design: sessions
                tables:
                  main:
                    key: { partition: pk }
                    expiry: ttl
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: string }
                      sessionCount: { type: integer, default: 0, read-only: true }
                  Session:
                    key: { pk: "SESSION#{sessionId}" }
                    expiry: 1 days after createdAt
                    attributes:
                      sessionId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      createdAt: { type: epoch-seconds, set: on-create }
                quotas:
                  sessions: { counts: Session, per: userId, counter: User.sessionCount, limit: 5 }
                # ^^^^^^^^ counter-misses-expiry: Session items expire after 1 day, and sessions goes on counting them
                patterns:
                  signIn: { create: Session }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.quotas().values().stream()
                .filter(q -> design.entities().containsKey(q.counts())
                        && design.entities().get(q.counts()).expiry() != null)
                .filter(q -> q.per().stream().allMatch(v -> v.period() == null))
                .map(q -> found(
                        q.name(),
                        Marks.quota(design, q),
                        q.counts() + " items expire"
                                + after(design.entities().get(q.counts()).expiry()) + ", and " + q.name()
                                + " goes on counting them",
                        Help.edit(Edit.remove("entities", q.counts(), "expiry"))
                                .or("count per period, with a time such as createdAt:date in per")));
    }

    /** How long after a moment; nothing where that moment is the end. */
    private static String after(Entity.Expiry expiry) {
        return expiry.seconds() == 0 ? " at their " + expiry.after() : " after " + Figures.duration(expiry.seconds());
    }
}
