package dev.partita.cache;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.Result;
import dev.partita.plan.run.Plans;
import java.time.Instant;

/** How long answers may be kept: as long as the design says, and never beyond the time of an item in them. */
final class Lifetimes {

    private final Plans plans;

    Lifetimes(Plans plans) {
        this.plans = plans;
    }

    /** Until when an answer may be given out; null when it does not tell how long its items live. */
    Instant until(String pattern, Result answer, Instant began) {
        Pattern asked = plans.design().patterns().get(pattern);
        Instant until = began.plusSeconds(asked.cacheSeconds());
        return earliest(answer, asked, until);
    }

    /** Whether the pattern asks a search index, which is as late as any. */
    boolean isSearched(String pattern) {
        Pattern asked = plans.design().patterns().get(pattern);
        return asked != null
                && (asked.verb() == Verb.SEARCH
                        || asked.then() != null && isSearched(asked.then())
                        || asked.verb() == Verb.GATHER
                                && asked.entities().stream().anyMatch(this::isSearched));
    }

    private Instant earliest(Result answer, Pattern asked, Instant longest) {
        Instant until = longest;
        for (Result.Found item : answer.items()) {
            Entity entity = plans.design().entities().get(item.entity());
            if (entity.expiry() == null || plans.design().tableOf(entity).expiry() == null) {
                continue;
            }
            Long expiresAt = plans.codec(entity).expiresAt(item.values());
            if (expiresAt == null && !shows(asked, entity)) {
                return null;
            }
            if (expiresAt != null && Instant.ofEpochSecond(expiresAt).isBefore(until)) {
                until = Instant.ofEpochSecond(expiresAt);
            }
        }
        for (Result part : answer.parts().values()) {
            until = earliest(part, asked, until);
            if (until == null) {
                return null;
            }
        }
        return until;
    }

    /** Whether an item without the attribute its expiry is counted from really has none. */
    private static boolean shows(Pattern asked, Entity entity) {
        Attribute after = entity.attributes().get(entity.expiry().after());
        return asked.returned().isEmpty()
                && asked.then() == null
                && asked.verb() != Verb.GATHER
                && after != null
                && !after.hidden();
    }
}
