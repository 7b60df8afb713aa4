package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Template.Format.Kind;
import dev.partita.design.Template.Variable;
import dev.partita.design.Type;
import dev.partita.plan.Compiled;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A key part whose spelling people vary. */
final class UnnormalisedKeyPart implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                `Ann@example.com` and `ann@example.com` are one address and two keys: the account is not found, or \
                exists twice. The same goes for domains, URLs and tags. State how the value is written with \
                `normalise:`, or use `:lower` in the key.""";
    }

    @Override
    public String bad() {
        return """
                design: accounts
                tables:
                  main: { key: { partition: pk } }
                entities:
                  User:
                    key: { pk: "EMAIL#{email}" }
                    #                  ^^^^^ unnormalised-key-part: email can be spelled
                    attributes:
                      email: { type: string, length: 3..254 }
                patterns:
                  user: { get: User, by: email }
                """;
    }

    @Override
    public String good() {
        return bad().replace("length: 3..254", "length: 3..254, normalise: [trim, lower]");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Set<Attribute> seen = new HashSet<>();
        return KeyUse.of(compiled.design()).flatMap(use -> use.template()
                .variables()
                .filter(variable -> varies(use.entity(), use.attribute(variable)))
                .filter(variable -> !variable.has(Kind.LOWER) && !variable.has(Kind.UPPER))
                .filter(variable -> seen.add(use.attribute(variable)))
                .map(variable -> found(
                        use.entity().name() + "." + variable.attribute(),
                        use.place(variable),
                        variable.attribute() + " can be spelled in several ways, and each makes another " + use.words(),
                        "give " + variable.attribute() + " a normalise:, such as " + cure(variable))));
    }

    private static final java.util.regex.Pattern SPELLED_FREELY = java.util.regex.Pattern.compile(
            "e?mail|.*(e_?mail|E-?[mM]ail|Mail)|(.*_)?(domain|host|hostname|url|uri|tag|username)|.*(Domain|Host|Hostname|Url|Uri|Tag|UserName|Username)");

    private static boolean varies(Entity entity, Attribute attribute) {
        return attribute != null
                && attribute.type() == Type.Simple.STRING
                && attribute.normalise().isEmpty()
                && attribute.pattern() == null
                && attribute.references() == null
                && attribute.derive() == null
                // What is made from another entity's values is written as that entity has it.
                && (entity.from() == null
                        || !attribute.name().equals(entity.from().as()))
                && SPELLED_FREELY.matcher(attribute.name()).matches();
    }

    private static String cure(Variable variable) {
        String name = variable.attribute().toLowerCase(Locale.ROOT);
        return name.endsWith("url") || name.endsWith("uri")
                ? "[url]"
                : name.endsWith("domain") || name.endsWith("host") ? "[domain]" : "[trim, lower]";
    }
}
