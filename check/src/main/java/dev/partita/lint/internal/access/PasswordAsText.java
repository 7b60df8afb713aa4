package dev.partita.lint.internal.access;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Type.Simple;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A password that is not of type password. */
public final class PasswordAsText implements Rule.Warning {

    private static final java.util.regex.Pattern PASSWORD =
            java.util.regex.Pattern.compile("(?i)(.*[a-z_])?(password|passwd|passphrase)([_A-Z]?hash)?");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.type() == Simple.STRING && a.isStored())
                .filter(a -> PASSWORD.matcher(a.name()).matches())
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        NamePlaces.attribute(entity, a),
                        a.name() + " of " + entity.name() + " is stored as it comes, unhashed",
                        Help.edit(
                                Edit.ofAttribute(entity, a.name(), "type", "password"),
                                Edit.ofAttribute(entity, a.name(), "hidden", "true")))));
    }
}
