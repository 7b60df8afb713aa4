package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Every writing pattern, done to the model. */
final class ModelWrites {

    /**
     * What a write must lead to.
     *
     * @param refusals the rules it breaks, any of which may be named; empty when it must succeed
     * @param tolerated rules that may be named although it could have succeeded, since the documents leave it open
     * @param outcome created, updated, …; null for whatever
     * @param values all that is visible of the item afterwards
     * @param parts children of {@code with:}, or the parts of a {@code transact:}
     */
    record Verdict(
            Set<String> refusals,
            Set<String> tolerated,
            String outcome,
            Map<String, Object> values,
            List<Verdict> parts) {}

    /** Stands for an id that nobody has told. */
    static final String MADE_UP = "made up";

    /**
     * Does it to the model, unless it must be refused.
     *
     * @param owners whose item it must be for a pattern, or null for anybody's
     * @param leftOut the patterns whose caller did not say whose it is
     * @param learned what the write answered, and its parts: ids that were made up are taken from there
     */
    static Verdict write(
            Model model,
            Pattern pattern,
            Map<String, Object> arguments,
            Function<Pattern, ModelAccess.Claim> owners,
            Set<String> leftOut,
            Map<String, Object> learned,
            List<Map<String, Object>> learnedParts) {
        return pattern.verb().equals("transact")
                ? transact(model, pattern, arguments, owners, leftOut, learnedParts)
                : one(
                        new ModelWrite.Given(
                                model,
                                model.copy(),
                                owners.apply(pattern),
                                leftOut.contains(pattern.name()),
                                learned,
                                learnedParts),
                        pattern,
                        arguments,
                        new ArrayList<>());
    }

    private static Verdict one(
            ModelWrite.Given given, Pattern pattern, Map<String, Object> arguments, List<Object[]> numbers) {
        Model model = given.model();
        ModelWrite write =
                switch (pattern.verb()) {
                    case "create" -> new ModelCreate(given);
                    case "put" -> new ModelPut(given);
                    case "update" -> new ModelUpdate(given);
                    case "delete" -> new ModelDelete(given);
                    default -> new ModelRestore(given);
                };
        Model before = model.copy();
        Verdict verdict;
        try {
            verdict = write.run(pattern, model.sketch().entity(pattern.of().get(0)), arguments);
        } catch (Values.Invalid e) {
            write.refusals.add("invalid");
            verdict = write.refused();
        }
        numbers.addAll(write.taken);
        if (!verdict.refusals().isEmpty()) {
            undo(model, before, write.taken);
        }
        return verdict;
    }

    private static Verdict transact(
            Model model,
            Pattern pattern,
            Map<String, Object> arguments,
            Function<Pattern, ModelAccess.Claim> owners,
            Set<String> leftOut,
            List<Map<String, Object>> learnedParts) {
        for (String name : pattern.names("same")) {
            if (pattern.of().stream()
                            .map(part -> Tree.map(arguments.get(part)).get(name))
                            .distinct()
                            .count()
                    > 1) {
                return new Verdict(Set.of("invalid"), Set.of(), null, Map.of(), List.of());
            }
        }
        Model before = model.copy();
        Set<String> refusals = new TreeSet<>();
        Set<String> tolerated = new TreeSet<>();
        List<Object[]> taken = new ArrayList<>();
        Verdict[] parts = new Verdict[pattern.of().size()];
        boolean isMakingRefused = false;
        for (int i : parentsFirst(model, pattern, arguments)) {
            Pattern part = model.sketch().patterns().get(pattern.of().get(i));
            Map<String, Object> told = i < learnedParts.size() ? learnedParts.get(i) : Map.of();
            ModelWrite.Given given = new ModelWrite.Given(
                    model, before, owners.apply(part), leftOut.contains(part.name()), told, List.of());
            Verdict verdict = one(given, part, Tree.map(arguments.get(part.name())), taken);
            refusals.addAll(verdict.refusals());
            tolerated.addAll(verdict.tolerated());
            isMakingRefused |= !verdict.refusals().isEmpty()
                    && (part.verb().matches("create|put") || part.words().containsKey("or-create"));
            parts[i] = verdict;
        }
        if (isMakingRefused) {
            // What is counted, or required, may be wrong for the parent that is there, or for the one that was to come.
            tolerated.addAll(List.of("quota-reached", "condition-not-met"));
            if (pattern.of().stream().anyMatch(part -> isNumbered(model.sketch(), part))) {
                // A parent that is made anew counts from the beginning, and may meet a child of the one before.
                tolerated.add("already-exists");
            }
        }
        if (!refusals.isEmpty()) {
            // No number is taken before every part is known to be sound.
            undo(model, before, refusals.contains("invalid") ? List.of() : taken);
            refusals.addAll(tolerated);
            return new Verdict(refusals, Set.of(), null, Map.of(), List.of());
        }
        for (int i = 0; i < parts.length; i++) {
            Pattern part = model.sketch().patterns().get(pattern.of().get(i));
            parts[i] = afterAll(model, part, parts[i]);
        }
        return new Verdict(Set.of(), tolerated, "done", Map.of(), List.of(parts));
    }

