package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Type;
import dev.partita.plan.Compiled;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A stored name that everybody reads as something else. */
final class MisleadingStoredName implements Rule {

    private static final Set<String> IDENTITY = Set.of("id", "_id", "uuid", "key", "pk", "sk");

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Whoever looks at the items, an export or a stream sees stored names only. A flag stored as `id` will be \
                taken for the identity of the item, by people and by tools that look for an id. Another short name \
                costs the same.""";
    }

    @Override
    public String bad() {
        return """
                design: problems
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Problem:
                    key: { pk: "PROB#{problemId}", sk: META }
                    attributes:
                      problemId: { type: string, store: false }
                      isDeleted: { type: flag, stored: id }
                      #                                ^^ misleading-stored-name: isDeleted of Problem is stored as `id`
                patterns:
                  problem: { get: Problem, by: problemId }
                """;
    }

    @Override
    public String good() {
        return bad().replace("stored: id", "stored: del");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(MisleadingStoredName::misleads)
                .map(attribute -> found(
                        entity.name() + "." + attribute.name(),
                        Marks.option(entity, attribute, "stored"),
                        attribute.name() + " of " + entity.name() + " is stored as `" + attribute.stored()
                                + "`, which reads as the identity of the item",
                        "store it under another name")));
    }

    private static boolean misleads(Attribute attribute) {
        return attribute.isStored()
                && !attribute.stored().equals(attribute.name())
                && IDENTITY.contains(attribute.stored().toLowerCase(Locale.ROOT))
                && isNoIdentity(attribute.type());
    }

    private static boolean isNoIdentity(Type type) {
        return type == Type.Simple.FLAG
                || type == Type.Simple.BOOLEAN
                || type == Type.Simple.DECIMAL
                || type instanceof Type.Simple simple && simple.isTime()
                || type instanceof Type.Enumeration
                || type instanceof Type.ListOf
                || type instanceof Type.MapOf;
    }
}
