package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes an item: marks it when the entity says so, else removes it with its locks, fan-out and children.
 *
 * <p>A marked item keeps its locks, so that it can always be restored; it gives back its place in quotas.
 */
public final class DeleteWrite implements WriteOperation {

    private final WriteModel model;
    private final Pattern pattern;
    private final Codec codec;
    private final Entity entity;
    private final Locator locator;
    private final boolean isSoft;
    private final Cascade cascade;
    private final Unfinished unfinished;
    private final boolean isNoted;
    private final Set<String> needed;

    public DeleteWrite(WriteModel model, Pattern pattern, Locator locator) {
        this.model = model;
        this.pattern = pattern;
        this.codec = model.codec(pattern.entities().get(0));
        this.entity = codec.entity();
        this.locator = locator;
        this.isSoft = entity.softDelete() != null && !pattern.hard();
        this.cascade = new Cascade(model, entity);
        this.unfinished = model.unfinished();
        this.isNoted = !isSoft && unfinished.notes(entity);
        this.needed = model.departing(codec, !isSoft, locator::knows);
        if (isSoft) {
            // What follows from the mark may need more: the locks, when their expiry does.
            needed.addAll(new ItemChange(model, codec, marking(Map.of(), null), true, locator::knows).needed());
        }
    }

    @Override
    public void describe(WriteOutline outline) {
        locator.describe(outline);
        cascade.describeRefusals(outline);
        if (isRead()) {
            outline.read(
                    "GetItem " + WriteText.item(codec) + ", strongly, for "
                            + (needed.isEmpty() ? "the answer" : String.join(", ", needed)),
                    WriteCost.read(codec));
        }
        if (isSoft) {
            Set<String> marks = marks(Map.of(), null).keySet();
            outline.action("UpdateItem", WriteText.item(codec), WriteCost.whole(codec))
                    .detail("marks it as deleted: " + String.join(", ", marks))
                    .detail(
                            codec.indexKeyNames().isEmpty()
                                    ? null
                                    : "removes the index keys " + String.join(", ", codec.indexKeyNames()))
                    .detail("if it exists" + WriteText.alive(codec))
                    .detail(
                            pattern.when() == null
                                    ? null
                                    : "if " + pattern.when().text());
        } else {
            outline.action("DeleteItem", WriteText.item(codec), WriteCost.whole(codec))
                    .detail("if it exists"
                            + (entity.expiry() == null ? "" : " and has not expired")
                            + (needed.isEmpty() ? "" : " and what was read has not changed, else from the start"))
                    .detail(
                            pattern.when() == null
                                    ? null
                                    : "if " + pattern.when().text());
            entity.uniques().forEach(unique -> outline.action(
                            "DeleteItem", "the lock " + WriteOutline.key(unique.lock()), WriteCost.lock(codec, unique))
                    .detail("if it is its own"));
            if (isNoted) {
                unfinished.describe(outline, entity);
            }
        }
        model.fanOuts(entity).forEach(made -> WriteText.fanOut(model, outline, made, "DeleteItem"));
        model.quotas(entity).forEach(quota -> WriteText.quota(model, outline, quota, false));
    }

    @Override
    public void describeRest(WriteOutline outline) {
        if (!isSoft) {
            cascade.describe(outline);
        }
        if (isNoted) {
            unfinished.describeEnd(outline, entity);
        }
    }

    private boolean isRead() {
        return isNoted || !needed.isEmpty();
    }

    /** Whether the item has to be read because the caller wants to see it: a transaction does not answer what it deleted. */
    private boolean isShown(WriteDraft draft, WriteRun run) {
        return run.isWhole() && (draft.isJoint() || run.isOnce() || !isAlone());
    }

    /** Whether nothing is written beside the item. */
    private boolean isAlone() {
        return (isSoft || entity.uniques().isEmpty())
                && model.fanOuts(entity).isEmpty()
                && model.quotas(entity).isEmpty();
    }

