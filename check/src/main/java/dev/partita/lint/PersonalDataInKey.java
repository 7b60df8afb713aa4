package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Template.Format.Kind;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Personal data in a key. */
final class PersonalDataInKey implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Keys show up where values do not: in logs, metrics, throttling reports, stream records and error \
                messages, and deleting an item does not take them out of there. A key also cannot be encrypted by the \
                client and still be found. Use an id, or a hash of the value, {email:lower:hash}, which is found just as \
                well but cannot be read back.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byEmail: { partition: emailKey, projection: all }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    byEmail: { emailKey: "EMAIL#{email}" }
                    #                    ^^^^^^^^^^^^^^^ personal-data-in-key: the key of User in byEmail holds email, personal data
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      email: { type: string, personal: true, normalise: [trim, lower] }
                patterns:
                  user: { list: User, by: email }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Partition.of(compiled.design()).flatMap(p -> p.whole().stream().flatMap(template -> template.variables()
                .filter(v -> !v.has(Kind.HASH) && !v.has(Kind.SHARD) && v.period() == null)
                .filter(v -> p.entity().attributes().get(v.attribute()) != null
                        && p.entity().attributes().get(v.attribute()).personal())
                .map(v -> found(
                        p.subject(),
                        p.keys() != null && p.keys().implied()
                                ? Marks.attribute(
                                        p.entity(), p.entity().attributes().get(v.attribute()))
                                : template.place(),
                        "the key of " + p.entity().name()
                                + (p.index() == null ? "" : " in " + p.index().name()) + " holds " + v.attribute()
                                + ", personal data in clear",
                        Repairs.hashed(compiled.design(), p.entity(), template, v)
                                .or("use an id")))));
    }
}
