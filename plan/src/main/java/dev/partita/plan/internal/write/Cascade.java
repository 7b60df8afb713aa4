package dev.partita.plan.internal.write;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Answer;
import dev.partita.plan.Request;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What becomes of children when their parent goes: they go too, in batches after it, or they keep it from going. */
final class Cascade {

    private static final int ROUNDS = 50;

    private final WriteModel model;
    private final Entity parent;
    private final Unfinished unfinished;

    Cascade(WriteModel model, Entity parent) {
        this.model = model;
        this.parent = parent;
        this.unfinished = model.unfinished();
    }

    /** Somebody has made the parent anew: the children are its own now. */
    private static final class ParentIsBack extends RuntimeException {
        ParentIsBack() {
            super("the parent is there again", null, false, false);
        }
    }

    private Finder finder(WriteModel.Reference reference) {
        return Finder.ofAll(
                model.codec(reference.child().name()),
                new LinkedHashSet<>(names(reference).values()));
    }

    void describeRefusals(WriteOutline outline) {
        for (WriteModel.Reference reference : model.references(parent, OnDelete.REFUSE)) {
            Finder finder = finder(reference);
            outline.read(finder.describe() + "; one " + reference.child().name() + " is enough to refuse", 1);
        }
    }

    void describe(WriteOutline outline) {
        describe(outline, new HashSet<>(Set.of(parent.name())));
    }

    // Entities may refer to each other, or to themselves.
    private void describe(WriteOutline outline, Set<String> described) {
        for (WriteModel.Reference reference : model.references(parent, OnDelete.CASCADE)) {
            outline.readAll(finder(reference).describe() + ", page by page, and delete every "
                    + reference.child().name() + " found, "
                    + (isPlain(reference)
                            ? Limits.BATCH_WRITE_REQUESTS + " in a BatchWriteItem"
                            : "each in a transaction with what goes with it"));
            if (described.add(reference.child().name())) {
                new Cascade(model, reference.child()).describe(outline, described);
            }
        }
    }

    /** Whether there are children that can forbid it. */
    boolean canRefuse() {
        return !model.references(parent, OnDelete.REFUSE).isEmpty();
    }

    /** Refuses when a child is there that forbids it. One that is marked as deleted has left, however it would be found. */
    void refuse(WriteRun run, Map<String, Object> parentValues) {
        for (WriteModel.Reference reference : model.references(parent, OnDelete.REFUSE)) {
            Finder finder = finder(reference);
            Map<String, Object> known = known(reference, parentValues);
            if (known != null && !finder.alive(run, known, 1).isEmpty()) {
                throw new WriteRefused(
                        Rule.STILL_REFERENCED,
                        parent.name(),
                        Wording.one(reference.child().name()) + " still refers to the " + parent.name());
            }
        }
    }

    /** Deletes the children of a parent that is gone, and theirs. */
    void run(WriteRun run, Map<String, Object> parentValues) {
        run(run, parentValues, null);
    }

    /** The same later on, when the parent may have been made anew; then its children stay. */
    void finish(WriteRun run, Map<String, Object> parentValues, Item parentKey) {
        try {
            run(run, parentValues, parentKey);
        } catch (ParentIsBack e) {
            // Nothing is left to do.
        }
    }

    /** @param absent the key that no item may have meanwhile; null when that need not be looked at */
    private void run(WriteRun run, Map<String, Object> parentValues, Item absent) {
        for (WriteModel.Reference reference : model.references(parent, OnDelete.CASCADE)) {
            Finder finder = finder(reference);
            Map<String, Object> known = known(reference, parentValues);
            if (known == null) {
                continue;
            }
            List<Item> batch = new ArrayList<>();
            finder.each(run, known, found -> {
                batch.add(model.codec(reference.child().name()).keyOf(found));
                if (batch.size() == Limits.BATCH_WRITE_REQUESTS) {
                    delete(run, reference, batch, absent);
                    batch.clear();
                }
            });
            delete(run, reference, batch, absent);
        }
    }

    private Map<String, Object> known(WriteModel.Reference reference, Map<String, Object> parentValues) {
        Map<String, Object> known = new LinkedHashMap<>();
        for (Map.Entry<String, String> name : names(reference).entrySet()) {
            Object value = parentValues.get(name.getKey());
            if (value == null) {
                return null;
            }
            known.put(name.getValue(), value);
        }
        return known;
    }

    /** The child's attribute for each of the parent's key. */
    private Map<String, String> names(WriteModel.Reference reference) {
        return model.referredKey(reference.child(), reference.attribute());
    }

    private void delete(WriteRun run, WriteModel.Reference reference, List<Item> keys, Item absent) {
        if (keys.isEmpty()) {
            return;
        }
        Codec child = model.codec(reference.child().name());
        Map<Item, Map<String, Object>> values = referred(run, child, keys);
        if (isPlain(reference)) {
            if (absent == null) {
                batch(run, run.tableName(child), keys);
            } else {
                run.execute(new Batch(run, child, List.copyOf(keys), absent));
            }
        } else {
            keys.forEach(key -> run.execute(new Removal(run, reference, key, absent)));
        }
        Cascade next = new Cascade(model, child.entity());
        boolean isNoted = unfinished.notes(child.entity());
        for (Item key : keys) {
            next.run(run, values.get(key), absent == null ? null : key);
            if (isNoted) {
                unfinished.strike(run, child, key);
            }
        }
    }

