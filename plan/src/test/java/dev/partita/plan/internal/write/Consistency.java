package dev.partita.plan.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Bench;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.LockItem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Rebuilds everything that follows from a table's items, and compares it with what is there. */
public final class Consistency {

    private final Bench bench;
    private final Design design;
    private final WriteModel model;

    public Consistency(Bench bench) {
        this.bench = bench;
        this.design = bench.design();
        this.model = new WriteModel(design);
    }

    public void check(String context) {
        Map<Item, Item> there = new LinkedHashMap<>();
        Codec any = model.codec(design.entities().keySet().iterator().next());
        bench.raw().forEach(item -> there.put(key(any, item), item));
        Set<Item> explained = new HashSet<>();
        Map<Item, Integer> counts = new HashMap<>();
        there.forEach((key, item) -> {
            Entity entity = entityOf(item);
            if (entity == null || entity.from() != null) {
                return;
            }
            Codec codec = model.codec(entity.name());
            Map<String, Object> values = codec.decode(item);
            assertThat(codec.encode(values)).as("%s: %s", context, item).isEqualTo(item);
            explained.add(key);
            locks(codec, values, key, there, explained, context);
            if (!codec.isDeleted(values)) {
                fanOut(entity, values, there, explained, context);
                for (Quota quota : model.quotas(entity)) {
                    Codec parent = model.codec(quota.counterEntity());
                    Object id = values.get(quota.per().get(0).attribute());
                    counts.merge(
                            parent.key(Map.of(parent.keyAttributes().iterator().next(), id)), 1, Integer::sum);
                }
            }
        });
        for (Quota quota : design.quotas().values()) {
            Codec parent = model.codec(quota.counterEntity());
            there.forEach((key, item) -> {
                if (entityOf(item) == parent.entity()) {
                    assertThat(parent.decode(item).getOrDefault(quota.counterAttribute(), 0L))
                            .as("%s: %s", context, item)
                            .isEqualTo((long) counts.getOrDefault(key, 0));
                }
            });
        }
        assertThat(there.keySet()).as(context).isEqualTo(explained);
    }

    private void locks(
            Codec codec,
            Map<String, Object> values,
            Item key,
            Map<Item, Item> there,
            Set<Item> explained,
            String context) {
        Locks locks = new Locks(codec);
        for (Entity.Unique unique : locks.all()) {
            Item lock = locks.key(unique, values);
            if (lock != null) {
                assertThat(LockItem.holder(there.getOrDefault(lock, Item.EMPTY)))
                        .as(context)
                        .isEqualTo(key);
                explained.add(lock);
            }
        }
    }

    private void fanOut(
            Entity entity, Map<String, Object> values, Map<Item, Item> there, Set<Item> explained, String context) {
        WriteRun run = new WriteRun(model, bench, WriteInput.of(Map.of()), bench.surroundings());
        for (Entity made : model.fanOuts(entity)) {
            new FanOuts(model, entity).items(made, values, run).forEach((key, item) -> {
                assertThat(there.get(key)).as(context).isEqualTo(item);
                explained.add(key);
            });
        }
    }

    private Entity entityOf(Item item) {
        String attribute = design.tables().values().iterator().next().typeAttribute();
        return item.get(attribute) instanceof AttributeValue.S type
                ? design.entities().values().stream()
                        .filter(entity -> type.value().equals(entity.type()))
                        .findFirst()
                        .orElseThrow()
                : null;
    }

    private static Item key(Codec codec, Item item) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        codec.table().keyNames().forEach(name -> key.put(name, item.get(name)));
        return Item.of(key);
    }
}
