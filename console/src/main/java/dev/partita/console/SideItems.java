package dev.partita.console;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.DeleteNote;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.key.LockItem;
import dev.partita.plan.internal.key.QuotaItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The items that a design keeps beside those of an entity, and whose they are: the locks of its unique values, held by the item that
 * has the value, the counters of its quotas, and the notes of deletes whose children are still going.
 */
final class SideItems {

    private final Designs.Loaded loaded;
    private final Kinds.Kind kind;
    private final Design design;

    SideItems(Kinds.Kind kind) {
        this.kind = kind;
        this.loaded = kind.loaded();
        this.design = kind.design();
    }

    /** Null when it is none of the entity's. */
    Object recognised(Item item) {
        Item holder = LockItem.holder(item);
        for (Entity.Unique unique : kind.entity().uniques()) {
            if (holder.isPresent() && kind.codec().holds(holder) && parts(unique.lock(), item) != null) {
                return side("lock", kind.entity().name() + "." + unique.name(), kind.entity(), holder);
            }
        }
        for (Quota quota : design.quotas().values()) {
            Map<String, Object> parts =
                    quota.counts().equals(kind.entity().name()) && item.get(QuotaItem.COUNT) instanceof AttributeValue.N
                            ? parts(quota.item(), item)
                            : null;
            if (parts != null) {
                return counter(quota, parts);
            }
        }
        return null;
    }

    /** A delete of an entity that is not finished, wherever it is noted; null when the item is no such note. */
    static Object note(Item item, Designs designs) {
        DeleteNote note = DeleteNote.of(item);
        if (note == null) {
            return null;
        }
        for (Designs.Loaded loaded : designs.all()) {
            Design design = loaded.compiled() == null ? null : loaded.compiled().design();
            Entity entity = design == null || !design.name().equals(note.design())
                    ? null
                    : design.entities().get(note.entity());
            if (entity != null) {
                Map<String, AttributeValue> key =
                        new LinkedHashMap<>(note.seen().toMap());
                key.keySet().retainAll(design.tableOf(entity).keyNames());
                return Json.map(
                        "design",
                        design.name(),
                        "entity",
                        entity.name(),
                        "position",
                        List.copyOf(design.entities().keySet()).indexOf(entity.name()),
                        "side",
                        "unfinished delete",
                        "name",
                        entity.name(),
                        "holder",
                        ItemJson.write(key),
                        "holderTable",
                        null);
            }
        }
        return null;
    }

    /** The values in the item's key, when it is made of these templates; else null. */
    private Map<String, Object> parts(Map<String, Template> templates, Item item) {
        Map<String, Object> parts = new LinkedHashMap<>();
        for (Map.Entry<String, Template> key : templates.entrySet()) {
            AttributeValue value = item.get(key.getKey());
            Optional<Map<String, Object>> read = value == null
                    ? Optional.empty()
                    : KeyText.of(design, kind.entity(), key.getKey(), key.getValue())
                            .parse(value);
            if (read.isEmpty()) {
                return null;
            }
            parts.putAll(read.get());
        }
        return templates.isEmpty() ? null : parts;
    }

    /** It belongs to whatever is counted for: of {@code per: [userId, date]} the User. */
    private Object counter(Quota quota, Map<String, Object> parts) {
        for (Map.Entry<String, Object> part : parts.entrySet()) {
            Attribute attribute = kind.entity().attributes().get(part.getKey());
            Entity owner = attribute == null || attribute.references() == null
                    ? null
                    : design.entities().get(attribute.references());
            if (owner != null) {
                Codec codec = new Codec(design, owner);
                List<String> key = new ArrayList<>(codec.keyAttributes());
                if (key.size() == 1) {
                    try {
                        return side("counter", quota.name(), owner, codec.key(Map.of(key.get(0), part.getValue())));
                    } catch (InvalidValues unfit) {
                        // Whatever it counts for, no such item can be there.
                        break;
                    }
                }
            }
        }
        return side("counter", quota.name(), null, Item.NONE);
    }

    private Object side(String what, String name, Entity owner, Item holder) {
        return Json.map(
                "design",
                design.name(),
                "entity",
                kind.entity().name(),
                "position",
                kind.position(),
                "side",
                what,
                "name",
                name,
                "holder",
                holder.isPresent() ? ItemJson.write(holder.toMap()) : null,
                "holderTable",
                owner == null ? null : design.tableOf(owner).physicalName(loaded.environment()));
    }
}
