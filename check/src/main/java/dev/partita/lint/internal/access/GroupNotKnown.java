package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.OwnerLink;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A pattern for members of a group that does not come to know of which group its items are. */
public final class GroupNotKnown implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        List<Finding> findings = new ArrayList<>();
        for (Pattern pattern : design.patterns().values()) {
            for (Design.Role role : scoped(uses, pattern)) {
                check(uses, pattern, pattern, role, false, findings);
            }
        }
        return findings.stream();
    }

    private static List<Design.Role> scoped(PatternUses uses, Pattern pattern) {
        if (uses.isOpen(pattern)) {
            return List.of();
        }
        return uses.allowed(pattern).stream()
                .map(uses.design().roles()::get)
                // The reader has said what a role lacks that does not say by which attribute.
                .filter(role -> role != null && role.isOfGroups() && role.groupAttribute() != null)
                .toList();
    }

    /** @param isReached whether its arguments come from what another pattern found */
    private void check(
            PatternUses uses,
            Pattern asked,
            Pattern pattern,
            Design.Role role,
            boolean isReached,
            List<Finding> findings) {
        Design design = uses.design();
        if (pattern.verb() == Verb.GATHER || pattern.verb() == Verb.TRANSACT) {
            Set<String> parts = new LinkedHashSet<>(pattern.entities());
            parts.stream()
                    .map(design.patterns()::get)
                    .filter(part -> part != null && part != asked && part.verb() != pattern.verb())
                    .forEach(part -> check(uses, asked, part, role, false, findings));
            return;
        }
        Entity entity = uses.entityOf(pattern);
        if (entity == null || design.entities().get(role.membership()) == null) {
            return;
        }
        OwnerLink tie = OwnerLink.ofGroup(design, pattern, role);
        boolean itemTells = pattern.verb().writes() ? tie.attribute() != null : tie.shown() != null;
        Entity fetched = pattern.fetch() == null ? null : design.entities().get(pattern.fetch());
        boolean isOfFetched = fetched != null && tie.attributeOf(fetched) != null;
        if (!itemTells && (isReached || isOfFetched || !tie.isArgument())) {
            findings.add(finding(uses, asked, pattern, isOfFetched ? fetched : entity, tie, role));
        }
        Pattern next = pattern.then() == null ? null : design.patterns().get(pattern.then());
        if (next != null && next != asked && scoped(uses, next).contains(role)) {
            check(uses, asked, next, role, true, findings);
        }
    }

    private Finding finding(
            PatternUses uses, Pattern asked, Pattern pattern, Entity entity, OwnerLink tie, Design.Role role) {
        Entity group = OwnerLink.groupEntity(uses.design(), role);
        String noun = group == null ? "group" : group.name();
        Attribute own = tie.attributeOf(entity);
        String what = asked == pattern
                ? pattern.name() + " is for " + role.name()
                : asked.name() + " is for " + role.name() + " and leads to " + pattern.name();
        return found(
                asked.name(),
                NamePlaces.option(uses.design(), asked, "allow"),
                own == null
                        ? what + ", and " + Nouns.a(entity.name()) + " does not say of which " + noun + " it is"
                        : what + ", and its answer does not say of which " + noun + " the items are",
                help(uses.design(), pattern, entity, own, role));
    }

    private static Help help(Design design, Pattern pattern, Entity entity, Attribute own, Design.Role role) {
        if (own == null) {
            return tied(design, pattern, entity, role)
                    .or("write `everywhere: true` in " + role.name()
                            + " if its members may reach the items of all groups");
        }
        List<String> returned = new ArrayList<>(pattern.returned());
        returned.add(own.name());
        return pattern.verb() == Verb.COUNT || pattern.returned().isEmpty()
                ? Help.words("ask `by: " + own.name() + "`")
                : Help.edit(Edit.ofPattern(pattern, "return", Edit.list(returned)));
    }

    /** An attribute that says of which group an item is: one that is meant so already, or a new one. */
    private static Help tied(Design design, Pattern pattern, Entity entity, Design.Role role) {
        Entity group = OwnerLink.groupEntity(design, role);
        if (pattern.verb() == Verb.COUNT) {
            return Help.words("give " + entity.name() + " an attribute that says of which "
                    + (group == null ? "group" : group.name()) + " it is, and ask by it");
        }
        String meant = group == null ? null : meant(entity, group);
        if (meant != null) {
            return Help.edit(Edit.ofAttribute(entity, meant, "references", group.name()));
        }
        Attribute inMembership =
                design.entities().get(role.membership()).attributes().get(role.groupAttribute());
        String type =
                inMembership != null && inMembership.type() instanceof Type.Simple simple ? simple.word() : "string";
        String attribute = "{ type: " + type + ", required: true, immutable: true"
                + (group == null ? "" : ", references: " + group.name()) + " }";
        return Help.edit(Edit.put(attribute, "entities", entity.name(), "attributes", role.groupAttribute()));
    }

    /** The attribute that is called after the group and does not say that it refers to it; null when there is none. */
    private static String meant(Entity entity, Entity group) {
        String name = group.name().toLowerCase(Locale.ROOT);
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.references() == null && attribute.type() instanceof Type.Simple)
                .map(Attribute::name)
                .filter(one -> Set.of(name, name + "id", name + "_id").contains(one.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }
}
