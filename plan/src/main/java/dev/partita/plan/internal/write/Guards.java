package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Where;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.WhereCheck;
import dev.partita.plan.internal.request.Aliases;
import dev.partita.plan.internal.request.WhereExpression;
import dev.partita.plan.internal.value.Storing;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The conditions of writes on an entity's item. */
public final class Guards {

    private final Codec codec;
    private final Instant now;

    Guards(Codec codec, Instant now) {
        this.codec = codec;
        this.now = now;
    }

    /** Nobody has the key, or only an item whose time is over and that the service has not yet removed. */
    Guard absent(Supplier<? extends RuntimeException> refusal) {
        String partition = codec.table().partition().name();
        if (codec.entity().expiry() == null || codec.table().expiry() == null) {
            return new Guard(
                    aliases -> "attribute_not_exists(" + aliases.name(partition) + ")",
                    false,
                    item -> !item.has(partition),
                    refusal);
        }
        String expiry = codec.table().expiry();
        return new Guard(
                aliases -> "attribute_not_exists(" + aliases.name(partition) + ") OR " + aliases.name(expiry) + " <= "
                        + aliases.value(seconds()),
                true,
                item -> !item.has(partition) || codec.isExpired(item, now),
                refusal);
    }

    /** The item is there, is not marked as deleted, and its time is not over. */
    void alive(ItemDraft draft, Supplier<? extends RuntimeException> refusal) {
        exists(draft, refusal);
        notDeleted(draft, refusal);
        notExpired(draft, refusal);
    }

    /** Whether an item as it was read leaves its key free. */
    boolean isGone(Item read) {
        return !read.isPresent() || read.count() == 0 || codec.isOver(read, now);
    }

    void exists(ItemDraft draft, Supplier<? extends RuntimeException> refusal) {
        String partition = codec.table().partition().name();
        draft.guard(new Guard(
                aliases -> "attribute_exists(" + aliases.name(partition) + ")",
                false,
                item -> item.has(partition),
                refusal,
                true));
    }

    void notDeleted(ItemDraft draft, Supplier<? extends RuntimeException> refusal) {
        Attribute mark = mark();
        if (mark == null) {
            return;
        }
        if (isFlag()) {
            AttributeValue marked = Storing.store(mark, Boolean.TRUE);
            draft.guard(new Guard(
                    aliases -> aliases.name(mark.stored()) + " <> " + aliases.value(marked),
                    false,
                    item -> !marked.equals(item.get(mark.stored())),
                    refusal,
                    true));
        } else {
            draft.guard(new Guard(
                    aliases -> absentText(aliases, mark),
                    mark.absentIsNull(),
                    item -> isAbsent(item.get(mark.stored())),
                    refusal,
                    true));
        }
    }

    void deleted(ItemDraft draft, Supplier<? extends RuntimeException> refusal) {
        Attribute mark = mark();
        if (isFlag()) {
            AttributeValue marked = Storing.store(mark, Boolean.TRUE);
            draft.guard(new Guard(
                    aliases -> aliases.name(mark.stored()) + " = " + aliases.value(marked),
                    false,
                    item -> marked.equals(item.get(mark.stored())),
                    refusal));
        } else {
            draft.guard(new Guard(
                    aliases -> "attribute_type(" + aliases.name(mark.stored()) + ", "
                            + aliases.value(new AttributeValue.S(mark.type().tag())) + ")",
                    false,
                    item -> !isAbsent(item.get(mark.stored())),
                    refusal));
        }
    }

    void notExpired(ItemDraft draft, Supplier<? extends RuntimeException> refusal) {
        String expiry = codec.table().expiry();
        if (codec.entity().expiry() == null || expiry == null) {
            return;
        }
        draft.guard(new Guard(
                aliases -> "attribute_not_exists(" + aliases.name(expiry) + ") OR " + aliases.name(expiry) + " > "
                        + aliases.value(seconds()),
                true,
                item -> !codec.isExpired(item, now),
                refusal,
                true));
    }

    /** A stored attribute is what it was when it was read; else another try. */
    public static Guard unchanged(String stored, Item read) {
        return same(stored, read.get(stored), Guard.Stale::new);
    }

