package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Literal;
import dev.partita.design.model.Template.Part;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import java.util.Objects;
import java.util.stream.Stream;

/** A range whose upper bound is a date, on keys that go on after the date. */
public final class DateRangeLosesLastDay implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.sortNames().stream()
                .filter(name -> read.test(name) != null)
                .flatMap(name -> read.templates(name).stream()
                        .map(stored -> cutShort(design, read, read.test(name), stored))
                        .filter(Objects::nonNull)
                        .limit(1)));
    }

    private Finding cutShort(Design design, PinnedRead read, KeyTest test, Template stored) {
        Template upper = upperBound(test);
        if (upper == null || !endsInDate(read, upper) || upper.text().equals(stored.text())) {
            return null;
        }
        return found(
                read.pattern().name(),
                upper.place(),
                read.pattern().name() + " ends at a bare date, and " + Examples.quoted(stored.text())
                        + " goes on behind it: everything of the last day is lost",
                Help.edits(
                        Repairs.unpinned(design, read),
                        "ask with range: instead of a pinned request; then the last day is included"));
    }

    private static Template upperBound(KeyTest test) {
        return switch (test.operator()) {
            case BETWEEN -> test.templates().size() == 2 ? test.templates().get(1) : null;
            case AT_MOST, BELOW -> test.templates().get(0);
            case EQUALS, BEGINS_WITH, AT_LEAST, ABOVE -> null;
        };
    }

    private static boolean endsInDate(PinnedRead read, Template template) {
        if (template.parts().isEmpty()) {
            return false;
        }
        Part last = template.parts().get(template.parts().size() - 1);
        if (last instanceof Literal literal) {
            return literal.text().matches(".*\\d{4}-\\d{2}(-\\d{2})?");
        }
        Variable variable = (Variable) last;
        Attribute attribute = read.entity().attributes().get(variable.attribute());
        return variable.period() != null || attribute != null && attribute.type() == Type.Simple.DATE;
    }
}
