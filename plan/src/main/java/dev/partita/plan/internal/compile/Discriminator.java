package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.LockItem;
import dev.partita.plan.internal.key.Overlap;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.value.Presence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who else falls into a key range, and how the wanted items are told from them: by the type attribute, else by an attribute
 * only they have, else by the look of their keys once they are here.
 *
 * @param filter null when nobody else is there, or only keys tell
 * @param byKey whether the keys are looked at after reading
 * @param proof the sentence for the explanation
 */
record Discriminator(Filter filter, boolean byKey, String proof) {

    /** @param terms empty for everything there is */
    static Discriminator of(Design design, Target target, List<Entity> wanted, List<KeyTerm> terms) {
        List<KeySpaceMember> own = new ArrayList<>();
        List<KeySpaceMember> others = new ArrayList<>();
        for (KeySpaceMember inhabitant : KeySpaceMember.of(design, target)) {
            if (inhabitant.isEntity() && wanted.contains(inhabitant.entity())) {
                own.add(inhabitant);
            } else if (terms.stream().allMatch(term -> fallsInto(design, term, inhabitant))) {
                others.add(inhabitant);
            }
        }
        if (others.isEmpty()) {
            return new Discriminator(
                    null, false, terms.isEmpty() ? "nothing else is in " + target : "no other item has such keys");
        }
        Set<String> names = new LinkedHashSet<>();
        others.forEach(other -> names.add(other.name()));
        String there = String.join(", ", names) + (terms.isEmpty() ? " are there too" : " can have such keys too");
        Filter byType = byType(target.table(), target, wanted, others);
        if (byType != null) {
            return new Discriminator(
                    byType, false, there + "; their " + target.table().typeAttribute() + " is another");
        }
        String only = onlyAttribute(target, wanted, others);
        if (only != null) {
            return new Discriminator(new Filter.Has(only), false, there + "; they have no " + only);
        }
        for (KeySpaceMember other : others) {
            for (KeySpaceMember mine : own) {
                if (mayBeAlike(design, target, mine, other)) {
                    throw new KeyMatch.Refusal(
                            CompilerRule.NOT_TOLD_APART,
                            1,
                            other.name() + " can have the same keys, and nothing tells them from " + mine.name());
                }
            }
        }
        return new Discriminator(null, true, there + "; the look of their keys tells them apart after reading");
    }

    private static boolean fallsInto(Design design, KeyTerm term, KeySpaceMember inhabitant) {
        Template template = inhabitant.keys().get(term.key());
        if (template == null) {
            return true;
        }
        KeyShape there = KeyShape.of(design, inhabitant.entity(), term.key(), template);
        if (term instanceof KeyTerm.Equal equal) {
            return Overlap.mayEqual(KeyShape.of(design, equal.entity(), equal.key(), equal.template()), there);
        }
        if (term instanceof KeyTerm.Begins begins) {
            return Overlap.prefixCovers(first(design, term, begins.template(), begins.parts()), there);
        }
        if (term instanceof KeyTerm.Bounded bounded) {
            return Overlap.prefixCovers(first(design, term, bounded.template(), bounded.parts()), there);
        }
        if (term instanceof KeyTerm.Within within) {
            return Overlap.prefixCovers(first(design, term, within.template(), within.parts()), there);
        }
        return true;
    }

    private static KeyShape first(Design design, KeyTerm term, Template template, int parts) {
        KeyShape whole = KeyShape.of(design, term.entity(), term.key(), template);
        return whole.first(parts + whole.pieces().size() - template.parts().size());
    }

    private static Filter byType(Table table, Target target, List<Entity> wanted, List<KeySpaceMember> others) {
        String attribute = table.typeAttribute();
        if (attribute == null || !target.holds(attribute) || target.keyNames().contains(attribute)) {
            return null;
        }
        List<String> types = new ArrayList<>();
        for (Entity entity : wanted) {
            if (entity.type() == null) {
                return null;
            }
            types.add(entity.type());
        }
        boolean isShared = others.stream()
                .anyMatch(other ->
                        other.isEntity() && types.contains(other.entity().type()));
        return isShared ? null : new Filter.OfType(attribute, types);
    }

    /** An attribute that all wanted items have and none of the others. */
    private static String onlyAttribute(Target target, List<Entity> wanted, List<KeySpaceMember> others) {
        for (Attribute attribute : wanted.get(0).attributes().values()) {
            String stored = attribute.stored();
            if (attribute.isStored()
                    && !attribute.absentIsNull()
                    && target.holds(stored)
                    && !target.keyNames().contains(stored)
                    && wanted.stream().allMatch(entity -> hasAlways(entity, stored))
                    && others.stream().noneMatch(other -> mayHave(other, stored))) {
                return stored;
            }
        }
        return null;
    }

    private static boolean hasAlways(Entity entity, String stored) {
        Attribute attribute = entity.storedAs(stored);
        return attribute != null && !attribute.absentIsNull() && Presence.isAlwaysThere(entity, attribute.name());
    }

    private static boolean mayHave(KeySpaceMember other, String stored) {
        return other.isEntity() ? other.entity().storedAs(stored) != null : stored.equals(LockItem.HOLDER);
    }

    private static boolean mayBeAlike(Design design, Target target, KeySpaceMember mine, KeySpaceMember other) {
        return target.allKeyNames().stream().allMatch(name -> {
            Template one = template(mine, name);
            Template two = template(other, name);
            return one == null
                    || two == null
                    || Overlap.mayEqual(
                            KeyShape.of(design, mine.entity(), name, one),
                            KeyShape.of(design, other.entity(), name, two));
        });
    }

    private static Template template(KeySpaceMember inhabitant, String name) {
        Template template = inhabitant.keys().get(name);
        return template == null && inhabitant.isEntity()
                ? inhabitant.entity().key().get(name)
                : template;
    }
}
