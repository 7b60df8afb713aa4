package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.Design.Role;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.OwnerLink;
import dev.partita.plan.internal.compile.Through;
import dev.partita.plan.internal.write.WriteModel;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Items that people may reach who may not reach what they belong to. */
public final class ChildMoreOpenThanParent implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return Stream.concat(below(design, uses), across(design, uses));
    }

    /** What stands below a parent, in its partition. */
    private Stream<Finding> below(Design design, PatternUses uses) {
        return design.patterns().values().stream()
                .filter(p -> uses.entityOf(p) != null && p.through().isEmpty())
                .filter(p -> uses.entityOf(p).through().isEmpty())
                .flatMap(p -> parents(design, uses.entityOf(p))
                        .filter(parent -> openness(uses, p, parent) > openness(uses, parent, isChange(uses, p)))
                        .filter(parent -> tellsOfParent(p, parent))
                        .limit(1)
                        .map(parent -> found(
                                p.name(),
                                NamePlaces.pattern(design, p),
                                (uses.allowed(p).contains("anyone") ? "anyone" : "whoever is signed in") + " may call "
                                        + p.name() + (uses.isOpen(p) ? "" : " in their own name") + ", and fewer may "
                                        + (isChange(uses, p) ? "write" : "read")
                                        + " every " + parent.name() + " it belongs to",
                                help(uses, p, parent))));
    }

    /** What refers to an item of somebody else, or of another group than its own. */
    private Stream<Finding> across(Design design, PatternUses uses) {
        WriteModel model = new WriteModel(design);
        return uses.writes()
                .filter(p -> uses.entityOf(p) != null)
                .flatMap(p -> uses.entityOf(p).attributes().values().stream()
                        .filter(a -> uses.chosenByCaller(p).contains(a.name()) && binds(design, uses.entityOf(p), a))
                        .flatMap(a -> Stream.ofNullable(stranger(design, uses, model, p, a)))
                        .limit(1));
    }

    /** Whether the other item feels it: it has to be there, cannot be deleted, or has one less to give. */
    private static boolean binds(Design design, Entity child, Attribute reference) {
        return reference.references() != null
                && design.entities().containsKey(reference.references())
                && (reference.mustExist()
                        || reference.onDelete() == OnDelete.REFUSE
                        || design.quotas().values().stream()
                                .anyMatch(quota -> quota.counts().equals(child.name())
                                        && quota.per().stream()
                                                .anyMatch(per -> per.attribute().equals(reference.name()))));
    }

    private Finding stranger(Design design, PatternUses uses, WriteModel model, Pattern p, Attribute reference) {
        Entity child = uses.entityOf(p);
        Entity parent = design.entities().get(reference.references());
        boolean isFollowed = p.requires().containsKey(parent.name())
                || Through.of(design, p).stream().anyMatch(one -> one.parent() == parent)
                || isShownToAll(uses, parent);
        if (isFollowed) {
            return null;
        }
        Map<String, String> key = model.parentKey(child, parent);
        for (String word : uses.allowed(p)) {
            Role role = design.roles().get(word);
            boolean isOwner = word.equals("owner");
            if (!isOwner && (role == null || !uses.isOfItems(word))) {
                continue;
            }
            Attribute own = isOwner ? ownerOf(child) : OwnerLink.group(design, child, role);
            Attribute theirs = isOwner ? ownerOf(parent) : OwnerLink.group(design, parent, role);
            boolean isGroup = !isOwner && parent == OwnerLink.groupEntity(design, role);
            if (own == null || theirs == null || own == reference || isGroup) {
                continue;
            }
            if (key != null && own.name().equals(key.get(theirs.name()))) {
                // The key of the other item has it, so an item of another is not found.
                continue;
            }
            return found(
                    p.name(),
                    NamePlaces.pattern(design, p),
                    "whoever calls " + p.name() + " is the " + word + " by " + own.name() + ", and may name "
                            + Wording.one(parent.name()) + " of another " + theirs.name(),
                    across(uses, p, parent, own, theirs));
        }
        return null;
    }

    private static Attribute ownerOf(Entity entity) {
        return entity.owner() == null ? null : entity.attributes().get(entity.owner());
    }

    /** Whether nobody learns anything by naming it, since all may read it. */
    private static boolean isShownToAll(PatternUses uses, Entity entity) {
        return uses.readsOf(entity)
                .anyMatch(read -> read.verb() != Verb.COUNT && read.where() == null && uses.isOpen(read));
    }

    private static Help across(PatternUses uses, Pattern pattern, Entity parent, Attribute own, Attribute theirs) {
        Help following = uses.readsOf(parent)
                .filter(p -> p.verb() == Verb.GET && uses.entityOf(p) == parent && p.pinned() == null)
                .findFirst()
                .map(through -> Help.edit(Edit.ofPattern(pattern, "through", through.name())))
                .orElse(null);
        boolean isGiven = pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
        Edit same = Edit.ofPattern(
                pattern, "requires", "{ " + parent.name() + ": \"" + theirs.name() + " = :" + own.name() + "\" }");
        if (!isGiven
                || pattern.set().containsKey(own.name())
                || !pattern.requires().isEmpty()) {
            return following == null ? Help.words("ask for it with through:") : following;
        }
        return following == null ? Help.edit(same) : following.or(same);
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
    private static boolean isChange(PatternUses uses, Pattern pattern) {
        return pattern.verb().writes() && pattern.verb() != Verb.CREATE && uses.isOpen(pattern);
    }

    /** Whether it tells something of one parent: how many there are of something else does not. */
    private static boolean tellsOfParent(Pattern pattern, Entity parent) {
        return pattern.verb() != Verb.COUNT
                || pattern.by().isEmpty()
                || pattern.by().stream().anyMatch(v -> parent.keyAttributes().contains(v.attribute()));
    }

    private static int openness(PatternUses uses, Pattern pattern, Entity parent) {
        boolean isOfCaller =
                parent.keyAttributes().contains(uses.entityOf(pattern).owner());
        return uses.isForNewOwners(pattern) && !isOfCaller && pattern.requires().isEmpty()
                ? Math.max(1, openness(uses, pattern))
                : openness(uses, pattern);
    }

    private static int openness(PatternUses uses, Pattern pattern) {
        return uses.allowed(pattern).contains("anyone") ? 2 : uses.isOpen(pattern) ? 1 : 0;
    }

    /** How open the most open pattern of an entity is; wide open when there is none to compare with. */
    private static int openness(PatternUses uses, Entity entity, boolean writes) {
        return uses.design().patterns().values().stream()
                .filter(p -> p.verb().writes() == writes && uses.entitiesOf(p).anyMatch(e -> e == entity))
                .filter(p -> !uses.allowed(p).isEmpty() && p.verb() != Verb.CREATE)
                // A list or a search shows what it likes; and a condition keeps some from being shown.
                .filter(p -> writes || p.verb() == Verb.GET || p.verb() == Verb.READ)
                .mapToInt(p -> p.where() == null ? openness(uses, p) : 0)
                .max()
                .orElse(2);
    }

    private static Help help(PatternUses uses, Pattern pattern, Entity parent) {
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
