package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Numbered items, and nobody who gives out the next number. */
public final class CallerNumbersItems implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .map(entity -> found(design, entity))
                .filter(Objects::nonNull);
    }

    private Finding found(Design design, Entity entity) {
        Attribute number = number(design, entity);
        Pattern create = design.patterns().values().stream()
                .filter(p -> p.verb() == Verb.CREATE && p.entities().contains(entity.name()))
                .findFirst()
                .orElse(null);
        if (number == null || create == null) {
            return null;
        }
        return found(
                entity.name() + "." + number.name(),
                NamePlaces.attribute(entity, number),
                "whoever calls " + create.name() + " has to know the next " + number.name() + " of " + entity.name()
                        + ", and two callers take the same",
                help(design, entity, number));
    }

    /** A padded integer at the end of a sort key that nothing generates; null when there is none. */
    private static Attribute number(Design design, Entity entity) {
        var table = design.tableOf(entity);
        Template sort = table == null || table.sort() == null
                ? null
                : entity.key().get(table.sort().name());
        Variable last = sort == null ? null : sort.end();
        if (last == null) {
            return null;
        }
        Attribute attribute = entity.attributes().get(last.attribute());
        return attribute != null
                        && attribute.type() == Type.Simple.INTEGER
                        && last.has(Format.Kind.PAD)
                        && attribute.sequence() == null
                        && attribute.derive() == null
                        // An hour or a month is one of a few, and not the next of many.
                        && (attribute.min() == null
                                || attribute.max() == null
                                || attribute.max().subtract(attribute.min()).intValue() > 1000)
                ? attribute
                : null;
    }

    private static Help help(Design design, Entity entity, Attribute number) {
        var table = design.tableOf(entity);
        Template partition = entity.key().get(table.partition().name());
        Entity parent = design.entities().values().stream()
                .filter(other -> other != entity && design.tableOf(other) == table && other.from() == null)
                .filter(other -> partition != null
                        && other.key().get(table.partition().name()) != null
                        && other.key().get(table.partition().name()).text().equals(partition.text())
                        && other.key().get(table.sort().name()) != null
                        && other.key().get(table.sort().name()).isConstant())
                .findFirst()
                .orElse(null);
        if (parent == null) {
            return Help.words("give " + number.name() + " a sequence, with a counter of a parent item");
        }
        java.util.Set<String> taken = design.entities().values().stream()
                .flatMap(other -> other.attributes().values().stream())
                .filter(a -> a.sequence() != null && a.sequence().entity().equals(parent.name()))
                .map(a -> a.sequence().attribute())
                .collect(java.util.stream.Collectors.toSet());
        design.quotas().values().forEach(quota -> taken.add(quota.counterAttribute()));
        String counter = parent.attributes().values().stream()
                .filter(a -> a.type() == Type.Simple.INTEGER && a.readOnly() && a.defaultValue() != null)
                .map(Attribute::name)
                .filter(name -> !taken.contains(name))
                .findFirst()
                .orElse(null);
        List<Edit> edits = new java.util.ArrayList<>();
        if (counter == null) {
            counter = "last" + entity.name();
            edits.add(Edit.put(
                    "{ type: integer, default: 0, read-only: true }",
                    "entities",
                    parent.name(),
                    "attributes",
                    counter));
        }
        int digits = entity.key()
                .get(table.sort().name())
                .variables()
                .filter(v -> v.attribute().equals(number.name()))
                .flatMap(v -> v.formats().stream())
                .filter(f -> f.kind() == Format.Kind.PAD)
                .mapToInt(Format::number)
                .findFirst()
                .orElse(1);
        edits.add(Edit.ofAttribute(
                entity,
                number.name(),
                "generate",
                "{ sequence: " + parent.name() + "." + counter + ", max: " + "9".repeat(Math.min(digits, 18)) + " }"));
        return Help.edits(edits, null);
    }
}
