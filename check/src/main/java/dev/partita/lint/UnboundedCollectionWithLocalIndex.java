package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity.IndexKeys;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Table.Index;
import dev.partita.item.Limits;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** A collection that can pass the 10 GB a local index allows. */
final class UnboundedCollectionWithLocalIndex implements Rule {

    // The largest collection easily has ten times the average.
    private static final long SKEW = 10;

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                With a local index, all items of one partition and their index entries together may have 10 GB; after \
                that writes to it fail, and there is no way out but a new table. It also ties the collection to one \
                partition, which can then not be split when it gets hot. Say with expect how much there is, and a \
                collection far below the limit is not reported; otherwise use a global index with the same partition \
                key.""";
    }

    @Override
    public String bad() {
        return """
                design: crawler
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      products: { local: true, sort: { name: isProduct, type: number }, projection: [url] }
                entities:
                  Page:
                    key: { pk: "SHOP#{domain}", sk: "URL#{url}" }
                    #          ^^^^^^^^^^^^^^^ unbounded-collection-with-local-index: the Page items of one `SHOP#{domain}` may pass 10 GB
                    attributes:
                      domain: { type: string, cardinality: 1000 }
                      url: { type: string, length: 1..900 }
                      isProduct: { type: flag }
                patterns:
                  products: { list: Page, by: [domain, isProduct], page: 100 }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("type: flag }", "type: flag }\n    expect: { items: 1000000, size: 500 bytes }");
    }

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
                                + String.join(", ", Uses.variables(partition.templates())) + " there are"
                        : "split the collection by another part of its key";
        return few + ", or use a global index with the same partition key";
    }

    /** No collection is larger than all of them together. */
    private static double allBytes(Volumes volumes, Partition partition) {
        OptionalLong items = volumes.items(partition.entity());
        return items.isEmpty() ? Double.MAX_VALUE : (double) items.getAsLong() * bytesEach(volumes, partition);
    }

    private static boolean isCollection(Partition partition) {
        Set<String> inPartition = Uses.variables(partition.templates());
        return !inPartition.containsAll(Uses.keyAttributes(partition.entity()));
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
                bytes += volumes.entryBytes(
                        new Partition(partition.entity(), partition.table(), index, keys, List.of()));
            }
        }
        return bytes;
    }
}
