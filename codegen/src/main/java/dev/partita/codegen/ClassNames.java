package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The classes of the generated package and their names, each another, whatever the design calls its things. */
public final class ClassNames {

    /** Classes of java.lang that generated code writes by their simple names. */
    private static final Set<String> LANGUAGE = Set.of(
            "String",
            "Object",
            "Long",
            "Boolean",
            "Integer",
            "Override",
            "Record",
            "Enum",
            "Iterable",
            "Comparable",
            "Void",
            "Class",
            "Runnable",
            "Throwable",
            "Exception",
            "RuntimeException",
            "IllegalArgumentException",
            "IllegalStateException",
            "SuppressWarnings",
            "SafeVarargs",
            "Deprecated",
            "FunctionalInterface",
            "AutoCloseable");

    private final Map<String, String> entities = new LinkedHashMap<>();
    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<String, Type> namedTypes = new LinkedHashMap<>();
    // On some systems User.java and user.java are one file.
    private final Set<String> lowered = new HashSet<>();
    private final Set<String> all = new LinkedHashSet<>();
    private final PatternRecords records;
    private final String client;
    private final String designClass;
    private final String event;

    public ClassNames(Design design) {
        LANGUAGE.forEach(name -> lowered.add(name.toLowerCase(Locale.ROOT)));
        // Builders have an interface for each value they wait for; inside them it would hide a class of that name.
        design.entities().values().forEach(entity -> reserveStages(entity.attributes()));
        design.types().values().forEach(type -> reserveStages(type.members()));
        design.entities().keySet().forEach(name -> entities.put(name, claim(JavaNames.type(name), "Item")));
        client = claim(JavaNames.type(design.name()), "Database");
        designClass = claim(client + "Design", "File");
        event = claim(client + "Event", "Record");
        design.types().forEach((name, type) -> named(type));
        List<Owned> owned = new ArrayList<>();
        design.entities().values().forEach(entity -> collect(entities.get(entity.name()), entity.attributes(), owned));
        List.copyOf(namedTypes.values()).forEach(type -> collect(types.get(type), type.members(), owned));
        owned.forEach(o -> anonymous(o, owned));
        records = new PatternRecords(design, this);
    }

    /** The class with one method per pattern: {@code Algoitny}. */
    public String client() {
        return client;
    }

    /** The design as code: {@code AlgoitnyDesign}. */
    public String designClass() {
        return designClass;
    }

    /** The sealed type of all changes: {@code AlgoitnyEvent}. */
    public String event() {
        return event;
    }

    public String entity(String name) {
        return entities.get(name);
    }

    public String entity(Entity entity) {
        return entities.get(entity.name());
    }

    /** The record a reading pattern gives, alone, in a page or in an optional; null for a count. */
    public String record(Pattern pattern) {
        return records.of(pattern);
    }

    PatternRecords records() {
        return records;
    }

    /** The class of an enumeration or a record. */
    public String type(Type type) {
        return types.get(type);
    }

    /** The enumerations and records, each once, by class name. */
    public Map<String, Type> types() {
        Map<String, Type> classes = new LinkedHashMap<>();
        types.forEach((type, name) -> classes.putIfAbsent(name, type));
        return classes;
    }

    /** The names of all classes of the package, as far as they were claimed. */
    public Set<String> all() {
        return Set.copyOf(all);
    }

    /** A class of this name, or of the name with the suffix when it is taken, or with a number. */
    public String claim(String wanted, String suffix) {
        String name = lowered.contains(wanted.toLowerCase(Locale.ROOT)) ? wanted + suffix : wanted;
        String unused = name;
        for (int i = 2; !lowered.add(unused.toLowerCase(Locale.ROOT)); i++) {
            unused = name + i;
        }
        all.add(unused);
        return unused;
    }

    private void reserveStages(Map<String, Attribute> attributes) {
        JavaNames.members(attributes.keySet())
                .values()
                .forEach(member -> lowered.add(("Needs" + JavaNames.behind(member)).toLowerCase(Locale.ROOT)));
    }

    /** A type without a name of its own, and the attribute it stands in. */
    private record Owned(String owner, String attribute, Type type) {

        boolean isLike(Owned other) {
            return type.equals(other.type)
                    || type instanceof Type.Enumeration one
                            && other.type instanceof Type.Enumeration two
                            && one.open() == two.open()
                            && one.values().equals(two.values());
        }
    }

    private void named(Type type) {
        if (type.element() != null) {
            named(type.element());
        } else {
            String name = type.declaredName();
            if (name != null && !types.containsKey(type)) {
                Type known = namedTypes.putIfAbsent(name, type);
                types.put(type, known == null ? claim(JavaNames.type(name), "Type") : types.get(known));
            }
        }
    }

    private void collect(String owner, Map<String, Attribute> attributes, List<Owned> owned) {
        for (Attribute attribute : attributes.values()) {
            Type type = element(attribute.type());
            named(type);
            if (type.declaredName() == null && (type instanceof Type.Enumeration || type instanceof Type.Record)) {
                owned.add(new Owned(owner, attribute.name(), type));
                collect(owner + JavaNames.type(attribute.name()), type.members(), owned);
            }
        }
    }

    /** {@code Status} when all attributes of that name agree, else {@code JobStatus} and {@code TaskStatus}. */
    private void anonymous(Owned own, List<Owned> owned) {
        if (types.containsKey(own.type())) {
            return;
        }
        List<Owned> alike = owned.stream()
                .filter(other -> other.attribute().equals(own.attribute()))
                .toList();
        boolean areOne = alike.stream().allMatch(own::isLike);
        String simple = JavaNames.type(own.attribute());
        boolean isFree = !lowered.contains(simple.toLowerCase(Locale.ROOT));
        String name = claim(areOne && isFree ? simple : own.owner() + simple, "Type");
        if (areOne) {
            alike.forEach(other -> types.put(other.type(), name));
        } else {
            types.put(own.type(), name);
        }
    }

    private static Type element(Type type) {
        return type.element() == null ? type : element(type.element());
    }
}
