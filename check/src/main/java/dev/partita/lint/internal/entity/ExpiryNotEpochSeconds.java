package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Type.Simple;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An expiry attribute that DynamoDB cannot read. */
public final class ExpiryNotEpochSeconds implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(e -> design.tableOf(e) != null && design.tableOf(e).expiry() != null)
                .flatMap(e -> Stream.ofNullable(e.storedAs(design.tableOf(e).expiry()))
                        .filter(a -> a.type() != Simple.EPOCH_SECONDS)
                        .map(a -> found(
                                e.name() + "." + a.name(),
                                NamePlaces.attribute(e, a),
                                a.name() + " of " + e.name() + " is "
                                        + Nouns.a(a.type().word()) + ", and "
                                        + design.tableOf(e).expiry()
                                        + " must be a number of seconds, or nothing expires",
                                Help.edit(Edit.ofAttribute(e, a.name(), "type", "epoch-seconds")))));
    }
}
