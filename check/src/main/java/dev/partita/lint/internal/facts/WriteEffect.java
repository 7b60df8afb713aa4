package dev.partita.lint.internal.facts;

import dev.partita.design.internal.text.MomentText;
import dev.partita.design.model.Moment;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.plan.internal.value.Conditions;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;

/** What a write of one attribute does to a condition. */
public enum WriteEffect {
    /** It holds afterwards. */
    HOLDS,
    /** It does not. */
    FAILS,
    /** It may come to hold, and what holds stays so. */
    LIKELIER,
    /** It may cease to hold, and what does not hold stays so. */
    UNLIKELIER,
    UNKNOWN,
    /** The condition is about something else. */
    NONE;

    /** What becomes of the attribute. */
    public enum Kind {
        VALUE,
        MORE,
        LESS,
        APPENDED,
        /** All of it, or some of its elements. */
        REMOVED
    }

    /** @param value that is set, as the file has it; null unless one is */
    public record Change(Kind kind, Object value) {
        /** What {@code set:} says; with null the attribute goes. */
        public static Change to(Object value) {
            return value == null ? new Change(Kind.REMOVED, null) : new Change(Kind.VALUE, value);
        }

        public static Change by(Kind kind) {
            return new Change(kind, null);
        }
    }

    public boolean mayGrant() {
        return this == HOLDS || this == LIKELIER || this == UNKNOWN;
    }

    /** @param isIt which paths are the attribute's */
    public static WriteEffect of(Where when, Predicate<Operand.Path> isIt, Change change) {
        if (when instanceof Where.And and) {
            return both(of(and.left(), isIt, change), of(and.right(), isIt, change));
        }
        if (when instanceof Where.Or or) {
            WriteEffect neither = both(
                    of(or.left(), isIt, change).reversed(),
                    of(or.right(), isIt, change).reversed());
            return neither.reversed();
        }
        if (when instanceof Where.Not not) {
            return of(not.inner(), isIt, change).reversed();
        }
        boolean isAbout = Conditions.operands(when).stream().anyMatch(operand -> is(operand, isIt));
        boolean isBelow = Conditions.operands(when).stream()
                .anyMatch(operand -> operand instanceof Operand.Path path
                        && isIt.test(path)
                        && path.names().size() > 1);
        return !isAbout ? NONE : isBelow && change.kind() != Kind.REMOVED ? UNKNOWN : part(when, isIt, change);
    }

    private WriteEffect reversed() {
        return switch (this) {
            case HOLDS -> FAILS;
            case FAILS -> HOLDS;
            case LIKELIER -> UNLIKELIER;
            case UNLIKELIER -> LIKELIER;
            case UNKNOWN -> UNKNOWN;
            case NONE -> NONE;
        };
    }

    private static WriteEffect both(WriteEffect one, WriteEffect other) {
        if (one == other || other == NONE && one != HOLDS) {
            return one;
        }
        if (one == NONE && other != HOLDS) {
            return other;
        }
        if (one == FAILS || other == FAILS) {
            return FAILS;
        }
        List<WriteEffect> two = List.of(one, other);
        if (two.contains(UNKNOWN) || two.contains(LIKELIER) && two.contains(UNLIKELIER)) {
            return UNKNOWN;
        }
        return two.contains(UNLIKELIER) ? UNKNOWN : LIKELIER;
    }

    private static boolean is(Operand operand, Predicate<Operand.Path> isIt) {
        return operand.path() != null && isIt.test(operand.path());
    }

    private static WriteEffect part(Where part, Predicate<Operand.Path> isIt, Change change) {
        if (part instanceof Where.Exists exists) {
            return (change.kind() == Kind.REMOVED) == exists.missing() ? HOLDS : FAILS;
        }
        if (part instanceof Where.IsTrue) {
            return change.kind() == Kind.VALUE && Boolean.parseBoolean(String.valueOf(change.value())) ? HOLDS : FAILS;
        }
        if (part instanceof Where.Call) {
            return switch (change.kind()) {
                case APPENDED -> LIKELIER;
                case REMOVED -> FAILS;
                case VALUE, MORE, LESS -> UNKNOWN;
            };
        }
        if (part instanceof Where.Compare compare) {
            boolean isLeft = is(compare.left(), isIt);
            return isLeft
                    ? compared(compare.left(), compare.operator(), compare.right(), change)
                    : compared(compare.right(), compare.operator().turned(), compare.left(), change);
        }
        if (part instanceof Where.In in && change.kind() == Kind.VALUE) {
            List<WriteEffect> all = in.options().stream()
                    .map(option -> compared(in.value(), Where.Operator.EQUAL, option, change))
                    .toList();
            return all.contains(HOLDS) ? HOLDS : all.stream().allMatch(FAILS::equals) ? FAILS : UNKNOWN;
        }
        return change.kind() == Kind.REMOVED ? FAILS : UNKNOWN;
    }

    private static WriteEffect compared(Operand attribute, Where.Operator operator, Operand with, Change change) {
        boolean isUpper = operator.isLowerBound();
        boolean isLower = operator.isUpperBound();
        boolean isSize = attribute instanceof Operand.SizeOf;
        return switch (change.kind()) {
            case MORE -> directed(isUpper, isLower);
            case LESS -> directed(isLower, isUpper);
            case APPENDED -> isSize ? directed(isUpper, isLower) : UNKNOWN;
            case REMOVED ->
                isSize ? directed(isLower, isUpper) : operator == Where.Operator.DIFFERENT ? UNKNOWN : FAILS;
            case VALUE -> isSize ? UNKNOWN : set(change.value(), operator, with);
        };
    }

    private static WriteEffect directed(boolean isLikelier, boolean isUnlikelier) {
        return isLikelier ? LIKELIER : isUnlikelier ? UNLIKELIER : UNKNOWN;
    }

    private static WriteEffect set(Object value, Where.Operator operator, Operand with) {
        Moment moment = MomentText.of(value);
        if (moment != null && with instanceof Operand.Now now) {
            // Time goes on: what is not later at once never will be.
            boolean isLater = moment.seconds() > now.moment().seconds();
            return operator.isLowerBound() && !isLater ? FAILS : UNKNOWN;
        }
        if (value.equals("me") || moment != null) {
            return UNKNOWN;
        }
        Integer order = null;
        if (with instanceof Operand.Number number && value instanceof Number given) {
            order = new BigDecimal(String.valueOf(given)).compareTo(number.value());
        } else if (with instanceof Operand.Text text && value instanceof String given) {
            order = given.compareTo(text.value());
        } else if (with instanceof Operand.Truth truth && value instanceof Boolean given) {
            order = given.compareTo(truth.value());
        }
        if (order == null) {
            return UNKNOWN;
        }
        return operator.holds(order) ? HOLDS : FAILS;
    }
}
