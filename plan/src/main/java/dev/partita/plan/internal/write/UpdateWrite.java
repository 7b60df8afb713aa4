package dev.partita.plan.internal.write;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.Storing;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Changes some attributes of an item that is there. */
public final class UpdateWrite implements WriteOperation {

    private final WriteModel model;
    private final Pattern pattern;
    private final Codec codec;
    private final Constants constants;
    private final Entity entity;
    private final Locator locator;
    private final boolean isMoving;

    public UpdateWrite(WriteModel model, Pattern pattern, Locator locator) {
        this.model = model;
        this.pattern = pattern;
        this.codec = model.codec(pattern.entities().get(0));
        this.constants = new Constants(pattern.set(), codec.entity());
        this.entity = codec.entity();
        this.locator = locator;
        this.isMoving = entity.attributes().values().stream()
                .anyMatch(attribute -> !attribute.moves().isEmpty());
    }

    /** The argument that holds an attribute's new value: its name, or {@code newEmail} when the old one says which item. */
    public static String argument(Pattern pattern, String name) {
        boolean isTaken =
                pattern.by().stream().anyMatch(variable -> variable.attribute().equals(name));
        return isTaken ? "new" + Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
    }

    /** Everything the pattern may do, as if all of it were asked for. */
    Edits widest() {
        Edits edits = new Edits(entity);
        pattern.change().forEach(name -> edits.give(name, Boolean.TRUE));
        pattern.set().keySet().forEach(name -> edits.give(name, Boolean.TRUE));
        pattern.add().keySet().forEach(name -> edits.add(name, BigDecimal.ONE));
        pattern.append().forEach(name -> edits.append(name, List.of()));
        pattern.remove().forEach(name -> {
            if (entity.attributes().get(name).type() instanceof Type.ListOf) {
                edits.take(name, List.of());
            } else {
                edits.give(name, null);
            }
        });
        onWrite().forEach(name -> edits.give(name, Boolean.TRUE));
        askForParents(edits);
        return edits;
    }

    @Override
    public void describe(WriteOutline outline) {
        describe(outline, false);
    }

    void describe(WriteOutline outline, boolean orCreate) {
        locator.describe(outline);
        ItemChange change = new ItemChange(model, codec, widest(), false, locator::knows);
        if (!change.needed().isEmpty()) {
            outline.read(
                    "GetItem " + WriteText.item(codec) + ", strongly, for what of " + String.join(", ", change.needed())
                            + " is needed and not given",
                    WriteCost.read(codec));
        }
        outline.action(
                        "UpdateItem",
                        WriteText.item(codec),
                        WriteCost.change(codec, change.touched(), change.indexNames()))
                .note(orCreate ? ", or PutItem when it is not there" : "")
                .detail("changes " + String.join(", ", change.touched()))
                .detail(WriteText.indexKeys(change.indexNames()))
                .detail("if it exists" + WriteText.alive(codec)
                        + (locator.isDirect() ? "" : " and still has this " + String.join(", ", locator.by()))
                        + (change.needed().isEmpty() ? "" : " and what was read has not changed, else from the start"))
                .detail(pattern.when() == null ? null : "if " + pattern.when().text())
                .detail(moves())
                .detail(
                        pattern.detect() == null
                                ? null
                                : "if " + pattern.detect() + " is missing or differs; else nothing is written")
                .detail(
                        entity.version() == null
                                ? null
                                : "if " + entity.version() + " is the one given, and counts it up")
                .detail(orCreate ? WriteText.made(model, entity) : null);
        WriteText.moves(model, outline, codec, change);
        WriteText.references(model, outline, entity, change.touched());
        WriteText.requires(model, outline, pattern);
    }

    /** What moves from state to state; null when nothing does. */
    private String moves() {
        List<String> moves = new ArrayList<>();
        for (Attribute attribute : entity.attributes().values()) {
            String name = attribute.name();
            if (attribute.moves().isEmpty()) {
                continue;
            }
            if (pattern.set().get(name) != null) {
                moves.add(name + " is "
                        + String.join(" or ", attribute.movesTo(pattern.set().get(name))));
            } else if (pattern.change().contains(name)) {
                moves.add(name + " may move from what it is to what is given");
            }
        }
        return moves.isEmpty() ? null : "if " + String.join(" and ", moves);
    }

