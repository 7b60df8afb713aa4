package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Table.Index;
import dev.partita.plan.Compiled;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A local index, which can only be made together with its table. */
final class LocalIndexIsForever implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                A local index exists from the first day of its table or never: it cannot be added, changed or removed \
                later without building a new table and copying everything. In return it can be read strongly consistent \
                and has no partition of its own. If neither is needed, a global index with the same partition key does \
                the same and can come and go.""";
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
                    # ^^^^^^^^ local-index-is-forever: products can only be made together with main
                entities:
                  Page:
                    key: { pk: "SHOP#{domain}", sk: "URL#{url}" }
                    attributes:
                      domain: { type: string, cardinality: 1000 }
                      url: { type: string, length: 1..900 }
                      isProduct: { type: flag }
                    expect: { items: 100000 }
                patterns:
                  products: { list: Page, by: [domain, isProduct], page: 100 }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("page: 100 }", "page: 100, consistency: strong }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Set<String> strong = new Uses(design)
                .reads()
                .filter(p -> Boolean.TRUE.equals(p.strong()))
                .flatMap(p -> p.entities().stream())
                .collect(Collectors.toSet());
        return design.tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .filter(Index::local)
                .filter(index -> design.entitiesOf(table).stream()
                        .noneMatch(e -> strong.contains(e.name())
                                && e.indexKeys().stream()
                                        .anyMatch(k -> k.index().equals(index.name()))))
                .map(index -> found(
                        table.id() + "." + index.name(),
                        Marks.index(table, index),
                        index.name() + " can only be made together with " + table.id() + ", and never changed",
                        "keep it if it serves strong reads, else use a global index with the partition "
                                + table.partition().name())));
    }
}
