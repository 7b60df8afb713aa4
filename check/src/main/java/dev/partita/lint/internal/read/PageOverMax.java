package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A page that is larger than the list in all. */
public final class PageOverMax implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.page() != null && p.max() != null && p.page() > p.max())
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("page"),
                        p.name() + " has pages of " + p.page() + " and " + p.max() + " items in all",
                        Help.edit(Edit.remove("patterns", p.name(), "page"))
                                .or(Edit.ofPattern(p, "page", String.valueOf(p.max())))));
    }
}
