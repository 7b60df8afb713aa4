package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Where;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.Storing;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What must be there for a write: the items it refers to, and what the pattern requires of them. */
final class References {

    private final WriteModel model;
    private final Codec codec;

    References(WriteModel model, Codec codec) {
        this.model = model;
        this.codec = codec;
    }

    /** Checks in the same transaction that what {@code must-exist} attributes refer to is there. */
    void mustExist(WriteDraft draft, WriteRun run, Map<String, Object> values, Set<String> touched) {
        for (Attribute attribute : codec.entity().attributes().values()) {
            Object value = values.get(attribute.name());
            Entity parent = attribute.references() == null
                    ? null
                    : model.design().entities().get(attribute.references());
            Map<String, Object> key = attribute.mustExist() && parent != null && value != null
                    ? model.referred(codec.entity(), attribute, values)
                    : null;
            if (key != null
                    && model.referredKey(codec.entity(), attribute).values().stream()
                            .anyMatch(touched::contains)) {
                Codec of = model.codec(parent.name());
                String subject = codec.entity().name() + "." + attribute.name();
                String shown = parent.name() + " " + (key.size() == 1 ? "'" + value + "'" : key);
                ItemDraft item = draft.item(run.tableName(of), of.key(key))
                        .staying(Guards.refusal(
                                Rule.REFERENCE_MISSING, subject, "the same transaction deletes " + shown));
                Supplier<WriteRefused> missing =
                        Guards.refusal(Rule.REFERENCE_MISSING, subject, "there is no " + shown);
                new Guards(of, run.now()).alive(item, missing);
                draft.beside(() -> same(item, of, key, missing));
            }
        }
    }

    /** The arguments without those that only what the pattern requires speaks of. */
    static Map<String, Object> without(Map<String, Where> requires, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> rest = new LinkedHashMap<>(arguments);
        requires.values().forEach(where -> Conditions.arguments(where).stream()
                .filter(name -> !entity.attributes().containsKey(name))
                .forEach(rest::remove));
        return rest;
    }

    /** What the pattern requires of parents: of all that the item refers to. */
    void requires(
            WriteDraft draft,
            WriteRun run,
            Map<String, Where> requires,
            Map<String, Object> values,
            Map<String, Object> arguments) {
        requires.forEach((name, where) -> {
            Entity parent = model.design().entities().get(name);
            Codec of = model.codec(name);
            Set<Map<String, Object>> keys = model.allParentValues(codec.entity(), parent, values);
            if (keys.isEmpty()) {
                throw new WriteRefused(
                        Rule.REFERENCE_MISSING, name, codec.entity().name() + " does not say of which " + name);
            }
            keys.forEach(key -> draft.beside(
                    () -> requires(draft.item(run.tableName(of), of.key(key)), of, key, run, where, arguments)));
        });
    }

    /** A parent that the same transaction makes is judged as it is made. */
    private static void requires(
            ItemDraft item,
            Codec of,
            Map<String, Object> key,
            WriteRun run,
            Where where,
            Map<String, Object> arguments) {
        String name = of.entity().name();
        Guards guards = new Guards(of, run.now());
        Supplier<WriteRefused> missing = Guards.refusal(Rule.REFERENCE_MISSING, name, "there is no such " + name);
        guards.alive(item, missing);
        same(item, of, key, missing);
        if (where == null) {
            return;
        }
        meet(
                item,
                guards.where(
                        where,
                        arguments,
                        Guards.refusal(
                                Rule.CONDITION_NOT_MET, name, "the " + name + " does not meet: " + where.text())));
    }

    /** What is found by a key that tells a value in part, as a day does of a time, must have that value. */
    static void same(ItemDraft item, Codec of, Map<String, Object> key, Supplier<? extends RuntimeException> refusal) {
        for (Attribute attribute : of.toldInPart()) {
            AttributeValue value = Storing.store(attribute, key.get(attribute.name()));
            meet(item, Guards.same(attribute.stored(), value, refusal));
        }
    }

    /** Whether an item that was read by such a key is the one that is meant. */
    static boolean isSame(Item item, Codec of, Map<String, Object> key) {
        return of.toldInPart().stream().allMatch(attribute -> Storing.store(attribute, key.get(attribute.name()))
                .equals(item.get(attribute.stored())));
    }

    private static void meet(ItemDraft item, Guard guard) {
        if (item.kind() != ItemDraft.Kind.PUT) {
            item.guard(guard);
        } else if (!guard.holds().test(item.whole())) {
            throw guard.refusal().apply(item.whole());
        }
    }
}
