package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Quota;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.write.QuotaForgetsEarly;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** An id that callers give again after its item is gone, and that meets what the old item left. */
public final class IdUsedAgain implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return Stream.of(counted(uses), wonBack(uses), histories(uses)).flatMap(found -> found);
    }

    private Stream<Finding> counted(PatternUses uses) {
        Design design = uses.design();
        Map<Attribute, Entity> kept = new LinkedHashMap<>();
        for (Quota quota : design.quotas().values()) {
            keep(design.entities().get(quota.counts()), quota.counterEntity(), kept);
        }
        for (Entity child : design.entities().values()) {
            child.attributes().values().stream()
                    .filter(attribute -> attribute.sequence() != null)
                    .forEach(attribute -> keep(child, attribute.sequence().entity(), kept));
        }
        List<Finding> findings = new ArrayList<>();
        kept.forEach((attribute, child) -> {
            Entity parent = design.entities().get(attribute.references());
            if (parent != null && isMadeAnew(uses, parent) && isDeleted(uses, parent)) {
                findings.add(found(
                        child.name() + "." + attribute.name(),
                        NamePlaces.option(child, attribute, "on-delete"),
                        Nouns.a(parent.name()) + " that is made anew under the same id counts from nothing, and its "
                                + child.name() + " items stayed",
                        "let the design make the ids of " + parent.name()
                                + " (`generate: ulid`), or say on-delete: refuse or cascade"));
            }
        });
        return findings.stream();
    }

    /** A limit for a span of time that begins anew, since what it counted went with its parent. */
    private Stream<Finding> wonBack(PatternUses uses) {
        Design design = uses.design();
        Map<Attribute, Entity> gone = new LinkedHashMap<>();
        for (Quota quota : design.quotas().values()) {
            Entity child = design.entities().get(quota.counts());
            if (child != null && quota.counterEntity() == null && QuotaForgetsEarly.period(quota) > 0) {
                quota.per().stream()
                        .map(variable -> child.attributes().get(variable.attribute()))
                        .filter(attribute -> attribute != null && attribute.onDelete() == OnDelete.CASCADE)
                        .forEach(attribute -> gone.put(attribute, child));
            }
        }
        List<Finding> findings = new ArrayList<>();
        gone.forEach((attribute, child) -> {
            Entity parent = design.entities().get(attribute.references());
            if (parent != null && isMadeAnew(uses, parent) && isDeleted(uses, parent)) {
                findings.add(found(
                        child.name() + "." + attribute.name(),
                        NamePlaces.option(child, attribute, "on-delete"),
                        Nouns.a(parent.name()) + " that is deleted and made anew under the same id wins back what was"
                                + " counted: its " + child.name() + " items went with it",
                        "say on-delete: keep, and let the " + child.name() + " items expire"));
            }
        });
        return findings.stream();
    }

    private static void keep(Entity child, String parent, Map<Attribute, Entity> kept) {
        if (child != null && parent != null) {
            child.attributes().values().stream()
                    .filter(attribute -> parent.equals(attribute.references()) && attribute.onDelete() == OnDelete.KEEP)
                    .forEach(attribute -> kept.put(attribute, child));
        }
    }

    private Stream<Finding> histories(PatternUses uses) {
        Design design = uses.design();
        return design.entities().values().stream()
                .filter(made -> made.from() != null)
                .flatMap(made -> {
                    Entity origin = design.entities().get(made.from().entity());
                    boolean isHistory = origin != null
                            && origin.version() != null
                            && made.keyAttributes().contains(origin.version());
                    boolean isLeft = isHistory
                            && (isDeleted(uses, origin) && made.expiry() == null
                                    || origin.expiry() != null && isLonger(made, origin));
                    return isLeft && isMadeAnew(uses, origin)
                            ? Stream.of(found(
                                    made.name(),
                                    NamePlaces.entity(design, made),
                                    Nouns.a(origin.name()) + " that is gone cannot be made anew under the same id: its "
                                            + made.name() + " items stay",
                                    "let the design make the ids of " + origin.name()
                                            + " (`generate: ulid`), or mark it as deleted (`soft-delete`)"))
                            : Stream.empty();
                });
    }

    private static boolean isLonger(Entity made, Entity origin) {
        return made.expiry() == null
                || made.expiry().seconds() > origin.expiry().seconds();
    }

    /** Whether callers say the whole key, so that they can say it again. */
    private static boolean isMadeAnew(PatternUses uses, Entity entity) {
        Set<String> key = entity.keyAttributes();
        boolean isGiven = key.stream()
                .map(entity.attributes()::get)
                .filter(Objects::nonNull)
                .allMatch(attribute ->
                        attribute.generate() == null && attribute.sequence() == null && attribute.set() == null);
        return isGiven && !key.isEmpty() && uses.writesOf(entity).anyMatch(Pattern::makes);
    }

    private static boolean isDeleted(PatternUses uses, Entity entity) {
        return uses.writesOf(entity)
                .anyMatch(pattern -> pattern.verb() == Verb.DELETE && (entity.softDelete() == null || pattern.hard()));
    }
}
