package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.expression.ReservedWords;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** Stored names that are reserved words of DynamoDB. */
final class ReservedWordStored implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                DynamoDB's expressions do not take 573 words as names, among them name, status, url, type, date and ttl; \
                each use needs a placeholder, #n. Everything Partita sends has placeholders, so nothing breaks here. It \
                matters to whoever writes expressions by hand: a console query, another service, a policy.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Page:
                # ^^^^ reserved-word-stored: Page stores attributes as url, status
                    key: { pk: "PAGE#{pageId}" }
                    attributes:
                      pageId: { type: ulid, generate: ulid }
                      url: { type: string }
                      status: { type: string }
                patterns:
                  page: { get: Page, key: { pk: "PAGE#{pageId}" } }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("url: { type: string }", "url: { type: string, stored: pageUrl }")
                .replace("status: { type: string }", "status: { type: string, stored: pageStatus }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream()
                .filter(e -> !reserved(e).isEmpty() && Repairs.isPinned(compiled.design(), e))
                .map(e -> found(
                        e.name(),
                        Marks.entity(compiled.design(), e),
                        e.name() + " stores attributes as " + String.join(", ", reserved(e))
                                + ": reserved in DynamoDB's expressions",
                        "use placeholders in expressions written by hand, or other stored names"));
    }

    private static List<String> reserved(Entity entity) {
        return entity.attributes().values().stream()
                .filter(Attribute::isStored)
                .map(Attribute::stored)
                .filter(ReservedWords::contains)
                .toList();
    }
}
