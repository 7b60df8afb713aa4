package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The record that each reading pattern gives: an entity's own, one of some of its attributes, or one of several entities. */
final class PatternRecords {

    /** Some attributes of an entity, in the order in which they were asked for first. */
    record Selection(Entity entity, List<String> attributes) {}

    /** Entities that are read together. */
    record Collection(List<Part> parts) {}

    /**
     * One entity of several.
     *
     * @param name {@code problem}, {@code testCases}
     * @param isOne whether there is one such item at most
     * @param isHead whether there is nothing without it
     */
    record Part(Entity entity, String record, String name, boolean isOne, boolean isHead) {}

    private final Design design;
    private final ClassNames vocabulary;
    private final Map<String, String> records = new LinkedHashMap<>();
    private final Map<String, Selection> selections = new LinkedHashMap<>();
    private final Map<String, Collection> collections = new LinkedHashMap<>();
    private final Map<String, Pattern> gathers = new LinkedHashMap<>();

    PatternRecords(Design design, ClassNames vocabulary) {
        this.design = design;
        this.vocabulary = vocabulary;
        design.patterns().values().forEach(this::add);
    }

    /** The class of what the pattern gives, or of one item of it; null for a count or a write. */
    String of(Pattern pattern) {
        return records.get(pattern.name());
    }

    /** By class name. */
    Map<String, Selection> selections() {
        return selections;
    }

    /** By class name. */
    Map<String, Collection> collections() {
        return collections;
    }

    /** By class name. */
    Map<String, Pattern> gathers() {
        return gathers;
    }

    private void add(Pattern pattern) {
        if (pattern.verb() == null) {
            return;
        }
        switch (pattern.verb()) {
            case GET, LIST, SEARCH, SCAN -> {
                Entity entity = found(pattern);
                if (entity != null) {
                    records.put(pattern.name(), selected(pattern, entity));
                }
            }
            case READ -> collect(pattern);
            case GATHER -> {
                String name = vocabulary.claim(JavaNames.type(pattern.name()), "Answers");
                gathers.put(name, pattern);
                records.put(pattern.name(), name);
            }
            case COUNT, CREATE, PUT, UPDATE, DELETE, RESTORE, TRANSACT -> {}
        }
    }

    private Entity found(Pattern pattern) {
        boolean isOther = pattern.fetch() != null && !pattern.fetch().equals("whole");
        return design.entities()
                .get(isOther ? pattern.fetch() : pattern.entities().get(0));
    }

    /** The entity's own record when nothing of it is left out. */
    private String selected(Pattern pattern, Entity entity) {
        List<String> wanted = pattern.returned().stream()
                .filter(entity.attributes()::containsKey)
                .distinct()
                .toList();
        Set<String> whole = new LinkedHashSet<>();
        Component.of(entity)
                .forEach(component -> whole.add(component.attribute().name()));
        if (pattern.returned().isEmpty() || Set.copyOf(wanted).equals(whole)) {
            return vocabulary.entity(entity);
        }
        for (Map.Entry<String, Selection> known : selections.entrySet()) {
            if (known.getValue().entity() == entity
                    && Set.copyOf(known.getValue().attributes()).equals(Set.copyOf(wanted))) {
                return known.getKey();
            }
        }
        String name = vocabulary.claim(selectionName(pattern, entity), "Item");
        selections.put(name, new Selection(entity, wanted));
        return name;
    }

    /** {@code ProblemSummary} when there is one such list; {@code CheckOfUser} for {@code checksOfUser} when there are more. */
    private String selectionName(Pattern pattern, Entity entity) {
        String entityClass = vocabulary.entity(entity);
        long lists = design.patterns().values().stream()
                .filter(other -> other.verb() != null
                        && !other.verb().writes()
                        && !other.returned().isEmpty())
                .filter(other -> other.entities().contains(entity.name())
                        || entity.name().equals(other.fetch()))
                .map(other -> Set.copyOf(other.returned()))
                .distinct()
                .count();
        if (lists == 1) {
            return entityClass + "Summary";
        }
        String type = JavaNames.type(pattern.name());
        String plural = JavaNames.plural(entityClass);
        return type.startsWith(plural) && type.length() > plural.length()
                ? entityClass + type.substring(plural.length())
                : type + "Item";
    }

    private void collect(Pattern pattern) {
        List<Entity> entities = pattern.entities().stream()
                .map(design.entities()::get)
                .filter(java.util.Objects::nonNull)
                .toList();
        List<Part> parts = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        for (Entity entity : entities) {
            boolean isOne = ReadPlan.isOne(design, pattern, entity);
            String type = JavaNames.type(entity.name());
            String name = JavaNames.unused(JavaNames.method(isOne ? type : JavaNames.plural(type)), "", taken);
            parts.add(new Part(
                    entity,
                    selected(pattern, entity),
                    name,
                    isOne,
                    parts.isEmpty() && ReadPlan.hasHead(design, pattern)));
        }
        Collection collection = new Collection(parts);
        for (Map.Entry<String, Collection> known : collections.entrySet()) {
            if (known.getValue().equals(collection)) {
                records.put(pattern.name(), known.getKey());
                return;
            }
        }
        String name = vocabulary.claim(collectionName(parts), "Items");
        collections.put(name, collection);
        records.put(pattern.name(), name);
    }

    /** {@code ProblemWithTestCases}; {@code RatingsAndComments} when neither is the head of the other. */
    private static String collectionName(List<Part> parts) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            boolean isSecond = name.length() > 0 && part == parts.get(1);
            name.append(name.length() == 0 ? "" : isSecond && parts.get(0).isHead() ? "With" : "And");
            name.append(part.isOne() ? part.record() : JavaNames.plural(part.record()));
        }
        return name.toString();
    }
}
