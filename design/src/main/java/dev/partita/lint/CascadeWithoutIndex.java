package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Set;
import java.util.stream.Stream;

/** A rule for deletes that cannot find what it is about. */
final class CascadeWithoutIndex implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                When the other item is deleted, those that refer to it must be found, to be deleted or to refuse. No key \
                or index begins with this attribute alone, so finding them means scanning the table on every delete. \
                Give the entity an index by the attribute, or write on-delete: keep.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Shop:
                    key: { pk: "SHOP#{shopId}" }
                    attributes:
                      shopId: { type: ulid, generate: ulid }
                  Offer:
                    key: { pk: "OFFER#{offerId}" }
                    attributes:
                      offerId: { type: ulid, generate: ulid }
                      shopId: { type: string, references: Shop, on-delete: cascade }
                      #                                                    ^^^^^^^ cascade-without-index: nothing finds the Offer items of a deleted Shop
                patterns:
                  deleteShop: { delete: Shop, by: shopId }
                """;
    }

    @Override
    public String good() {
        return bad().replace(
                        "    key: { partition: pk }",
                        "    key: { partition: pk }\n    indexes:\n      byShop: { partition: shopId, projection: keys }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.references() != null
                        && a.onDelete() != null
                        && !a.onDelete().equals("keep"))
                .filter(a -> Partition.of(design)
                        .filter(p -> p.entity() == entity && p.when() == null)
                        .noneMatch(p -> Uses.variables(p.templates()).equals(Set.of(a.name()))))
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        Marks.option(entity, a, "on-delete"),
                        "nothing finds the " + entity.name() + " items of a deleted " + a.references() + " but a scan",
                        "give " + entity.name() + " an index whose partition key is " + a.name())));
    }
}
