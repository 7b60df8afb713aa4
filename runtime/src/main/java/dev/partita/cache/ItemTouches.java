package dev.partita.cache;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads off a request which items it writes, and what is known of them before and after. */
final class ItemTouches {

    private static final Pattern ALIAS = Pattern.compile("#\\w+");

    private final Function<String, List<String>> keyNames;

    /** @param keyNames the key attributes of a table, partition first, by its physical name; null for one that nobody watches */
    ItemTouches(Function<String, List<String>> keyNames) {
        this.keyNames = keyNames;
    }

    /** The items that a request writes, in tables that somebody watches. */
    List<Request.Action> actions(Request request) {
        List<Request.Action> actions = new ArrayList<>();
        if (request instanceof Request.TransactWriteItems transaction) {
            transaction.actions().stream()
                    .filter(action ->
                            !(action instanceof Request.ConditionCheck) && keyNames.apply(action.table()) != null)
                    .forEach(actions::add);
        } else if (request instanceof Request.BatchWriteItem batch && keyNames.apply(batch.table()) != null) {
            batch.puts()
                    .forEach(item ->
                            actions.add(new Request.PutItem(batch.table(), item, null, Map.of(), Map.of(), null)));
            batch.deletes()
                    .forEach(key ->
                            actions.add(new Request.DeleteItem(batch.table(), key, null, Map.of(), Map.of(), null)));
        } else if (request instanceof Request.Action action && keyNames.apply(action.table()) != null) {
            actions.add(action);
        }
        return actions;
    }

    /** The same request, asking for what its item was or is, where nobody asked for anything: it costs nothing. */
    Request telling(Request request) {
        if (request instanceof Request.PutItem put && put.returned() == null && !isFresh(put)) {
            return new Request.PutItem(put.table(), put.item(), put.condition(), put.names(), put.values(), "ALL_OLD");
        }
        if (request instanceof Request.DeleteItem delete && delete.returned() == null) {
            return new Request.DeleteItem(
                    delete.table(), delete.item(), delete.condition(), delete.names(), delete.values(), "ALL_OLD");
        }
        if (request instanceof Request.UpdateItem update && update.returned() == null) {
            return new Request.UpdateItem(
                    update.table(),
                    update.item(),
                    update.update(),
                    update.condition(),
                    update.names(),
                    update.values(),
                    "ALL_NEW");
        }
        return request;
    }

    /** @param answer of the request that was this one action; null when there is none to go by */
    ItemTouch touch(Request.Action action, Answer answer) {
        Item key = key(action);
        Item told = answer == null ? null : answer.attributes();
        if (action instanceof Request.PutItem put) {
            Item before = isFresh(put) ? Item.NONE : "ALL_OLD".equals(put.returned()) ? told : null;
            return new ItemTouch(action.table(), key, before, put.item(), null);
        }
        if (action instanceof Request.DeleteItem delete) {
            return new ItemTouch(
                    action.table(), key, "ALL_OLD".equals(delete.returned()) ? told : null, Item.NONE, null);
        }
        Request.UpdateItem update = (Request.UpdateItem) action;
        boolean isAfter = "ALL_NEW".equals(update.returned()) && told != null && told.count() > 0;
        return new ItemTouch(action.table(), key, null, isAfter ? told : null, changed(update));
    }

    private Item key(Request.Action action) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (String name : keyNames.apply(action.table())) {
            if (action.item().has(name)) {
                key.put(name, action.item().get(name));
            }
        }
        return Item.of(key);
    }

    /** Whether the put only happens where nothing is, or nothing that still counts. */
    private boolean isFresh(Request.PutItem put) {
        String partition = keyNames.apply(put.table()).get(0);
        return put.condition() != null
                && put.names().entrySet().stream()
                        .anyMatch(name -> name.getValue().equals(partition)
                                && put.condition().contains("attribute_not_exists(" + name.getKey() + ")"));
    }

    private static Set<String> changed(Request.UpdateItem update) {
        Set<String> changed = new LinkedHashSet<>();
        Matcher aliases = ALIAS.matcher(update.update() == null ? "" : update.update());
        while (aliases.find()) {
            changed.add(update.names().getOrDefault(aliases.group(), aliases.group()));
        }
        return changed;
    }
}
