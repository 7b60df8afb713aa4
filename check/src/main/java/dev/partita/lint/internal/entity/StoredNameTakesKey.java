package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An attribute stored where a key stands. */
public final class StoredNameTakesKey implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Stream<Finding> keys = KeyUse.of(design)
                .filter(use -> taken(use.entity(), use.key(), use.template()))
                .map(use -> finding(
                        design,
                        use.entity(),
                        use.entity().storedAs(use.key()),
                        "a key filled from " + Examples.quoted(use.template().text())));
        Stream<Finding> types = design.entities().values().stream()
                .filter(entity -> design.tableOf(entity) != null && entity.type() != null)
                .filter(entity -> design.tableOf(entity).typeAttribute() != null)
                .filter(entity -> entity.storedAs(design.tableOf(entity).typeAttribute()) != null)
                .map(entity -> finding(
                        design,
                        entity,
                        entity.storedAs(design.tableOf(entity).typeAttribute()),
                        "the type attribute of the table"));
        return Stream.concat(keys, types).distinct();
    }

    private static boolean taken(Entity entity, String key, Template template) {
        Attribute attribute = entity.storedAs(key);
        if (attribute == null) {
            return false;
        }
        boolean isItself = template.isLone()
                && template.variables()
                        .allMatch(variable -> variable.attribute().equals(attribute.name())
                                && variable.formats().isEmpty());
        // An attribute derived by the very template of the key holds the same text.
        boolean isSame = attribute.derive() != null && attribute.derive().text().equals(template.text());
        boolean isPrefixed =
                attribute.prefix() != null && template.text().equals(attribute.prefix() + "{" + attribute.name() + "}");
        return !isItself && !isSame && !isPrefixed;
    }

    private Finding finding(Design design, Entity entity, Attribute attribute, String what) {
        return found(
                entity.name() + "." + attribute.name(),
                NamePlaces.attribute(entity, attribute),
                attribute.name() + " is stored as " + attribute.stored() + ", which is " + what,
                Help.edit(Edit.ofAttribute(
                        entity, attribute.name(), "stored", Repairs.freeStored(design, entity, attribute))));
    }
}
