package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** Two prefixes in front of the same attribute that differ by a letter. */
public final class PrefixMisspelt implements Rule.Warning {

    private static final int LONG_ENOUGH = 4;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        List<KeyUse> partitions = KeyUse.of(design)
                .filter(use -> use.isPartition() && prefix(design, use) != null)
                .toList();
        return partitions.stream().flatMap(use -> partitions.stream()
                .filter(other -> other.table() == use.table() && isMeant(design, use, other, partitions))
                .limit(1)
                .map(other -> found(
                        use.subject(),
                        use.place(),
                        Examples.quoted(prefix(design, use)) + " stands before " + behind(use) + " here and "
                                + Examples.quoted(prefix(design, other)) + " elsewhere",
                        Repairs.isPinned(design, use.entity()) || use.implied()
                                ? Help.words("spell it in one way")
                                : Help.edit(Repairs.template(
                                        use,
                                        prefix(design, other)
                                                + use.template()
                                                        .text()
                                                        .substring(prefix(design, use)
                                                                .length()))))));
    }

    /** Whether the other prefix is the right one: that which more keys have, or the first. */
    private static boolean isMeant(Design design, KeyUse use, KeyUse other, List<KeyUse> all) {
        String own = prefix(design, use);
        String meant = prefix(design, other);
        if (own.equalsIgnoreCase(meant)
                || own.length() <= LONG_ENOUGH
                || meant.length() <= LONG_ENOUGH
                || !behind(use).equals(behind(other))
                || !Spelling.isSlip(own, meant)) {
            return false;
        }
        long had = all.stream().filter(one -> prefix(design, one).equals(own)).count();
        long wanted =
                all.stream().filter(one -> prefix(design, one).equals(meant)).count();
        return wanted > had || wanted == had && all.indexOf(other) < all.indexOf(use);
    }

    private static String behind(KeyUse use) {
        return use.template().variables().findFirst().map(Variable::attribute).orElse("");
    }

    /** The word in front of the first attribute, without the separator; null when there is none. */
    private static String prefix(Design design, KeyUse use) {
        String beginning = use.template().beginning();
        return use.template().parts().size() > 1
                        && !design.separator().isEmpty()
                        && beginning.endsWith(design.separator())
                ? beginning.substring(0, beginning.length() - design.separator().length())
                : null;
    }
}
