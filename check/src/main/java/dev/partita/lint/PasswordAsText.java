package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.design.Type.Simple;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A password that is not of type password. */
final class PasswordAsText implements Rule {

    private static final java.util.regex.Pattern PASSWORD =
            java.util.regex.Pattern.compile("(?i)(.*[a-z_])?(password|passwd|passphrase)([_A-Z]?hash)?");

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Only the type password is hashed when it is written (bcrypt, with its cost) and compared in constant \
                time at login. A text attribute with that name is stored as it comes, and somebody will one day store \
                the password itself. Write type: password, hidden: true.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      password: { type: string, hidden: true }
                    # ^^^^^^^^ password-as-text: password of User is stored as it comes
                patterns:
                  user: { get: User, by: userId }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.type() == Simple.STRING && a.isStored())
                .filter(a -> PASSWORD.matcher(a.name()).matches())
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        Marks.attribute(entity, a),
                        a.name() + " of " + entity.name() + " is stored as it comes, unhashed",
                        Help.edit(
                                Edit.ofAttribute(entity, a.name(), "type", "password"),
                                Edit.ofAttribute(entity, a.name(), "hidden", "true")))));
    }
}
