package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.key.WhereCheck;
import dev.partita.plan.internal.read.Projections;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.value.Times;
import java.util.ArrayList;
import java.util.List;

/** Judges the conditions of a design: what they compare has the type of what it is compared with, and an order where one is asked for. */
final class ConditionCheck {

    private final Design design;
    private final List<Finding> findings;

    ConditionCheck(Design design, List<Finding> findings) {
        this.design = design;
        this.findings = findings;
    }

    void all() {
        for (Entity entity : design.entities().values()) {
            for (Entity.IndexKeys keys : entity.indexKeys()) {
                new Scope(entity, entity.name() + "." + keys.index(), false).judge(keys.when());
                lasting(entity, keys);
            }
        }
        for (Pattern pattern : design.patterns().values()) {
            Entity entity = pattern.entities().isEmpty()
                    ? null
                    : design.entities().get(pattern.entities().get(0));
            if (entity == null) {
                continue;
            }
            Scope scope = new Scope(entity, pattern.name(), true);
            scope.judge(pattern.where());
            scope.judge(pattern.when());
            scope.judge(pattern.pinned() == null ? null : pattern.pinned().filter());
            sent(pattern, entity, pattern.when());
            sent(
                    pattern,
                    entity,
                    pattern.pinned() == null ? null : pattern.pinned().filter());
            pattern.requires().forEach((name, where) -> {
                Entity parent = design.entities().get(name);
                if (parent != null) {
                    new Scope(parent, pattern.name(), true).judge(where);
                    sent(pattern, parent, where);
                }
            });
        }
        identity(design.identity());
        for (Design.Role role : design.roles().values()) {
            Entity entity = design.entities().get(role.entity() != null ? role.entity() : role.membership());
            if (entity != null && !isThroughReference(entity, role.when())) {
                new Scope(entity, role.name(), true).judge(role.when());
            }
            nobodyGives(role.when(), role.name(), "where a role is looked up");
        }
    }

    /** What is sent as it is, and not judged here as well: DynamoDB looks for a piece of text in the prefix, too. */
    private void sent(Pattern pattern, Entity entity, Where where) {
        for (Where test : Conditions.tests(where)) {
            if (Projections.looksIntoPrefixed(entity, test)) {
                findings.add(CompilerRule.COMPARISON_NEVER_HOLDS.found(
                        pattern.name(),
                        ((Where.Call) test).place(),
                        "`" + test.text() + "` would also find the prefix of "
                                + String.join(", ", Conditions.attributes(test)) + ", which DynamoDB cannot leave out",
                        "compare with `=` or `begins_with`, or do without the prefix"));
            }
        }
    }

    private void identity(Design.Identity identity) {
        Entity entity = identity == null || identity.entity() == null
                ? null
                : design.entities().get(identity.entity());
        if (entity != null) {
            new Scope(entity, "identity", true).judge(identity.when());
            nobodyGives(identity.when(), "identity", "where the caller's own item is looked up");
        }
    }

    private void nobodyGives(Where where, String subject, String place) {
        Conditions.operands(where).stream()
                .filter(Operand.Argument.class::isInstance)
                .forEach(argument -> findings.add(CompilerRule.INDEX_CONDITION_CHANGES.found(
                        subject,
                        argument.place(),
                        "nobody gives " + argument.text() + " " + place,
                        "compare with a value of the file, or with another attribute")));
    }

    /** An item is in an index or not from one write to the next, whatever the clock says and whoever asks. */
    private void lasting(Entity entity, Entity.IndexKeys keys) {
        for (Where where : Conditions.tests(keys.when())) {
            for (Operand operand : Conditions.operands(where)) {
                boolean isNow = operand instanceof Operand.Now;
                if (!isNow && !(operand instanceof Operand.Argument)) {
                    continue;
                }
                String attribute =
                        Conditions.attributes(where).stream().findFirst().orElse("it");
                findings.add(CompilerRule.INDEX_CONDITION_CHANGES.found(
                        entity.name() + "." + keys.index(),
                        operand.place(),
                        isNow
                                ? "`when` is judged when the item is written, and later it is no longer that now"
                                : "`when` is judged when the item is written, and nobody gives " + operand.text()
                                        + " then",
                        keys.when() == where && !(entity.node().get(keys.index()) instanceof Node.Sequence)
                                ? Help.edit(Edit.remove("entities", entity.name(), keys.index(), "when"))
                                        .saying("and keep the condition in the pattern that asks")
                                : Help.words("leave it out of `when`, and keep the condition on " + attribute
                                        + " in the pattern that asks")));
            }
        }
    }

