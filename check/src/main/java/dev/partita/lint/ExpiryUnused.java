package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A table with an expiry attribute that nothing writes. */
final class ExpiryUnused implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                The table has an expiry attribute, and no entity, quota or attribute of this design ever writes it, so \
                nothing expires. Write expiry: on the entities that are to go, or take it off the table.""";
    }

    @Override
    public String bad() {
        return """
                design: sessions
                tables:
                  main:
                    key: { partition: pk }
                    expiry: ttl
                    #       ^^^ expiry-unused: nothing writes ttl, so nothing in main expires
                entities:
                  Session:
                    key: { pk: "SESSION#{sessionId}" }
                    attributes:
                      sessionId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                patterns:
                  signIn: { create: Session }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> t.expiry() != null)
                .filter(t -> design.entitiesOf(t).stream()
                        .noneMatch(e -> e.expiry() != null || e.storedAs(t.expiry()) != null))
                .filter(t -> design.quotas().values().stream().noneMatch(q -> q.expirySeconds() != null))
                .map(t -> found(
                        t.id(),
                        t.node().placeOf("expiry"),
                        "nothing writes " + t.expiry() + ", so nothing in " + t.id() + " expires",
                        Help.edit(Edit.remove("tables", t.id(), "expiry")).or("say on an entity when it expires")));
    }
}
