package dev.partita.lint.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A key part that may be empty text. */
public final class EmptyKeyPart implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design()).flatMap(use -> use.template()
                .variables()
                .filter(variable -> mayBeEmpty(use.attribute(variable)))
                .map(variable -> found(
                        use.subject(),
                        use.place(variable),
                        variable.attribute() + " may be empty, and " + use.words() + " is made of it",
                        help(use.entity(), use.attribute(variable)))));
    }

    private static boolean mayBeEmpty(Attribute attribute) {
        if (attribute == null || !"S".equals(attribute.type().tag())) {
            return false;
        }
        return attribute.minLength() != null && attribute.minLength() == 0 || "".equals(attribute.defaultValue());
    }

    private static Help help(Entity entity, Attribute attribute) {
        List<Edit> edits = new ArrayList<>();
        if ("".equals(attribute.defaultValue())) {
            edits.add(Edit.remove("entities", entity.name(), "attributes", attribute.name(), "default"));
        }
        if (attribute.minLength() == null || attribute.minLength() == 0) {
            String most = attribute.maxLength() == null ? "" : String.valueOf(attribute.maxLength());
            edits.add(Edit.ofAttribute(entity, attribute.name(), "length", "1.." + most));
        }
        return Help.edits(edits, null);
    }
}
