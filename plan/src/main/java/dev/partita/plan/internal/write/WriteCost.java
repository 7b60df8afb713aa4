package dev.partita.plan.internal.write;

import dev.partita.cost.Sizes;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.item.Units;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.LockItem;
import dev.partita.plan.internal.key.Target;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What writing one item costs in units: the item itself, and each index entry that changes. A transaction doubles the item's part
 * and leaves that of the indexes.
 */
record WriteCost(double item, double indexes) {

    /** A counter or a note: a key and a number. */
    static final WriteCost SMALL = new WriteCost(1, 0);

    /** Puts or deletes the whole item: every index it is in has an entry more or less. */
    static WriteCost whole(Codec codec) {
        Sizes sizes = new Sizes(codec.design());
        double entries = indexes(codec).stream()
                .mapToLong(index -> Units.write(sizes.entry(codec.entity(), index)))
                .sum();
        return new WriteCost(Units.write(sizes.item(codec.entity())), entries);
    }

    /** Looks at it, inside a transaction. */
    static WriteCost check(Codec codec) {
        return new WriteCost(Units.write(new Sizes(codec.design()).item(codec.entity())), 0);
    }

    /** Puts or deletes the lock of a unique value. */
    static WriteCost lock(Codec codec, Entity.Unique unique) {
        return new WriteCost(Units.write(new Sizes(codec.design()).lock(codec.entity(), unique, LockItem.HOLDER)), 0);
    }

    /** Changes some attributes: an index whose key changes loses one entry and gets another. */
    static WriteCost change(Codec codec, Set<String> touched, Set<String> indexKeys) {
        Set<String> stored = new LinkedHashSet<>(indexKeys);
        for (String name : touched) {
            Attribute attribute = codec.entity().attributes().get(name);
            if (attribute != null && attribute.isStored()) {
                stored.add(attribute.stored());
            }
        }
        Sizes sizes = new Sizes(codec.design());
        double entries = 0;
        for (Table.Index index : indexes(codec)) {
            double entry = Units.write(sizes.entry(codec.entity(), index));
            if (index.keyNames().stream().anyMatch(stored::contains)) {
                entries += 2 * entry;
            } else if (stored.stream().anyMatch(new Target(codec.table(), index)::holds)) {
                entries += entry;
            }
        }
        return new WriteCost(Units.write(sizes.item(codec.entity())), entries);
    }

    /** The units of reading it strongly. */
    static double read(Codec codec) {
        return Units.read(new Sizes(codec.design()).item(codec.entity()));
    }

    private static List<Table.Index> indexes(Codec codec) {
        return codec.entity().indexKeys().stream()
                .map(keys -> codec.table().indexes().get(keys.index()))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }
}