    /** {@code when: plan.canPublish}: about what the caller's own item refers to, which the reader has looked up. */
    private boolean isThroughReference(Entity entity, Where when) {
        if (!(when instanceof Where.IsTrue flag) || flag.path().names().size() != 2) {
            return false;
        }
        Attribute first = entity.attributes().get(flag.path().attribute());
        Entity referred = first == null || first.references() == null
                ? null
                : design.entities().get(first.references());
        if (referred != null) {
            Where.Operand.Path rest = new Operand.Path(
                    flag.path().names().subList(1, 2), flag.path().place());
            new Scope(referred, entity.name(), true).judge(new Where.IsTrue(rest, flag.place()));
        }
        return referred != null;
    }

    /** What types have in common that compare with each other. */
    static String kind(Type type) {
        return type == Type.Simple.INTEGER || type == Type.Simple.DECIMAL
                ? "number"
                : type == Type.Simple.STRING
                                || type == Type.Simple.ULID
                                || type == Type.Simple.UUID
                                || type instanceof Type.Enumeration
                        ? "text"
                        : type.word();
    }

    /** The conditions on one entity's items. */
    private final class Scope {

        private final Entity entity;
        private final String subject;
        private final boolean isSent;
        private final Comparands comparands;

        /** @param isSent whether DynamoDB judges it, which sees what is stored only */
        Scope(Entity entity, String subject, boolean isSent) {
            this.entity = entity;
            this.subject = subject;
            this.isSent = isSent;
            this.comparands = new Comparands("", entity.attributes(), design.zone());
        }

        void judge(Where where) {
            if (where instanceof Where.And and) {
                judge(and.left());
                judge(and.right());
            } else if (where instanceof Where.Or or) {
                judge(or.left());
                judge(or.right());
            } else if (where instanceof Where.Not not) {
                judge(not.inner());
            } else if (where != null) {
                test(where);
            }
        }

        private void test(Where where) {
            for (Operand operand : Conditions.operands(where)) {
                operand(operand);
            }
            if (where instanceof Where.Compare compare) {
                compare(compare);
            } else if (where instanceof Where.Between between) {
                ordered(between.value(), between.low(), "BETWEEN", between.place());
                ordered(between.value(), between.high(), "BETWEEN", between.place());
                backward(between);
            } else if (where instanceof Where.In in) {
                in.options().forEach(option -> equal(in.value(), option, in.place()));
            } else if (where instanceof Where.Call call) {
                call(call);
            } else if (where instanceof Where.IsTrue isTrue) {
                isTrue(isTrue);
            }
        }

        private void backward(Where.Between between) {
            Object low = comparands.as(
                    between.value(), Comparands.literal(between.low()), Times.Rounding.DOWN, new ArrayList<>());
            Object high = comparands.as(
                    between.value(), Comparands.literal(between.high()), Times.Rounding.DOWN, new ArrayList<>());
            Integer order = WhereCheck.order(low, high);
            if (order != null && order > 0) {
                error(
                        between.place(),
                        "nothing lies between " + between.low().text() + " and "
                                + between.high().text(),
                        written(between.value().text() + " BETWEEN "
                                + between.high().text() + " AND "
                                + between.low().text()));
            }
        }

