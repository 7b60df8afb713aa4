package dev.partita.lint.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A key that is neither text nor a number nor binary. */
public final class KeyOfWrongType implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design()).flatMap(use -> use.template()
                .variables()
                .filter(variable -> use.attribute(variable) != null)
                .filter(variable -> !canBeKey(use, use.attribute(variable)))
                .map(variable -> found(
                        use.subject(),
                        use.place(variable),
                        variable.attribute() + " is "
                                + Nouns.a(use.attribute(variable).type().word()) + ", and " + use.words()
                                + " is a key: text, a number or binary",
                        cure(use.entity(), use.attribute(variable)))));
    }

    private static boolean canBeKey(KeyUse use, Attribute attribute) {
        Type type = attribute.type();
        if (type == Type.Simple.BOOLEAN) {
            return !use.template().isLone();
        }
        return type instanceof Type.Simple || type instanceof Type.Enumeration;
    }

    private static Help cure(Entity entity, Attribute attribute) {
        return attribute.type() == Type.Simple.BOOLEAN
                ? Help.edit(Edit.ofAttribute(entity, attribute.name(), "type", "flag"))
                        .saying("which is a Number, 1 or 0")
                : Help.words("make an entity of its elements, with from: and each:");
    }
}
