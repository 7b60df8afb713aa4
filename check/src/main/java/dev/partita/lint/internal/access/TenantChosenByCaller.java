package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Through;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A pattern by which whoever is signed in reads or writes the items of any tenant. */
public final class TenantChosenByCaller implements Rule.Warning {

    private static final Set<String> TENANTS =
            Set.of("tenant", "organization", "organisation", "org", "workspace", "company", "team");

    private static final int MOST_GATES = 8;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.patterns().values().stream()
                .filter(p -> uses.entityOf(p) != null && !uses.allowed(p).contains("anyone"))
                .filter(p -> uses.allowed(p).contains("signed-in") || uses.isForNewOwners(p) && !hasOwnCondition(p))
                .flatMap(p -> chosen(design, uses, p)
                        .limit(1)
                        .filter(name -> !isLedThere(uses, p, MOST_GATES))
                        .map(name -> found(
                                p.name(),
                                NamePlaces.option(design, p, "allow"),
                                "whoever is signed in chooses " + name + " in " + p.name()
                                        + ", whether they belong there or not",
                                "write `allow:` with a role by `membership:`, which counts in its own group only")));
    }

    /** Whether the items follow a parent that not everybody gets who is signed in: whoever chooses a tenant must get that, too. */
    private static boolean isLedThere(PatternUses uses, Pattern pattern, int depth) {
        List<Through> gates = Through.of(uses.design(), pattern).stream()
                .filter(through -> through.child() == uses.entityOf(pattern))
                .toList();
        return depth > 0
                && !gates.isEmpty()
                && gates.stream()
                        .map(Through::gate)
                        .allMatch(gate -> !uses.isOpen(gate) || isLedThere(uses, gate, depth - 1));
    }

    /** Whether it asks the tenant, or another item, whether it may be written there. */
    private static boolean hasOwnCondition(Pattern pattern) {
        return !pattern.requires().isEmpty();
    }

    /** The attributes by which a caller says of which tenant an item is. */
    private static Stream<String> chosen(Design design, PatternUses uses, Pattern pattern) {
        Entity entity = uses.entityOf(pattern);
        Set<String> given = new LinkedHashSet<>();
        pattern.by().forEach(variable -> given.add(variable.attribute()));
        if (pattern.makes()) {
            given.addAll(uses.chosenByCaller(pattern));
        }
        return given.stream()
                .map(entity.attributes()::get)
                .filter(attribute -> attribute != null && isOfTenant(design, entity, attribute))
                // Where the tenant is the caller, they are the only one they can choose.
                .filter(attribute -> uses.isOpen(pattern) || !attribute.name().equals(entity.owner()))
                .map(Attribute::name);
    }

    private static boolean isOfTenant(Design design, Entity entity, Attribute attribute) {
        boolean isGroup = design.roles().values().stream()
                .filter(Design.Role::isOfGroups)
                .anyMatch(role ->
                        attribute.equals(dev.partita.plan.internal.compile.OwnerLink.group(design, entity, role)));
        // Everybody may have to see what a tenant is; what it has is its own.
        boolean isTenantItself = attribute.references() == null && isTenant(entity.name());
        List<String> words = Wording.words(attribute.references() == null ? attribute.name() : attribute.references());
        return !isTenantItself && (isGroup || isTenant(String.join(" ", words)));
    }

    private static boolean isTenant(String name) {
        List<String> words = Wording.words(name.replace(" ", "_"));
        String last = words.get(words.size() - 1);
        boolean isId = words.size() == 2 && last.equals("id");
        return TENANTS.contains(words.get(0)) && (words.size() == 1 || isId);
    }
}
