package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.plan.Answer;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

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
    long take(WriteDraft draft, WriteRun run, Attribute numbered, Map<String, Object> values, int count) {
        Codec of = parent(numbered);
        Map<String, Object> parentValues = parentValues(of, values);
        Item key = of.key(parentValues);
        String counter = counter(of, numbered);
        Taking taking = new Taking(run, numbered, of, key, parentValues, counter, count);
        run.execute(taking);
        ItemDraft parent = draft.known(run.tableName(of), key);
        if (parent != null) {
            parent.countedUp(counter, taking.last);
        }
        return taking.last - count + 1;
    }

    /** The next number of a parent that the same transaction makes: it begins with that one taken. Null when it makes none. */
    Long first(WriteDraft draft, WriteRun run, Attribute numbered, Map<String, Object> values) {
        Codec of = parent(numbered);
        Map<String, Object> parentValues = parentValues(of, values);
        ItemDraft made = draft.made(run.tableName(of), of.key(parentValues));
        if (made == null) {
            return null;
        }
        References.same(made, of, parentValues, missing(of));
        String counter = counter(of, numbered);
        made.add(counter, BigDecimal.ONE);
        long number = ((AttributeValue.N) made.whole().get(counter)).value().longValueExact();
        if (numbered.sequence().max() != null && number > numbered.sequence().max()) {
            throw exhausted(numbered);
        }
        return number;
    }

    private Codec parent(Attribute numbered) {
        return model.codec(numbered.sequence().entity());
    }

    private static String counter(Codec parent, Attribute numbered) {
        return parent.entity().attributes().get(numbered.sequence().attribute()).stored();
    }

    private static Supplier<WriteRefused> missing(Codec parent) {
        String name = parent.entity().name();
        return Guards.refusal(Rule.REFERENCE_MISSING, name, "there is no such " + name);
    }

    private Map<String, Object> parentValues(Codec of, Map<String, Object> values) {
        Entity parent = of.entity();
        Map<String, Object> key = model.parentValues(child.entity(), parent, values);
        if (key == null) {
            throw new WriteRefused(
                    Rule.REFERENCE_MISSING,
                    parent.name(),
                    child.entity().name() + " does not say of which " + parent.name());
        }
        return key;
    }

    private WriteRefused exhausted(Attribute numbered) {
        return new WriteRefused(
                Rule.SEQUENCE_EXHAUSTED,
                child.entity().name() + "." + numbered.name(),
                "the numbers up to " + numbered.sequence().max() + " are used up");
    }

    /** One count of the parent's counter; again when another transaction was at it. */
    private final class Taking implements WriteOperation.Prepared {

        private final WriteRun run;
        private final Attribute numbered;
        private final Codec parent;
        private final Item key;
        private final Map<String, Object> parentValues;
        private final String counter;
        private final int count;
        private long last;

        Taking(
                WriteRun run,
                Attribute numbered,
                Codec parent,
                Item key,
                Map<String, Object> parentValues,
                String counter,
                int count) {
            this.run = run;
            this.numbered = numbered;
            this.parent = parent;
            this.key = key;
            this.parentValues = parentValues;
            this.counter = counter;
            this.count = count;
        }

        @Override
        public String subject() {
            return parent.entity().name();
        }

        @Override
        public void draft(WriteDraft draft) {
            ItemDraft item = draft.item(run.tableName(parent), key);
            new Guards(parent, run.now()).alive(item, missing(parent));
            References.same(item, parent, parentValues, missing(parent));
            // A number whose answer was lost is taken and not used, as others are.
            item.add(counter, BigDecimal.valueOf(count))
                    .returning("UPDATED_NEW")
                    .harmless();
            if (numbered.sequence().max() != null) {
                item.guard(within(numbered.sequence().max()));
            }
        }

        private Guard within(long max) {
            AttributeValue most = NumberText.of(BigDecimal.valueOf(max - count));
            return new Guard(
                    aliases -> "attribute_not_exists(" + aliases.name(counter) + ") OR " + aliases.name(counter)
                            + " <= " + aliases.value(most),
                    true,
                    there -> !(there.get(counter) instanceof AttributeValue.N n)
                            || n.compareTo((AttributeValue.N) most) <= 0,
                    () -> exhausted(numbered));
        }

        @Override
        public Written result(Answer answer) {
            last = ((AttributeValue.N) answer.attributes().get(counter)).value().longValueExact();
            return new Written(Written.Outcome.UPDATED, subject(), Map.of(), List.of(), 0);
        }
    }
}
