package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.key.LockItem;
import dev.partita.plan.internal.value.Storing;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** How a pattern's {@code by:} leads to the one item that is to be written. */
public final class Locator {

    /** @param values what is known of the item without reading it: what the caller gave, and what its key holds */
    record Located(Item key, Map<String, Object> values) {}

    private final Codec codec;
    private final Set<String> by;
    private final Entity.Unique unique;
    private final Finder finder;

    private Locator(Codec codec, Set<String> by, Entity.Unique unique, Finder finder) {
        this.codec = codec;
        this.by = by;
        this.unique = unique;
        this.finder = finder;
    }

    /** Null when nothing leads to the item. */
    public static Locator of(Codec codec, Pattern pattern) {
        Set<String> by = new LinkedHashSet<>();
        for (Template.Variable variable : pattern.by()) {
            by.add(variable.attribute());
        }
        if (by.containsAll(codec.keyAttributes())) {
            // What is asked for besides the key is compared, so it has to be stored.
            boolean isCompared = pattern.by().stream()
                    .filter(variable -> !codec.keyAttributes().contains(variable.attribute()))
                    .allMatch(variable -> variable.formats().isEmpty()
                            && codec.entity()
                                    .attributes()
                                    .get(variable.attribute())
                                    .isStored());
            if (!isCompared) {
                return null;
            }
            return new Locator(codec, by, null, null);
        }
        for (Entity.Unique unique : codec.entity().uniques()) {
            if (by.containsAll(unique.attributes()) && !unique.lock().isEmpty()) {
                return new Locator(codec, by, unique, null);
            }
        }
        Finder finder = by.isEmpty() ? null : Finder.of(codec, by, pattern.when());
        return finder == null ? null : new Locator(codec, by, null, finder);
    }

    Set<String> by() {
        return by;
    }

    boolean isDirect() {
        return unique == null && finder == null;
    }

    /** Whether an attribute's value is known once the item is found, and need not be read. */
    boolean knows(String name) {
        return codec.isToldByKey(name) && (by.contains(name) || codec.isGivenByKey(name));
    }

    /** The index that is looked through; null when none is. */
    public Finder finder() {
        return finder;
    }

    /** The keys that lead straight to the item. What an index finds is compared with what is asked for. */
    public Collection<Template> templates() {
        return unique != null
                ? unique.lock().values()
                : finder != null ? List.of() : codec.entity().key().values();
    }

    void describe(WriteOutline outline) {
        if (unique != null) {
            outline.read(
                    "GetItem the lock " + WriteOutline.key(unique.lock()) + ", strongly; it names the "
                            + codec.entity().name(),
                    1);
        } else if (finder != null) {
            outline.read(finder.describe() + "; it gives the key", 1);
        }
    }

    /** The given values of {@code by}, as logical values. */
    Map<String, Object> arguments(Map<String, Object> given) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<Violation> violations = new java.util.ArrayList<>();
        for (String name : by) {
            Attribute attribute = codec.entity().attributes().get(name);
            Object raw = given.get(name);
            if (raw == null || raw.equals("")) {
                violations.add(
                        new Violation(codec.entity().name(), name, raw, "required", "says which one, and is required"));
            } else {
                values.put(name, new Inputs(codec).argument(attribute, raw));
            }
        }
        codec.require(violations);
        return values;
    }

    Located locate(WriteRun run, Map<String, Object> arguments) {
        if (isDirect()) {
            return new Located(codec.key(arguments), arguments);
        }
        Item key;
        if (unique != null) {
            key = holder(run, arguments);
            if (!key.isPresent()) {
                throw new Guards(codec, run.now()).notFound().get();
            }
        } else {
            List<Item> found = finder.alive(run, arguments, 2);
            if (found.isEmpty()) {
                // Perhaps one that is to be restored.
                found = finder.some(run, arguments, 2);
            }
            if (found.isEmpty()) {
                throw new Guards(codec, run.now()).notFound().get();
            }
            if (found.size() > 1) {
                throw new WriteRefused(
                        Rule.SEVERAL_FOUND,
                        codec.entity().name(),
                        "more than one " + codec.entity().name() + " has this " + String.join(" and ", by));
            }
            key = codec.keyOf(found.get(0));
        }
        Map<String, Object> values = new LinkedHashMap<>(arguments);
        codec.decode(key).forEach((name, value) -> {
            Attribute attribute = codec.entity().attributes().get(name);
            if (by.contains(name)
                    && !Storing.store(attribute, value).equals(Storing.store(attribute, arguments.get(name)))) {
                // It leads to an item, and not to the one that was asked for.
                throw new Guards(codec, run.now()).notFound().get();
            }
            values.putIfAbsent(name, value);
        });
        return new Located(key, values);
    }

    /** The item must have what it is asked by: what led to it still, and what is asked for besides. */
    void hold(ItemDraft draft, WriteRun run, Located located) {
        Supplier<? extends RuntimeException> refusal = refusal(run, located);
        compared()
                .forEach(attribute -> draft.guard(Guards.same(
                        attribute.stored(),
                        Storing.store(attribute, located.values().get(attribute.name())),
                        refusal)));
    }

    /** The same of an item that was read: nothing is said of one that was not asked for. */
    void require(Item item, WriteRun run, Located located) {
        if (!isAsked(item, located)) {
            throw refusal(run, located).get();
        }
    }

    private Supplier<? extends RuntimeException> refusal(WriteRun run, Located located) {
        return isDirect()
                ? new Guards(codec, run.now()).notFound()
                : unique == null ? Guard.Stale::new : () -> lost(run, located);
    }

    /** Whether an item that was read has what it is asked by. */
    boolean isAsked(Item item, Located located) {
        return compared()
                .allMatch(attribute -> Storing.store(attribute, located.values().get(attribute.name()))
                        .equals(item.get(attribute.stored())));
    }

    /** What it is asked by and its key does not tell. */
    private Stream<Attribute> compared() {
        return by.stream()
                .filter(name -> !codec.isToldByKey(name) || !isDirect() && !codec.isGivenByKey(name))
                .map(codec.entity().attributes()::get)
                .filter(Attribute::isStored);
    }

    /** A lock that leads to the same item as before leads to no item with these values; else they have moved on. */
    private RuntimeException lost(WriteRun run, Located located) {
        boolean isSame = holder(run, located.values()).equals(located.key());
        return isSame ? new Guards(codec, run.now()).notFound().get() : new Guard.Stale();
    }

    private Item holder(WriteRun run, Map<String, Object> values) {
        Item lockKey = new Locks(codec).key(unique, values);
        return LockItem.holder(
                run.call(Request.GetItem.strong(run.tableName(codec), lockKey)).item());
    }
}
