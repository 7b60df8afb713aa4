package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.request.Aliases;
import dev.partita.plan.internal.value.Storing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * That a write is only for those whose item it is: its owner, or the members of its group. It is a condition of the write itself,
 * so that nothing can change in between; for anybody else there is no such item.
 */
final class Ownership {

    /** One attribute by which an item can be somebody's. */
    private record Tie(Attribute attribute, Set<Object> values, boolean isInKey) {

        boolean holds(Map<String, Object> of) {
            Object value = of.get(attribute.name());
            return value != null && values.contains(value);
        }

        List<AttributeValue> stored() {
            return values.stream().map(value -> Storing.store(attribute, value)).toList();
        }

        boolean holds(Item item) {
            AttributeValue value = item.get(attribute.stored());
            return value != null && stored().contains(value);
        }

        String text(Aliases aliases) {
            List<AttributeValue> stored = stored();
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < stored.size(); i += Limits.EXPRESSION_IN_OPERANDS) {
                List<AttributeValue> some =
                        stored.subList(i, Math.min(stored.size(), i + Limits.EXPRESSION_IN_OPERANDS));
                String name = aliases.name(attribute.stored());
                texts.add(
                        some.size() == 1
                                ? name + " = " + aliases.value(some.get(0))
                                : some.stream()
                                        .map(aliases::value)
                                        .collect(Collectors.joining(", ", name + " IN (", ")")));
            }
            return String.join(" OR ", texts);
        }
    }

    /** As many as an expression of 4 KB surely has room for, beside whatever else it says. */
    private static final int MOST_VALUES = 200;

    private final Codec codec;
    private final Entity entity;
    /** Of each of these, one has to hold. */
    private final List<List<Tie>> claims;

    Ownership(Codec codec, List<OwnershipClaim> claims) {
        this.codec = codec;
        this.entity = codec.entity();
        this.claims = claims.stream()
                .map(claim -> claim.anyOf().stream().map(this::tie).toList())
                .toList();
    }

    private Tie tie(OwnershipClaim.Belonging belonging) {
        Attribute attribute = entity.attributes().get(belonging.attribute());
        boolean isInKey = attribute != null && isInKey(attribute);
        if (attribute == null || !attribute.isStored() && !isInKey) {
            throw new IllegalArgumentException(
                    entity.name() + " does not store " + belonging.attribute() + ", so nobody can own it by that");
        }
        return new Tie(attribute, OwnershipClaim.logical(codec, belonging), isInKey);
    }

    /** Whether the key says it: it holds the attribute as it is, not shortened and not in small letters. */
    private boolean isInKey(Attribute attribute) {
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .anyMatch(variable -> variable.attribute().equals(attribute.name())
                        && variable.formats().isEmpty());
    }

    /** Whether the key leaves open whose the item is. */
    boolean needsItem(Locator.Located located) {
        return claims.stream().anyMatch(claim -> !isSettled(claim, located.values()));
    }

    /** What is made must be the caller's own. */
    void require(Map<String, Object> values) {
        for (List<Tie> claim : claims) {
            if (claim.stream().noneMatch(tie -> tie.holds(values))) {
                Attribute first = claim.get(0).attribute();
                codec.require(List.of(new Violation(
                        entity.name(),
                        first.name(),
                        null,
                        "owner",
                        first.name().equals(entity.owner())
                                ? "must be who calls, and is somebody else"
                                : "must be one that the caller belongs to, and is another")));
            }
        }
    }

    /** Refuses by what is known without the item: its key. */
    void requireKey(Locator.Located located) {
        for (List<Tie> claim : claims) {
            if (!isSettled(claim, located.values()) && claim.stream().allMatch(Tie::isInKey)) {
                throw refusal().get();
            }
        }
    }

    /** Refuses by the item as it was read. */
    void requireItem(Item item, Supplier<WriteRefused> refusal) {
        Map<String, Object> values = codec.decode(item);
        for (List<Tie> claim : claims) {
            if (claim.stream().noneMatch(tie -> tie.holds(values))) {
                throw refusal.get();
            }
        }
    }

    /** What of the item tells whose it is. */
    Item told(Item item) {
        Map<String, AttributeValue> told = new LinkedHashMap<>();
        for (List<Tie> claim : claims) {
            for (Tie tie : claim) {
                AttributeValue value =
                        tie.isInKey() ? null : item.get(tie.attribute().stored());
                if (value != null) {
                    told.put(tie.attribute().stored(), value);
                }
            }
        }
        return Item.of(told);
    }

    void requireItem(Item item) {
        requireItem(item, refusal());
    }

    /** The item that is changed or deleted must be the caller's. */
    void guard(ItemDraft draft, WriteRun run, Locator.Located located) {
        requireKey(located);
        for (List<Tie> claim : claims) {
            if (!isSettled(claim, located.values())) {
                draft.guard(
                        isWide(claim)
                                ? asRead(claim, run.read(codec, located.key()), refusal())
                                : any(claim, refusal()));
            }
        }
    }

    /** What it becomes must be the caller's, too: nobody moves an item to where they could not have made it. */
    void guardChange(ItemDraft draft, WriteRun run, Locator.Located located, Edits edits) {
        Map<String, Set<String>> computed = Inputs.computed(entity);
        for (List<Tie> claim : claims) {
            List<Tie> kept = claim.stream()
                    .filter(tie -> !isChanged(tie, edits, computed))
                    .toList();
            boolean isTheirs = kept.size() == claim.size()
                    || isSettled(claim, located.values())
                    || claim.stream().anyMatch(tie -> tie.holds(edits.given()));
            if (!isTheirs) {
                if (kept.stream().allMatch(Tie::isInKey)) {
                    throw refusal().get();
                }
                draft.guard(
                        isWide(kept) ? asRead(kept, run.read(codec, located.key()), refusal()) : any(kept, refusal()));
            }
        }
    }

    private static boolean isChanged(Tie tie, Edits edits, Map<String, Set<String>> computed) {
        String name = tie.attribute().name();
        Set<String> changed = edits.names();
        return changed.contains(name)
                || computed.getOrDefault(name, Set.of()).stream().anyMatch(changed::contains);
    }

    /** The item that is replaced must be the caller's, if there is one. */
    void guardPut(ItemDraft draft, WriteRun run, Map<String, Object> values) {
        for (List<Tie> claim : claims) {
            if (isSettled(claim, values)) {
                continue;
            }
            Guard absent = new Guards(codec, run.now()).absent(taken(values));
            Item before = isWide(claim) ? run.read(codec, codec.key(values)) : Item.NONE;
            boolean isRead = before.isPresent() && before.count() > 0;
            if (isWide(claim) && !isRead) {
                draft.guard(new Guards(codec, run.now()).absent(Guard.Stale::new));
                continue;
            }
            Guard theirs = isRead ? asRead(claim, before, taken(values)) : any(claim, taken(values));
            draft.guard(new Guard(
                    aliases -> absent.text().apply(aliases) + " OR "
                            + theirs.text().apply(aliases),
                    true,
                    item -> absent.holds().test(item) || theirs.holds().test(item),
                    absent.refusal(),
                    false));
        }
    }

    /** The refusal of a put whose key another's item has. */
    Supplier<WriteRefused> taken(Map<String, Object> values) {
        return CreateWrite.exists(codec, values);
    }

    private static boolean isSettled(List<Tie> claim, Map<String, Object> key) {
        return claim.stream().anyMatch(tie -> tie.isInKey() && tie.holds(key));
    }

    /** Whether an expression would have no room for the values. */
    private static boolean isWide(List<Tie> claim) {
        return claim.stream().mapToInt(tie -> tie.values().size()).sum() > MOST_VALUES;
    }

    /** That the item is the caller's as it was read, and is so still. */
    private Guard asRead(List<Tie> claim, Item item, Supplier<WriteRefused> refusal) {
        Map<String, Object> values = codec.decode(item);
        Tie theirs = claim.stream().filter(tie -> tie.holds(values)).findFirst().orElseThrow(refusal);
        return Guards.unchanged(theirs.attribute().stored(), item);
    }

    /** One of those that the item itself tells. */
    private static Guard any(List<Tie> claim, Supplier<WriteRefused> refusal) {
        List<Tie> told = claim.stream().filter(tie -> !tie.isInKey()).toList();
        boolean isNobodys = told.stream().allMatch(tie -> tie.values().isEmpty());
        if (isNobodys) {
            throw refusal.get();
        }
        return new Guard(
                aliases -> told.stream()
                        .filter(tie -> !tie.values().isEmpty())
                        .map(tie -> tie.text(aliases))
                        .collect(Collectors.joining(" OR ")),
                told.size() > 1 || told.get(0).values().size() > Limits.EXPRESSION_IN_OPERANDS,
                item -> told.stream().anyMatch(tie -> tie.holds(item)),
                refusal);
    }

    private Supplier<WriteRefused> refusal() {
        return Guards.refusal(Rule.NOT_FOUND, entity.name(), "there is no such " + entity.name());
    }
}