    @Override
    public boolean compares() {
        return true;
    }

    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        Expectations expectations = run.expectations(codec);
        Map<String, Object> by = locator.arguments(arguments);
        Guards guards = new Guards(codec, run.now());
        Object version = Versions.given(codec, arguments);
        Ownership ownership = run.ownership(pattern, codec);
        return new Prepared() {
            private Map<String, Object> before = Map.of();
            private Locator.Located located;

            @Override
            public String subject() {
                return entity.name();
            }

            @Override
            public void draft(WriteDraft draft) {
                located = locator.locate(run, by);
                if (ownership != null) {
                    ownership.requireKey(located);
                }
                Item item = isRead() || isShown(draft, run) ? run.read(codec, located.key()) : null;
                if (item != null && !isThere(item)) {
                    throw gone(draft);
                }
                if (item != null && ownership != null) {
                    ownership.requireItem(item);
                } else if (isForOwnerOfItem() && cascade.canRefuse()) {
                    // Whether anything still refers to it is told to its owner only.
                    ownership.requireItem(run.read(codec, located.key()));
                }
                before = item == null ? located.values() : codec.decode(item);
                requireNoChild(draft, item);
                ItemDraft drafted = draft.claim(entity.name(), run.tableName(codec), located.key())
                        .seen(item == null ? Item.NONE : item)
                        .leaving();
                if (isSoft) {
                    guards.alive(drafted, guards.notFound());
                } else {
                    drafted.delete();
                    guards.exists(drafted, () -> {
                        if (!isNoted) {
                            finishCascade();
                        }
                        return guards.notFound().get();
                    });
                    guards.notExpired(drafted, guards.notFound());
                }
                if (ownership != null) {
                    ownership.guard(drafted, run, located);
                }
                locator.hold(drafted, run, located);
                if (pattern.when() != null) {
                    drafted.guard(guards.condition(pattern.when(), arguments));
                }
                expectations.guard(drafted);
                Versions.check(drafted, entity, version);
                if (item != null) {
                    for (String name : needed) {
                        Attribute attribute = entity.attributes().get(name);
                        if (attribute.isStored()) {
                            drafted.guard(Guards.unchanged(attribute.stored(), item));
                        }
                    }
                }
                if (isSoft) {
                    mark(draft, item);
                    Versions.count(drafted, entity);
                } else {
                    if (isNoted) {
                        Item told = ownership == null ? Item.NONE : ownership.told(item);
                        unfinished.add(draft, run, codec, item, told);
                    }
                    new Locks(codec).releaseAll(draft, run, located.key(), before);
                    if (!codec.isDeleted(before)) {
                        new FanOuts(model, entity).deleteAll(draft, run, before);
                    }
                }
                if (!codec.isDeleted(before)) {
                    model.quotas(entity).forEach(quota -> new Counting(model, quota).down(draft, run, before));
                }
                drafted.returning("ALL_OLD");
            }

            /** Refuses for a child, unless there is nothing to be deleted: then whatever refers to it is nobody's child. */
            private void requireNoChild(WriteDraft draft, Item read) {
                try {
                    cascade.refuse(run, known());
                } catch (WriteRefused refused) {
                    Item there = read == null ? run.read(codec, located.key()) : read;
                    if (!isThere(there)) {
                        throw gone(draft);
                    }
                    throw locator.isAsked(there, located)
                            ? refused
                            : guards.notFound().get();
                }
            }

            /** The values as they were read, and what led to the item. */
            private Map<String, Object> known() {
                Map<String, Object> known = new LinkedHashMap<>(before);
                located.values().forEach(known::putIfAbsent);
                return known;
            }

            /** Whether nothing but the item says who its owner is. */
            private boolean isForOwnerOfItem() {
                return ownership != null && ownership.needsItem(located);
            }

            private boolean isThere(Item item) {
                return isSoft ? codec.isAlive(item, run.now()) : item.count() > 0 && !codec.isOver(item, run.now());
            }

            private void mark(WriteDraft draft, Item item) {
                new ItemChange(model, codec, marking(arguments, run), true, locator::knows)
                        .apply(draft, run, located, item);
            }

            /** Of an item that is not there. The same delete, when it was cut off before, is finished now. */
            private RuntimeException gone(WriteDraft draft) {
                if (!isNoted) {
                    finishCascade();
                    return guards.notFound().get();
                }
                Optional<Item> noted = unfinished.find(run, codec, located.key());
                if (noted.isEmpty()) {
                    return guards.notFound().get();
                }
                if (ownership != null) {
                    ownership.requireItem(noted.get());
                }
                unfinished.finish(run, codec, noted.get());
                return draft.isJoint() ? guards.notFound().get() : new Guard.Unchanged(null, noted.get());
            }

            /** Deleted before, finished now. */
            @Override
            public Written unchanged(Guard.Unchanged found) {
                return new Written(
                        Written.Outcome.DELETED,
                        entity.name(),
                        codec.visible(codec.decode(found.there())),
                        List.of(),
                        run.requests());
            }

            /** Children of a parent that went before they did, as when the process died in between. */
            private void finishCascade() {
                // Whose they were cannot be told once the parent is gone.
                if (!isSoft && !isForOwnerOfItem()) {
                    cascade.run(run, located.values());
                }
            }

            @Override
            public Written result(Answer answer) {
                Map<String, Object> values = new LinkedHashMap<>(before);
                if (answer.attributes().isPresent()) {
                    values.putAll(codec.decode(answer.attributes()));
                }
                located.values().forEach(values::putIfAbsent);
                before = values;
                if (!isSoft) {
                    cascade.run(run, values);
                }
                if (isNoted) {
                    unfinished.strike(run, codec, located.key());
                }
                return new Written(
                        Written.Outcome.DELETED, entity.name(), codec.visible(before), List.of(), run.requests());
            }
        };
    }

    private Edits marking(Map<String, Object> arguments, WriteRun run) {
        Edits edits = new Edits(entity).deleting();
        marks(arguments, run).forEach(edits::give);
        return edits;
    }

    /** What marks an item as deleted, with everything else that is set then. */
    private Map<String, Object> marks(Map<String, Object> arguments, WriteRun run) {
        Map<String, Object> marks = new LinkedHashMap<>();
        Entity.SoftDelete soft = entity.softDelete();
        if (soft.flag() != null) {
            marks.put(soft.flag(), Boolean.TRUE);
        }
        if (soft.at() != null) {
            marks.put(soft.at(), moment(soft.at(), run));
        }
        if (soft.reason() != null) {
            Object reason = arguments.getOrDefault(soft.reason(), arguments.get("reason"));
            Attribute attribute = entity.attributes().get(soft.reason());
            marks.put(
                    soft.reason(),
                    reason == null ? null : new Inputs(codec).argument(attribute, reason, Times.Rounding.DOWN));
        }
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.set() == SetOn.ON_WRITE || attribute.set() == SetOn.ON_DELETE) {
                marks.putIfAbsent(attribute.name(), moment(attribute.name(), run));
            }
        }
        return marks;
    }

    private Object moment(String name, WriteRun run) {
        if (run == null) {
            return null;
        }
        Attribute attribute = entity.attributes().get(name);
        Object moment = new Inputs(codec).moment(attribute, run.surroundings(), run.now());
        return moment == null ? null : Coercion.lenient(attribute.type(), moment);
    }
}
