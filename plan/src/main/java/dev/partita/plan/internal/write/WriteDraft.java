package dev.partita.plan.internal.write;

import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Answer;
import dev.partita.plan.EndpointException;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.request.LostAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A write being put together: each item once, however many have something to do with it. */
final class WriteDraft {

    /** So often a write whose answer is lost again and again is sent at most. */
    private static final int SENDS = 4;

    private static final String LOST = "the answer to a write was lost";

    private record Place(String table, Item key) {}

    private final Map<Place, ItemDraft> items = new LinkedHashMap<>();
    private final Set<Place> claimed = new HashSet<>();
    private final List<ItemDraft> claims = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private boolean isJoint;
    private boolean isNumbering;
    private boolean isUntold;

    /** The draft of one item; the same for the same key. */
    ItemDraft item(String table, Item key) {
        return items.computeIfAbsent(new Place(table, key), place -> new ItemDraft(table, key));
    }

    /** The draft of an item, when a write here has to do with it; else null. */
    ItemDraft known(String table, Item key) {
        return items.get(new Place(table, key));
    }

    /** The draft of an item that is made here; null when it is not. */
    ItemDraft made(String table, Item key) {
        ItemDraft item = known(table, key);
        return item != null && item.kind() == ItemDraft.Kind.PUT ? item : null;
    }

    /**
     * The draft of the item that a write is about. Others may count in it or check it, but none else may be about it.
     *
     * @throws WriteRefused when another write is
     */
    ItemDraft claim(String entity, String table, Item key) {
        if (!claimed.add(new Place(table, key))) {
            throw new WriteRefused(
                    WriteRefused.Rule.WRITTEN_TWICE,
                    entity,
                    "one transaction cannot write the same " + entity + " twice: " + key + " in " + table);
        }
        ItemDraft item = item(table, key);
        claims.add(item);
        return item;
    }

    /**
     * Says that several writes go together.
     *
     * @param isNumbering whether one of them takes a number of a parent, which another may make
     */
    void joint(boolean isNumbering) {
        isJoint = true;
        this.isNumbering = isNumbering;
    }

    boolean isNumbering() {
        return isNumbering;
    }

    boolean isJoint() {
        return isJoint;
    }

    /**
     * Does something with items that other writes are about: at once, or when all of them are drafted where several go together,
     * since another one may make the item.
     */
    void beside(Runnable what) {
        if (isJoint) {
            later.add(what);
        } else {
            what.run();
        }
    }

    /** Does what was left for the end. */
    void complete() {
        later.forEach(Runnable::run);
        later.clear();
    }

    /** How many actions it takes so far. */
    int size() {
        return items.size();
    }

    /** The items that writes are about, in the order of the writes. */
    List<ItemDraft> claims() {
        return claims;
    }

    /** Whether the answer tells nothing of what was there before: that of a transaction, or one that was lost. */
    boolean isUntold() {
        return isUntold || items.size() > 1;
    }

    /**
     * Sends it: one request for one item, one transaction for several.
     *
     * @return what came back
     * @throws WriteRefused when a guard did not hold
     * @throws OutcomeUnknown when the answer was lost, and what is stored does not tell whether it was done
     * @throws Guard.Stale when the write is worth another try
     */
    Answer send(WriteRun run) {
        List<ItemDraft> drafts = new ArrayList<>(items.values());
        if (drafts.size() > Limits.TRANSACT_ACTIONS) {
            throw new WriteRefused(
                    WriteRefused.Rule.TOO_MANY_ACTIONS,
                    "transaction",
                    "the write needs " + drafts.size() + " actions; a transaction takes " + Limits.TRANSACT_ACTIONS);
        }
        drafts.forEach(ItemDraft::requireStay);
        boolean isAlone = drafts.size() == 1 && (!run.isOnce() || drafts.get(0).isHarmless());
        List<Request.Action> actions =
                drafts.stream().map(draft -> draft.action(isAlone)).toList();
        if (isAlone && actions.get(0) instanceof Request) {
            return alone(run, drafts.get(0), actions.get(0));
        }
        isUntold = true;
        try {
            return run.call(new Request.TransactWriteItems(actions, null));
        } catch (EndpointException e) {
            throw refusal(e, drafts);
        } catch (OutcomeUnknown e) {
            throw unknown("the answer to a transaction was lost", e);
        }
    }

    /** A single write; when its answer is lost, the item is looked at before anything is sent again. */
    private Answer alone(WriteRun run, ItemDraft draft, Request.Action action) {
        LostAnswer lost = draft.lost(action);
        OutcomeUnknown first = null;
        for (int sends = 1; ; sends++) {
            Item found;
            try {
                return run.call((Request) action);
            } catch (EndpointException e) {
                if (first == null || !e.isConditionFailed() || sends == SENDS) {
                    throw first == null ? refusal(e, List.of(draft)) : unknown(LOST, first);
                }
                found = e.item();
            } catch (OutcomeUnknown e) {
                first = first == null ? e : first;
                if (sends == SENDS) {
                    throw unknown(LOST, first);
                }
                run.pause(sends);
                if (draft.isHarmless()) {
                    continue;
                }
                isUntold = true;
                found = look(run, draft, first);
            }
            switch (lost.verdict(found, draft.seen().count() > 0)) {
                case DONE -> {
                    return left(action, draft, found);
                }
                case REFUSED -> throw draft.refusal(found);
                case UNKNOWN -> throw unknown(LOST, first);
                case AGAIN -> draft.seen(found);
            }
        }
    }

    private static Item look(WriteRun run, ItemDraft draft, OutcomeUnknown lost) {
        try {
            return run.call(Request.GetItem.strong(draft.table(), draft.key())).item();
        } catch (RuntimeException e) {
            OutcomeUnknown unknown = unknown(LOST + ", and the item could not be read", lost);
            unknown.addSuppressed(e);
            throw unknown;
        }
    }

    /** What the lost answer would have said, as far as the item tells. */
    private static Answer left(Request.Action action, ItemDraft draft, Item found) {
        Item told = action instanceof Request.UpdateItem update
                ? "ALL_NEW".equals(update.returned()) ? found : Item.NONE
                : action instanceof Request.DeleteItem ? draft.seen() : Item.NONE;
        return new Answer(List.of(), null, told, 0, 0, 0, List.of(), List.of());
    }

    private static OutcomeUnknown unknown(String what, OutcomeUnknown lost) {
        return new OutcomeUnknown(
                what + ", and what is stored does not tell whether it was done: read it before you do it again, or ask"
                        + " for exactlyOnce() (" + lost.getMessage() + ")",
                lost);
    }

    private static RuntimeException refusal(EndpointException failure, List<ItemDraft> drafts) {
        if (failure.isConditionFailed()) {
            return drafts.get(0).refusal(failure.item());
        }
        if (failure.code().equals("TransactionConflictException")) {
            return new Guard.Stale();
        }
        if (!failure.isCancelled()) {
            return failure;
        }
        for (int i = 0; i < failure.reasons().size() && i < drafts.size(); i++) {
            if (failure.reasons().get(i).isCondition()) {
                return drafts.get(i).refusal(failure.reasons().get(i).item());
            }
        }
        return failure.reasons().stream().anyMatch(EndpointException.Reason::isTransient) ? new Guard.Stale() : failure;
    }
}
