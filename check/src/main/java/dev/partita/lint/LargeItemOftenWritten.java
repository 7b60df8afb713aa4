package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A large item that is changed often. */
final class LargeItemOftenWritten implements Rule {

    private static final long LARGE_BYTES = 4 * 1024;
    private static final double MANY_UNITS = 100_000;

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                An update pays for the whole item, not for what it changes: a write unit for each kilobyte of it, and \
                the same again for each index that holds it. By the stated size and rate this comes to many units a day \
                for small changes. Split what changes often into an item of its own under the same partition key, and \
                one query still reads both.""";
    }

    @Override
    public String bad() {
        return """
                design: game
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Player:
                    key: { pk: "PLAYER#{playerId}" }
                    attributes:
                      playerId: { type: ulid, generate: ulid }
                      world: { type: map }
                      lastSeen: { type: timestamp }
                    expect: { size: 20 KB }
                patterns:
                  seen: { update: Player, by: playerId, change: [lastSeen], expect: { per-day: 100000 } }
                # ^^^^ large-item-often-written: seen writes 20 KB each time
                """;
    }

    @Override
    public String mended() {
        return bad().replace("20 KB", "1 KB");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        Uses uses = new Uses(design);
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE && uses.entityOf(p) != null)
                .filter(p -> volumes.itemBytes(uses.entityOf(p)) > LARGE_BYTES)
                .filter(p -> Volumes.perDay(p).orElse(0) * Volumes.writeUnits(volumes.itemBytes(uses.entityOf(p)))
                        >= MANY_UNITS)
                .map(p -> {
                    long bytes = volumes.itemBytes(uses.entityOf(p));
                    return found(
                            p.name(),
                            Marks.pattern(design, p),
                            p.name() + " writes " + Figures.size(bytes) + " each time, "
                                    + Figures.number(
                                            Math.round(Volumes.perDay(p).getAsDouble() * Volumes.writeUnits(bytes)))
                                    + " units a day before the indexes",
                            "move " + String.join(", ", uses.changes(p))
                                    + " to an item of its own under the same partition key");
                });
    }
}
