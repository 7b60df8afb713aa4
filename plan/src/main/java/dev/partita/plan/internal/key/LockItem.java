package dev.partita.plan.internal.key;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.LinkedHashMap;
import java.util.Map;

/** The item that holds a unique value: its key is the value, and it says whose value that is. */
public final class LockItem {

    /** Holds the key of the item that has the value, as a map. */
    public static final String HOLDER = "lockedBy";

    /** The lock with this key, held by the item with that key. */
    public static Item of(Item lockKey, Item holderKey) {
        Map<String, AttributeValue> item = new LinkedHashMap<>(lockKey.toMap());
        item.put(HOLDER, new AttributeValue.M(holderKey.toMap()));
        return Item.of(item);
    }

    /** The key of the item that holds the lock; {@link Item#NONE} when there is no lock. */
    public static Item holder(Item lock) {
        return lock.get(HOLDER) instanceof AttributeValue.M key ? Item.of(key.values()) : Item.NONE;
    }

    private LockItem() {}
}
