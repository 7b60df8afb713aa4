package dev.partita.access;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.OwnNames;
import dev.partita.plan.internal.key.WhereCheck;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.run.Plans;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What the answer to a write shows: what this caller put there by it, and what they could read of the item. To write an item is no
 * way to read it. Threads may share it.
 *
 * <p>What the item says decides, as it is after the write. Where it does not say enough, a read does not count.
 */
final class ShownAfterWrite {

    /** Finds out about one read: what has to be so of an item, and whether its parents are reached. */
    interface Asking {
        /** @throws AccessDenied when the caller may not call it with these arguments */
        List<OwnershipClaim> claims(Caller caller, Permit read, Map<String, Object> arguments);

        boolean isReached(Caller caller, List<Permit.Gate> gates, Map<String, Object> values);
    }

    private static final Set<Verb> READS = EnumSet.of(Verb.GET, Verb.LIST, Verb.READ, Verb.SCAN, Verb.SEARCH);

    private final Plans plans;
    private final Function<Pattern, Permit> permits;
    private final Asking asking;
    private final Clock clock;
    private final Map<String, List<Permit>> reads = new ConcurrentHashMap<>();

    ShownAfterWrite(Plans plans, Function<Pattern, Permit> permits, Asking asking, Clock clock) {
        this.plans = plans;
        this.permits = permits;
        this.asking = asking;
        this.clock = clock;
    }

    /**
     * What a caller is shown of what one pattern did.
     *
     * @param claims what was so of the item for the caller to write it
     */
    Written of(
            Caller caller,
            Permit write,
            Map<String, Object> arguments,
            Collection<OwnershipClaim> claims,
            Written written) {
        Entity entity = plans.design().entities().get(written.entity());
        if (written.outcome() == Written.Outcome.CREATED || written.values().isEmpty()) {
            return written;
        }
        Set<String> shown = own(entity, write.pattern(), arguments, written.outcome());
        if (!shown.containsAll(written.values().keySet())) {
            Map<String, Object> known = known(entity, claims, written.values());
            for (Permit read : reads(entity)) {
                List<String> returned = read.pattern().returned();
                boolean isMore = returned.isEmpty() || !shown.containsAll(returned);
                if (isMore && isReadBy(caller, write, read, entity, known)) {
                    if (returned.isEmpty()) {
                        return written;
                    }
                    shown.addAll(returned);
                }
            }
        }
        Map<String, Object> values = new LinkedHashMap<>(written.values());
        values.keySet().retainAll(shown);
        return new Written(written.outcome(), written.entity(), values, written.parts(), written.requests());
    }