        private void operand(Operand operand) {
            Operand.Path path = operand instanceof Operand.SizeOf size
                    ? size.path()
                    : operand instanceof Operand.Path plain ? plain : null;
            Attribute first = path == null ? null : entity.attributes().get(path.attribute());
            if (first == null) {
                return;
            }
            if (isSent && !first.isStored()) {
                error(
                        path.place(),
                        first.name() + " is not stored, and a condition sees what is stored",
                        "take `store: false` away from " + entity.name() + "." + first.name());
            }
            Type type = comparands.type(path);
            if (operand instanceof Operand.SizeOf
                    && type instanceof Type.Simple simple
                    && simple != Type.Simple.ANY
                    && !"S".equals(simple.tag())
                    && !"B".equals(simple.tag())) {
                error(
                        operand.place(),
                        path.text() + " is " + Wording.one(simple.word()) + ", and that has no size",
                        "compare it itself: `" + path.text() + " > 0`");
            }
        }

        private void compare(Where.Compare compare) {
            Operand left = compare.left();
            Operand right = compare.right();
            boolean isEqual = compare.isEquality() || compare.operator() == Where.Operator.DIFFERENT;
            if (left instanceof Operand.Null || right instanceof Operand.Null) {
                Operand other = left instanceof Operand.Null ? right : left;
                error(
                        compare.place(),
                        "null is not compared: something is there, or it is not",
                        written((compare.isEquality() ? "missing" : "exists") + "(" + other.text() + ")"));
                return;
            }
            if (!isItem(left) && !isItem(right)) {
                error(
                        compare.place(),
                        "neither side is an attribute, so it is no condition on " + Wording.one(entity.name()),
                        "compare an attribute: `" + anAttribute() + " = " + right.text() + "`");
                return;
            }
            Operand item = isItem(left) ? left : right;
            Operand value = item == left ? right : left;
            if (isEqual) {
                equal(item, value, compare.place());
            } else {
                ordered(item, value, compare.operator().sign(), compare.place());
            }
        }

        private String anAttribute() {
            return entity.attributes().isEmpty()
                    ? "status"
                    : entity.attributes().keySet().iterator().next();
        }

        private boolean isItem(Operand operand) {
            return operand instanceof Operand.Path || operand instanceof Operand.SizeOf;
        }

        private void equal(Operand item, Operand value, Place place) {
            Type type = comparands.type(item);
            if (isPassword(type, place)) {
                return;
            }
            if (isItem(value)) {
                alike(item, value);
                return;
            }
            Type element = Comparands.element(type);
            boolean isWhole = element != null || type instanceof Type.MapOf || type instanceof Type.Record;
            if (isWhole && !(value instanceof Operand.Argument)) {
                error(
                        place,
                        item.text() + " is " + Wording.one(type.word()) + " and never equals one value",
                        element != null
                                ? written("contains(" + item.text() + ", " + value.text() + ")")
                                : Help.words("compare a member of it: `" + item.text() + "." + firstMember(type) + " = "
                                        + value.text() + "`"));
                return;
            }
            value(item, value, true);
        }

        private String firstMember(Type type) {
            return type instanceof Type.Record record && !record.attributes().isEmpty()
                    ? record.attributes().keySet().iterator().next()
                    : "name";
        }

        private void ordered(Operand item, Operand value, String operator, Place place) {
            if (!isItem(item)) {
                error(place, "what is compared here is no attribute", "begin with an attribute of " + entity.name());
                return;
            }
            Type type = comparands.type(item);
            if (isPassword(type, place)) {
                return;
            }
            boolean isOrdered = type == null
                    || type == Type.Simple.ANY
                    || type instanceof Type.Enumeration
                    || type instanceof Type.Simple simple
                            && simple != Type.Simple.BOOLEAN
                            && simple != Type.Simple.FLAG;
            if (!isOrdered) {
                error(
                        place,
                        item.text() + " is " + Wording.one(type.word()) + ", and that has no order for " + operator,
                        Comparands.element(type) != null || type instanceof Type.MapOf
                                ? "compare its size: `size(" + item.text() + ") "
                                        + (operator.equals("BETWEEN") ? "BETWEEN 1 AND 10" : operator + " 1") + "`"
                                : "write `" + item.text() + "`, or `NOT " + item.text() + "`");
                return;
            }
            if (value instanceof Operand.Null) {
                error(
                        value.place(),
                        "null is not compared: something is there, or it is not",
                        "write `missing(" + item.text() + ")`");
            } else if (isItem(value)) {
                alike(item, value);
            } else if (value(item, value, false)) {
                reachable(item, value, operator);
            }
        }

