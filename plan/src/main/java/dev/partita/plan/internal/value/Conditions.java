package dev.partita.plan.internal.value;

import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What can be read off a condition without running it. */
public final class Conditions {

    /** The conditions that must all hold: those between the outermost ANDs. None for null. */
    public static List<Where> all(Where where) {
        return where == null ? List.of() : where.all().toList();
    }

    /** The attribute is the one that the caller gives. */
    public static Where isGiven(Template.Variable given) {
        Operand.Path path = new Operand.Path(List.of(given.attribute()), given.place());
        return new Where.Compare(
                path, Where.Operator.EQUAL, new Operand.Argument(given.attribute(), given.place()), given.place());
    }

    /** The comparisons and calls it is made of, however they are joined. None for null. */
    public static List<Where> tests(Where where) {
        return where == null ? List.of() : where.tests().toList();
    }

    /** Every operand, in the order in which they are written. None for null. */
    public static List<Operand> operands(Where where) {
        return where == null ? List.of() : where.operands();
    }

    /** Whether it holds of an item until the item is written again: it asks neither for the time nor for what a caller says. */
    public static boolean isLasting(Where where) {
        return operands(where).stream()
                .noneMatch(operand -> operand instanceof Operand.Now || operand instanceof Operand.Argument);
    }

    /** Whether it compares something with {@code now}. */
    public static boolean asksForMoment(Where where) {
        return operands(where).stream().anyMatch(Operand.Now.class::isInstance);
    }

    /** The attributes it speaks of. */
    public static Set<String> attributes(Where where) {
        return operands(where).stream()
                .map(Operand::attribute)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The names of the arguments it takes. */
    public static Set<String> arguments(Where where) {
        return operands(where).stream()
                .filter(Operand.Argument.class::isInstance)
                .map(operand -> ((Operand.Argument) operand).name())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Conditions() {}
}
