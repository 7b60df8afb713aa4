package dev.partita.access;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.Result;
import dev.partita.plan.Visibility;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.run.Plans;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What of a result is for one caller, as it was decided. It belongs to one call. */
final class ResultFilter {

    private final Plans plans;
    private final Ancestors ancestors;
    private final Decision decision;
    /** The parents that were looked at, and whether the caller sees them. */
    private final Map<Map<String, Object>, Boolean> known = new LinkedHashMap<>();

    ResultFilter(Plans plans, Ancestors ancestors, Decision decision) {
        this.plans = plans;
        this.ancestors = ancestors;
        this.decision = decision;
    }

    /** The same while items are read. */
    Visibility sight(Permit permit) {
        return new Visibility() {
            @Override
            public List<Result.Found> of(List<Result.Found> found) {
                return judged(permit, new Result(found, found.size(), Map.of(), null, Map.of(), 0, 0))
                        .items();
            }

            @Override
            public Visibility part(String pattern) {
                return sight(permit.parts().get(pattern));
            }
        };
    }

    Result judged(Permit permit, Result result) {
        if (permit.pattern().verb() == Verb.GATHER) {
            Map<String, Result> parts = new LinkedHashMap<>();
            result.parts()
                    .forEach((name, part) ->
                            parts.put(name, judged(permit.parts().get(name), part)));
            return new Result(
                    result.items(),
                    result.count(),
                    result.counts(),
                    result.cursor(),
                    parts,
                    result.requests(),
                    result.units());
        }
        Result own = result;
        for (OwnershipClaim claim :
                decision.claims().getOrDefault(permit.pattern().name(), List.of())) {
            own = own.items().isEmpty() ? own : own(permit, claim, own);
        }
        Set<String> followed = decision.followed().getOrDefault(permit.pattern().name(), Set.of());
        if (!followed.isEmpty() && !own.items().isEmpty()) {
            own = seen(permit, followed, own);
        }
        for (Permit next : permit.parts().values()) {
            own = judged(next, own);
        }
        return own;
    }

    /** The items whose parents the caller gets to see; without its head, or what led to it, a {@code read} is nothing. */
    private Result seen(Permit permit, Set<String> followed, Result result) {
        String first = permit.pattern().entities().get(0);
        List<Result.Found> seen = result.items().stream()
                .filter(item -> !followed.contains(item.entity()) || isSeen(permit.gates(item.entity()), item))
                .toList();
        if (seen.size() == result.items().size()) {
            return result;
        }
        boolean isHeadless = (ReadPlan.hasHead(plans.design(), permit.pattern())
                        || permit.pattern().then() != null)
                && seen.stream().noneMatch(item -> item.entity().equals(first));
        return result.keeping(isHeadless ? List.of() : seen);
    }

    private boolean isSeen(List<Permit.Gate> gates, Result.Found item) {
        Map<String, Object> keys = new LinkedHashMap<>();
        gates.forEach(
                gate -> keys.put(gate.through().gate().name(), gate.through().key(item.values())));
        return known.computeIfAbsent(keys, key -> ancestors.isReached(decision.caller(), gates, item.values()));
    }

    /** What of a result is the caller's. */
    Result own(Permit permit, OwnershipClaim claim, Result result) {
        Codec codec = plans.codec(plans.design().entities().get(claim.entity()));
        List<Result.Found> heads = result.items().stream()
                .filter(item -> item.entity().equals(claim.entity()))
                .toList();
        List<Result.Found> ownHeads =
                heads.stream().filter(item -> claim.holds(codec, item.values())).toList();
        if (ownHeads.isEmpty() && (!heads.isEmpty() || permit.pattern().verb() != Verb.READ)) {
            return result.keeping(List.of());
        }
        List<Result.Found> own = result.items().stream()
                .filter(item -> item.entity().equals(claim.entity())
                        ? ownHeads.contains(item)
                        : isOwn(permit, claim, heads, item))
                .toList();
        return own.size() == result.items().size() ? result : result.keeping(own);
    }

    /** Whether what was read with an item is the caller's: by what it says itself, or else as that item is. */
    private boolean isOwn(Permit permit, OwnershipClaim claim, List<Result.Found> heads, Result.Found item) {
        Entity entity = plans.design().entities().get(item.entity());
        return claim.anyOf().stream().anyMatch(one -> {
            List<OwnershipClaim.Belonging> same = permit.same(List.of(one), entity);
            return same.isEmpty()
                    ? areAll(new OwnershipClaim(claim.entity(), List.of(one)), heads)
                            && permit.groups().values().stream()
                                    .allMatch(group -> isOfTheirGroup(permit, group, heads, item))
                    : new OwnershipClaim(item.entity(), same).holds(plans.codec(entity), item.values());
        });
    }

    /** Whether an item is of the group that the items are of with which it was read, or of none: to own those opens no other group. */
    private boolean isOfTheirGroup(Permit permit, ItemOwnership group, List<Result.Found> heads, Result.Found item) {
        Entity entity = plans.design().entities().get(item.entity());
        OwnershipClaim.Belonging own = group.belonging(entity, Set.of());
        if (own == null) {
            return true;
        }
        Object value = item.values().get(own.attribute());
        List<String> returned = permit.pattern().returned();
        boolean isShown = returned.isEmpty()
                ? !entity.attributes().get(own.attribute()).hidden()
                : returned.contains(own.attribute());
        if (value == null) {
            return isShown;
        }
        return heads.stream().allMatch(head -> {
            OwnershipClaim.Belonging theirs =
                    group.belonging(plans.design().entities().get(head.entity()), Set.of());
            return theirs != null && value.equals(head.values().get(theirs.attribute()));
        });
    }

    private boolean areAll(OwnershipClaim claim, List<Result.Found> heads) {
        Codec codec = plans.codec(plans.design().entities().get(claim.entity()));
        return !heads.isEmpty() && heads.stream().allMatch(head -> claim.holds(codec, head.values()));
    }
}
