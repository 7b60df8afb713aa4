package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Quota;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A quota with a limit for each kind and one count for all of them. */
final class QuotaOfSeveralKinds implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                `by` chooses the limit, and `per` says what is counted together. Where the attribute of `by` is not in `per`, items of \
                every kind share one count: three quick ones use up the limit of one full one, and an item that \
                changes its kind is not counted anew. Name it in `per` and in the key of a counter item, or give \
                each kind a quota of its own.""";
    }

    @Override
    public String bad() {
        return """
                design: usage
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Run:
                    key: { pk: "USER#{userId}", sk: "RUN#{runId}" }
                    attributes:
                      userId: { type: string }
                      runId: { type: ulid, generate: ulid }
                      kind: { enum: [quick, full], required: true, immutable: true }
                quotas:
                  runs: { counts: Run, per: userId, item: { pk: "QUOTA#{userId}", sk: RUNS }, by: kind, limit: { quick: 5, full: 1 } }
                  #                                                                               ^^^^ quota-of-several-kinds: runs has a limit for each kind, and counts all kinds together
                patterns:
                  run: { create: Run }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("per: userId", "per: [userId, kind]").replace("sk: RUNS", "sk: \"{kind}\"");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.quotas().values().stream()
                .filter(quota -> quota.by() != null
                        && quota.per().stream()
                                .noneMatch(part -> part.attribute().equals(quota.by())))
                .map(quota -> found(
                        quota.name(),
                        quota.node().placeOf("by"),
                        quota.name() + " has a limit for each " + quota.by() + ", and counts all kinds together",
                        help(quota)));
    }

    private static Help help(Quota quota) {
        return Help.words("name " + quota.by() + " in `per`, and in the key of a counter `item` of its own");
    }
}