    @Override
    public boolean compares() {
        return true;
    }

    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        return prepare(arguments, null, run);
    }

    /** @param absent what to throw when there is no such item; null for a refusal that says so */
    Prepared prepare(Map<String, Object> arguments, Supplier<? extends RuntimeException> absent, WriteRun run) {
        requireKnown(arguments);
        Expectations expectations = run.expectations(codec);
        Map<String, Object> by = locator.arguments(arguments);
        Edits edits = edits(arguments, run);
        Map<Attribute, Object> moved = moved(edits);
        ItemChange change = new ItemChange(model, codec, edits, false, locator::knows);
        Guards guards = new Guards(codec, run.now());
        Object version = Versions.given(codec, arguments);
        Ownership ownership = run.ownership(pattern, codec);
        return new Prepared() {
            private Map<String, Object> after = Map.of();
            private Item key = Item.NONE;
            private boolean isKnown;
            private ItemDraft drafted;

            @Override
            public String subject() {
                return entity.name();
            }

            @Override
            public void draft(WriteDraft draft) {
                Locator.Located located = locator.locate(run, by);
                key = located.key();
                Item before = null;
                if (!change.needed().isEmpty()) {
                    before = run.read(codec, located.key());
                    boolean isAlive = codec.isAlive(before, run.now());
                    if (guards.isGone(before) || !isAlive && absent == null) {
                        throw missing().get();
                    }
                    locator.require(before, run, located);
                    if (ownership != null) {
                        ownership.requireItem(before);
                    }
                    if (!isAlive) {
                        throw marked().get();
                    }
                }
                ItemDraft item =
                        draft.claim(entity.name(), run.tableName(codec), key).update();
                drafted = item;
                guards.exists(item, missing());
                guards.notExpired(item, missing());
                if (ownership != null) {
                    ownership.guard(item, run, located);
                    ownership.guardChange(item, run, located, edits);
                }
                // To strangers it is not there, marked or not.
                guards.notDeleted(item, marked());
                locator.hold(item, run, located);
                if (pattern.when() != null) {
                    item.guard(guards.condition(pattern.when(), arguments));
                }
                moved.forEach((attribute, state) -> item.guard(guards.movable(attribute, state)));
                expectations.guard(item);
                Versions.check(item, entity, version);
                after = change.apply(draft, run, located, before);
                isKnown = before != null && !isCounting();
                Versions.count(item, entity);
                if (pattern.detect() != null && isAllDetected(arguments)) {
                    guardHash(item, change.touched().contains(pattern.detect()), after);
                }
                new References(model, codec).mustExist(draft, run, after, change.touched());
                new References(model, codec)
                        .requires(draft, run, pattern.requires(), after, CreateWrite.withoutNulls(arguments));
                item.returning("ALL_NEW");
            }

            @Override
            public Written result(Answer answer) {
                Map<String, Object> known = Counting.shown(model, codec, drafted, after, isKnown);
                Map<String, Object> values =
                        isKnown ? run.told(codec, answer, known) : run.after(codec, key, answer, known);
                return new Written(
                        Written.Outcome.UPDATED, entity.name(), codec.visible(values), List.of(), run.requests());
            }

            @Override
            public Written unchanged(Guard.Unchanged found) {
                return found.written(codec, run);
            }

            private Supplier<? extends RuntimeException> missing() {
                return absent == null ? guards.notFound() : absent;
            }

            /** As a create says it: nobody takes the place of what may be restored. */
            private Supplier<? extends RuntimeException> marked() {
                return absent == null
                        ? guards.notFound()
                        : Guards.refusal(
                                WriteRefused.Rule.ALREADY_EXISTS,
                                entity.name(),
                                "there is such " + Wording.one(entity.name()) + " already, marked as deleted");
            }
        };
    }

    /** The states that the item is to move to. */
    private Map<Attribute, Object> moved(Edits edits) {
        if (!isMoving) {
            return Map.of();
        }
        Map<Attribute, Object> moved = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        edits.given().forEach((name, state) -> {
            Attribute attribute = entity.attributes().get(name);
            if (attribute.moves().isEmpty()) {
                return;
            }
            moved.put(attribute, state);
            if (attribute.movesTo(state).isEmpty()) {
                violations.add(new Violation(
                        entity.name(), name, state, "moves", "is how it begins, and nothing moves there"));
            }
        });
        codec.require(violations);
        return moved;
    }

    private void guardHash(ItemDraft item, boolean isTouched, Map<String, Object> after) {
        if (isTouched) {
            Detection.guard(item, entity, pattern.detect(), after);
        } else if (told().containsAll(pattern.set().keySet())) {
            Detection.guardSame(item, entity, pattern.detect());
        }
    }

    /** What the hash is made of, and what that is made of. */
    private Set<String> told() {
        Map<String, Set<String>> computed = Inputs.computed(entity);
        Set<String> told = new LinkedHashSet<>(computed.get(pattern.detect()));
        int before = 0;
        while (before < told.size()) {
            before = told.size();
            List.copyOf(told).forEach(name -> told.addAll(computed.getOrDefault(name, Set.of())));
        }
        return told;
    }

    /** Whether the hash tells of all that the caller gives: what it is not made of could not be written otherwise. */
    private boolean isAllDetected(Map<String, Object> arguments) {
        Set<String> told = told();
        return pattern.add().isEmpty()
                && pattern.append().stream().allMatch(name -> arguments.get(name) == null || told.contains(name))
                && told.containsAll(pattern.remove())
                && pattern.change().stream()
                        .allMatch(name -> !arguments.containsKey(argument(pattern, name)) || told.contains(name));
    }

    /** Whether the service does sums that only it knows the result of. */
    private boolean isCounting() {
        return entity.version() != null
                || !pattern.add().isEmpty()
                || !pattern.append().isEmpty()
                || !pattern.remove().isEmpty();
    }

    /** Which parents {@code requires} is about, the item says where the caller does not. */
    private void askForParents(Edits edits) {
        pattern.requires().keySet().forEach(name -> model.parentKeys(
                        entity, model.design().entities().get(name))
                .forEach(key -> key.values().forEach(edits::need)));
    }

    private Edits edits(Map<String, Object> arguments, WriteRun run) {
        Inputs inputs = new Inputs(codec);
        Map<String, Object> given = new LinkedHashMap<>();
        pattern.change().stream()
                .filter(name -> arguments.containsKey(argument(pattern, name)))
                .forEach(name -> given.put(name, arguments.get(argument(pattern, name))));
        Map<String, Object> stated = constants.of(run);
        Set<String> allowed = new LinkedHashSet<>(pattern.change());
        allowed.addAll(stated.keySet());
        given.putAll(stated);
        for (String name : onWrite()) {
            given.put(name, inputs.moment(entity.attributes().get(name), run.surroundings(), run.now()));
            allowed.add(name);
        }
        Edits edits = new Edits(entity);
        askForParents(edits);
        inputs.change(given, allowed, run.surroundings()).forEach(edits::give);
        pattern.add().forEach((name, amount) -> {
            Object number = amount == null ? arguments.get(name) : amount;
            if (number != null) {
                edits.add(name, number(name, number));
            }
        });
        pattern.append().forEach(name -> {
            if (arguments.get(name) != null) {
                edits.append(name, elements(name, arguments.get(name)));
            }
        });
        pattern.remove().forEach(name -> {
            Object elements = arguments.get(name);
            boolean isMany = entity.attributes().get(name).type().isListOrSet();
            if (isMany && elements != null) {
                edits.take(name, elements(name, elements));
            } else {
                inputs.requireRemovable(name);
                edits.give(name, inputs.withoutValue(name));
            }
        });
        return edits;
    }

    /** The key of the item that a call is about. */
    Item key(Map<String, Object> arguments, WriteRun run) {
        return locator.locate(run, locator.arguments(arguments)).key();
    }

    /** How much is added. */
    BigDecimal number(String name, Object given) {
        return Storing.decimal(new Inputs(codec).argument(entity.attributes().get(name), given));
    }

    /** What is appended, or taken out. */
    Collection<?> elements(String name, Object given) {
        Object list = given instanceof Collection<?> ? given : List.of(given);
        List<Violation> violations = new ArrayList<>();
        Object value = new Coercion(entity.name(), model.design().zone(), violations)
                .value(entity.attributes().get(name), name, list);
        codec.require(violations);
        return value == null ? List.of() : (Collection<?>) value;
    }

    private void requireKnown(Map<String, Object> arguments) {
        Set<String> known = new LinkedHashSet<>(locator.by());
        pattern.change().forEach(name -> known.add(argument(pattern, name)));
        known.addAll(pattern.append());
        known.addAll(pattern.remove());
        pattern.add().forEach((name, amount) -> {
            if (amount == null) {
                known.add(name);
            }
        });
        if (entity.version() != null) {
            known.add(entity.version());
        }
        known.addAll(Conditions.arguments(pattern.when()));
        pattern.requires().values().forEach(where -> known.addAll(Conditions.arguments(where)));
        List<Violation> violations = new ArrayList<>();
        arguments.forEach((name, value) -> {
            if (!known.contains(name)) {
                violations.add(new Violation(entity.name(), name, value, "change", "cannot be changed here"));
            }
        });
        for (String name : pattern.require()) {
            if (arguments.get(argument(pattern, name)) == null) {
                violations.add(new Violation(entity.name(), name, null, "required", "is required"));
            }
        }
        pattern.add().forEach((name, amount) -> {
            if (amount == null && arguments.get(name) == null) {
                violations.add(new Violation(entity.name(), name, null, "required", "is required"));
            }
        });
        codec.require(violations);
    }

    private List<String> onWrite() {
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.set() == SetOn.ON_WRITE)
                .map(Attribute::name)
                .toList();
    }
}
