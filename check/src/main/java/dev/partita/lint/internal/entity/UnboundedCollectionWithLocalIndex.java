package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Entity.IndexKeys;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Table.Index;
import dev.partita.item.Limits;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** A collection that can pass the 10 GB a local index allows. */
public final class UnboundedCollectionWithLocalIndex implements Rule.Warning {

    // The largest collection easily has ten times the average.
    private static final long SKEW = 10;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        return Partition.of(design)
                .filter(p -> p.index() == null && isCollection(p))
                .filter(p -> p.table().indexes().values().stream().anyMatch(Index::local))
                .filter(p -> collectionBytes(volumes, p).orElse(Long.MAX_VALUE) > Limits.ITEM_COLLECTION_BYTES / SKEW)
                .filter(p -> allBytes(volumes, p) > Limits.ITEM_COLLECTION_BYTES)
                .map(p -> found(
                        p.subject(),
                        p.place(),
                        "the " + p.entity().name() + " items of one " + p.words()
                                + " may pass 10 GB, the limit of a collection with a local index: at "
                                + Figures.size(bytesEach(volumes, p)) + " each that is "
                                + Figures.number(Limits.ITEM_COLLECTION_BYTES / bytesEach(volumes, p))
                                + " items",
                        advice(volumes, p)));
    }

    private static String advice(Volumes volumes, Partition partition) {
        String few = volumes.items(partition.entity()).isEmpty()
                ? "state expect: { items: …, size: … } if there are fewer"
                : volumes.values(partition).isEmpty()
                        ? "state with cardinality: how many different "
                                + String.join(", ", PatternUses.variables(partition.templates())) + " there are"
                        : "split the collection by another part of its key";
        return few + ", or use a global index with the same partition key";
    }

    /** No collection is larger than all of them together. */
    private static double allBytes(Volumes volumes, Partition partition) {
        OptionalLong items = volumes.items(partition.entity());
        return items.isEmpty() ? Double.MAX_VALUE : (double) items.getAsLong() * bytesEach(volumes, partition);
    }

    private static boolean isCollection(Partition partition) {
        Set<String> inPartition = PatternUses.variables(partition.templates());
        return !inPartition.containsAll(partition.entity().keyAttributes());
    }

    private static OptionalLong collectionBytes(Volumes volumes, Partition partition) {
        OptionalLong items = volumes.itemsEach(partition);
        return items.isEmpty() ? items : OptionalLong.of(items.getAsLong() * bytesEach(volumes, partition));
    }

    private static long bytesEach(Volumes volumes, Partition partition) {
        long bytes = volumes.itemBytes(partition.entity());
        for (IndexKeys keys : partition.entity().indexKeys()) {
            Index index = partition.table().indexes().get(keys.index());
            if (index != null && index.local()) {
                bytes += volumes.entryBytes(partition.entity(), index);
            }
        }
        return bytes;
    }
}
