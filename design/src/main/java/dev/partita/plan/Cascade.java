package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Quota;
import dev.partita.design.Wording;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.WriteRefused.Rule;
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

    Cascade(WriteModel model, Entity parent) {
        this.model = model;
        this.parent = parent;
    }

    private Finder finder(WriteModel.Reference reference) {
        return Finder.ofAll(
                model.codec(reference.child().name()),
                new LinkedHashSet<>(names(reference).values()));
    }

    void describeRefusals(Outline outline) {
        for (WriteModel.Reference reference : model.references(parent, "refuse")) {
            Finder finder = finder(reference);
            outline.read(finder.describe() + "; one " + reference.child().name() + " is enough to refuse", 1);
        }
    }

    void describe(Outline outline) {
        describe(outline, new HashSet<>(Set.of(parent.name())));
    }

    // Entities may refer to each other, or to themselves.
    private void describe(Outline outline, Set<String> described) {
        for (WriteModel.Reference reference : model.references(parent, "cascade")) {
            outline.readAll(finder(reference).describe() + ", page by page, and delete every "
                    + reference.child().name() + " found, "
                    + (isPlain(reference.child())
                            ? Limits.BATCH_WRITE_REQUESTS + " in a BatchWriteItem"
                            : "each in a transaction with what goes with it"));
            if (described.add(reference.child().name())) {
                new Cascade(model, reference.child()).describe(outline, described);
            }
        }
    }

    /** Whether there are children that can forbid it. */
    boolean canRefuse() {
        return !model.references(parent, "refuse").isEmpty();
    }

    /** Refuses when a child is there that forbids it. */
    void refuse(WriteRun run, Map<String, Object> parentValues) {
        for (WriteModel.Reference reference : model.references(parent, "refuse")) {
            Finder finder = finder(reference);
            Map<String, Object> known = known(reference, parentValues);
            if (known != null && !finder.some(run, known, 1).isEmpty()) {
                throw new WriteRefused(
                        Rule.STILL_REFERENCED,
                        parent.name(),
                        Wording.one(reference.child().name()) + " still refers to the " + parent.name());
            }
        }
    }

    /** Deletes the children of a parent that is gone, and theirs. */
    void run(WriteRun run, Map<String, Object> parentValues) {
        for (WriteModel.Reference reference : model.references(parent, "cascade")) {
            Finder finder = finder(reference);
            Map<String, Object> known = known(reference, parentValues);
            if (known == null) {
                continue;
            }
            Codec child = model.codec(reference.child().name());
            List<Item> batch = new ArrayList<>();
            finder.each(run, known, found -> {
                batch.add(finder.keyOf(found));
                if (batch.size() == Limits.BATCH_WRITE_REQUESTS) {
                    delete(run, child, batch);
                    batch.clear();
                }
            });
            delete(run, child, batch);
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

    private void delete(WriteRun run, Codec child, List<Item> keys) {
        if (keys.isEmpty()) {
            return;
        }
        if (isPlain(child.entity())) {
            batch(run, run.tableName(child), keys);
        } else {
            keys.forEach(key -> run.execute(new Removal(run, child, key)));
        }
        Cascade next = new Cascade(model, child.entity());
        keys.forEach(key -> next.run(run, child.decode(key)));
    }

    /** Whether nothing but the item itself goes with a child. */
    private boolean isPlain(Entity child) {
        return child.uniques().isEmpty()
                && model.fanOuts(child).isEmpty()
                && counted(child).isEmpty();
    }

    /** The quotas that go on without the parent: those that count for it have nobody left to count for. */
    private List<Quota> counted(Entity child) {
        return model.quotas(child).stream()
                .filter(quota -> !parent.name().equals(quota.counterEntity())
                        && quota.per().stream()
                                .map(variable -> child.attributes().get(variable.attribute()))
                                .noneMatch(attribute ->
                                        attribute != null && parent.name().equals(attribute.references())))
                .toList();
    }

    /** One child with its locks, its fan-out and its place in counts, all at once. */
    private final class Removal implements Writing.Prepared {

        private final WriteRun run;
        private final Codec child;
        private final Item key;

        Removal(WriteRun run, Codec child, Item key) {
            this.run = run;
            this.child = child;
            this.key = key;
        }

        @Override
        public String subject() {
            return child.entity().name();
        }

        @Override
        public void draft(Draft draft) {
            Item item = run.read(child, key);
            Map<String, Object> values = child.decode(item);
            ItemDraft drafted = draft.item(run.tableName(child), key).delete();
            if (!item.isPresent() || item.count() == 0) {
                // Another has taken it away meanwhile; a delete of nothing does no harm.
                return;
            }
            for (String name : model.departing(child, true)) {
                Attribute attribute = child.entity().attributes().get(name);
                if (attribute != null && attribute.isStored()) {
                    drafted.guard(Guards.unchanged(attribute.stored(), item));
                }
            }
            new Locks(child).releaseAll(draft, run, key, values);
            if (!child.isDeleted(values)) {
                new FanOuts(model, child.entity()).deleteAll(draft, run, values);
                counted(child.entity()).forEach(quota -> new Counting(model, quota).down(draft, run, values));
            }
        }

        @Override
        public Written result(Answer answer) {
            return new Written(Written.Outcome.DELETED, subject(), Map.of(), List.of(), 0);
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
