package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A page that DynamoDB does not read in one request. */
public final class PageOverMegabyte implements Rule.Warning {

    private static final long MEGABYTE = 1024 * 1024;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> (p.verb() == Verb.LIST || p.verb() == Verb.SCAN) && p.page() != null)
                .filter(p -> uses.entityOf(p) != null
                        && uses.entityOf(p).expect() != null
                        && uses.entityOf(p).expect().sizeBytes() != null)
                .filter(p -> p.page() * volumes.itemBytes(uses.entityOf(p)) > MEGABYTE)
                .map(p -> {
                    long each = volumes.itemBytes(uses.entityOf(p));
                    return found(
                            p.name(),
                            p.node().placeOf("page"),
                            "a page of " + p.name() + " has " + Figures.size(p.page() * each)
                                    + ", and DynamoDB answers with a megabyte at a time",
                            Help.edit(Edit.ofPattern(p, "page", String.valueOf(Math.max(1, round(MEGABYTE / each))))));
                });
    }

    /** A number that people write: one digit and zeros. */
    private static long round(long number) {
        long unit = 1;
        while (number / unit >= 10) {
            unit *= 10;
        }
        return number / unit * unit;
    }
}
