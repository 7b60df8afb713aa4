package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Items that are to be kept for a time and are never removed. */
public final class KeptWithoutExpiry implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream()
                .filter(e -> e.expect() != null
                        && e.expect().keepSeconds() != null
                        && e.expiry() == null
                        && e.from() == null)
                .map(e -> found(
                        e.name(),
                        e.expect().node().placeOf("keep"),
                        e.name() + " is to be kept for "
                                + Figures.duration(e.expect().keepSeconds()) + ", and nothing removes it then",
                        help(compiled.design(), e)));
    }

    private static Help help(Design design, Entity entity) {
        String made = Repairs.creation(entity);
        if (made == null) {
            return Help.words("let it expire "
                    + Figures.duration(entity.expect().keepSeconds()) + " after a time that is set on-create");
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.ofEntity(
                entity,
                "expiry",
                Figures.duration(entity.expect().keepSeconds()).replace(",", "") + " after " + made));
        edits.addAll(Repairs.expiryAttribute(design.tableOf(entity)));
        return Help.edits(edits, null);
    }
}
