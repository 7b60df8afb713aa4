package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.design.Type;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A state that others may reach only step by step, and that whoever makes the item may begin with. */
final class StateChosenAtCreate implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A pattern leads an item from one state to the next, under a condition, and only some may call it. A default is what an \
                item has if nobody says otherwise; whoever makes the item may say otherwise, and begin with an order that is paid. Set \
                the first state in the pattern that makes it.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }
                roles:
                  staff: { group: staff }
                entities:
                  Order:
                    key: { pk: "CUSTOMER#{customerId}", sk: "ORDER#{orderId}" }
                    owner: customerId
                    attributes:
                      customerId: { type: string }
                      orderId: { type: ulid, generate: ulid }
                      status: { enum: [open, paid, sent], default: open }
                patterns:
                  place: { create: Order, allow: owner }
                # ^^^^^ state-chosen-at-create: whoever calls place may begin with any status, and only staff may call pay
                  pay: { update: Order, by: [customerId, orderId], set: { status: paid }, when: status = 'open', allow: staff }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Uses uses = new Uses(compiled.design());
        return uses.writes()
                .filter(made -> made.verb() == Verb.CREATE && uses.entityOf(made) != null)
                .flatMap(made -> uses.entityOf(made).attributes().values().stream()
                        .filter(attribute -> attribute.type() instanceof Type.Enumeration
                                && attribute.defaultValue() != null
                                && uses.chosenByCaller(made).contains(attribute.name()))
                        .flatMap(attribute -> steps(uses, uses.entityOf(made), attribute)
                                .filter(step -> isForFewer(uses, step, made))
                                .limit(1)
                                .map(step -> found(
                                        made.name(),
                                        Marks.pattern(compiled.design(), made),
                                        "whoever calls " + made.name() + " may begin with any " + attribute.name()
                                                + ", and only " + String.join(", ", uses.callers(step)) + " may call "
                                                + step.name(),
                                        Help.edit(Edit.put(
                                                String.valueOf(attribute.defaultValue()),
                                                "patterns",
                                                made.name(),
                                                "set",
                                                attribute.name()))))));
    }

    /** The patterns that lead from one state to another. */
    private static Stream<Pattern> steps(Uses uses, Entity entity, Attribute state) {
        return uses.writes()
                .filter(pattern -> pattern.verb() == Verb.UPDATE && uses.entityOf(pattern) == entity)
                .filter(pattern -> pattern.set().containsKey(state.name())
                        && Conditions.attributes(pattern.when()).contains(state.name()));
    }

    private static boolean isForFewer(Uses uses, Pattern step, Pattern made) {
        return !uses.callers(step).isEmpty()
                && !uses.isOpen(step)
                && !uses.callers(step).containsAll(uses.callers(made));
    }
}
