package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A request taken literally that returns expired items. */
final class ExpiredItemsReturned implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                DynamoDB removes expired items in the background, usually within a few days; until then they are read, \
                listed and counted like any other. A pinned request is sent as it is written, and this one does not look \
                at the time. Compare the time with now in the filter, or let the compiler write the request, which \
                leaves out what has expired.""";
    }

    @Override
    public String bad() {
        return """
                design: sessions
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Session:
                    key: { pk: "USER#{userId}", sk: "{sessionId}" }
                    expiry: 1 days after createdAt
                    attributes:
                      userId: { type: string }
                      sessionId: { type: ulid, generate: ulid }
                      createdAt: { type: epoch-seconds, set: on-create }
                patterns:
                  sessions: { list: Session, key: { pk: "USER#{userId}" } }
                # ^^^^^^^^ expired-items-returned: sessions returns Session items that have expired
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return PinnedRead.of(design)
                .filter(read -> read.entity().expiry() != null)
                .filter(read -> {
                    Set<String> seen = new LinkedHashSet<>(
                            Conditions.attributes(read.pattern().pinned().filter()));
                    seen.addAll(Conditions.attributes(read.pattern().where()));
                    return !seen.contains(read.entity().expiry().after())
                            && !seen.contains(read.table().expiry());
                })
                .map(read -> found(
                        read.pattern().name(),
                        Marks.pattern(design, read.pattern()),
                        read.pattern().name() + " returns " + read.entity().name()
                                + " items that have expired and are not yet removed",
                        Help.edits(
                                Repairs.unpinned(design, read),
                                "compare the time with now in its filter, or leave key: out")));
    }
}
