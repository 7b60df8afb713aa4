package dev.partita.cache;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template.Variable;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.OwnNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What the answers of a design's cached patterns depend on, and which of it a write touches. */
final class Dependencies {

    /**
     * A group of an entity's items, or a scope that no argument narrows.
     *
     * @param fixed values that the pattern's condition asks for, whatever the caller gives
     * @param arguments for attributes that the caller gives under another name, that name
     */
    private record Dependency(
            Grouping grouping, String scope, Map<String, Object> fixed, Map<String, String> arguments) {}

    /** The scopes of one entity. {@code any} is touched by every write, and null when nothing depends on it. */
    private static final class Watched {
        private final Codec codec;
        private final Map<String, Grouping> groupings = new LinkedHashMap<>();
        private String any;

        Watched(Codec codec) {
            this.codec = codec;
        }
    }

    private final Design design;
    private final Map<String, List<Dependency>> patterns = new LinkedHashMap<>();
    private final Map<String, Watched> entities = new LinkedHashMap<>();
    private final Set<String> wholeTables = new LinkedHashSet<>();
    private final Map<String, Set<String>> dependents = new LinkedHashMap<>();

    Dependencies(Design design) {
        this.design = design;
        for (Pattern pattern : design.patterns().values()) {
            if (isCached(pattern)) {
                Map<String, Dependency> found = new LinkedHashMap<>();
                add(pattern, true, found, new HashSet<>());
                patterns.put(pattern.name(), List.copyOf(found.values()));
                found.values().forEach(dependency -> dependents
                        .computeIfAbsent(dependency.scope(), name -> new LinkedHashSet<>())
                        .add(pattern.name()));
            }
        }
    }

    static boolean isCached(Pattern pattern) {
        return pattern.cacheSeconds() != null
                && pattern.verb() != null
                && !pattern.verb().writes();
    }

    /** What the answer to these arguments depends on; null when the arguments do not tell, and it is not to be kept. */
    List<String> scopes(String pattern, Map<String, Object> arguments) {
        List<String> scopes = new ArrayList<>();
        scopes.add(AnswerStore.EVERYTHING);
        for (Dependency dependency : patterns.get(pattern)) {
            if (dependency.grouping() != null) {
                Map<String, Object> asked = new LinkedHashMap<>(arguments);
                dependency.arguments().forEach((own, argument) -> asked.put(own, arguments.get(argument)));
                asked.putAll(dependency.fixed());
                String group = dependency.grouping().asked(asked);
                if (group == null) {
                    return null;
                }
                scopes.add(group);
            }
            scopes.add(dependency.scope());
        }
        return scopes;
    }

    /** Whether a write in this table can touch anything. */
    boolean watches(Table table) {
        return wholeTables.contains(table.id())
                || entities.values().stream()
                        .anyMatch(watched -> watched.codec.table().id().equals(table.id()));
    }

    /** The scopes that a change of one item touches. */
    Set<String> touched(Table table, ItemTouch touch) {
        Set<String> scopes = new LinkedHashSet<>();
        if (wholeTables.contains(table.id())) {
            scopes.add("@" + table.id());
        }
        for (Watched watched : entities.values()) {
            if (watched.codec.table().id().equals(table.id())) {
                addTouched(watched, touch, scopes);
            }
        }
        return scopes;
    }

    /** The patterns whose answers depend on a scope. */
    Set<String> dependents(String scope) {
        if (scope.equals(AnswerStore.EVERYTHING)) {
            return patterns.keySet();
        }
        int slash = scope.indexOf('/', scope.indexOf('/') + 1);
        String whole = slash < 0 || scope.startsWith("@") ? scope : scope.substring(0, slash);
        return dependents.getOrDefault(whole, Set.of());
    }

    private void addTouched(Watched watched, ItemTouch touch, Set<String> scopes) {
        Grouping.Image before = image(watched.codec, touch.key(), touch.before());
        Grouping.Image after = image(watched.codec, touch.key(), touch.after());
        if (touch.before() == null && touch.after() != null && touch.changed() != null && after != null) {
            before = unchanged(watched.codec.entity(), after, touch.changed());
        }
        if (before == null && after == null) {
            return;
        }
        if (watched.any != null) {
            scopes.add(watched.any);
        }
        for (Grouping grouping : watched.groupings.values()) {
            if (before != null) {
                scopes.add(grouping.of(before));
            }
            if (after != null) {
                scopes.add(grouping.of(after));
            }
        }
        scopes.removeIf(Objects::isNull);
    }

