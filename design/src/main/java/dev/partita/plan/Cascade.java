package dev.partita.plan;

import dev.partita.design.Entity;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.WriteRefused.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
                Set.of(reference.attribute().name()));
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
                    + reference.child().name() + " found, " + Limits.BATCH_WRITE_REQUESTS + " in a BatchWriteItem");
            if (described.add(reference.child().name())) {
                new Cascade(model, reference.child()).describe(outline, described);
            }
        }
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
                        "a " + reference.child().name() + " still refers to the " + parent.name());
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
        Set<String> keys = model.codec(parent.name()).keyAttributes();
        Object value = keys.size() == 1 ? parentValues.get(keys.iterator().next()) : null;
        return value == null ? null : Map.of(reference.attribute().name(), value);
    }

    private void delete(WriteRun run, Codec child, List<Item> keys) {
        if (keys.isEmpty()) {
            return;
        }
        boolean isPlain = child.entity().uniques().isEmpty()
                && model.fanOuts(child.entity()).isEmpty();
        List<Item> deletes = new ArrayList<>(keys);
        if (!isPlain) {
            for (Item key : keys) {
                deletes.addAll(dependents(run, child, key));
            }
        }
        String table = run.tableName(child);
        for (int from = 0; from < deletes.size(); from += Limits.BATCH_WRITE_REQUESTS) {
            batch(run, table, deletes.subList(from, Math.min(deletes.size(), from + Limits.BATCH_WRITE_REQUESTS)));
        }
        Cascade next = new Cascade(model, child.entity());
        keys.forEach(key -> next.run(run, child.decode(key)));
    }

    /** Locks and fan-out items of a child, when they live in its table. */
    private List<Item> dependents(WriteRun run, Codec child, Item key) {
        Item item = run.read(child, key);
        List<Item> found = new ArrayList<>();
        if (!item.isPresent() || item.count() == 0) {
            return found;
        }
        Map<String, Object> values = new LinkedHashMap<>(child.decode(item));
        Locks locks = new Locks(child);
        for (Entity.Unique unique : locks.all()) {
            Item lock = locks.key(unique, values);
            if (lock != null) {
                found.add(lock);
            }
        }
        FanOuts fanOuts = new FanOuts(model, child.entity());
        for (Entity made : model.fanOuts(child.entity())) {
            if (made.table().equals(child.entity().table())) {
                found.addAll(fanOuts.items(made, values, run).keySet());
            }
        }
        return found;
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
