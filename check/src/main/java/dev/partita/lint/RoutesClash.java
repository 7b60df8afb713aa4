package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Two patterns called by one method and one path. */
final class RoutesClash implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                Two patterns state the same method and path, and a request cannot say which of them it means: what stands \
                between braces is any value, whatever its name. Give one of them another path, or leave its route out; it \
                then gets one made from what it does.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}" }
                    attributes:
                      productId: { type: ulid, generate: ulid }
                      name: string
                      ean: { type: string, unique: true, length: 8..13 }
                patterns:
                  product: { get: Product, by: productId, route: "GET /products/{productId}" }
                  byEan: { get: Product, by: ean, route: "GET /products/{ean}" }
                  #                                      ^^^^^^^^^^^^^^^^^^^^^ routes-clash: GET /products/{ean} is the route of product
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Map<String, Pattern> known = new HashMap<>();
        return StatedRoutes.of(compiled.design()).flatMap(pattern -> {
            Pattern other = known.putIfAbsent(pattern.route().place(), pattern);
            return other == null
                    ? Stream.empty()
                    : Stream.of(found(
                            pattern.name(),
                            pattern.route().node().place(),
                            pattern.route().method() + " " + pattern.route().path() + " is the route of " + other.name()
                                    + ", too",
                            Help.edit(Edit.ofPattern(pattern, "route", "none")).or("give one of them another path")));
        });
    }
}
