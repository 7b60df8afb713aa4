package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Encryption with a key that is charged for. */
public final class EncryptionCosts implements Rule.Advice {

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