    public static Guard same(String stored, AttributeValue value, Supplier<? extends RuntimeException> refusal) {
        if (value == null) {
            return new Guard(
                    aliases -> "attribute_not_exists(" + aliases.name(stored) + ")",
                    false,
                    item -> item.get(stored) == null,
                    refusal);
        }
        return new Guard(
                aliases -> aliases.name(stored) + " = " + aliases.value(value),
                false,
                item -> Objects.equals(value, item.get(stored)),
                refusal);
    }

    /** A condition of the design. */
    Guard where(Where where, Map<String, Object> arguments, Supplier<? extends RuntimeException> refusal) {
        Entity entity = codec.entity();
        ZoneId zone = codec.design().zone();
        return new Guard(
                aliases -> new WhereExpression(entity, zone, aliases, arguments, now).text(where),
                WhereExpression.isOr(where),
                item -> new WhereCheck(entity, zone, codec.decode(item), arguments, now).holds(where),
                refusal);
    }

    /** The item is in a state from which it may move to this one. */
    Guard movable(Attribute attribute, Object state) {
        List<AttributeValue> from = attribute.movesTo(state).stream()
                .map(before -> Storing.store(attribute, before))
                .toList();
        // An item from before the attribute reads as the default, and moves as that does.
        boolean isFromFirst = attribute.movesTo(state).contains(attribute.defaultValue());
        return new Guard(
                aliases -> {
                    String name = aliases.name(attribute.stored());
                    String in =
                            from.stream().map(aliases::value).collect(Collectors.joining(", ", name + " IN (", ")"));
                    return isFromFirst ? in + " OR attribute_not_exists(" + name + ")" : in;
                },
                isFromFirst,
                item -> {
                    AttributeValue before = item.get(attribute.stored());
                    return before == null ? isFromFirst : from.contains(before);
                },
                item -> new WriteRefused(
                        Rule.CONDITION_NOT_MET,
                        codec.entity().name(),
                        "the " + codec.entity().name() + " is "
                                + codec.decode(item).getOrDefault(attribute.name(), attribute.defaultValue())
                                + ", and only what is " + String.join(" or ", attribute.movesTo(state)) + " becomes "
                                + state),
                false);
    }

    /** Judges the arguments of a condition. */
    void requireArguments(Where where, Map<String, Object> arguments) {
        new WhereExpression(codec.entity(), codec.design().zone(), new Aliases(), arguments, now).text(where);
    }

    /** What a pattern's {@code when} asks of the item. */
    Guard condition(Where where, Map<String, Object> arguments) {
        String name = codec.entity().name();
        return where(
                where,
                CreateWrite.withoutNulls(arguments),
                refusal(Rule.CONDITION_NOT_MET, name, "the " + name + " does not meet: " + where.text()));
    }

    static Supplier<WriteRefused> refusal(Rule rule, String subject, String message) {
        return () -> new WriteRefused(rule, subject, message);
    }

    Supplier<WriteRefused> notFound() {
        return refusal(
                Rule.NOT_FOUND,
                codec.entity().name(),
                "there is no such " + codec.entity().name());
    }

    private boolean isFlag() {
        return codec.entity().softDelete().flag() != null;
    }

    private Attribute mark() {
        Entity.SoftDelete mark = codec.entity().softDelete();
        if (mark == null) {
            return null;
        }
        return codec.entity().attributes().get(mark.flag() != null ? mark.flag() : mark.at());
    }

    private AttributeValue seconds() {
        return AttributeValue.N.of(now.getEpochSecond());
    }

    private static String absentText(Aliases aliases, Attribute attribute) {
        String name = aliases.name(attribute.stored());
        return "attribute_not_exists(" + name + ")"
                + (attribute.absentIsNull()
                        ? " OR attribute_type(" + name + ", " + aliases.value(new AttributeValue.S("NULL")) + ")"
                        : "");
    }

    private static boolean isAbsent(AttributeValue value) {
        return value == null || value instanceof AttributeValue.Null;
    }
}
