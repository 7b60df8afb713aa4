package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One item for each element of a list, with nothing that keeps the two together. */
public final class FanOutByHand implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(child -> child.from() == null)
                .flatMap(child -> design.entities().values().stream()
                        .filter(parent -> parent != child && sharesPartition(design, parent, child))
                        .flatMap(parent -> found(design, parent, child)));
    }

    private Stream<Finding> found(Design design, Entity parent, Entity child) {
        return child.keyAttributes().stream()
                .map(name -> Map.entry(name, listOf(parent, child.attributes().get(name))))
                .filter(entry -> !entry.getValue().isEmpty())
                .map(entry -> found(
                        child.name(),
                        NamePlaces.entity(design, child),
                        child.name() + " has an item for each " + entry.getKey() + " of the " + entry.getValue()
                                + " of " + parent.name() + ", and nothing keeps them together",
                        help(design, parent, child, entry.getValue(), entry.getKey())));
    }

    /** The parent's list with the plural of the attribute's name and its type; empty when there is none. */
    private static String listOf(Entity parent, Attribute element) {
        Attribute list = element == null ? null : parent.attributes().get(element.name() + "s");
        return list != null
                        && list.type().isListOrSet()
                        && element.type().equals(list.type().element())
                ? list.name()
                : "";
    }

    /** Whether the partition key of both begins with the same text and has one variable. */
    private static boolean sharesPartition(Design design, Entity parent, Entity child) {
        if (design.tableOf(parent) == null || design.tableOf(parent) != design.tableOf(child)) {
            return false;
        }
        String partition = design.tableOf(parent).partition().name();
        Template one = parent.key().get(partition);
        Template other = child.key().get(partition);
        return one != null && other != null && shape(one).equals(shape(other));
    }

    private static String shape(Template template) {
        return Examples.filled(template, "{}");
    }

    private static Help help(Design design, Entity parent, Entity child, String list, String element) {
        List<Pattern> writes = design.patterns().values().stream()
                .filter(p -> p.verb().writes()
                        && (p.entities().contains(child.name()) || child.name().equals(p.with())))
                .toList();
        boolean isPart = writes.stream()
                .anyMatch(p -> child.name().equals(p.with())
                        || design.patterns().values().stream()
                                .anyMatch(t -> t.verb() == Pattern.Verb.TRANSACT
                                        && t.entities().contains(p.name())));
        boolean isCopy = child.attributes().values().stream()
                        .allMatch(a -> a.name().equals(element)
                                || a.isComputed()
                                || parent.attributes().containsKey(a.name()))
                && child.keyAttributes().containsAll(parent.keyAttributes());
        if (isPart || !isCopy) {
            return Help.words("let it be made from " + parent.name() + " by from:, for each of its " + list);
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.ofEntity(
                child, "from", "{ entity: " + parent.name() + ", each: " + list + ", as: " + element + " }"));
        writes.forEach(p -> edits.add(Edit.remove("patterns", p.name())));
        if (parent.attributes().get(list).maxItems() == null) {
            edits.add(Edit.ofAttribute(parent, list, "max-items", "49"));
        }
        return Help.edits(edits, null);
    }
}
