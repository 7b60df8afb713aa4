package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.plan.WriteRefused.Rule;
import java.math.BigDecimal;
import java.util.Map;

/** Takes the next numbers from a counter of a parent. A number taken is never given out again, used or not. */
final class Sequences {

    private final WriteModel model;
    private final Codec child;

    Sequences(WriteModel model, Codec child) {
        this.model = model;
        this.child = child;
    }

    /** The attribute that is numbered, or null. */
    static Attribute numbered(Entity entity) {
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.sequence() != null)
                .findFirst()
                .orElse(null);
    }

    /** Takes {@code count} numbers for children of the parent that {@code values} names, and answers the first. */
    long take(WriteRun run, Attribute numbered, Map<String, Object> values, int count) {
        Entity parent = model.design().entities().get(numbered.sequence().entity());
        Codec of = model.codec(parent.name());
        Map<String, Object> key = model.parentValues(child.entity(), parent, values);
        if (key == null) {
            throw new WriteRefused(
                    Rule.REFERENCE_MISSING,
                    parent.name(),
                    child.entity().name() + " does not say of which " + parent.name());
        }
        String counter =
                parent.attributes().get(numbered.sequence().attribute()).stored();
        Long max = numbered.sequence().max();
        ItemDraft item = new ItemDraft(run.tableName(of), of.key(key));
        new Guards(of, run.now())
                .alive(
                        item,
                        Guards.refusal(Rule.REFERENCE_MISSING, parent.name(), "there is no such " + parent.name()));
        item.add(counter, BigDecimal.valueOf(count)).returning("UPDATED_NEW");
        if (max != null) {
            AttributeValue most = NumberText.of(BigDecimal.valueOf(max - count));
            item.guard(new Guard(
                    aliases -> "attribute_not_exists(" + aliases.name(counter) + ") OR " + aliases.name(counter)
                            + " <= " + aliases.value(most),
                    true,
                    there -> !(there.get(counter) instanceof AttributeValue.N n)
                            || n.compareTo((AttributeValue.N) most) <= 0,
                    () -> new WriteRefused(
                            Rule.SEQUENCE_EXHAUSTED,
                            child.entity().name() + "." + numbered.name(),
                            "the numbers up to " + max + " are used up")));
        }
        try {
            Item updated = run.call((Request) item.action(true)).attributes();
            return ((AttributeValue.N) updated.get(counter)).value().longValueExact() - count + 1;
        } catch (EndpointException e) {
            throw e.isConditionFailed() ? item.refusal(e.item()) : e;
        }
    }
}
