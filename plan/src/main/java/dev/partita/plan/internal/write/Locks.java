package dev.partita.plan.internal.write;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.LockItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lock items of an entity's unique values: taken, given back and moved together with the item that has the values. */
final class Locks {

    private final Codec codec;

    Locks(Codec codec) {
        this.codec = codec;
    }

    List<Entity.Unique> all() {
        return codec.entity().uniques();
    }

    /** The key of the lock for these values; null when one of them is absent: what is absent is not unique. */
    Item key(Entity.Unique unique, Map<String, Object> values) {
        return codec.lockKey(unique, values);
    }

    void takeAll(WriteDraft draft, WriteRun run, Item holder, Map<String, Object> values) {
        for (Entity.Unique unique : all()) {
            take(draft, run, unique, holder, values);
        }
    }

    /** Refuses an empty text among new values: no key can hold it, so two items could have it. */
    void requireTexts(Entity.Unique unique, Map<String, Object> values) {
        boolean isComplete = unique.attributes().stream().allMatch(name -> values.get(name) != null);
        codec.require(unique.attributes().stream()
                .filter(name -> isComplete && "".equals(values.get(name)))
                .map(name -> new Violation(
                        codec.entity().name(),
                        name,
                        "",
                        "unique",
                        "is unique and may not be empty; leave it out instead"))
                .toList());
    }

    void take(WriteDraft draft, WriteRun run, Entity.Unique unique, Item holder, Map<String, Object> values) {
        requireTexts(unique, values);
        put(draft, run, unique, holder, values, new Guards(codec, run.now()).absent(() -> notUnique(unique, values)));
    }

    /** Writes a lock again that the holder has, for the expiry that it has now. */
    void keep(WriteDraft draft, WriteRun run, Entity.Unique unique, Item holder, Map<String, Object> values) {
        Guard free = new Guards(codec, run.now()).absent(() -> notUnique(unique, values));
        AttributeValue owner = new AttributeValue.M(holder.toMap());
        Guard own = new Guard(
                aliases -> free.text().apply(aliases) + " OR " + aliases.name(LockItem.HOLDER) + " = "
                        + aliases.value(owner),
                true,
                item -> free.holds().test(item) || owner.equals(item.get(LockItem.HOLDER)),
                () -> notUnique(unique, values));
        put(draft, run, unique, holder, values, own);
    }

    private void put(
            WriteDraft draft,
            WriteRun run,
            Entity.Unique unique,
            Item holder,
            Map<String, Object> values,
            Guard guard) {
        Item key = key(unique, values);
        if (key == null) {
            return;
        }
        Map<String, AttributeValue> lock =
                new LinkedHashMap<>(LockItem.of(key, holder).toMap());
        Long expiry = codec.expiresAt(values);
        if (expiry != null) {
            lock.put(codec.table().expiry(), AttributeValue.N.of(expiry));
        }
        draft.item(run.tableName(codec), key).put(Item.of(lock)).guard(guard);
    }

    void releaseAll(WriteDraft draft, WriteRun run, Item holder, Map<String, Object> values) {
        for (Entity.Unique unique : all()) {
            release(draft, run, unique, holder, values);
        }
    }

    /** Deletes the lock if it is the holder's; one that is another's is left alone. */
    void release(WriteDraft draft, WriteRun run, Entity.Unique unique, Item holder, Map<String, Object> values) {
        Item key = key(unique, values);
        if (key == null || run.isDropped(key)) {
            return;
        }
        AttributeValue owner = new AttributeValue.M(holder.toMap());
        Table table = codec.table();
        draft.item(run.tableName(codec), key)
                .delete()
                .guard(new Guard(
                        aliases -> "attribute_not_exists("
                                + aliases.name(table.partition().name()) + ") OR " + aliases.name(LockItem.HOLDER)
                                + " = " + aliases.value(owner),
                        true,
                        item -> !item.has(table.partition().name()) || owner.equals(item.get(LockItem.HOLDER)),
                        () -> run.drop(key)));
    }

    private WriteRefused notUnique(Entity.Unique unique, Map<String, Object> values) {
        Map<String, Object> taken = new LinkedHashMap<>();
        unique.attributes().forEach(name -> taken.put(name, values.get(name)));
        return new WriteRefused(
                Rule.NOT_UNIQUE,
                codec.entity().name() + "." + String.join(", ", unique.attributes()),
                "another " + codec.entity().name() + " has the same " + String.join(" and ", unique.attributes()),
                taken);
    }
}
