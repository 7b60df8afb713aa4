package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Violation;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Makes an item or replaces it, keeping what is set once (when it was created, its generated ids), what callers may not write,
 * such as counters and what other patterns set, and what other patterns add to unless it is given.
 *
 * <p>Where nothing depends on both kept and new values, one UpdateItem does it: what is kept is set only if it is not there.
 * Otherwise the item is read first.
 */
public final class PutWrite implements WriteOperation {

    private final WriteModel model;
    private final Pattern pattern;
    private final Codec codec;
    private final Constants constants;
    private final Entity entity;
    private final Set<String> once = new LinkedHashSet<>();
    private final Set<String> counted = new LinkedHashSet<>();
    private final boolean isReferredInPart;
    private final boolean isBlind;
    private final boolean isPlain;

    public PutWrite(WriteModel model, Pattern pattern) {
        this.model = model;
        this.pattern = pattern;
        this.codec = model.codec(pattern.entities().get(0));
        this.constants = new Constants(pattern.set(), codec.entity());
        this.entity = codec.entity();
        Set<String> counters = model.counters(entity);
        Set<String> added = added();
        for (Attribute attribute : entity.attributes().values()) {
            if (codec.isToldByKey(attribute.name()) || attribute.name().equals(entity.version())) {
                continue;
            }
            boolean isOnce = attribute.set() == SetOn.ON_CREATE
                    || attribute.generate() != null
                    || attribute.immutable()
                    || isOthers(attribute)
                    || counters.contains(attribute.name());
            if (isOnce) {
                once.add(attribute.name());
            } else if (added.contains(attribute.name())) {
                counted.add(attribute.name());
            }
        }
        this.isReferredInPart = !codec.toldInPart().isEmpty() && model.isReferred(entity);
        this.isBlind = isBlind();
        this.isPlain = isBlind
                && once.isEmpty()
                && counted.isEmpty()
                && entity.version() == null
                && entity.softDelete() == null
                && pattern.detect() == null
                // What stays of the item may not fit what comes.
                && entity.attributes().values().stream().allMatch(attribute -> attribute.hostIn() == null);
    }

    /** Whether callers may not write it, and neither does this pattern. A mark of deletion is no such: a put brings back. */
    private boolean isOthers(Attribute attribute) {
        Entity.SoftDelete mark = entity.softDelete();
        return attribute.readOnly()
                && attribute.set() == null
                && attribute.derive() == null
                && attribute.hashOf().isEmpty()
                && !pattern.set().containsKey(attribute.name())
                && (mark == null
                        || !attribute.name().equals(mark.flag())
                                && !attribute.name().equals(mark.at())
                                && !attribute.name().equals(mark.reason()));
    }

    /** What other patterns add to, and this one does not set. */
    private Set<String> added() {
        Set<String> added = new LinkedHashSet<>();
        model.design().patterns().values().stream()
                .filter(other -> other.entities().contains(entity.name()))
                .forEach(other -> added.addAll(other.add().keySet()));
        added.removeAll(pattern.set().keySet());
        return added;
    }

    /** What stays as it is stored: what is set once, and what others count unless the caller gives it. */
    private Set<String> kept(Map<String, Object> given) {
        Set<String> kept = new LinkedHashSet<>(once);
        counted.stream().filter(name -> given.get(name) == null).forEach(kept::add);
        return kept;
    }

    @Override
    public void describe(WriteOutline outline) {
        if (!isBlind) {
            outline.read("GetItem " + WriteText.item(codec) + ", strongly", WriteCost.read(codec));
        }
        WriteText.limits(model, outline, entity);
        outline.action("UpdateItem", WriteText.item(codec), WriteCost.whole(codec))
                .note(isBlind ? "" : ", or PutItem when it is not there")
                .detail("sets every attribute" + (once.isEmpty() ? "" : "; keeps " + String.join(", ", once))
                        + (counted.isEmpty() ? "" : "; keeps " + String.join(", ", counted) + " unless given"))
                .detail(WriteText.indexKeys(codec.indexKeyNames()))
                .detail(isBlind ? null : "if what was read has not changed, else from the start")
                .detail(
                        pattern.detect() == null
                                ? null
                                : "if " + pattern.detect() + " is missing or differs; else nothing is written");
        WriteText.dependents(model, outline, entity);
        WriteText.requires(model, outline, pattern);
    }