    /** What is known of children, for those who refer to them: what their keys hold, or else the items themselves. */
    private Map<Item, Map<String, Object>> referred(WriteRun run, Codec child, List<Item> keys) {
        boolean isGiven =
                model.referred(child.entity(), OnDelete.CASCADE).stream().allMatch(child::isGivenByKey);
        Map<Item, Map<String, Object>> values = new LinkedHashMap<>();
        for (Item key : keys) {
            Item item = isGiven ? key : run.read(child, key);
            values.put(key, child.decode(item.isPresent() && item.count() > 0 ? item : key));
        }
        return values;
    }

    /** Whether nothing but the item itself goes with a child. */
    private boolean isPlain(WriteModel.Reference reference) {
        Entity child = reference.child();
        return child.uniques().isEmpty()
                && model.fanOuts(child).isEmpty()
                && counted(reference).isEmpty()
                && !unfinished.notes(child);
    }

    /** The parent must be gone still. */
    private void requireAbsent(WriteDraft draft, WriteRun run, Item absent) {
        if (absent != null) {
            Codec codec = model.codec(parent.name());
            draft.item(run.tableName(codec), absent).guard(new Guards(codec, run.now()).absent(ParentIsBack::new));
        }
    }

    /** Children with nothing of their own, as long as the parent is gone. */
    private final class Batch implements WriteOperation.Prepared {

        private final WriteRun run;
        private final Codec child;
        private final List<Item> keys;
        private final Item absent;

        Batch(WriteRun run, Codec child, List<Item> keys, Item absent) {
            this.run = run;
            this.child = child;
            this.keys = keys;
            this.absent = absent;
        }

        @Override
        public String subject() {
            return child.entity().name();
        }

        @Override
        public void draft(WriteDraft draft) {
            requireAbsent(draft, run, absent);
            keys.forEach(key -> draft.item(run.tableName(child), key).delete());
        }

        @Override
        public Written result(Answer answer) {
            return gone(child);
        }
    }

    private static Written gone(Codec child) {
        return new Written(Written.Outcome.DELETED, child.entity().name(), Map.of(), List.of(), 0);
    }

    /** The quotas that go on without the parent: a counter that stands in the parent itself has gone with it. */
    private List<Quota> counted(WriteModel.Reference reference) {
        return model.quotas(reference.child()).stream()
                .filter(quota -> !parent.name().equals(quota.counterEntity())
                        || !Counting.parts(quota).containsAll(names(reference).values()))
                .toList();
    }

    /** One child with its locks, its fan-out and its place in counts, all at once. */
    private final class Removal implements WriteOperation.Prepared {

        private final WriteRun run;
        private final WriteModel.Reference reference;
        private final Codec child;
        private final Item key;
        private final Item absent;

        Removal(WriteRun run, WriteModel.Reference reference, Item key, Item absent) {
            this.run = run;
            this.reference = reference;
            this.child = model.codec(reference.child().name());
            this.key = key;
            this.absent = absent;
        }

        @Override
        public String subject() {
            return child.entity().name();
        }

        @Override
        public void draft(WriteDraft draft) {
            requireAbsent(draft, run, absent);
            Item item = run.read(child, key);
            Map<String, Object> values = child.decode(item);
            ItemDraft drafted = draft.item(run.tableName(child), key).delete();
            if (!item.isPresent() || item.count() == 0) {
                // Another has taken it away meanwhile; a delete of nothing does no harm.
                return;
            }
            for (String name : model.departing(child, true, child::isGivenByKey)) {
                Attribute attribute = child.entity().attributes().get(name);
                if (attribute != null && attribute.isStored()) {
                    drafted.guard(Guards.unchanged(attribute.stored(), item));
                }
            }
            if (unfinished.notes(child.entity())) {
                unfinished.add(draft, run, child, item, Item.NONE);
            }
            new Locks(child).releaseAll(draft, run, key, values);
            if (!child.isDeleted(values)) {
                new FanOuts(model, child.entity()).deleteAll(draft, run, values);
                counted(reference).forEach(quota -> new Counting(model, quota).down(draft, run, values));
            }
        }

        @Override
        public Written result(Answer answer) {
            return gone(child);
        }
    }

    private static void batch(WriteRun run, String table, List<Item> keys) {
        List<Item> left = List.copyOf(keys);
        for (int round = 0; round < ROUNDS && !left.isEmpty(); round++) {
            left = run.call(new Request.BatchWriteItem(table, List.of(), left)).unprocessedKeys();
            if (!left.isEmpty()) {
                run.pause(round);
            }
        }
        if (!left.isEmpty()) {
            throw new WriteRefused(
                    Rule.CONTENDED,
                    table,
                    left.size() + " items could not be deleted; delete the parent again to go on");
        }
    }
}
