package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A scan that anyone may start. */
final class StrangersMayScan implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A scan reads and pays for the whole table on each call, and this one needs no signing in: whoever finds \
                the address can run up the bill and take the capacity from everybody else. Allow a role, cache the \
                answer, or serve it from an index.""";
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
                patterns:
                  products: { scan: Product, allow: anyone }
                  #                                 ^^^^^^ strangers-may-scan: anyone may call products, and each call reads the whole table
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.SCAN
                        && p.cacheSeconds() == null
                        && uses.allowed(p).contains("anyone"))
                .map(p -> found(
                        p.name(),
                        Marks.option(design, p, "allow"),
                        "anyone may call " + p.name() + ", and each call reads the whole table",
                        Help.edit(Edit.ofPattern(p, "cache", "1 hour"))
                                .or(Edit.ofPattern(p, "allow", Repairs.narrower(uses, p)))));
    }
}
