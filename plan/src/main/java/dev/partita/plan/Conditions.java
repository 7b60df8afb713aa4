package dev.partita.plan;

import dev.partita.design.Entity;
import dev.partita.design.Template;
import dev.partita.design.Where;
import dev.partita.design.Where.Operand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What can be read off a condition without running it. */
public final class Conditions {

    /** The conditions that must all hold: those between the outermost ANDs. None for null. */
    public static List<Where> all(Where where) {
        List<Where> all = new ArrayList<>();
        if (where instanceof Where.And and) {
            all.addAll(all(and.left()));
            all.addAll(all(and.right()));
        } else if (where != null) {
            all.add(where);
        }
        return all;
    }

    /** The attribute is the one that the caller gives. */
    static Where isGiven(Template.Variable given) {
        Operand.Path path = new Operand.Path(List.of(given.attribute()), given.place());
        return new Where.Compare(path, "=", new Operand.Argument(given.attribute(), given.place()), given.place());
    }

    /** As a design file writes it; conditions that mean the same for sure are written the same. */
    public static String text(Where where) {
        if (where instanceof Where.And and) {
            return text(and.left()) + " AND " + text(and.right());
        }
        if (where instanceof Where.Or or) {
            return "(" + text(or.left()) + " OR " + text(or.right()) + ")";
        }
        if (where instanceof Where.Not not) {
            return "NOT "
                    + (not.inner() instanceof Where.And || not.inner() instanceof Where.Compare
                            ? "(" + text(not.inner()) + ")"
                            : text(not.inner()));
        }
        if (where instanceof Where.Compare compare) {
            if (compare.operator().equals("=") && compare.right() instanceof Operand.Truth truth) {
                return truth.value() ? text(compare.left()) : text(compare.left()) + " = false";
            }
            return text(compare.left()) + " " + compare.operator() + " " + text(compare.right());
        }
        if (where instanceof Where.Between between) {
            return text(between.value()) + " BETWEEN " + text(between.low()) + " AND " + text(between.high());
        }
        if (where instanceof Where.In in) {
            return text(in.value()) + " IN "
                    + in.options().stream().map(Conditions::text).collect(Collectors.joining(", ", "(", ")"));
        }
        if (where instanceof Where.Call call) {
            return call.function() + "(" + text(call.value()) + ", " + text(call.argument()) + ")";
        }
        if (where instanceof Where.Exists exists) {
            return (exists.missing() ? "missing(" : "exists(") + text(exists.path()) + ")";
        }
        return text(((Where.IsTrue) where).path());
    }

    public static String text(Operand operand) {
        if (operand instanceof Operand.Path path) {
            return String.join(".", path.names());
        }
        if (operand instanceof Operand.SizeOf size) {
            return "size(" + text(size.path()) + ")";
        }
        if (operand instanceof Operand.Text text) {
            return "'" + text.value().replace("'", "''") + "'";
        }
        if (operand instanceof Operand.Number number) {
            return number.value().toPlainString();
        }
        if (operand instanceof Operand.Truth truth) {
            return String.valueOf(truth.value());
        }
        if (operand instanceof Operand.Argument argument) {
            return ":" + argument.name();
        }
        return operand instanceof Operand.Now ? "now" : "null";
    }

    /** The comparisons and calls it is made of, however they are joined. None for null. */
    public static List<Where> tests(Where where) {
        List<Where> tests = new ArrayList<>();
        if (where instanceof Where.And and) {
            tests.addAll(tests(and.left()));
            tests.addAll(tests(and.right()));
        } else if (where instanceof Where.Or or) {
            tests.addAll(tests(or.left()));
            tests.addAll(tests(or.right()));
        } else if (where instanceof Where.Not not) {
            tests.addAll(tests(not.inner()));
        } else if (where != null) {
            tests.add(where);
        }
        return tests;
    }

    /** Every operand, outermost first. */
    public static List<Operand> operands(Where where) {
        List<Operand> operands = new ArrayList<>();
        if (where instanceof Where.And and) {
            operands.addAll(operands(and.left()));
            operands.addAll(operands(and.right()));
        } else if (where instanceof Where.Or or) {
            operands.addAll(operands(or.left()));
            operands.addAll(operands(or.right()));
        } else if (where instanceof Where.Not not) {
            operands.addAll(operands(not.inner()));
        } else if (where instanceof Where.Compare compare) {
            operands.addAll(List.of(compare.left(), compare.right()));
        } else if (where instanceof Where.Between between) {
            operands.addAll(List.of(between.value(), between.low(), between.high()));
        } else if (where instanceof Where.In in) {
            operands.add(in.value());
            operands.addAll(in.options());
        } else if (where instanceof Where.Call call) {
            operands.addAll(List.of(call.value(), call.argument()));
        } else if (where instanceof Where.Exists exists) {
            operands.add(exists.path());
        } else if (where instanceof Where.IsTrue isTrue) {
            operands.add(isTrue.path());
        }
        return operands;
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

    /**
     * Whether a read with this condition shows an item to somebody who chooses its arguments. Of what is not among the values nobody
     * knows here whether the item has it, so nothing is believed of it.
     */
    public static boolean mayShow(Plans plans, Entity entity, Where where, Map<String, Object> values, Instant now) {
        if (where instanceof Where.And and) {
            return mayShow(plans, entity, and.left(), values, now) && mayShow(plans, entity, and.right(), values, now);
        }
        if (where instanceof Where.Or or) {
            return mayShow(plans, entity, or.left(), values, now) || mayShow(plans, entity, or.right(), values, now);
        }
        if (where == null) {
            return true;
        }
        if (!values.keySet().containsAll(attributes(where))) {
            return false;
        }
        return arguments(where).isEmpty()
                ? new WhereCheck(entity, plans.design().zone(), values, Map.of(), now).holds(where)
                : !(where instanceof Where.Not);
    }

    /** The attributes it speaks of. */
    public static Set<String> attributes(Where where) {
        Set<String> names = new LinkedHashSet<>();
        for (Operand operand : operands(where)) {
            if (operand instanceof Operand.Path path) {
                names.add(path.attribute());
            } else if (operand instanceof Operand.SizeOf size) {
                names.add(size.path().attribute());
            }
        }
        return names;
    }

    /** The names of the arguments it takes. */
    static Set<String> arguments(Where where) {
        return operands(where).stream()
                .filter(Operand.Argument.class::isInstance)
                .map(operand -> ((Operand.Argument) operand).name())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Conditions() {}
}