        /** A number that is never above its range, or below it. */
        private void reachable(Operand item, Operand value, String operator) {
            Attribute attribute = comparands.attribute(item);
            Object literal = comparands.as(item, Comparands.literal(value), Times.Rounding.DOWN, new ArrayList<>());
            if (attribute == null || !(literal instanceof Number)) {
                return;
            }
            int high = attribute.max() == null ? 1 : attribute.max().compareTo(Storing.decimal(literal));
            int low = attribute.min() == null ? -1 : attribute.min().compareTo(Storing.decimal(literal));
            boolean isOver = operator.equals(">") && high <= 0 || operator.equals(">=") && high < 0;
            boolean isUnder = operator.equals("<") && low >= 0 || operator.equals("<=") && low > 0;
            if (isOver || isUnder) {
                error(
                        value.place(),
                        item.text() + " is never " + (isOver ? "above " : "below ")
                                + (isOver ? attribute.max() : attribute.min()).toPlainString() + " by its range",
                        "correct the number, or the range of " + attribute.name());
            }
        }

        /** Two attributes that are compared are stored alike. */
        private void alike(Operand left, Operand right) {
            Type one = comparands.type(left);
            Type other = comparands.type(right);
            if (one == null || other == null || one == Type.Simple.ANY || other == Type.Simple.ANY) {
                return;
            }
            if (isPassword(other, right.place())) {
                return;
            }
            String prefix = prefix(left);
            boolean isAlike = kind(one).equals(kind(other)) && prefix.equals(prefix(right));
            if (!isAlike) {
                error(
                        right.place(),
                        left.text() + " is " + stored(one, prefix) + " and " + right.text() + " is "
                                + stored(other, prefix(right)) + ": they are never equal",
                        "give both the same type" + (prefix.equals(prefix(right)) ? "" : " and the same prefix"));
            }
        }

        private String stored(Type type, String prefix) {
            return Wording.one(type.word()) + (prefix.isEmpty() ? "" : " stored behind " + prefix);
        }

        private String prefix(Operand operand) {
            return comparands.prefix(operand instanceof Operand.SizeOf size ? size.path() : operand);
        }

        private void call(Where.Call call) {
            Operand item = call.value();
            Type type = comparands.type(item);
            boolean isPart = call.function() == Where.Function.CONTAINS;
            Type element = Comparands.element(type);
            boolean isText = type == null
                    || type == Type.Simple.ANY
                    || type instanceof Type.Enumeration
                    || type instanceof Type.Simple simple && "S".equals(simple.tag());
            if (isPassword(type, call.place())) {
                return;
            }
            if (!(item instanceof Operand.Path)) {
                error(
                        item.place(),
                        "`" + call.function().word() + "` takes an attribute first",
                        "begin with an attribute of " + entity.name());
            } else if (!isText && !(isPart && element != null)) {
                error(
                        call.place(),
                        item.text() + " is " + Wording.one(type.word()) + ", and "
                                + (isPart ? "contains nothing" : "begins with nothing"),
                        element != null
                                ? written("contains(" + item.text() + ", "
                                        + call.argument().text() + ")")
                                : type instanceof Type.Simple
                                        ? written(item.text() + " = "
                                                + call.argument().text())
                                        : Help.words("compare a member of it"));
            } else if (isItem(call.argument())) {
                error(
                        call.argument().place(),
                        "`" + call.function().word() + "` looks for a value, not for another attribute",
                        "text goes in single quotes, arguments after a colon: `:"
                                + call.argument().text().replaceAll("[^A-Za-z0-9_]", "") + "`");
            } else {
                part(item, call);
            }
        }

