package dev.partita.service;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.meter.PatternMeter;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.rest.AnswerShape;
import dev.partita.rest.Route;
import dev.partita.runtime.Database;
import java.util.List;

/** One route, with all that can be known of it before a request comes. */
final class RouteOperation {

    private final Route route;
    private final Pattern pattern;
    private final AnswerOut answer;
    private final PatternMeter meter;
    private final boolean writes;
    private final boolean paged;
    private final boolean lines;
    private final boolean immediate;
    private final boolean cached;
    private final boolean unlimited;
    private final String version;
    private final String made;
    private final String entity;

    RouteOperation(Route route, Database database, PatternMeter meter) {
        this.route = route;
        this.pattern = route.pattern();
        this.meter = meter;
        AnswerShape shape = AnswerShape.of(route.plan(), database.design());
        ReadPlan read = route.plan() instanceof ReadPlan plan ? plan : null;
        this.writes = read == null;
        this.answer = AnswerOut.of(pattern.name(), shape);
        this.paged = route.isPaged();
        this.lines = route.hasLines();
        this.immediate = read != null && isShort(read) && database.answersAtOnce(pattern.name());
        this.cached = pattern.cacheSeconds() != null;
        this.unlimited = read != null && isUnlimited(read);
        boolean isOfOne = pattern.verb() != Verb.TRANSACT && pattern.verb() != Verb.GATHER;
        Entity about =
                isOfOne ? database.design().entities().get(pattern.entities().get(0)) : null;
        this.entity = about == null ? null : about.name();
        this.version = about == null ? null : about.version();
        this.made = about == null ? null : made(about);
    }

    Route route() {
        return route;
    }

    Pattern pattern() {
        return pattern;
    }

    AnswerOut answer() {
        return answer;
    }

    PatternMeter meter() {
        return meter;
    }

    boolean writes() {
        return writes;
    }

    /** Whether it takes {@code limit} and {@code cursor}. */
    boolean isPaged() {
        return paged;
    }

    /** Whether its items can be had as lines. */
    boolean hasLines() {
        return lines;
    }

    /** Whether it is answered on the thread that asks, without waiting for anything. */
    boolean isImmediate() {
        return immediate;
    }

    boolean isCached() {
        return cached;
    }

    /** Whether it has no limit, so that it comes to the same whether items of others are left out before it or after. */
    boolean isUnlimited() {
        return unlimited;
    }

    /** The entity it is about; null when there are several, or patterns. */
    String entity() {
        return entity;
    }

    /** The attribute that counts the versions of what it is about; null when there is none. */
    String version() {
        return version;
    }

    /** The attribute that says when the item was made, to the millisecond or the second; null when there is none. */
    String made() {
        return made;
    }

    private static String made(Entity entity) {
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.set() == SetOn.ON_CREATE && attribute.isStored() && !attribute.hidden())
                .filter(attribute -> attribute.type() == Type.Simple.TIMESTAMP
                        || attribute.type() == Type.Simple.TIMESTAMP_MILLIS
                        || attribute.type() == Type.Simple.EPOCH_SECONDS
                        || attribute.type() == Type.Simple.EPOCH_MILLIS)
                .map(Attribute::name)
                .findFirst()
                .orElse(null);
    }

    /** Whether a write compares the version that it is given. */
    boolean comparesVersion() {
        return route.compares(version);
    }

    private static boolean isUnlimited(ReadPlan plan) {
        Verb verb = plan.pattern().verb();
        Step first = plan.steps().get(0);
        return verb == Verb.COUNT
                || verb == Verb.READ
                || verb == Verb.GET && first.isByKey() && plan.pattern().then() == null;
    }

    /** One item by its key, or one page of one partition: a request or two, whose size is known. */
    private static boolean isShort(ReadPlan plan) {
        List<Step> steps = plan.steps();
        Step first = steps.get(0);
        if (first instanceof Step.Get) {
            return steps.size() == 1;
        }
        if (first instanceof Step.Lock) {
            return steps.size() == 2;
        }
        return first instanceof Step.Query query
                && query.page() != null
                && query.page() <= ReadPlan.DEFAULT_PAGE
                && !query.countOnly()
                && query.spreads().isEmpty()
                // What is filtered may take many requests to fill a page.
                && query.shown().filters().isEmpty()
                && steps.stream().skip(1).noneMatch(step -> step instanceof Step.Then);
    }
}
