package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Template.Format.Kind;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A secret in a key. */
final class SecretInKey implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                Keys show up in logs, metrics, throttling reports and stream records, and every index keeps a copy. A \
                password, token or other secret must not be there in clear. Put a hash of it into the key, {token:hash}: \
                it is found just as well.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Session:
                    key: { pk: "SESSION#{token}" }
                    #          ^^^^^^^^^^^^^^^^^ secret-in-key: the key of Session holds token, a secret
                    attributes:
                      token: { type: string, secret: true, hidden: true }
                patterns:
                  session: { get: Session, by: token }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Partition.of(compiled.design()).flatMap(p -> p.whole().stream().flatMap(template -> template.variables()
                .filter(v -> !v.has(Kind.HASH) && !v.has(Kind.SHARD))
                .filter(v -> p.entity().attributes().get(v.attribute()) != null
                        && Secrets.isSecret(p.entity().attributes().get(v.attribute())))
                .map(v -> found(
                        p.subject(),
                        p.keys() != null && p.keys().implied()
                                ? Marks.attribute(
                                        p.entity(), p.entity().attributes().get(v.attribute()))
                                : template.place(),
                        "the key of " + p.entity().name()
                                + (p.index() == null ? "" : " in " + p.index().name()) + " holds " + v.attribute()
                                + ", a secret in clear",
                        Repairs.hashed(compiled.design(), p.entity(), template, v)))));
    }
}
