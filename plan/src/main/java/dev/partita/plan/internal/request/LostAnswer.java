package dev.partita.plan.internal.request;

import dev.partita.expression.Condition;
import dev.partita.expression.ExpressionKind;
import dev.partita.expression.Parser;
import dev.partita.expression.Placeholders;
import dev.partita.expression.Update;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What became of a single write whose answer was lost, judged by the item as it is now.
 *
 * <p>A write is our own when the item is just what the write leaves behind. Where it is not, the same write may be sent once more
 * if doing it twice is the same as doing it once and its condition holds. Everything else cannot be told.
 */
public final class LostAnswer {

    public enum Verdict {
        /** The item is what the write leaves behind. */
        DONE,
        /** It may be sent again: it was not done, or doing it again makes no difference. */
        AGAIN,
        /** Another's write is there in its place: it was refused. */
        REFUSED,
        UNKNOWN
    }

    private final Request.Action sent;
    private final String version;
    private final AttributeValue checked;
    private final boolean isFresh;

    /**
     * @param version the attribute that every write counts up, or null
     * @param checked the version that the write asked for, or null
     * @param isFresh whether the key was made for this write, so that nobody else can have it
     */
    public LostAnswer(Request.Action sent, String version, AttributeValue checked, boolean isFresh) {
        this.sent = sent;
        this.version = version;
        this.checked = checked;
        this.isFresh = isFresh;
    }

    /** @param wasSeen whether the item was there when it was read last, before the write */
    public Verdict verdict(Item found, boolean wasSeen) {
        boolean isThere = found.isPresent() && found.count() > 0;
        if (sent instanceof Request.PutItem put) {
            boolean isOurs = isThere && (isFresh || found.equals(put.item()));
            return isOurs ? Verdict.DONE : againIfItHolds(put.names(), put.values(), found);
        }
        if (sent instanceof Request.DeleteItem delete) {
            if (isThere) {
                return againIfItHolds(delete.names(), delete.values(), found);
            }
            return wasSeen ? Verdict.DONE : Verdict.UNKNOWN;
        }
        return updated((Request.UpdateItem) sent, found, isThere);
    }

    private Verdict updated(Request.UpdateItem update, Item found, boolean isThere) {
        Update change = Parser.update(update.update(), placeholders(update.names(), update.values()));
        Set<String> compared = new HashSet<>(change.targetNames());
        Set<String> counted = change.unrepeatableNames();
        compared.removeAll(counted);
        boolean isLeftBehind = isThere && !compared.isEmpty() && isLeftBehind(change, compared, found, update.item());
        if (checked != null) {
            return pinned(update, found, isLeftBehind, compared.isEmpty());
        }
        if (!Set.of(version == null ? "" : version).containsAll(counted)) {
            return Verdict.UNKNOWN;
        }
        return isLeftBehind ? Verdict.DONE : againIfItHolds(update.names(), update.values(), found);
    }

    /** Only one write can count the version that was asked for up by one, so the number tells whose turn it was. */
    private Verdict pinned(Request.UpdateItem update, Item found, boolean isLeftBehind, boolean isNothingCompared) {
        if (checked.equals(found.get(version))) {
            return holds(update.names(), update.values(), found) ? Verdict.AGAIN : Verdict.REFUSED;
        }
        boolean isNext = checked instanceof AttributeValue.N before
                && found.get(version) instanceof AttributeValue.N after
                && after.value().subtract(before.value()).compareTo(BigDecimal.ONE) == 0;
        if (!isNext || isNothingCompared) {
            return Verdict.UNKNOWN;
        }
        return isLeftBehind ? Verdict.DONE : Verdict.REFUSED;
    }

    private static boolean isLeftBehind(Update change, Set<String> compared, Item found, Item key) {
        try {
            Item after = change.apply(found, key);
            return compared.stream().allMatch(name -> Objects.equals(after.get(name), found.get(name)));
        } catch (RuntimeException e) {
            // What is there has another type than the write counts on, so it is not the write's.
            return false;
        }
    }

    private Verdict againIfItHolds(Map<String, String> names, Map<String, AttributeValue> values, Item found) {
        return holds(names, values, found) ? Verdict.AGAIN : Verdict.UNKNOWN;
    }

    private boolean holds(Map<String, String> names, Map<String, AttributeValue> values, Item found) {
        Condition condition = Parser.condition(sent.condition(), ExpressionKind.CONDITION, placeholders(names, values));
        return condition.holds(found);
    }

    private static Placeholders placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
        return new Placeholders(names.isEmpty() ? null : names, values.isEmpty() ? null : values);
    }
}
