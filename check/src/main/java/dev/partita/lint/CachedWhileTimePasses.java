package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** An answer that is kept, though it changes as time passes. */
final class CachedWhileTimePasses implements Rule {

    /** Nobody who asks for a cache minds so much. */
    private static final long SECONDS = 60;

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                The pattern compares with `now`, so its answer changes without any write, and only a write drops an \
                answer from the cache: an event that began an hour ago is still listed as one to come. Keep the answer \
                for a minute at most, or not at all.""";
    }

    @Override
    public String bad() {
        return """
                design: events
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Event:
                    key: { pk: "CITY#{city}", sk: "{startsAt}#{eventId}" }
                    attributes:
                      city: { type: string }
                      startsAt: { type: timestamp }
                      eventId: { type: ulid, generate: ulid }
                patterns:
                  upcoming: { list: Event, by: city, where: startsAt > now, cache: 10 minutes }
                  #                                                                ^^^^^^^^^^ cached-while-time-passes: upcoming compares with the moment, and its answer
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Uses uses = new Uses(compiled.design());
        return uses.reads()
                .filter(p -> p.cacheSeconds() != null && p.cacheSeconds() > SECONDS)
                .filter(p -> asksForMoment(uses, p))
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("cache"),
                        p.name() + " compares with the moment, and its answer may be "
                                + Figures.duration(p.cacheSeconds()) + " old",
                        Help.edit(Edit.ofPattern(p, "cache", "1 minute"))
                                .or(Edit.remove("patterns", p.name(), "cache"))));
    }

    /** Whether it, or one of the patterns it puts together, speaks of {@code now}. */
    private static boolean asksForMoment(Uses uses, Pattern p) {
        Stream<Pattern> parts = uses.entityOf(p) == null
                ? p.entities().stream().map(uses.design().patterns()::get).filter(part -> part != null && part != p)
                : Stream.empty();
        return Conditions.asksForMoment(p.where())
                || p.pinned() != null && Conditions.asksForMoment(p.pinned().filter())
                || parts.anyMatch(part -> asksForMoment(uses, part));
    }
}
