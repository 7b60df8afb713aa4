package dev.partita.plan.internal.write;

import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.value.RunContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** One run of a write: where it goes, at which moment, and how many requests it made. */
public final class WriteRun {

    private static final int ATTEMPTS = 64;
    private static final long FIRST_PAUSE_NANOS = 50_000;
    private static final long LONGEST_PAUSE_NANOS = 20_000_000;

    private final WriteModel model;
    private final Endpoint endpoint;
    private final RunContext surroundings;
    private final Instant now;
    private final WriteInput given;
    private final Set<Object> dropped = new HashSet<>();
    private int requests;

    public WriteRun(WriteModel model, Endpoint endpoint, WriteInput given, RunContext surroundings) {
        this.model = model;
        this.endpoint = endpoint;
        this.given = given;
        this.now = surroundings.now();
        // One moment for everything this write sets: created, updated, key and id agree.
        this.surroundings = new RunContext(
                Clock.fixed(now, ZoneOffset.UTC),
                surroundings.ids(),
                surroundings.environment(),
                surroundings.me(),
                surroundings.pause());
    }

    WriteModel model() {
        return model;
    }

    RunContext surroundings() {
        return surroundings;
    }

    Instant now() {
        return now;
    }

    int requests() {
        return requests;
    }

    /** What the caller believes is stored. */
    Expectations expectations(Codec codec) {
        return new Expectations(codec, given.expected(), given.read());
    }

    /** What has to be so of an item for it to be the caller's; null when that does not matter. */
    Ownership ownership(Pattern pattern, Codec codec) {
        List<OwnershipClaim> claims = given.claims().getOrDefault(pattern.name(), List.of()).stream()
                .filter(claim -> claim.entity().equals(codec.entity().name()))
                .toList();
        return claims.isEmpty() ? null : new Ownership(codec, claims);
    }

    /** How far the caller reaches what a put replaces; null when that does not matter. */
    ReplacementAccess reach(Pattern pattern) {
        return given.replaced().get(pattern.name());
    }

    /** Whether a put leaves what it replaces to its owner. */
    boolean isKeepingOwner(Pattern pattern) {
        return given.keepingOwner().contains(pattern.name());
    }

    /** The whole item's values once it is written: as answered, or read again when the caller wants them, or as far as known. */
    Map<String, Object> after(Codec codec, Item key, Answer answer, Map<String, Object> known) {
        Map<String, Object> told = told(codec, answer, null);
        if (told == null && given.whole()) {
            Item item = again(codec, key);
            told = item.isPresent() && item.count() > 0 ? codec.decode(item) : null;
        }
        return told == null ? known : told;
    }

    /** A caller must not take a failed read for a failed write. */
    private Item again(Codec codec, Item key) {
        try {
            return read(codec, key);
        } catch (EndpointException e) {
            throw new EndpointException(
                    e.code(),
                    "the " + codec.entity().name() + " was written, but could not be read again: " + e.getMessage(),
                    Item.NONE,
                    List.of());
        }
    }

    /** The item's values as the answer has them, or else what is known. */
    Map<String, Object> told(Codec codec, Answer answer, Map<String, Object> known) {
        Item item = answer.attributes();
        return item.isPresent() && item.count() > 0 ? codec.decode(item) : known;
    }

    /** Whether the caller wants whole items in the answer. */
    boolean isWhole() {
        return given.whole();
    }

    /** Whether the caller says what must be stored, so that there must be something. */
    boolean isComparing() {
        return !given.expected().isEmpty() || !given.read().isEmpty();
    }

    /** Whether a put has to find something to replace. */
    boolean isReplacing() {
        return given.replacing();
    }

    /** Whether a single write goes as a transaction, too. */
    boolean isOnce() {
        return given.once();
    }

    Answer call(Request request) {
        requests++;
        return endpoint.call(request);
    }

    String tableName(Table table) {
        return table.physicalName(surroundings.environment());
    }

    String tableName(Codec codec) {
        return tableName(codec.table());
    }

    /** Leaves out of the next try what turned out to have nothing to act on. */
    RuntimeException drop(Object part) {
        dropped.add(part);
        return new Guard.Stale();
    }

    boolean isDropped(Object part) {
        return dropped.contains(part);
    }

    /** The item as it is now; {@link Item#NONE} when there is none. */
    Item read(Codec codec, Item key) {
        return call(Request.GetItem.strong(tableName(codec), key)).item();
    }

    /** Runs the write, again when what it read has changed meanwhile. */
    public Written execute(WriteOperation.Prepared prepared) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                WriteDraft draft = new WriteDraft();
                prepared.draft(draft);
                return prepared.result(draft.send(this));
            } catch (Guard.Stale e) {
                pause(attempt);
            } catch (Guard.Unchanged e) {
                Written nothing = prepared.unchanged(e);
                if (nothing != null) {
                    return nothing;
                }
            }
        }
        throw new WriteRefused(
                WriteRefused.Rule.CONTENDED,
                prepared.subject(),
                "too many others write " + prepared.subject() + " at the same time; try again");
    }

    void pause(int attempt) {
        long longest = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(attempt, 20));
        // Writers that collided must not meet again at the same moment.
        surroundings.pause().of(Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest) + 1));
    }
}