    /** What is known of an item as one of an entity; null when it is none of its items. */
    private static Grouping.Image image(Codec codec, Item key, Item item) {
        Item known = item == null ? key : item;
        return !known.isPresent() || known.count() == 0 || !codec.holds(known)
                ? null
                : new Grouping.Image(codec.decode(known), item != null);
    }

    /** What an item had before some of its attributes changed. */
    private static Grouping.Image unchanged(Entity entity, Grouping.Image after, Set<String> changed) {
        Map<String, Object> values = new LinkedHashMap<>(after.values());
        boolean touches = false;
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.isStored() && changed.contains(attribute.stored())) {
                values.remove(attribute.name());
                touches = true;
            }
        }
        return new Grouping.Image(values, !touches);
    }

    /**
     * @param precise whether the pattern gets its arguments from the caller; what follows on a first answer does not
     */
    private void add(Pattern pattern, boolean precise, Map<String, Dependency> found, Set<String> visited) {
        if (pattern == null || !visited.add(pattern.name() + precise)) {
            return;
        }
        if (pattern.verb() == Verb.GATHER) {
            pattern.entities().forEach(name -> add(design.patterns().get(name), precise, found, visited));
            return;
        }
        // How rare a word is depends on the items, too, that the search itself leaves out.
        boolean isOfGroup = precise && pattern.verb() != Verb.SEARCH;
        for (String name : pattern.entities()) {
            Entity entity = design.entities().get(name);
            if (pattern.pinned() != null) {
                addTable(entity, found);
            } else {
                addEntity(
                        entity,
                        isOfGroup ? by(pattern, entity) : List.of(),
                        isOfGroup ? FixedValues.of(pattern, entity) : Map.of(),
                        isOfGroup ? renamed(pattern, entity) : Map.of(),
                        found);
            }
        }
        if (pattern.fetch() != null && design.entities().containsKey(pattern.fetch())) {
            addEntity(design.entities().get(pattern.fetch()), List.of(), Map.of(), Map.of(), found);
        }
        if (pattern.then() != null) {
            add(design.patterns().get(pattern.then()), false, found, visited);
        }
        if (pattern.each() != null && pattern.each().fromPattern() != null) {
            add(design.patterns().get(pattern.each().fromPattern()), false, found, visited);
        }
    }

    /** A request as its author wrote it may find whatever is in the table. */
    private void addTable(Entity entity, Map<String, Dependency> found) {
        wholeTables.add(entity.table());
        String scope = "@" + entity.table();
        found.put(scope, new Dependency(null, scope, Map.of(), Map.of()));
    }

    private void addEntity(
            Entity entity,
            List<Variable> given,
            Map<String, Object> fixed,
            Map<String, String> arguments,
            Map<String, Dependency> found) {
        List<Variable> by = new ArrayList<>(given);
        fixed.keySet().forEach(name -> by.add(new Variable(name, List.of(), Place.START)));
        Watched watched = entities.computeIfAbsent(entity.name(), name -> new Watched(new Codec(design, entity)));
        if (by.isEmpty()) {
            watched.any = entity.name();
            found.put(watched.any, new Dependency(null, watched.any, Map.of(), Map.of()));
            return;
        }
        Grouping grouping = watched.groupings.computeIfAbsent(
                Grouping.name(entity, by), name -> new Grouping(design, watched.codec, by));
        // Parts of a gathering may ask for different values of the same attributes.
        found.put(grouping.whole() + fixed + arguments, new Dependency(grouping, grouping.whole(), fixed, arguments));
    }

    /** What a caller gives that tells one group of this entity; nothing when it is another kind of value here. */
    private List<Variable> by(Pattern pattern, Entity entity) {
        Entity first = design.entities().get(pattern.entities().get(0));
        List<Variable> owns = OwnNames.by(design, pattern, entity);
        List<Variable> by = new ArrayList<>();
        for (int i = 0; i < owns.size(); i++) {
            Variable variable = owns.get(i);
            if (pattern.isEach(variable.attribute())) {
                continue;
            }
            Attribute asked = first.attributes().get(pattern.by().get(i).attribute());
            Attribute own = entity.attributes().get(variable.attribute());
            if (asked != null
                    && own != null
                    && own.type().isLike(asked.type())
                    && own.normalise().equals(asked.normalise())) {
                by.add(variable);
            }
        }
        return by;
    }

    /** The names of arguments by the attributes of this entity that are called otherwise. A span of time has one name for all. */
    private Map<String, String> renamed(Pattern pattern, Entity entity) {
        Map<String, String> arguments = new LinkedHashMap<>();
        OwnNames.of(design, pattern, entity).forEach((asked, own) -> {
            if (!asked.equals(own)) {
                arguments.put(own, asked);
            }
        });
        return arguments;
    }
}