    /** What a caller knows of an item whatever they may read: how they named it, and what the write put there. */
    private static Set<String> own(
            Entity entity, Pattern pattern, Map<String, Object> arguments, Written.Outcome outcome) {
        Set<String> names = new LinkedHashSet<>(entity.keyAttributes());
        pattern.by().stream()
                .filter(variable -> variable.formats().isEmpty())
                .forEach(variable -> names.add(variable.attribute()));
        if (outcome == Written.Outcome.UNCHANGED) {
            // What is stored is not what was given.
            return names;
        }
        names.addAll(pattern.set().keySet());
        names.addAll(pattern.add().keySet());
        pattern.change().stream()
                .filter(name -> arguments.containsKey(Plans.newArgument(pattern, name)))
                .forEach(names::add);
        if (pattern.verb() == Verb.PUT) {
            names.addAll(arguments.keySet());
        }
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.set() == SetOn.ON_WRITE || attribute.name().equals(entity.version())) {
                names.add(attribute.name());
            }
        }
        return names;
    }

    /** What is known of an item: its values, and what had to be so for it to be written. */
    private static Map<String, Object> known(
            Entity entity, Collection<OwnershipClaim> claims, Map<String, Object> values) {
        Map<String, Object> known = new LinkedHashMap<>(values);
        for (OwnershipClaim claim : claims) {
            if (claim.entity().equals(entity.name()) && claim.anyOf().size() == 1) {
                OwnershipClaim.Belonging only = claim.anyOf().get(0);
                if (only.values().size() == 1) {
                    known.putIfAbsent(only.attribute(), only.values().iterator().next());
                }
            }
        }
        return known;
    }

    /** The patterns that show items of an entity, those that ask for the least first. */
    private List<Permit> reads(Entity entity) {
        return reads.computeIfAbsent(entity.name(), name -> {
            List<Permit> all = new ArrayList<>();
            for (Pattern pattern : plans.design().patterns().values()) {
                boolean isRead = READS.contains(pattern.verb())
                        && pattern.entities().contains(name)
                        && pattern.then() == null
                        && (pattern.fetch() == null || pattern.fetch().equals("whole"))
                        // What has a limit shows an item or not, as others go before it.
                        && pattern.max() == null
                        && pattern.pinned() == null;
                if (isRead) {
                    all.add(permits.apply(pattern));
                }
            }
            all.sort((one, other) -> Integer.compare(effort(one), effort(other)));
            return all;
        });
    }

    private static int effort(Permit read) {
        boolean isOpen = read.rules().stream().allMatch(rule -> rule.contains("anyone") || rule.contains("signed-in"));
        return (read.gates().isEmpty() ? 0 : 4)
                + (isOpen ? 0 : 2)
                + (read.pattern().returned().isEmpty() ? 0 : 1);
    }

    private boolean isReadBy(Caller caller, Permit write, Permit read, Entity entity, Map<String, Object> known) {
        Pattern pattern = read.pattern();
        Map<String, Object> arguments = arguments(pattern, entity, known);
        if (arguments == null
                || !WhereCheck.mayShow(plans.design().zone(), entity, pattern.where(), known, clock.instant())) {
            return false;
        }
        try {
            Codec codec = plans.codec(entity);
            for (OwnershipClaim claim : asking.claims(caller, read, arguments)) {
                List<OwnershipClaim.Belonging> anyOf =
                        claim.entity().equals(entity.name()) ? claim.anyOf() : read.same(claim.anyOf(), entity);
                if (!new OwnershipClaim(entity.name(), anyOf).holds(codec, known)) {
                    return false;
                }
            }
        } catch (AccessDenied e) {
            return false;
        }
        // What is read with an item is shown below it only; that the first is reached is asked for there.
        boolean isAlong = !pattern.entities().get(0).equals(entity.name());
        List<Permit.Gate> gates = isAlong ? read.gates() : read.gates(entity.name());
        return gates.isEmpty() || isPassed(write, gates) || !isAlong && asking.isReached(caller, gates, known);
    }

    /** Whether the write itself went through one of these gates. */
    private static boolean isPassed(Permit write, List<Permit.Gate> gates) {
        return !write.gates().isEmpty()
                && write.gates().stream().allMatch(passed -> gates.stream()
                        .anyMatch(gate ->
                                gate.through().gate().equals(passed.through().gate())
                                        && gate.through()
                                                .names()
                                                .equals(passed.through().names())
                                        && gate.through()
                                                .child()
                                                .equals(passed.through().child())));
    }

    /** What the caller would have to give to find the item by a pattern; null where it does not have that. */
    private Map<String, Object> arguments(Pattern pattern, Entity entity, Map<String, Object> known) {
        Map<String, String> names = OwnNames.of(plans.design(), pattern, entity);
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Argument argument : plans.plan(pattern.name()).arguments()) {
            if (argument.attribute() != null
                    && known.containsKey(argument.attribute().name())) {
                arguments.put(argument.name(), known.get(argument.attribute().name()));
            }
        }
        for (Template.Variable variable : pattern.by()) {
            Object value = known.get(names.get(variable.attribute()));
            if (value == null) {
                return null;
            }
            arguments.put(variable.attribute(), value);
        }
        return arguments;
    }
}
