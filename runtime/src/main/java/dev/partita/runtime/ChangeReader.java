package dev.partita.runtime;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.key.LockItem;
import dev.partita.plan.run.Plans;
import dev.partita.sdk.SdkItems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/**
 * Reads stream records as changes of entities: those that {@link Changes} fetches, or those that a Lambda function is given.
 * Items that Partita keeps for itself, locks and counters, are no entities and leave nothing.
 *
 * <p>Threads may share it.
 */
public final class ChangeReader {

    private final Plans plans;
    private final Design design;

    public ChangeReader(Plans plans) {
        this.plans = plans;
        this.design = plans.design();
    }

    /**
     * What a record says happened: one change as a rule, none for an item that is no entity's, two when an item took the place
     * of one of another entity.
     */
    public List<EntityChange> changes(Record record) {
        for (Table table : design.tables().values()) {
            if (Set.copyOf(table.keyNames()).equals(record.dynamodb().keys().keySet())) {
                List<EntityChange> changes = changes(table, record);
                if (!changes.isEmpty()) {
                    return changes;
                }
            }
        }
        return List.of();
    }

    /** The same, of a table that is known. */
    List<EntityChange> changes(Table table, Record record) {
        StreamRecord images = record.dynamodb();
        Item key = SdkItems.item(images.keys());
        Item before = images.hasOldImage() ? SdkItems.item(images.oldImage()) : Item.NONE;
        Item after = images.hasNewImage() ? SdkItems.item(images.newImage()) : Item.NONE;
        if (record.eventName() == OperationType.INSERT && !after.isPresent()) {
            after = key;
        } else if (record.eventName() == OperationType.REMOVE && !before.isPresent()) {
            before = key;
        } else if (record.eventName() == OperationType.MODIFY && !before.isPresent() && !after.isPresent()) {
            after = key;
        }
        Entity was = entity(table, before);
        Entity is = entity(table, after);
        List<EntityChange> changes = new ArrayList<>();
        if (was != null && is != null && was != is) {
            changes.add(change(was, record, before, Item.NONE));
            changes.add(change(is, record, Item.NONE, after));
        } else if (was != null || is != null) {
            changes.add(change(was == null ? is : was, record, before, after));
        }
        return changes;
    }

    private EntityChange change(Entity entity, Record record, Item before, Item after) {
        Codec codec = plans.codec(entity);
        Map<String, Object> old = before.isPresent() ? codec.decode(before) : null;
        Map<String, Object> now = after.isPresent() ? codec.decode(after) : null;
        return new EntityChange(
                entity.name(),
                kind(codec, record, old, now),
                old == null ? null : codec.visible(old),
                now == null ? null : codec.visible(now),
                isByExpiry(record),
                record.dynamodb().sequenceNumber(),
                record.dynamodb().approximateCreationDateTime());
    }

    private static EntityChange.Kind kind(
            Codec codec, Record record, Map<String, Object> before, Map<String, Object> after) {
        if (before != null && after != null) {
            boolean was = codec.isDeleted(before);
            boolean is = codec.isDeleted(after);
            return was == is ? EntityChange.Kind.UPDATED : is ? EntityChange.Kind.DELETED : EntityChange.Kind.RESTORED;
        }
        if (record.eventName() == OperationType.MODIFY && before == null) {
            // Only a stream with both images tells whether the mark is new.
            return EntityChange.Kind.UPDATED;
        }
        return after == null ? EntityChange.Kind.REMOVED : EntityChange.Kind.CREATED;
    }

    /** The entity an item of this table is of; null for a lock, a counter, and what is nobody's. */
    public Entity entity(Table table, Item item) {
        if (!item.isPresent() || LockItem.holder(item).isPresent() || isCounter(table, item)) {
            return null;
        }
        for (Entity entity : design.entitiesOf(table)) {
            if (plans.codec(entity).holds(item)) {
                return entity;
            }
        }
        return null;
    }

    private boolean isCounter(Table table, Item item) {
        for (Quota quota : design.quotas().values()) {
            Entity counted = design.entities().get(quota.counts());
            if (!quota.item().isEmpty()
                    && counted != null
                    && table.id().equals(counted.table())
                    && quota.item().entrySet().stream().allMatch(key -> {
                        AttributeValue value = item.get(key.getKey());
                        return value != null
                                && KeyText.of(design, counted, key.getKey(), key.getValue())
                                        .parse(value)
                                        .isPresent();
                    })) {
                return true;
            }
        }
        return false;
    }

    private static boolean isByExpiry(Record record) {
        Identity identity = record.userIdentity();
        return record.eventName() == OperationType.REMOVE
                && identity != null
                && "Service".equals(identity.type())
                && "dynamodb.amazonaws.com".equals(identity.principalId());
    }
}