        private void part(Operand item, Where.Call call) {
            Object literal = Comparands.literal(call.argument());
            Attribute attribute = comparands.attribute(item);
            if (call.argument() instanceof Operand.Now || call.argument() instanceof Operand.Null) {
                error(
                        call.argument().place(),
                        "`" + call.function().word() + "` looks for text or an element, not for "
                                + call.argument().text(),
                        "compare it: `" + item.text() + " > now`");
                return;
            }
            if (literal == null || comparands.type(item) == null) {
                return;
            }
            Type element = Comparands.element(comparands.type(item));
            List<Violation> violations = new ArrayList<>();
            Object part = comparands.partOf(item, literal, violations);
            violations.forEach(violation -> literal(item, call.argument(), violation, literal, element));
            if (comparands.type(item) instanceof Type.Enumeration options
                    && !options.open()
                    && part instanceof String text
                    && options.values().stream()
                            .noneMatch(value -> call.function() == Where.Function.CONTAINS
                                    ? value.contains(text)
                                    : value.startsWith(text))) {
                String finds = call.function() == Where.Function.CONTAINS ? "contains" : "begins with";
                error(
                        call.argument().place(),
                        "no value of " + item.text() + " " + finds + " '" + text + "'",
                        "its values are " + String.join(", ", options.values()));
            }
        }

        private void isTrue(Where.IsTrue isTrue) {
            Type type = comparands.type(isTrue.path());
            if (type == null || type == Type.Simple.ANY || type == Type.Simple.FLAG || type == Type.Simple.BOOLEAN) {
                return;
            }
            String path = isTrue.path().text();
            error(
                    isTrue.path().place(),
                    path + " is " + Wording.one(type.word()) + ", neither true nor false",
                    written("exists(" + path + ")").or("compare it"));
        }

        private static Help written(String condition) {
            return Help.edit(new Edit.Rewrite(condition));
        }

        private boolean isPassword(Type type, Place place) {
            if (type == Type.Simple.PASSWORD) {
                error(
                        place,
                        "a password is kept as a hash that differs each time, so it equals nothing",
                        "use the sign-in, which compares passwords");
                return true;
            }
            return false;
        }

        /** @param isExact whether the value itself is to be one the attribute can have; false when it is a bound */
        private boolean value(Operand item, Operand value, boolean isExact) {
            Type type = comparands.type(item);
            if (type == null || type == Type.Simple.ANY) {
                return true;
            }
            if (value instanceof Operand.Now) {
                if (!type.isTime()) {
                    error(
                            value.place(),
                            item.text() + " is " + Wording.one(type.word()) + ", and now is a moment",
                            "give it a type for times: `type: "
                                    + ("N".equals(type.tag()) ? "epoch-seconds" : "timestamp") + "`");
                }
                return false;
            }
            Object literal = Comparands.literal(value);
            if (literal == null) {
                return true;
            }
            List<Violation> violations = new ArrayList<>();
            Object typed =
                    comparands.as(item, literal, isExact ? Times.Rounding.NONE : Times.Rounding.DOWN, violations);
            Attribute attribute = comparands.attribute(item);
            if (typed != null && isExact && attribute != null) {
                new Coercion("", design.zone(), violations).value(attribute, item.text(), literal);
            }
            violations.forEach(violation -> literal(item, value, violation, literal, type));
            return violations.isEmpty();
        }

        private void literal(Operand item, Operand value, Violation violation, Object literal, Type type) {
            Attribute attribute = comparands.attribute(item);
            Violation shown = new Violation("", item.text(), literal, violation.rule(), violation.message());
            findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                    subject,
                    value.place(),
                    LiteralCheck.message(shown),
                    LiteralCheck.advice(type == null ? Type.Simple.STRING : type, attribute, shown, true)));
        }

        private void error(Place place, String message, String advice) {
            error(place, message, Help.words(advice));
        }

        private void error(Place place, String message, Help help) {
            findings.add(CompilerRule.COMPARISON_NEVER_HOLDS.found(subject, place, message, help));
        }
    }
}
