package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.design.model.Pattern.Order;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import java.util.List;
import java.util.stream.Stream;

/** A pinned request that does not give the order its pattern asks for. */
public final class PinnedOrderDiffers implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read ->
                        read.pattern().order() != null && read.sortNames().size() == 1)
                .filter(this::differs)
                .map(read -> found(
                        read.pattern().name(),
                        read.pattern().node().placeOf("order"),
                        read.pattern().name() + " asks for " + read.pattern().order()
                                + ", and its request gives another order",
                        help(read)));
    }

    private boolean differs(PinnedRead read) {
        return differs(read, !Boolean.FALSE.equals(read.pattern().pinned().forward()));
    }

    private static boolean differs(PinnedRead read, boolean forward) {
        Order order = read.pattern().order();
        String attribute = order.attribute();
        return read.templates(read.sortNames().get(0)).stream().anyMatch(template -> {
            Variable next = nextPart(read, template);
            if (next == null) {
                return true;
            }
            if (attribute != null && !next.attribute().equals(attribute)
                    || order.isByTime() && !TimeParts.isTime(read.entity(), next)) {
                return true;
            }
            boolean inverted = next.has(Kind.NEWEST_FIRST);
            // Read backwards, an inverted time has a finding of its own.
            return !(inverted && !forward) && order.isDescending() == (forward != inverted);
        });
    }

    /** The first part of the sort key that the request leaves open: what it is sorted by. */
    private static Variable nextPart(PinnedRead read, Template template) {
        KeyTest test = read.test(read.sortNames().get(0));
        int given = test == null || test.templates().get(0).parts().isEmpty()
                ? 0
                : test.operator() == Operator.BEGINS_WITH
                        ? (int) test.templates().get(0).variables().count()
                        : 0;
        List<Variable> variables = template.variables().toList();
        return given < variables.size() ? variables.get(given) : null;
    }

    private Help help(PinnedRead read) {
        boolean forward = !Boolean.FALSE.equals(read.pattern().pinned().forward());
        return differs(read, !forward)
                ? Help.words("write by: instead of key:, and let the compiler find the order")
                : Help.edit(Edit.ofPattern(read.pattern(), "direction", forward ? "backward" : "forward"));
    }
}
