package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Encryption with a key that is charged for. */
final class EncryptionCosts implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Every table is encrypted. With the default, a key that AWS owns, that is free; with aws-managed or a key \
                of your own each use of the key is a KMS request with its charge and its limit, in return for a log of \
                who used it. Keep it if the log is wanted, else write aws-owned.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    encryption: aws-managed
                    #           ^^^^^^^^^^^ encryption-costs: main pays KMS requests for its aws-managed key
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream()
                .filter(t -> "aws-managed".equals(t.encryption()))
                .map(t -> found(
                        t.id(),
                        t.node().placeOf("encryption"),
                        t.id() + " pays KMS requests for its aws-managed key, and the default key is free",
                        Help.edit(Edit.ofTable(t, "encryption", "aws-owned"))
                                .saying("unless the log of its use is wanted")));
    }
}
