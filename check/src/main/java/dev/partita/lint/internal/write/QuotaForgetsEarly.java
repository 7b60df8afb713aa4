package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A counter item that expires within the period it counts, or while what it counted stays. */
public final class QuotaForgetsEarly implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.quotas().values().stream()
                .filter(q -> q.expirySeconds() != null && design.entities().get(q.counts()) != null)
                .flatMap(q -> Stream.ofNullable(why(design, q, design.entities().get(q.counts()))));
    }

    private Finding why(Design design, Quota quota, Entity counted) {
        String forgets = " and forgets after " + Figures.duration(quota.expirySeconds());
        Variable given = givenTime(design, quota);
        if (given != null) {
            return found(
                    quota,
                    quota.name() + " counts by " + given.attribute() + ", which callers give," + forgets,
                    Help.edit(Edit.remove("quotas", quota.name(), "expiry"))
                            .or("let the design set " + given.attribute()));
        }
        long period = period(quota) == 0 && isOfOwnDays(quota, counted) ? Volumes.DAY_SECONDS : period(quota);
        if (quota.expirySeconds() < period) {
            return found(
                    quota,
                    quota.name() + " counts for " + Figures.duration(period) + forgets,
                    Help.edit(Edit.put(Figures.duration(2 * period), "quotas", quota.name(), "expiry")));
        }
        if (period == 0 && !isGoneBy(design, counted, quota.expirySeconds())) {
            return found(
                    quota,
                    quota.name() + " counts for ever" + forgets + ", while the " + counted.name()
                            + " items that it counted stay",
                    Help.edit(Edit.remove("quotas", quota.name(), "expiry"))
                            .or("count for a span of time, such as createdAt:date"));
        }
        return null;
    }

    private Finding found(Quota quota, String message, Help help) {
        return found(quota.name(), quota.node().placeOf("expiry"), message, help);
    }

    /** What says for which span of time it counts, where callers choose that: they can name one far ahead. Else null. */
    static Variable givenTime(Design design, Quota quota) {
        Entity counted = design.entities().get(quota.counts());
        return quota.per().stream()
                .filter(variable -> counted != null && isGiven(design, counted, variable.attribute()))
                .findFirst()
                .orElse(null);
    }

    /** Whether a time is what callers say, or made of such a time. */
    private static boolean isGiven(Design design, Entity counted, String name) {
        Attribute attribute = counted.attributes().get(name);
        if (!TimeParts.isTime(attribute)) {
            return false;
        }
        if (attribute.derive() != null) {
            return attribute
                    .derive()
                    .variables()
                    .map(source -> counted.attributes().get(source.attribute()))
                    .anyMatch(source ->
                            source != null && source.derive() == null && isGiven(design, counted, source.name()));
        }
        PatternUses uses = new PatternUses(design);
        return uses.writesOf(counted)
                .anyMatch(pattern -> uses.entityOf(pattern) == counted
                        ? uses.chosenByCaller(pattern).contains(name)
                        : !attribute.isComputed());
    }

    /** Whether it counts by a day; callers do not give it. */
    private static boolean isOfOwnDays(Quota quota, Entity counted) {
        return quota.per().stream()
                .map(variable -> counted.attributes().get(variable.attribute()))
                .anyMatch(attribute -> attribute != null && attribute.type() == Type.Simple.DATE);
    }

    /** Whether the items that were counted live no longer than the counter does. */
    private static boolean isGoneBy(Design design, Entity counted, long seconds) {
        return counted.expiry() != null
                && counted.expiry().seconds() <= seconds
                && design.tableOf(counted) != null
                && design.tableOf(counted).expiry() != null
                && !isGiven(design, counted, counted.expiry().after());
    }

    /** The shortest period in {@code per}; 0 when it counts for ever. */
    public static long period(Quota quota) {
        long period = 0;
        for (Variable variable : quota.per()) {
            long seconds = variable.has(Kind.HOUR)
                    ? 3600
                    : variable.has(Kind.DATE)
                            ? Volumes.DAY_SECONDS
                            : variable.has(Kind.MONTH)
                                    ? 31 * Volumes.DAY_SECONDS
                                    : variable.has(Kind.YEAR) ? 366 * Volumes.DAY_SECONDS : 0;
            period = period == 0 ? seconds : seconds == 0 ? period : Math.min(period, seconds);
        }
        return period;
    }
}
