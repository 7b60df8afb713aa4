package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.OwnerLink;
import dev.partita.plan.internal.compile.Through;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A write that tells of an item whether it meets a condition, to people who may not read that item. */
public final class ConditionTellsStrangers implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(pattern -> uses.entityOf(pattern) != null)
                .flatMap(pattern -> pattern.requires().entrySet().stream()
                        .filter(required -> required.getValue() != null
                                && isTold(uses, pattern, required.getKey(), required.getValue()))
                        .limit(1)
                        .map(required -> found(
                                pattern.name(),
                                pattern.node().placeOf("requires"),
                                "whoever calls " + pattern.name() + " finds out of any " + required.getKey()
                                        + " whether `" + required.getValue().text()
                                        + "`, and may not read it",
                                help(uses, pattern, design.entities().get(required.getKey())))));
    }

    private static boolean isTold(PatternUses uses, Pattern pattern, String required, Where condition) {
        Design design = uses.design();
        Entity parent = design.entities().get(required);
        if (parent == null
                || Through.of(design, pattern).stream()
                        .anyMatch(through -> through.parent().equals(parent))) {
            return false;
        }
        Set<String> readers = new LinkedHashSet<>();
        uses.readsOf(parent)
                .filter(read -> read.verb() == Verb.GET || read.verb() == Verb.READ)
                .filter(read -> read.where() == null && uses.entityOf(read) == parent)
                .forEach(read -> readers.addAll(uses.allowed(read)));
        // What is shown of all for which it holds tells it of each of them.
        uses.readsOf(parent)
                .filter(read -> read.where() != null && uses.entityOf(read) == parent && read.verb() != Verb.COUNT)
                .filter(read -> read.where().text().equals(condition.text()))
                .flatMap(read -> uses.allowed(read).stream())
                .filter(word -> !uses.isOfItems(word))
                .forEach(readers::add);
        return uses.callers(pattern).stream().anyMatch(word -> !mayRead(uses, pattern, parent, word, readers));
    }

    private static boolean mayRead(PatternUses uses, Pattern pattern, Entity parent, String word, Set<String> readers) {
        if (readers.contains("anyone") || readers.contains("signed-in") && !word.equals("anyone")) {
            return true;
        }
        Entity entity = uses.entityOf(pattern);
        Design.Role role = uses.design().roles().get(word);
        if (word.equals("owner")) {
            Attribute owner =
                    entity.owner() == null ? null : entity.attributes().get(entity.owner());
            // What is required of the caller's own item is for the caller to know.
            return owner != null && parent.name().equals(owner.references());
        }
        if (role != null && role.isOfGroups()) {
            Attribute group = OwnerLink.group(uses.design(), entity, role);
            return group != null && parent.name().equals(group.references()) && readers.contains(word);
        }
        return readers.contains(word);
    }

    private static Help help(PatternUses uses, Pattern pattern, Entity parent) {
        Entity child = uses.entityOf(pattern);
        List<String> gates = uses.readsOf(parent)
                .filter(read -> read.verb() == Verb.GET && uses.entityOf(read) == parent)
                .map(Pattern::name)
                .filter(name -> Through.problem(uses.design(), pattern, new Through.Named(name, child)) == null)
                .toList();
        boolean isFree = pattern.through().isEmpty() && child.through().isEmpty();
        return gates.isEmpty() || !isFree
                ? Help.words("let whoever calls " + pattern.name() + " read the " + parent.name())
                : Help.edit(Edit.ofPattern(pattern, "through", gates.get(0)))
                        .or("let whoever calls " + pattern.name() + " read the " + parent.name());
    }
}