    private static boolean isNumbered(Sketch sketch, String part) {
        return sketch.entity(sketch.patterns().get(part).of().get(0)).attributes().values().stream()
                .anyMatch(attribute -> attribute.get("generate") instanceof Map<?, ?>);
    }

    /** Parts happen at once, so what one of them makes is there for its children, wherever it stands. */
    private static List<Integer> parentsFirst(Model model, Pattern pattern, Map<String, Object> arguments) {
        List<Integer> makers = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < pattern.of().size(); i++) {
            Pattern part = model.sketch().patterns().get(pattern.of().get(i));
            boolean isMaker = isMaking(model, part, Tree.map(arguments.get(part.name())));
            (isMaker ? makers : others).add(i);
        }
        if (makers.size() == 2
                && isChild(
                        model.sketch(),
                        pattern.of().get(makers.get(0)),
                        pattern.of().get(makers.get(1)))) {
            makers.add(makers.remove(0));
        }
        makers.addAll(others);
        return makers;
    }

    private static boolean isMaking(Model model, Pattern part, Map<String, Object> given) {
        Entity entity = model.sketch().entity(part.of().get(0));
        Map<String, Object> key = new LinkedHashMap<>();
        try {
            entity.keyNames()
                    .forEach(name ->
                            key.put(name, Values.kept(entity.attributes().get(name), given.get(name))));
        } catch (Values.Invalid e) {
            return false;
        }
        Map<String, Object> there = model.find(entity, model.key(entity, key));
        boolean isNew = there == null || model.isExpired(entity, there);
        boolean isReplacing = part.verb().equals("put") || part.words().containsKey("or-create");
        return part.verb().equals("create") || isReplacing && isNew;
    }

    /** Whether items of one pattern hang on those of the other. */
    private static boolean isChild(Sketch sketch, String one, String other) {
        Entity child = sketch.entity(sketch.patterns().get(one).of().get(0));
        Entity parent = sketch.entity(sketch.patterns().get(other).of().get(0));
        return child.attributes().values().stream()
                        .anyMatch(attribute -> parent.name().equals(attribute.text("references")))
                || child.attributes().keySet().containsAll(parent.keyNames());
    }

    /** What a part left is told as it is when all of them are done. */
    private static Verdict afterAll(Model model, Pattern part, Verdict verdict) {
        Entity entity = model.sketch().entity(part.of().get(0));
        boolean isKnown = verdict.values().keySet().containsAll(entity.keyNames());
        Map<String, Object> left = isKnown ? model.find(entity, model.key(entity, verdict.values())) : null;
        return left == null || part.verb().equals("delete")
                ? verdict
                : new Verdict(
                        verdict.refusals(),
                        verdict.tolerated(),
                        verdict.outcome(),
                        Model.visible(entity, left, List.of()),
                        verdict.parts());
    }

    /** Everything is as it was, but numbers that were taken are gone. */
    private static void undo(Model model, Model before, List<Object[]> taken) {
        Model numbered = model.copy();
        model.become(before);
        for (Object[] one : taken) {
            Entity parent = (Entity) one[0];
            @SuppressWarnings("unchecked")
            List<Object> key = (List<Object>) one[1];
            Map<String, Object> after = numbered.find(parent, key);
            Map<String, Object> there = model.find(parent, key);
            if (after != null && there != null) {
                Map<String, Object> counted = new LinkedHashMap<>(there);
                counted.put((String) one[2], after.get(one[2]));
                model.put(parent, counted);
            }
        }
    }

    private ModelWrites() {}

    static String childrenArgument(String entity) {
        return Character.toLowerCase(entity.charAt(0)) + entity.substring(1) + "s";
    }

    static String argument(Pattern pattern, String name) {
        boolean isTaken =
                pattern.by().stream().anyMatch(part -> part.attribute().equals(name));
        return isTaken ? "new" + Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
    }

    /** Whether callers never give it: the design, or other patterns, fill it in. */
    static boolean isOthersToWrite(Entity entity, Attribute attribute) {
        return attribute.get("derive") != null
                || attribute.get("hash-of") != null
                || attribute.get("set") != null
                || attribute.is("read-only")
                || attribute.sequence() != null
                || attribute.name().equals(entity.text("version"))
                || entity.map("soft-delete").containsValue(attribute.name());
    }
}
