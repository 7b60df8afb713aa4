package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** An expiry in a table that has none. */
final class ExpiryWithoutAttribute implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                The entity's items are to expire, but the table names no expiry attribute, so there is nowhere to write \
                when, and DynamoDB removes nothing. Write expiry: ttl, or another name, on the table.""";
    }

    @Override
    public String bad() {
        return """
                design: sessions
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Session:
                    key: { pk: "SESSION#{sessionId}" }
                    expiry: 1 days after createdAt
                    #       ^^^^^^^^^^^^^^^^^^^^^^ expiry-without-attribute: Session expires, and its table main has no expiry attribute
                    attributes:
                      sessionId: { type: ulid, generate: ulid }
                      createdAt: { type: epoch-seconds, set: on-create }
                patterns:
                  signIn: { create: Session }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Stream<Finding> entities = design.entities().values().stream()
                .filter(e -> e.expiry() != null
                        && design.tableOf(e) != null
                        && design.tableOf(e).expiry() == null)
                .map(e -> found(
                        e.name(),
                        e.node().placeOf("expiry"),
                        e.name() + " expires, and its table " + e.table() + " has no expiry attribute",
                        Help.edit(Edit.put("ttl", "tables", e.table(), "expiry"))));
        Stream<Finding> quotas = design.quotas().values().stream()
                .filter(q -> q.expirySeconds() != null && design.entities().containsKey(q.counts()))
                .filter(q -> design.tableOf(design.entities().get(q.counts())) != null
                        && design.tableOf(design.entities().get(q.counts())).expiry() == null)
                .map(q -> found(
                        q.name(),
                        q.node().placeOf("expiry"),
                        "the counter of " + q.name() + " expires, and its table has no expiry attribute",
                        Help.edit(Edit.put(
                                "ttl",
                                "tables",
                                design.entities().get(q.counts()).table(),
                                "expiry"))));
        return Stream.concat(entities, quotas);
    }
}
