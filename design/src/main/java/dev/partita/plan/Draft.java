package dev.partita.plan;

import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A write being put together: each item once, however many have something to do with it. */
final class Draft {

    private record Place(String table, Item key) {}

    private final Map<Place, ItemDraft> items = new LinkedHashMap<>();
    private final Set<Place> claimed = new HashSet<>();
    private final List<ItemDraft> claims = new ArrayList<>();

    /** The draft of one item; the same for the same key. */
    ItemDraft item(String table, Item key) {
        return items.computeIfAbsent(new Place(table, key), place -> new ItemDraft(table, key));
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

    /** The items that writes are about, in the order of the writes. */
    List<ItemDraft> claims() {
        return claims;
    }

    /** Whether it takes a transaction, which returns nothing. */
    boolean isTransaction() {
        return items.size() > 1;
    }

    /**
     * Sends it: one request for one item, one transaction for several.
     *
     * @return what came back
     * @throws WriteRefused when a guard did not hold
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
        List<Request.Action> actions =
                drafts.stream().map(draft -> draft.action(drafts.size() == 1)).toList();
        try {
            return run.call(
                    actions.size() == 1 && actions.get(0) instanceof Request single
                            ? single
                            : new Request.TransactWriteItems(actions, null));
        } catch (EndpointException e) {
            throw refusal(e, drafts);
        }
    }

    private static RuntimeException refusal(EndpointException failure, List<ItemDraft> drafts) {
        if (failure.isConditionFailed()) {
            return drafts.get(0).refusal(failure.item());
        }
        if (failure.code().equals("TransactionConflictException")
                || failure.code().equals("TransactionInProgressException")) {
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
