package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Table;
import dev.partita.design.Template;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** Items that people may reach who may not reach what they belong to. */
final class ChildMoreOpenThanParent implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return design.patterns().values().stream()
                .filter(p -> uses.entityOf(p) != null && p.through().isEmpty())
                .filter(p -> uses.entityOf(p).through().isEmpty())
                .flatMap(p -> parents(design, uses.entityOf(p))
                        .filter(parent -> openness(uses, p, parent) > openness(uses, parent, isChange(uses, p)))
                        .filter(parent -> tellsOfParent(p, parent))
                        .limit(1)
                        .map(parent -> found(
                                p.name(),
                                Marks.pattern(design, p),
                                (uses.allowed(p).contains("anyone") ? "anyone" : "whoever is signed in") + " may call "
                                        + p.name() + (uses.isOpen(p) ? "" : " in their own name") + ", and fewer may "
                                        + (isChange(uses, p) ? "write" : "read")
                                        + " every " + parent.name() + " it belongs to",
                                help(uses, p, parent))));
    }

    /** The entity whose one item leads the partition of another's items. */
    private static Stream<Entity> parents(Design design, Entity child) {
        Table table = design.tableOf(child);
        Template partition = table == null || table.sort() == null
                ? null
                : child.key().get(table.partition().name());
        return design.entities().values().stream()
                .filter(other -> other != child && partition != null && design.tableOf(other) == table)
                .filter(other -> other.key().get(table.partition().name()) != null
                        && other.key().get(table.partition().name()).text().equals(partition.text())
                        && other.key().get(table.sort().name()) != null
                        && other.key().get(table.sort().name()).isConstant());
    }

    /** Whoever reads a post may write a comment on it, but has no business with those of others. */
    private static boolean isChange(Uses uses, Pattern pattern) {
        return pattern.verb().writes() && pattern.verb() != Verb.CREATE && uses.isOpen(pattern);
    }

    /** Whether it tells something of one parent: how many there are of something else does not. */
    private static boolean tellsOfParent(Pattern pattern, Entity parent) {
        return pattern.verb() != Verb.COUNT
                || pattern.by().isEmpty()
                || pattern.by().stream()
                        .anyMatch(v -> Uses.keyAttributes(parent).contains(v.attribute()));
    }

    private static int openness(Uses uses, Pattern pattern, Entity parent) {
        boolean isOfCaller =
                Uses.keyAttributes(parent).contains(uses.entityOf(pattern).owner());
        return uses.isForNewOwners(pattern) && !isOfCaller && pattern.requires().isEmpty()
                ? Math.max(1, openness(uses, pattern))
                : openness(uses, pattern);
    }

    private static int openness(Uses uses, Pattern pattern) {
        return uses.allowed(pattern).contains("anyone") ? 2 : uses.isOpen(pattern) ? 1 : 0;
    }

    /** How open the most open pattern of an entity is; wide open when there is none to compare with. */
    private static int openness(Uses uses, Entity entity, boolean writes) {
        return uses.design().patterns().values().stream()
                .filter(p -> p.verb().writes() == writes && uses.entitiesOf(p).anyMatch(e -> e == entity))
                .filter(p -> !uses.allowed(p).isEmpty() && p.verb() != Verb.CREATE)
                // A list or a search shows what it likes; and a condition keeps some from being shown.
                .filter(p -> writes || p.verb() == Verb.GET || p.verb() == Verb.READ)
                .mapToInt(p -> p.where() == null ? openness(uses, p) : 0)
                .max()
                .orElse(2);
    }

    private static Help help(Uses uses, Pattern pattern, Entity parent) {
        Pattern through = uses.readsOf(parent)
                .filter(p -> p.verb() == Verb.GET && uses.entityOf(p) == parent && p.pinned() == null)
                .findFirst()
                .orElse(null);
        List<String> fewer = through == null
                ? List.of()
                : uses.allowed(through).stream()
                        .filter(who ->
                                !who.equals("owner") || uses.entityOf(pattern).owner() != null)
                        .toList();
        Help help = through == null ? null : Help.edit(Edit.ofPattern(pattern, "through", through.name()));
        if (help == null || fewer.isEmpty()) {
            return help == null ? Help.words("allow fewer people") : help.or("allow fewer people");
        }
        return help.or(Edit.ofPattern(pattern, "allow", Repairs.names(fewer)));
    }
}
