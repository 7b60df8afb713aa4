package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Quota;
import dev.partita.design.Severity;
import dev.partita.design.Template.Variable;
import dev.partita.plan.Compiled;
import dev.partita.plan.Presence;
import java.util.stream.Stream;

/** A quota that counts by an attribute which items may lack. */
final class QuotaOfNobody implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                An item without an attribute of `per` belongs to no count, so every write that makes one is refused, \
                for a counter whose key has a part missing. Make the attribute required, so that the refusal names it, \
                or give it a default.""";
    }

    @Override
    public String bad() {
        return """
                design: usage
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                      action: { type: string, immutable: true }
                quotas:
                  uses: { counts: Use, per: [userId, action], item: { pk: "QUOTA#{userId}", sk: "{action}" }, limit: 50 }
                  #                         ^^^^^^^^^^^^^^^^ quota-of-nobody: uses counts per action, and a Use without one is refused
                patterns:
                  use: { create: Use }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return design.quotas().values().stream()
                .filter(quota -> design.entities().containsKey(quota.counts()))
                .flatMap(quota -> quota.per().stream()
                        .map(Variable::attribute)
                        .distinct()
                        .filter(name -> mayLack(uses, quota, name))
                        .map(name -> found(
                                quota.name(),
                                quota.node().placeOf("per"),
                                quota.name() + " counts per " + name + ", and " + Nouns.a(quota.counts())
                                        + " without one is refused",
                                Help.edit(Edit.ofAttribute(
                                        design.entities().get(quota.counts()), name, "required", "true")))));
    }

    private static boolean mayLack(Uses uses, Quota quota, String name) {
        Entity entity = uses.design().entities().get(quota.counts());
        return entity.attributes().containsKey(name)
                && !Presence.isAlwaysThere(entity, name)
                && uses.writesOf(entity)
                        .filter(p -> p.verb() == Verb.CREATE || p.verb() == Verb.PUT)
                        .anyMatch(p -> !isGiven(p, name));
    }

    private static boolean isGiven(Pattern p, String name) {
        return p.set().get(name) != null || p.require().contains(name);
    }
}
