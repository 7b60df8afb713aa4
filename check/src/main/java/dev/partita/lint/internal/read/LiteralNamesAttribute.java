package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** A bare word in {@code set:} that is the name of another attribute. */
public final class LiteralNamesAttribute implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream().flatMap(pattern -> {
            Entity entity = pattern.entities().isEmpty()
                    ? null
                    : design.entities().get(pattern.entities().get(0));
            return entity == null
                    ? Stream.<Finding>empty()
                    : pattern.set().keySet().stream()
                            .map(name ->
                                    named(pattern, entity, entity.attributes().get(name)))
                            .filter(Objects::nonNull);
        });
    }

    private Finding named(Pattern pattern, Entity entity, Attribute attribute) {
        if (attribute == null
                || attribute.type() != Type.Simple.STRING
                || pattern.node() == null
                || !(pattern.node().get("set") instanceof Node.Mapping set)
                || !(set.get(attribute.name()) instanceof Node.Text text)
                || text.quoted()
                || text.value().equals("me")
                || !entity.attributes().containsKey(text.value())) {
            return null;
        }
        return found(
                pattern.name(),
                set.placeOfKey(attribute.name()),
                pattern.name() + " sets " + attribute.name() + " to the word `" + text.value()
                        + "`, not to what that attribute holds",
                Help.edit(Edit.put(Edit.quoted(text.value()), "patterns", pattern.name(), "set", attribute.name()))
                        .or("copy it with every write: `derive: \"{" + text.value() + "}\"` at " + attribute.name()));
    }
}
