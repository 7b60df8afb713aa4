package dev.partita.plan.internal.write;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Quota;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Answer;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Makes a new item, its locks, its counts, its fan-out and its children: all of them or none. */
public final class CreateWrite implements WriteOperation {

    private final WriteModel model;
    private final Pattern pattern;
    private final Codec codec;
    private final Constants constants;
    private final Codec children;

    public CreateWrite(WriteModel model, Pattern pattern) {
        this.model = model;
        this.pattern = pattern;
        this.codec = model.codec(pattern.entities().get(0));
        this.constants = new Constants(pattern.set(), codec.entity());
        this.children = pattern.with() == null ? null : model.codec(pattern.with());
    }

    /** The argument that holds the children of {@code with:}, called as the answer calls them: {@code testCases} for TestCase. */
    public static String childrenArgument(String entity) {
        return Wording.members(entity);
    }

    @Override
    public void describe(WriteOutline outline) {
        Entity entity = codec.entity();
        Attribute numbered = Sequences.numbered(entity);
        if (numbered != null) {
            WriteText.sequence(model, outline, numbered);
        }
        WriteText.limits(model, outline, entity);
        outline.action("PutItem", WriteText.item(codec), WriteCost.whole(codec)).detail("if it does not exist");
        WriteText.dependents(model, outline, entity);
        WriteText.requires(model, outline, pattern);
        if (children != null) {
            int others = outline.size();
            outline.actions(
                            "PutItem",
                            WriteText.item(children),
                            WriteCost.whole(children),
                            childrenArgument(pattern.with()))
                    .detail("if it does not exist");
            WriteText.dependents(model, outline, children.entity());
            outline.room(others);
        }
    }

    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        return prepare(arguments, Map.of(), null, run);
    }

    /**
     * @param more values that the caller does not give, beside those of {@code set:}
     * @param taken what to throw when there is such an item already; null for a refusal that says so
     */
    Prepared prepare(
            Map<String, Object> arguments,
            Map<String, Object> more,
            Supplier<? extends RuntimeException> taken,
            WriteRun run) {
        Map<String, Object> given = References.without(pattern.requires(), codec.entity(), arguments);
        List<Map<String, Object>> childInputs = children == null ? List.of() : childInputs(given);
        Map<String, Object> preset = constants.of(run);
        preset.putAll(more);
        new Inputs(codec).refuseGiven(preset.keySet(), given);
        preset.keySet().forEach(given::remove);
        Attribute numbered = Sequences.numbered(codec.entity());
        if (numbered != null) {
            preset.put(numbered.name(), 1L);
        }
        new Inputs(codec).requireGiven(pattern.require(), given);
        Map<String, Object> values = new Inputs(codec).create(given, preset, run.surroundings());
        List<Map<String, Object>> firstChildren = childValues(childInputs, values, run);
        Ownership ownership = run.ownership(pattern, codec);
        if (ownership != null) {
            ownership.require(values);
        }
        Ownership ofChildren = children == null ? null : run.ownership(pattern, children);
        if (ofChildren != null) {
            firstChildren.forEach(ofChildren::require);
        }
        Map<String, Object> argumentsGiven = Map.copyOf(withoutNulls(arguments));
        return new Prepared() {
            private List<Map<String, Object>> childValues = firstChildren;
            private boolean isNumbered = numbered == null;
            private ItemDraft drafted;

            /** A number that is taken is gone, so it is taken when everything else is right, and once for all tries. */
            private void number(WriteDraft draft) {
                Sequences sequences = new Sequences(model, codec);
                // Of a parent that is made in each try anew, the number is, too.
                Long first = sequences.first(draft, run, numbered, values);
                if (first == null) {
                    requireStorable(run, codec, values);
                    childValues.forEach(child -> requireStorable(run, children, child));
                }
                values.put(numbered.name(), first == null ? sequences.take(draft, run, numbered, values, 1) : first);
                new Inputs(codec).compute(values);
                childValues = childValues(childInputs, values, run);
                isNumbered = first == null;
            }

            @Override
            public String subject() {
                return codec.entity().name();
            }

            /** The parent that gives the number may be made by another. */
            @Override
            public boolean isLate() {
                return numbered != null;
            }

            @Override
            public void draft(WriteDraft draft) {
                if (!isNumbered) {
                    number(draft);
                }
                drafted = draft.claim(codec.entity().name(), run.tableName(codec), codec.key(values));
                if (isKeyMade(given)) {
                    drafted.fresh();
                }
                add(draft, run, codec, values, taken == null ? exists(codec, values) : taken);
                new References(model, codec).requires(draft, run, pattern.requires(), values, argumentsGiven);
                int others = draft.size();
                childValues.forEach(child -> add(draft, run, children, child, exists(children, child)));
                requireRoom(draft, others, childValues.size());
            }

            @Override
            public Written result(Answer answer) {
                List<Written> parts = childValues.stream()
                        .map(child -> new Written(
                                Written.Outcome.CREATED,
                                children.entity().name(),
                                children.visible(child),
                                List.of(),
                                0))
                        .toList();
                return new Written(
                        Written.Outcome.CREATED, codec.entity().name(), codec.visible(shown()), parts, run.requests());
            }

            private Map<String, Object> shown() {
                return counted(model, codec, drafted, values);
            }
        };
    }

    /** Whether a part of the key is an id that this write makes, by chance. */
    private boolean isKeyMade(Map<String, Object> given) {
        return codec.keyAttributes().stream()
                .map(codec.entity().attributes()::get)
                .anyMatch(attribute -> attribute.generate() != null
                        && (attribute.generate().contains("ulid")
                                || attribute.generate().contains("uuid"))
                        && given.get(attribute.name()) == null);
    }

    /** Judges what keys, locks and copies will be made of, without a draft that is sent. */
    private void requireStorable(WriteRun run, Codec of, Map<String, Object> values) {
        of.encode(values);
        new Locks(of).takeAll(new WriteDraft(), run, of.key(values), values);
        new FanOuts(model, of.entity()).putAll(new WriteDraft(), run, values);
    }

    /** Children that a transaction has no room for beside the rest of it are the caller's fault, and told so. */
    private void requireRoom(WriteDraft draft, int others, int count) {
        if (count > 0 && draft.size() > Limits.TRANSACT_ACTIONS) {
            int each = (draft.size() - others + count - 1) / count;
            int most = (Limits.TRANSACT_ACTIONS - others) / each;
            codec.require(List.of(new Violation(
                    codec.entity().name(),
                    childrenArgument(pattern.with()),
                    null,
                    "max-items",
                    "has " + count + " elements, and may have at most " + most
                            + " here; create the rest by a pattern of their own")));
        }
    }

    private List<Map<String, Object>> childInputs(Map<String, Object> given) {
        String name = childrenArgument(pattern.with());
        Object list = given.remove(name);
        List<Object> all = new ArrayList<>();
        if (list instanceof Collection<?> many) {
            all.addAll(many);
        } else if (list != null) {
            all.add(list);
        }
        List<Map<String, Object>> inputs = new ArrayList<>();
        for (Object child : all) {
            if (!(child instanceof Map<?, ?> map)) {
                throw new InvalidValues(List.of(new Violation(
                        codec.entity().name(), name, child, "type", "is not " + Wording.one(pattern.with()))));
            }
            Map<String, Object> input = new LinkedHashMap<>();
            map.forEach((key, value) -> input.put(String.valueOf(key), value));
            inputs.add(input);
        }
        return inputs;
    }

    /** Adds one new item and everything that goes with it. */
    private void add(
            WriteDraft draft,
            WriteRun run,
            Codec of,
            Map<String, Object> values,
            Supplier<? extends RuntimeException> taken) {
        draft(draft, run, model, of, values, new Guards(of, run.now()).absent(taken));
    }

    static void draft(
            WriteDraft draft, WriteRun run, WriteModel model, Codec of, Map<String, Object> values, Guard guard) {
        Item item = of.encode(values);
        Item key = of.key(values);
        ItemDraft drafted = draft.item(run.tableName(of), key).put(item);
        if (guard != null) {
            drafted.guard(guard);
        }
        new Locks(of).takeAll(draft, run, key, values);
        for (Quota quota : model.quotas(of.entity())) {
            new Counting(model, quota).up(draft, run, values, 1);
        }
        new References(model, of)
                .mustExist(
                        draft, run, values, Set.copyOf(of.entity().attributes().keySet()));
        new FanOuts(model, of.entity()).putAll(draft, run, values);
    }

    static Supplier<WriteRefused> exists(Codec of, Map<String, Object> values) {
        return () -> {
            Map<String, Object> key = new LinkedHashMap<>();
            of.keyAttributes().forEach(name -> key.put(name, values.get(name)));
            return new WriteRefused(
                    Rule.ALREADY_EXISTS,
                    of.entity().name(),
                    "there is " + Wording.one(of.entity().name()) + " " + key + " already",
                    key);
        };
    }

    /** Children have the parent's key; those that are numbered get the first numbers, and the parent's counter stands at the last. */
    private List<Map<String, Object>> childValues(
            List<Map<String, Object>> inputs, Map<String, Object> parent, WriteRun run) {
        List<Map<String, Object>> all = new ArrayList<>();
        if (children == null) {
            return all;
        }
        Map<String, String> names = model.parentKey(children.entity(), codec.entity());
        Attribute numbered = Sequences.numbered(children.entity());
        boolean isNumberedHere = numbered != null
                && codec.entity().name().equals(numbered.sequence().entity());
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            Map<String, Object> preset = new LinkedHashMap<>();
            names.forEach((key, name) -> preset.put(name, parent.get(key)));
            Map<String, Object> input = new LinkedHashMap<>(inputs.get(i));
            try {
                requireParent(input, preset);
                preset.keySet().forEach(input::remove);
                if (isNumberedHere) {
                    preset.put(numbered.name(), (long) (i + 1));
                    input.remove(numbered.name(), null);
                }
                all.add(new Inputs(children).create(input, preset, run.surroundings()));
            } catch (InvalidValues wrong) {
                String place = childrenArgument(pattern.with()) + "[" + i + "].";
                wrong.violations().forEach(one -> violations.add(one.at(place)));
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
        if (isNumberedHere) {
            parent.put(numbered.sequence().attribute(), (long) inputs.size());
        }
        return all;
    }

    /** A child that names its parent names the one it is made with. */
    private void requireParent(Map<String, Object> input, Map<String, Object> preset) {
        Map<String, Object> known = new Inputs(children).known(input);
        children.require(preset.keySet().stream()
                .filter(name -> input.get(name) != null)
                .filter(name -> !Objects.equals(known.get(name), preset.get(name)))
                .map(name -> new Violation(
                        children.entity().name(),
                        name,
                        input.get(name),
                        "parent",
                        "is not that of the " + codec.entity().name() + " it is made with"))
                .toList());
    }

    /** The values of a new item with what is counted in it while it is made: that stands in it from the beginning. */
    static Map<String, Object> counted(WriteModel model, Codec codec, ItemDraft drafted, Map<String, Object> values) {
        Map<String, Object> shown = new LinkedHashMap<>(values);
        Map<String, Object> stored = codec.decode(drafted.whole());
        model.counters(codec.entity()).stream()
                .filter(stored::containsKey)
                .forEach(name -> shown.put(name, stored.get(name)));
        return shown;
    }

    static Map<String, Object> withoutNulls(Map<String, Object> map) {
        Map<String, Object> copy = new LinkedHashMap<>(map);
        copy.values().removeIf(Objects::isNull);
        return copy;
    }
}
