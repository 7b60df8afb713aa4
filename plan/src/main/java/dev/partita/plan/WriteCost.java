package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Table;
import dev.partita.item.Limits;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What writing one item costs, in units outside a transaction: the item itself and each index entry that changes. */
final class WriteCost {

    /** A lock, a counter. */
    static final double SMALL = 1;

    private WriteCost() {}

    /** Puts or deletes the whole item: every index it is in has an entry more or less. */
    static double whole(Codec codec) {
        double units = units(Estimator.size(null, codec.entity()));
        for (Table.Index index : indexes(codec)) {
            units += units(Estimator.entry(null, new Target(codec.table(), index), codec.entity()));
        }
        return units;
    }

    /** Looks at it, inside a transaction. */
    static double check(Codec codec) {
        return units(Estimator.size(null, codec.entity()));
    }

    /** Changes some attributes: an index whose key changes loses one entry and gets another. */
    static double change(Codec codec, Set<String> touched, Set<String> indexKeys) {
        Set<String> stored = new LinkedHashSet<>(indexKeys);
        for (String name : touched) {
            Attribute attribute = codec.entity().attributes().get(name);
            if (attribute != null && attribute.isStored()) {
                stored.add(attribute.stored());
            }
        }
        double units = units(Estimator.size(null, codec.entity()));
        for (Table.Index index : indexes(codec)) {
            Target target = new Target(codec.table(), index);
            double entry = units(Estimator.entry(null, target, codec.entity()));
            if (index.keyNames().stream().anyMatch(stored::contains)) {
                units += 2 * entry;
            } else if (stored.stream().anyMatch(target::holds)) {
                units += entry;
            }
        }
        return units;
    }

    /** Reads it strongly. */
    static double read(Codec codec) {
        long bytes = Estimator.size(null, codec.entity());
        return Math.max(1, (bytes + Limits.READ_UNIT_BYTES - 1) / Limits.READ_UNIT_BYTES);
    }

    private static List<Table.Index> indexes(Codec codec) {
        Set<String> names = new LinkedHashSet<>();
        for (Entity.IndexKeys keys : codec.entity().indexKeys()) {
            names.add(keys.index());
        }
        return names.stream()
                .map(codec.table().indexes()::get)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    private static double units(long bytes) {
        return Math.max(1, (bytes + Limits.WRITE_UNIT_BYTES - 1) / Limits.WRITE_UNIT_BYTES);
    }
}
