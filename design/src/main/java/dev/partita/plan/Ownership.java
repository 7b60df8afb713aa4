package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Template;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.WriteRefused.Rule;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * That a write is only for the owner of its item. It is a condition of the write itself, so that nothing can change in between;
 * who is not the owner learns no more than somebody who asks for an item that is not there.
 */
final class Ownership {

    private final Codec codec;
    private final Entity entity;
    private final Attribute attribute;
    private final Object owner;

    /** @throws InvalidValues when no item can belong to this owner: an id of another type */
    Ownership(Codec codec, String owner) {
        this.codec = codec;
        this.entity = codec.entity();
        this.attribute = entity.owner() == null ? null : entity.attributes().get(entity.owner());
        if (attribute == null || !attribute.isStored() && !isInKey()) {
            throw new IllegalArgumentException(entity.name() + " does not store who its owner is");
        }
        this.owner = new Inputs(codec).argument(attribute, owner);
    }

    /** Whether the key says who the owner is: it holds the attribute as it is, not shortened and not in small letters. */
    boolean isInKey() {
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .anyMatch(variable -> variable.attribute().equals(attribute.name())
                        && variable.formats().isEmpty());
    }

    /** What is made must be the caller's own. */
    void require(Map<String, Object> values) {
        if (!owner.equals(values.get(attribute.name()))) {
            codec.require(List.of(new Violation(
                    entity.name(), attribute.name(), null, "owner", "must be who calls, and is somebody else")));
        }
    }

    /** Refuses by what is known without the item: its key. */
    void requireKey(Locator.Located located) {
        if (isInKey() && !owner.equals(located.values().get(attribute.name()))) {
            throw refusal().get();
        }
    }

    /** Refuses by the item as it was read. */
    void requireItem(Item item, Supplier<WriteRefused> refusal) {
        if (!holds(item)) {
            throw refusal.get();
        }
    }

    void requireItem(Item item) {
        requireItem(item, refusal());
    }

    /** The item that is changed or deleted must be the caller's. */
    void guard(ItemDraft draft, Locator.Located located) {
        requireKey(located);
        if (!isInKey()) {
            draft.guard(Guards.same(attribute.stored(), stored(), refusal()));
        }
    }

    /** The item that is replaced must be the caller's, if there is one. */
    void guardPut(ItemDraft draft, Guards guards, Map<String, Object> values) {
        if (isInKey()) {
            return;
        }
        Guard absent = guards.absent(taken(values));
        draft.guard(new Guard(
                aliases -> absent.text().apply(aliases) + " OR " + aliases.name(attribute.stored()) + " = "
                        + aliases.value(stored()),
                true,
                item -> absent.holds().test(item) || holds(item),
                absent.refusal(),
                false));
    }

    /** The refusal of a put whose key another's item has. */
    Supplier<WriteRefused> taken(Map<String, Object> values) {
        return CreateWrite.exists(codec, values);
    }

    private boolean holds(Item item) {
        return isInKey()
                ? owner.equals(codec.decode(item).get(attribute.name()))
                : stored().equals(item.get(attribute.stored()));
    }

    private AttributeValue stored() {
        return Storing.store(attribute, owner);
    }

    private Supplier<WriteRefused> refusal() {
        return Guards.refusal(Rule.NOT_FOUND, entity.name(), "there is no such " + entity.name());
    }
}