    /** With nothing to keep and nothing to compare, what was there before makes no difference. */
    @Override
    public PlainPut plain(Map<String, Object> arguments, WriteRun run) {
        boolean isConditional = run.ownership(pattern, codec) != null
                || run.reach(pattern) != null
                || run.isReplacing()
                || keepsOwner(run);
        if (!isPlain || isConditional) {
            return null;
        }
        Map<String, Object> values = values(new LinkedHashMap<>(arguments), run);
        return new PlainPut(
                run.tableName(codec),
                codec.key(values),
                codec.encode(values),
                new Written(Written.Outcome.WRITTEN, entity.name(), codec.visible(values), List.of(), 1));
    }

    private Map<String, Object> values(Map<String, Object> given, WriteRun run) {
        Map<String, Object> preset = constants.of(run);
        new Inputs(codec).refuseGiven(preset.keySet(), given);
        preset.keySet().forEach(given::remove);
        new Inputs(codec).requireGiven(pattern.require(), given);
        return new Inputs(codec).create(given, preset, run.surroundings());
    }

    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        Map<String, Object> given = References.without(pattern.requires(), entity, arguments);
        Object version = Versions.given(codec, arguments);
        given.remove(entity.version());
        Map<String, Object> values = values(given, run);
        Ownership ownership = run.ownership(pattern, codec);
        if (ownership != null) {
            ownership.require(values);
        }
        ReplacementAccess reach = run.reach(pattern);
        Set<String> kept = kept(given);
        return new Prepared() {
            private Map<String, Object> after = values;
            private boolean isNew;
            private boolean isUnread;
            private WriteDraft drafted;

            @Override
            public String subject() {
                return entity.name();
            }

            @Override
            public void draft(WriteDraft draft) {
                Item key = codec.key(values);
                draft.claim(entity.name(), run.tableName(codec), key);
                drafted = draft;
                // A transaction does not tell what was there before, so there it is read.
                isUnread = isBlind
                        && reach == null
                        && !keepsOwner(run)
                        && !draft.isJoint()
                        && !run.isOnce()
                        && !run.isDropped(PutWrite.this)
                        && storesMoreThanKey(values);
                if (isUnread) {
                    blind(draft, run, key, values, kept, version);
                } else {
                    informed(draft, key);
                }
                new References(model, codec)
                        .requires(draft, run, pattern.requires(), values, CreateWrite.withoutNulls(arguments));
            }

            private void informed(WriteDraft draft, Item key) {
                Item before = run.read(codec, key);
                isNew = new Guards(codec, run.now()).isGone(before);
                if (isNew) {
                    if (run.isReplacing()) {
                        throw Versions.missing(entity);
                    }
                    if (version != null) {
                        throw Versions.changed(entity, version);
                    }
                    after = values;
                    CreateWrite.draft(
                            draft, run, model, codec, values, new Guards(codec, run.now()).absent(Guard.Stale::new));
                } else {
                    if (ownership != null) {
                        ownership.requireItem(before, ownership.taken(values));
                    }
                    if (reach != null) {
                        reached(draft, before);
                    }
                    after = replace(draft, run, before, values, given, kept, version);
                }
            }

            /** What is replaced may be another's, though what takes its place is the caller's. */
            private void reached(WriteDraft draft, Item before) {
                List<RequiredParent> parents = reach.parents().apply(codec.decode(before));
                if (parents == null) {
                    throw CreateWrite.exists(codec, values).get();
                }
                ItemDraft item = draft.item(run.tableName(codec), codec.key(values));
                reach.names().stream()
                        .map(entity.attributes()::get)
                        .filter(Attribute::isStored)
                        .forEach(attribute -> item.guard(Guards.unchanged(attribute.stored(), before)));
                parents.forEach(parent -> parent.check(draft, run));
            }

            @Override
            public Written result(Answer answer) {
                Item old = answer.attributes();
                boolean wasThere = isUnread && old.isPresent() && old.count() > 0;
                Map<String, Object> shown = isNew
                        ? CreateWrite.counted(
                                model, codec, drafted.item(run.tableName(codec), codec.key(values)), after)
                        : Counting.shown(
                                model, codec, drafted.item(run.tableName(codec), codec.key(values)), after, !isUnread);
                if (wasThere) {
                    Map<String, Object> before = codec.decode(old);
                    kept.stream().filter(before::containsKey).forEach(name -> shown.put(name, before.get(name)));
                    if (entity.version() != null && before.get(entity.version()) instanceof Number number) {
                        shown.put(entity.version(), number.longValue() + 1);
                    }
                }
                boolean isUnknown = isUnread && drafted.isUntold();
                if (isUnknown) {
                    shown.keySet().removeAll(kept);
                    shown.remove(entity.version());
                }
                if (isUnknown && run.isWhole() || !isUnread && !isNew) {
                    Map<String, Object> whole = run.after(codec, codec.key(values), answer, Map.copyOf(shown));
                    shown.clear();
                    shown.putAll(whole);
                }
                Written.Outcome outcome = isUnknown
                        ? Written.Outcome.WRITTEN
                        : wasThere || !isUnread && !isNew ? Written.Outcome.REPLACED : Written.Outcome.CREATED;
                return new Written(outcome, entity.name(), codec.visible(shown), List.of(), run.requests());
            }

            @Override
            public Written unchanged(Guard.Unchanged found) {
                return found.written(codec, run);
            }
        };
    }

    /** Whether the owner is not what the caller said, but who calls, or nobody: good for a new item only. */
    private boolean keepsOwner(WriteRun run) {
        return run.isKeepingOwner(pattern) && entity.owner() != null && !codec.isToldByKey(entity.owner());
    }

    /** Whether nothing follows from kept and new values together, so that no read is needed. */
    private boolean isBlind() {
        if (!pattern.requires().isEmpty()
                || isReferredInPart
                || entity.attributes().values().stream().anyMatch(Attribute::mustExist)
                || !entity.uniques().isEmpty()
                || !model.fanOuts(entity).isEmpty()
                || !model.quotas(entity).isEmpty()
                || entity.attributes().values().stream().anyMatch(this::isImmutableInput)) {
            return false;
        }
        return codec.indexKeyParts().values().stream().noneMatch(this::isMixed)
                && Inputs.computed(entity).values().stream().noneMatch(this::isMixed);
    }

    /** An update that does nothing but remove makes no item. */
    private boolean storesMoreThanKey(Map<String, Object> values) {
        return entity.version() != null
                || codec.encode(values).count() > codec.table().keyNames().size();
    }

    private boolean isImmutableInput(Attribute attribute) {
        return attribute.immutable() && !codec.isToldByKey(attribute.name());
    }

    /** Whether it may follow from a kept and from a new value; a count may be either. */
    private boolean isMixed(Set<String> parts) {
        List<String> stored =
                parts.stream().filter(name -> !codec.isToldByKey(name)).toList();
        boolean isCounted = stored.size() > 1 && stored.stream().anyMatch(counted::contains);
        return isCounted || stored.stream().anyMatch(once::contains) && !once.containsAll(stored);
    }

    private boolean isKept(Set<String> parts, Set<String> kept) {
        return parts.stream().anyMatch(kept::contains)
                && parts.stream().allMatch(name -> kept.contains(name) || codec.isToldByKey(name));
    }

    private void blind(
            WriteDraft draft, WriteRun run, Item key, Map<String, Object> values, Set<String> kept, Object version) {
        ItemDraft item = draft.item(run.tableName(codec), key).update().returning("ALL_OLD");
        guardOwner(item, run, values);
        Map<String, Set<String>> computed = Inputs.computed(entity);
        Map<String, AttributeValue> stored = codec.encode(values).toMap();
        Map<String, Set<String>> parts = codec.indexKeyParts();
        Set<String> all = new LinkedHashSet<>(stored.keySet());
        entity.attributes().values().stream().filter(Attribute::isStored).forEach(a -> all.add(a.stored()));
        all.addAll(codec.indexKeyNames());
        codec.table().keyNames().forEach(all::remove);
        for (String name : all) {
            Attribute attribute = entity.storedAs(name);
            Set<String> sources = attribute != null
                    ? computed.getOrDefault(attribute.name(), Set.of(attribute.name()))
                    : name.equals(codec.table().expiry())
                            ? Set.of(entity.expiry().after())
                            : parts.getOrDefault(name, Set.of());
            boolean isKept = isKept(sources, kept);
            AttributeValue value = stored.get(name);
            if (attribute != null && attribute.name().equals(entity.version())) {
                continue;
            }
            if (isKept && value != null) {
                item.set(name, aliases -> "if_not_exists(" + aliases.name(name) + ", " + aliases.value(value) + ")");
            } else if (!isKept && value != null) {
                item.set(name, value);
            } else if (!isKept) {
                item.remove(name);
            }
        }
        Versions.count(item, entity);
        Versions.check(item, entity, version);
        Guards guards = new Guards(codec, run.now());
        if (run.isReplacing()) {
            guards.exists(item, () -> Versions.missing(entity));
        }
        guards.notExpired(item, () -> run.drop(this));
        guards.notDeleted(item, () -> run.drop(this));
        Detection.guard(item, entity, pattern.detect(), values);
    }

    private void guardOwner(ItemDraft item, WriteRun run, Map<String, Object> values) {
        Ownership ownership = run.ownership(pattern, codec);
        if (ownership != null) {
            ownership.guardPut(item, run, values);
        }
    }

    private Map<String, Object> replace(
            WriteDraft draft,
            WriteRun run,
            Item before,
            Map<String, Object> values,
            Map<String, Object> given,
            Set<String> kept,
            Object version) {
        Map<String, Object> old = codec.decode(before);
        Edits edits = new Edits(entity);
        List<Violation> violations = new ArrayList<>();
        for (Attribute attribute : entity.attributes().values()) {
            String name = attribute.name();
            boolean isComputed =
                    attribute.derive() != null || !attribute.hashOf().isEmpty();
            if (codec.isToldByKey(name) || name.equals(entity.version()) || isComputed) {
                continue;
            }
            if (name.equals(entity.owner()) && old.get(name) != null && keepsOwner(run)) {
                continue;
            }
            if (kept.contains(name) && old.get(name) != null) {
                if (given.containsKey(name) && !Objects.equals(values.get(name), old.get(name))) {
                    violations.add(new Violation(
                            entity.name(), name, values.get(name), "immutable", "cannot be changed once it is there"));
                }
                continue;
            }
            edits.give(name, values.get(name));
        }
        codec.require(violations);
        requireSameKey(draft.item(run.tableName(codec), codec.key(values)), before, old, values, kept);
        boolean wasDeleted = codec.isDeleted(old);
        if (wasDeleted && run.isReplacing()) {
            throw Versions.missing(entity);
        }
        ItemChange change = new ItemChange(model, codec, edits, wasDeleted, codec::isToldByKey);
        Item key = codec.key(values);
        ItemDraft item = draft.item(run.tableName(codec), key).update();
        Guards guards = new Guards(codec, run.now());
        guardOwner(item, run, values);
        guards.exists(item, Guard.Stale::new);
        guards.notExpired(item, Guard.Stale::new);
        if (wasDeleted) {
            guards.deleted(item, Guard.Stale::new);
        } else {
            guards.notDeleted(item, Guard.Stale::new);
        }
        Versions.check(item, entity, version);
        Map<String, Object> after = change.apply(draft, run, new Locator.Located(key, values(key, values)), before);
        Versions.count(item, entity);
        if (wasDeleted) {
            // Whatever its hash, it comes back.
            model.quotas(entity).forEach(quota -> new Counting(model, quota).up(draft, run, after, 1));
        } else {
            Detection.guard(item, entity, pattern.detect(), after);
        }
        new References(model, codec)
                .mustExist(draft, run, after, entity.attributes().keySet());
        item.returning("ALL_NEW");
        return after;
    }

    /** What others refer to does not become another of the same key, such as one of another time of that day. */
    private void requireSameKey(
            ItemDraft item, Item before, Map<String, Object> old, Map<String, Object> values, Set<String> kept) {
        if (!isReferredInPart) {
            return;
        }
        for (Attribute attribute : codec.toldInPart()) {
            if (!kept.contains(attribute.name())
                    && !Objects.equals(old.get(attribute.name()), values.get(attribute.name()))) {
                throw CreateWrite.exists(codec, values).get();
            }
            item.guard(Guards.unchanged(attribute.stored(), before));
        }
    }

    private Map<String, Object> values(Item key, Map<String, Object> values) {
        Map<String, Object> known = new LinkedHashMap<>(codec.decode(key));
        codec.keyAttributes().forEach(name -> known.put(name, values.get(name)));
        return known;
    }
}
