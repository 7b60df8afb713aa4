package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Items that expire before they are no longer needed. */
final class ExpiresTooSoon implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A pattern walks back further, or the design keeps the items longer, than they live. What is older has \
                been removed, and the list just ends. Make the expiry as long as the longest need, or ask for less.""";
    }

    @Override
    public String bad() {
        return """
                design: blog
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    expiry: ttl
                entities:
                  Post:
                    key: { pk: "DAY#{at:date}", sk: "{at}#{postId}" }
                    expiry: 7 days after at
                    #       ^^^^^^^^^^^^^^^ expires-too-soon: Post expires after 7 days, and timeline asks for 30 days
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                patterns:
                  timeline: { list: Post, order: newest-first, walk: 30 days, page: 20 }
                  post: { create: Post, expect: { per-day: 100 } }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("walk: 30 days", "walk: 7 days");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Uses uses = new Uses(compiled.design());
        return compiled.design().entities().values().stream()
                .filter(e -> e.expiry() != null)
                .flatMap(e -> Stream.concat(
                                e.expect() != null
                                                && e.expect().keepSeconds() != null
                                                && e.expect().keepSeconds()
                                                        > e.expiry().seconds()
                                        ? Stream.of("expect keeps it for "
                                                + Figures.duration(e.expect().keepSeconds()))
                                        : Stream.empty(),
                                uses.readsOf(e)
                                        .filter(p -> p.walkSeconds() != null
                                                && p.walkSeconds() > e.expiry().seconds())
                                        .map(p -> p.name() + " asks for " + Figures.duration(p.walkSeconds())))
                        .map(need -> found(
                                e.name(),
                                e.node().placeOf("expiry"),
                                e.name() + " expires after "
                                        + Figures.duration(e.expiry().seconds()) + ", and " + need,
                                "let it expire later, or ask for less")));
    }
}
