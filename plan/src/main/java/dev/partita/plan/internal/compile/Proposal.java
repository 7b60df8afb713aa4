package dev.partita.plan.internal.compile;

import dev.partita.cost.Cardinality;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Bindings;
import dev.partita.plan.internal.key.Entries;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.Overlap;
import dev.partita.plan.internal.key.OwnNames;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.FreeSpelling;
import dev.partita.plan.internal.value.Presence;
import dev.partita.plan.internal.value.SecretName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is missing for a pattern that nothing serves, and the smallest key or index that would serve it, to be pasted. */
final class Proposal {

    /** So many items are well off in one partition. */
    private static final long FEW_ITEMS = 10_000;

    private static final long DAY_SECONDS = 86_400;

    private final Design design;
    private final Pattern pattern;
    private final List<Entity> entities;
    private final Entity entity;
    private final Table table;
    private final Taken taken;

    /** The indexes, and lines of entities for them, that were proposed for other patterns: each is proposed once, or as it was. */
    static final class Taken {
        private final Map<List<String>, String> values = new HashMap<>();

        private boolean fits(List<Edit> edits) {
            return lines(edits).allMatch(put -> put.value().equals(values.getOrDefault(put.path(), put.value())));
        }

        private void add(List<Edit> edits) {
            lines(edits).forEach(put -> values.put(put.path(), put.value()));
        }

        private static Stream<Edit.Put> lines(List<Edit> edits) {
            return edits.stream()
                    .filter(Edit.Put.class::isInstance)
                    .map(Edit.Put.class::cast)
                    .filter(put -> put.path().size() == 3 || put.path().contains("indexes"));
        }
    }

    private Proposal(Design design, Pattern pattern, List<Entity> entities, Taken taken) {
        this.design = design;
        this.taken = taken;
        this.pattern = pattern;
        this.entities = entities;
        this.entity = entities.get(0);
        this.table = design.tableOf(entity);
    }

    /** @param refused what each table or index lacks */
    static ReadCompiler.Unserved unserved(
            Design design,
            Pattern pattern,
            List<Entity> entities,
            List<String> needed,
            Map<String, KeyMatch.Refusal> refused,
            Taken taken) {
        int nearest = refused.values().stream()
                .mapToInt(KeyMatch.Refusal::distance)
                .min()
                .orElse(0);
        CompilerRule rule = refused.values().stream()
                .filter(refusal -> refusal.distance() == nearest)
                .map(KeyMatch.Refusal::rule)
                .findFirst()
                .orElse(CompilerRule.NO_INDEX_SERVES);
        String reasons = refused.entrySet().stream()
                .sorted((one, two) -> Integer.compare(
                        one.getValue().distance(), two.getValue().distance()))
                .map(entry -> entry.getKey() + ": " + entry.getValue().getMessage())
                .collect(Collectors.joining("; "));
        Proposal proposal = new Proposal(design, pattern, entities, taken);
        return ReadCompiler.Unserved.helped(
                rule,
                "nothing serves `" + proposal.asked() + "` (" + reasons + ")",
                proposal.help(rule, needed, refused));
    }

    private String asked() {
        List<String> words = new ArrayList<>();
        words.add(pattern.verb().word() + ": " + String.join(", ", pattern.entities()));
        if (!pattern.by().isEmpty()) {
            words.add("by: " + pattern.by().stream().map(KeyTerm::shown).collect(Collectors.joining(", ")));
        }
        if (pattern.range() != null) {
            words.add("range: " + KeyTerm.shown(pattern.range()));
        }
        if (pattern.where() != null) {
            words.add("where: " + pattern.where().text());
        }
        if (pattern.order() != null) {
            words.add("order: " + pattern.order());
        }
        return String.join(", ", words);
    }

    private Help help(CompilerRule rule, List<String> needed, Map<String, KeyMatch.Refusal> refused) {
        return switch (rule) {
            case NOT_PROJECTED -> projected(refused);
            case STRONG_READ_ON_GSI ->
                Help.edit(Edit.remove("patterns", pattern.name(), "consistency"))
                        .or("make the attribute `unique:`, so that its lock can be read strongly");
            case CASE_LOST_IN_KEY -> spelling();
            case MISSING_INDEX_KEY -> there(refused);
            case TIES_OUT_OF_ORDER -> tiesTurned();
            case NOT_TOLD_APART -> apart(design, entity);
            case ORDER_NOT_SERVED -> {
                Attribute unsure = givenAsText();
                yield unsure == null ? served(needed) : timeTold(unsure);
            }
            default -> served(needed);
        };
    }

    private Help served(List<String> needed) {
        return isContradiction()
                ? withoutOrder(needed).saying("since one key can bound only what it sorts by")
                : isOrderMoot()
                        ? withoutOrder(needed).saying("since what it sorts by is given, so it is the same for all")
                        : namedByAnother()
                                ? Help.edit(Edit.ofPattern(
                                        pattern,
                                        "by",
                                        Edit.list(firstNames().stream()
                                                .map(KeyTerm::shown)
                                                .toList())))
                                : spread();
    }

    /** One request for each value, where a condition names values of what an index is asked by; else an index of its own. */
    private Help spread() {
        boolean isUnwalkable = pattern.walkSeconds() != null && pattern.by().isEmpty() && walked() == null;
        Help index = isUnwalkable
                ? Help.words(
                        sortedBy().isEmpty()
                                ? "walk by a time that every " + entity.name()
                                        + " has, such as `createdAt: { type: timestamp, set: on-create }`, in an index by its day"
                                : "order by the time that is walked, in an index by its day, or leave `walk:` out")
                : Help.edits(index(), "give each of them the attributes it is asked by");
        String attribute = pattern.each() != null || pattern.verb() == Pattern.Verb.GET ? null : oneOfSome();
        if (attribute == null) {
            return index;
        }
        List<String> by = new ArrayList<>();
        pattern.by().forEach(variable -> by.add(KeyTerm.shown(variable)));
        by.add(attribute);
        List<Help.Way> ways = new ArrayList<>();
        ways.add(new Help.Way(
                List.of(
                        Edit.ofPattern(pattern, "by", by.size() == 1 ? attribute : Edit.list(by)),
                        Edit.ofPattern(pattern, "each", attribute)),
                null));
        ways.addAll(index.ways());
        return new Help(ways);
    }

    /** An attribute that a condition holds to some of its values, and that a partition key is made of; null when there is none. */
    private String oneOfSome() {
        Set<String> inPartition = Target.of(table).stream()
                .flatMap(target -> KeySpaceMember.of(target, entity).stream().flatMap(own -> target.partition().stream()
                        .map(key -> own.keys().get(key.name()))))
                .filter(template -> template != null)
                .flatMap(Template::variables)
                .map(Template.Variable::attribute)
                .collect(Collectors.toSet());
        return Conditions.all(pattern.where()).stream()
                .filter(where -> where instanceof Where.In || where instanceof Where.Or)
                .filter(where -> Conditions.attributes(where).size() == 1)
                .map(where -> Conditions.attributes(where).iterator().next())
                .filter(inPartition::contains)
                .findFirst()
                .orElse(null);
    }

    /** The text that the key of the entity sorts by, meant as a ULID and given by whoever likes; null when that is not the fault. */
    private Attribute givenAsText() {
        Ordering ordering = Ordering.of(pattern);
        if (ordering == null || !ordering.isByTime()) {
            return null;
        }
        return keys().stream()
                .flatMap(Template::variables)
                .map(variable -> entity.attributes().get(variable.attribute()))
                .filter(attribute -> attribute != null
                        && attribute.generate() != null
                        && attribute.type() == Type.Simple.STRING
                        && pattern.by().stream().noneMatch(by -> by.attribute().equals(attribute.name()))
                        && WriteOrder.isUlid(design, entity, attribute)
                        && !attribute.readOnly())
                .findFirst()
                .orElse(null);
    }

    private Help timeTold(Attribute attribute) {
        Edit kept = Edit.ofAttribute(entity, attribute.name(), "read-only", "true");
        return attribute.generate().equals("ulid")
                ? Help.edit(Edit.ofAttribute(entity, attribute.name(), "type", "ulid"))
                        .or(kept)
                : Help.edit(kept);
    }

    /** Whether the names in {@code by} are another entity's, and the first one has the values under names of its own. */
    private boolean namedByAnother() {
        return entities.size() > 1
                && pattern.by().stream().anyMatch(by -> !entity.attributes().containsKey(by.attribute()))
                && firstNames().stream().allMatch(by -> entity.attributes().containsKey(by.attribute()));
    }

    private List<Template.Variable> firstNames() {
        List<String> asked =
                pattern.by().stream().map(Template.Variable::attribute).toList();
        return entities.stream()
                .skip(1)
                .filter(other -> other.attributes().keySet().containsAll(asked))
                .map(other -> OwnNames.between(design, other, entity, asked))
                .findFirst()
                .map(names -> pattern.by().stream()
                        .map(by -> OwnNames.renamed(by, names))
                        .toList())
                .orElse(pattern.by());
    }

    /** Every key whose time and ULID run in opposite directions, with the ULID turned. */
    private Help tiesTurned() {
        List<Edit> edits = new ArrayList<>();
        turned(edits, entity.key(), "key");
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (Entity.IndexKeys keys : entity.indexKeys()) {
            boolean isOneOfMany = entity.node().get(keys.index()) instanceof Node.Sequence;
            int number = numbers.merge(keys.index(), 1, Integer::sum) - 1;
            if (!keys.implied()) {
                turned(
                        edits,
                        keys.keys(),
                        isOneOfMany
                                ? new String[] {keys.index(), String.valueOf(number)}
                                : new String[] {keys.index()});
            }
        }
        return Help.edits(edits, "put the time and what is behind it into the key in one direction");
    }

    private void turned(List<Edit> edits, Map<String, Template> keys, String... where) {
        keys.forEach((name, template) -> {
            String text = turned(template);
            if (text != null) {
                List<String> path = new ArrayList<>(List.of("entities", entity.name()));
                path.addAll(List.of(where));
                path.add(name);
                edits.add(Edit.put(Edit.quoted(text), path.toArray(String[]::new)));
            }
        });
    }

    /** The template with its ULID in the direction of the time before it, or the time in that of a number; null when they are. */
    private String turned(Template template) {
        List<Template.Variable> variables = template.variables().toList();
        for (int i = 0; i + 1 < variables.size(); i++) {
            Template.Variable time = variables.get(i);
            Template.Variable id = variables.get(i + 1);
            Attribute behind = entity.attributes().get(id.attribute());
            boolean isUp = !time.has(Template.Format.Kind.NEWEST_FIRST);
            if (Ordering.isTime(entity.attributes().get(time.attribute()))
                    && WriteOrder.grows(design, entity, behind)
                    && isUp == id.has(Template.Format.Kind.NEWEST_FIRST)) {
                if (isUp) {
                    return template.text().replace("{" + KeyTerm.shown(id) + "}", "{" + id.attribute() + "}");
                }
                return WriteOrder.isUlid(design, entity, behind)
                        ? template.text()
                                .replace("{" + KeyTerm.shown(id) + "}", "{" + id.attribute() + ":newest-first}")
                        : template.text().replace("{" + KeyTerm.shown(time) + "}", "{" + time.attribute() + "}");
            }
        }
        return null;
    }

    /** The pattern asks only for items that the index has, where that does not contradict it. */
    private Help there(Map<String, KeyMatch.Refusal> refused) {
        List<Where> conditions = Conditions.all(pattern.where());
        for (Entity one : entities) {
            for (Target target : Target.of(table)) {
                KeyMatch.Refusal refusal = refused.get(String.valueOf(target));
                if (refusal == null || refusal.rule() != CompilerRule.MISSING_INDEX_KEY) {
                    continue;
                }
                for (KeySpaceMember own : KeySpaceMember.of(target, one)) {
                    List<String> lacking = Entries.meantBy(pattern, one, conditions)
                            .lacking(own.keys().values());
                    if (lacking.isEmpty() || lacking.stream().anyMatch(this::isWantedMissing)) {
                        continue;
                    }
                    return Help.edit(there(lacking)).or(Edit.ofAttribute(one, lacking.get(0), "required", "true"));
                }
            }
        }
        return Help.edits(index(), "give each of them the attributes it is asked by");
    }

    /** The pattern asks only for items that have these attributes. */
    private Edit there(List<String> lacking) {
        List<String> tests = new ArrayList<>();
        Conditions.all(pattern.where()).forEach(condition -> tests.add(condition.text()));
        lacking.forEach(name -> tests.add("exists(" + name + ")"));
        return Edit.ofPattern(pattern, "where", Edit.quoted(String.join(" AND ", tests)));
    }

    /** What lies between two bounds is there, so nothing is left out by a key that has it. */
    private boolean isBounded(String attribute) {
        return pattern.range() != null && pattern.range().attribute().equals(attribute);
    }

    private boolean isWantedMissing(String attribute) {
        return isWantedMissing(pattern.where(), attribute);
    }

    private static boolean isWantedMissing(Where where, String attribute) {
        return Conditions.tests(where).stream()
                .anyMatch(test -> test instanceof Where.Exists exists
                        && exists.missing()
                        && exists.path().attribute().equals(attribute));
    }

    /** Whether somebody looks for items without the attribute: then it cannot be required. */
    private boolean isSoughtMissing(Entity one, String attribute) {
        return Stream.concat(
                        one.indexKeys().stream().map(Entity.IndexKeys::when),
                        design.patterns().values().stream()
                                .filter(other -> other.entities().contains(one.name()))
                                .flatMap(other -> Stream.of(
                                        Optional.ofNullable(other.where()), Optional.ofNullable(other.when())))
                                .flatMap(Optional::stream))
                .anyMatch(where -> isWantedMissing(where, attribute));
    }

    private Help spelling() {
        for (Template.Variable by : pattern.by()) {
            for (Template template : keys()) {
                for (Template.Variable part : template.variables().toList()) {
                    if (part.attribute().equals(by.attribute()) && Bindings.fold(part) != null) {
                        String word = Bindings.fold(part).name().toLowerCase(Locale.ROOT);
                        List<String> asked = pattern.by().stream()
                                .map(other -> KeyTerm.shown(other) + (other == by ? ":" + word : ""))
                                .toList();
                        return Help.edit(Edit.ofAttribute(entity, by.attribute(), "normalise", word))
                                .or(Edit.ofPattern(pattern, "by", Edit.list(asked)))
                                .saying("for every spelling");
                    }
                }
            }
        }
        if (pattern.range() != null) {
            for (Template template : keys()) {
                for (Template.Variable part : template.variables().toList()) {
                    if (part.attribute().equals(pattern.range().attribute()) && Bindings.fold(part) != null) {
                        return Help.edit(Edit.ofAttribute(
                                        entity,
                                        part.attribute(),
                                        "normalise",
                                        Bindings.fold(part).name().toLowerCase(Locale.ROOT)))
                                .or("put the attribute as it is into the key");
                    }
                }
            }
        }
        return Help.words("normalise the attribute");
    }

    /** The templates of every key that the entity has. */
    private List<Template> keys() {
        List<Template> keys = new ArrayList<>(entity.key().values());
        entity.indexKeys().forEach(index -> keys.addAll(index.keys().values()));
        entity.uniques().forEach(unique -> keys.addAll(unique.lock().values()));
        return keys;
    }

    /** The index that would serve, with everything in it. */
    private Help projected(Map<String, KeyMatch.Refusal> refused) {
        Table.Index index = table.indexes().values().stream()
                .filter(one -> refused.entrySet().stream()
                        .anyMatch(entry -> entry.getKey().equals(table.id() + "." + one.name())
                                && entry.getValue().rule() == CompilerRule.NOT_PROJECTED))
                .findFirst()
                .orElse(null);
        if (index == null) {
            // The table itself does not hold it: it is an input only.
            return Help.words("leave out what is not stored, or remove its `store: false`");
        }
        Help all = Help.edit(Edit.ofIndex(table, index, "projection", "all"));
        Help help = entities.size() > 1
                ? all
                : Help.edit(Edit.ofPattern(pattern, "fetch", "whole"))
                        .or(Edit.ofIndex(table, index, "projection", "all"));
        // What hides expired and deleted items is needed whatever is returned.
        return pattern.returned().isEmpty() && pattern.verb() != Pattern.Verb.COUNT
                ? help.or("name in `return:` what is needed")
                : help;
    }

    /** An order that no key gives is left out; what serves the rest is proposed with it. */
    private Help withoutOrder(List<String> needed) {
        Pattern rest = pattern.withoutOrder();
        boolean isServed = Compiler.serves(design, rest);
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.remove("patterns", pattern.name(), "order"));
        if (!isServed) {
            edits.addAll(new Proposal(design, rest, entities, taken).index());
        }
        return Help.edits(edits, null);
    }

    /** Keys that tell the entity's items from those of others: each begins with a word of its own. */
    static Help apart(Design design, Entity entity) {
        Table table = design.tableOf(entity);
        List<Entity> same = design.entitiesOf(table).stream()
                .filter(other ->
                        other == entity || table.keyNames().stream().allMatch(key -> meet(design, entity, other, key)))
                .toList();
        return same.size() < 2 ? types(design, table) : Help.edits(keptApart(design, table, same), null);
    }

    private static boolean meet(Design design, Entity one, Entity other, String key) {
        return one.key().containsKey(key)
                && other.key().containsKey(key)
                && Overlap.mayEqual(
                        KeyShape.of(design, one, key, one.key().get(key)),
                        KeyShape.of(design, other, key, other.key().get(key)));
    }

    /** The keys of these entities, each with a word of its own at its beginning: the sort key where there is one. */
    static List<Edit> keptApart(Design design, Table table, List<Entity> entities) {
        String key =
                table.sort() == null ? table.partition().name() : table.sort().name();
        List<Edit> edits = new ArrayList<>();
        for (Entity entity : entities) {
            String word = entity.name().toUpperCase(Locale.ROOT) + design.separator();
            String text = entity.key().get(key).text();
            if (!text.startsWith(word)) {
                edits.add(Edit.put(Edit.quoted(word + text), "entities", entity.name(), "key", key));
            }
        }
        return edits;
    }

    /** An attribute that names the type of each item, and a type for each entity that has none. */
    static Help types(Design design, Table table) {
        List<Edit> edits = new ArrayList<>();
        List<Entity> entities = design.entitiesOf(table);
        if (table.typeAttribute() == null) {
            Set<String> taken = new LinkedHashSet<>(table.keyNames());
            table.indexes().values().forEach(index -> taken.addAll(index.keyNames()));
            entities.forEach(entity -> entity.attributes().values().forEach(a -> taken.add(a.stored())));
            String name = "type";
            for (int i = 2; taken.contains(name); i++) {
                name = "itemType" + (i == 2 ? "" : i);
            }
            edits.add(Edit.ofTable(table, "type-attribute", name));
        }
        Set<String> types = new LinkedHashSet<>();
        entities.forEach(entity -> types.add(entity.type()));
        for (Entity entity : entities) {
            if (entity.type() == null) {
                String name = entity.name().toUpperCase(Locale.ROOT);
                String type = name;
                for (int i = 2; !types.add(type); i++) {
                    type = name + i;
                }
                edits.add(Edit.ofEntity(entity, "type", type));
            }
        }
        return Help.edits(edits, "give each entity a key or a `type:` of its own");
    }

    /** The attributes of {@code parent}'s key that {@code child} lacks. */
    static List<Edit> attributes(Entity child, Entity parent, Collection<String> key) {
        List<Edit> edits = new ArrayList<>();
        for (String name : key) {
            Attribute attribute = parent.attributes().get(name);
            if (!child.attributes().containsKey(name) && attribute != null) {
                String type = attribute.type() instanceof Type.Simple simple ? simple.word() : "string";
                edits.add(Edit.put(
                        key.size() == 1 ? "{ type: " + type + ", references: " + parent.name() + " }" : type,
                        "entities",
                        child.name(),
                        "attributes",
                        name));
            }
        }
        return edits;
    }

    /** Whether the pattern bounds one attribute and sorts by another: no key can. */
    private boolean isContradiction() {
        Ordering ordering = Ordering.of(pattern);
        if (ordering == null || pattern.range() == null) {
            return false;
        }
        Attribute bounded = entity.attributes().get(pattern.range().attribute());
        return ordering.attribute() != null
                ? !ordering.attribute().equals(pattern.range().attribute())
                : ordering.isByTime() && !Ordering.isTime(bounded);
    }

    private boolean isOrderMoot() {
        Ordering ordering = Ordering.of(pattern);
        String sorted = ordering == null || pattern.range() != null
                ? null
                : ordering.attribute() != null ? ordering.attribute() : ordering.isByTime() ? time() : null;
        return sorted != null
                && pattern.by().stream().anyMatch(by -> by.attribute().equals(sorted) && by.period() == null);
    }

    /** The same of one entity alone. */
    private Proposal of(Entity one) {
        return new Proposal(design, pattern, List.of(one), taken);
    }

    /** The line for the entity, and the index itself when none is free. */
    private List<Edit> index() {
        List<Table.Index> free = sortedAsNumber() == null ? free() : List.of();
        for (Table.Index index : free) {
            List<Edit> edits = index(index, index.name());
            if (taken.fits(edits)) {
                taken.add(edits);
                return edits;
            }
        }
        int number = 0;
        List<Edit> edits;
        do {
            number = nextNumber(number);
            edits = index(null, "GSI" + number);
        } while (!taken.fits(edits));
        taken.add(edits);
        return edits;
    }

    /** @param free null for an index that is to be made */
    private List<Edit> index(Table.Index free, String name) {
        String number = sortedAsNumber();
        String partitionKey =
                free == null ? keyName(name, true) : free.partition().get(0).name();
        String sortKey = number != null
                ? number
                : free == null ? keyName(name, false) : free.sort().get(0).name();
        // What depends on the moment or on the caller cannot say which items are in an index.
        String when = Conditions.all(pattern.where()).stream()
                .filter(Conditions::isLasting)
                .map(Where::text)
                .collect(Collectors.joining(" AND "));
        List<Edit> edits = new ArrayList<>();
        for (Entity one : entities) {
            if (!one.attributes()
                    .keySet()
                    .containsAll(pattern.by().stream()
                            .map(Template.Variable::attribute)
                            .toList())) {
                return List.of();
            }
            String word = entities.size() == 1 ? "" : one.name().toUpperCase(Locale.ROOT) + design.separator();
            String sort = of(one).sort();
            edits.add(Edit.ofEntity(
                    one,
                    name,
                    "{ " + (when.isEmpty() || entities.size() > 1 ? "" : "when: " + Edit.quoted(when) + ", ")
                            + partitionKey + ": " + Edit.quoted(partition())
                            + (number != null
                                    ? ""
                                    : ", " + sortKey + ": "
                                            + Edit.quoted(
                                                    sort.equals("META") && !word.isEmpty()
                                                            ? one.name().toUpperCase(Locale.ROOT)
                                                            : word + sort))
                            + " }"));
        }
        entities.forEach(one -> of(one).sortedBy().stream()
                .filter(attribute -> !Presence.isAlwaysThere(one, attribute)
                        && !one.attributes().get(attribute).isComputed()
                        && !isBounded(attribute)
                        && !Conditions.attributes(pattern.where()).contains(attribute))
                .forEach(attribute -> edits.add(
                        entities.size() == 1 && isSoughtMissing(one, attribute)
                                ? there(List.of(attribute))
                                : Edit.ofAttribute(one, attribute, "required", "true"))));
        entities.forEach(one -> of(one).sortedBy().stream()
                .filter(attribute -> one.attributes().get(attribute).type() == Type.Simple.ISO_TIME)
                .forEach(attribute -> edits.add(Edit.ofAttribute(one, attribute, "type", "timestamp"))));
        pattern.by().stream()
                .filter(by -> by.formats().isEmpty()
                        && FreeSpelling.varies(entity, entity.attributes().get(by.attribute())))
                .forEach(by -> edits.add(
                        Edit.ofAttribute(entity, by.attribute(), "normalise", FreeSpelling.cure(by.attribute()))));
        if ("whole".equals(pattern.fetch())) {
            edits.add(Edit.remove("patterns", pattern.name(), "fetch"));
        }
        if (Boolean.TRUE.equals(pattern.strong())) {
            edits.add(Edit.remove("patterns", pattern.name(), "consistency"));
        }
        if (pattern.walkSeconds() != null && walked() == null) {
            edits.add(Edit.remove("patterns", pattern.name(), "walk"));
        }
        if (free == null) {
            edits.add(Edit.put(
                    "{ partition: " + partitionKey + ", sort: " + sortKey + ", projection: " + projection() + " }",
                    "tables",
                    table.id(),
                    "indexes",
                    name));
        }
        return edits;
    }

    /** The stored name of what is sorted by, when only the number itself sorts as its values do; null otherwise. */
    private String sortedAsNumber() {
        Attribute sorted =
                sortedBy().stream().findFirst().map(entity.attributes()::get).orElse(null);
        boolean isBelowZero = sorted != null
                && sorted.type() == Type.Simple.INTEGER
                && sorted.min() != null
                && sorted.min().signum() < 0;
        return sorted != null
                        && entities.size() == 1
                        && (sorted.type() == Type.Simple.DECIMAL || isBelowZero)
                        && sorted.isStored()
                ? sorted.stored()
                : null;
    }

    /** What the pattern returns and looks at, where it says so; everything otherwise. */
    private String projection() {
        Set<String> names = new LinkedHashSet<>(pattern.returned());
        names.addAll(Conditions.attributes(pattern.where()));
        if (pattern.returned().isEmpty()
                || entities.size() > 1
                || pattern.fetch() != null
                || pattern.then() != null
                || entity.softDelete() != null
                || entity.expiry() != null
                || table.typeAttribute() != null
                || !names.stream()
                        .allMatch(name -> entity.attributes().containsKey(name)
                                && entity.attributes().get(name).isStored())) {
            return "all";
        }
        return Edit.list(names);
    }

    private String partition() {
        String type = entity.type() == null ? entity.name().toUpperCase(Locale.ROOT) : entity.type();
        StringBuilder text = new StringBuilder(type);
        pattern.by().forEach(variable -> text.append(design.separator())
                .append('{')
                .append(KeyTerm.shown(variable))
                .append(isPrivate(variable) ? ":hash" : "")
                .append('}'));
        String walked = walked();
        return walked == null
                ? text + shard()
                : text + design.separator() + "{" + walked + ":"
                        + (pattern.walkSeconds() < DAY_SECONDS ? "hour" : "date") + "}";
    }

    /** The time that a walk goes by, of which each span is a partition: that of the order or the bounds; null when nothing is walked. */
    private String walked() {
        if (pattern.walkSeconds() == null) {
            return null;
        }
        String name = sortedBy().stream().findFirst().orElse(pattern.order() == null ? time() : null);
        Attribute attribute = name == null ? null : entity.attributes().get(name);
        return attribute != null
                        && attribute.type().isTime()
                        && pattern.by().stream().noneMatch(by -> by.attribute().equals(name))
                ? name
                : null;
    }

    /** One partition for all items would take all writes; where there are not known to be few, they are spread. */
    private String shard() {
        OptionalLong items = new Cardinality(design).items(entity);
        if (!pattern.by().isEmpty() || entities.size() > 1 || items.isPresent() && items.getAsLong() <= FEW_ITEMS) {
            return "";
        }
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .map(variable -> entity.attributes().get(variable.attribute()))
                .filter(attribute -> attribute != null
                        && attribute.type() instanceof Type.Simple simple
                        && !simple.isTime()
                        && simple != Type.Simple.FLAG
                        && simple != Type.Simple.BOOLEAN)
                .reduce((earlier, later) -> later)
                .map(attribute -> design.separator() + "{" + attribute.name() + ":shard(16)}")
                .orElse("");
    }

    private boolean isPrivate(Template.Variable variable) {
        Attribute attribute = entity.attributes().get(variable.attribute());
        return attribute != null
                && variable.formats().isEmpty()
                && (attribute.personal() || SecretName.isOf(attribute) || attribute.type() == Type.Simple.PASSWORD);
    }

    private String sort() {
        Set<String> parts = new LinkedHashSet<>();
        Set<String> named = new LinkedHashSet<>();
        pattern.by().stream()
                .filter(variable -> variable.period() == null)
                .forEach(variable -> named.add(variable.attribute()));
        sortedBy().stream()
                .filter(attribute -> named.add(attribute) || isBounded(attribute))
                .forEach(attribute -> parts.add(sortable(attribute)));
        Attribute sorted =
                sortedBy().stream().findFirst().map(entity.attributes()::get).orElse(null);
        if (!parts.isEmpty()
                && sorted != null
                && !design.separator().isEmpty()
                && KeyShape.goesOnBelow(sorted, design.separator().codePointAt(0))) {
            // Behind it nothing may stand; the items of an index need not differ.
            return parts.iterator().next();
        }
        entity.key().values().forEach(template -> template.variables().forEach(variable -> {
            if (named.add(variable.attribute())) {
                parts.add("{" + KeyTerm.shown(variable) + (isLong(variable) ? ":shorten" : "") + "}");
            }
        }));
        return parts.isEmpty() ? "META" : String.join(design.separator(), parts);
    }

    /** Whether a sort key may be too short for it; there it only tells items apart. */
    private boolean isLong(Template.Variable variable) {
        Attribute attribute = entity.attributes().get(variable.attribute());
        return attribute != null
                && attribute.type() == Type.Simple.STRING
                && variable.formats().isEmpty()
                && attribute.generate() == null
                && (attribute.maxLength() == null
                        ? attribute.name().toLowerCase(Locale.ROOT).matches(".*(url|uri|path|title|text)")
                        : attribute.maxLength() > 300);
    }

    /** The attributes that the pattern bounds or sorts by; of an entity of which there is one item, none. */
    private Set<String> sortedBy() {
        Set<String> names = new LinkedHashSet<>();
        if (ReadPlan.isOne(design, pattern, entity)) {
            return names;
        }
        Ordering ordering = Ordering.of(pattern);
        names.add(
                pattern.range() != null
                        ? pattern.range().attribute()
                        : ordering == null
                                ? comparedWithNow()
                                : ordering.attribute() == null ? time() : ordering.attribute());
        names.removeIf(name -> name == null || !entity.attributes().containsKey(name));
        return names;
    }

    /** The time that the pattern compares with now; null when there is none. */
    private String comparedWithNow() {
        return Conditions.all(pattern.where()).stream()
                .filter(where -> where instanceof Where.Compare)
                .filter(where ->
                        Conditions.operands(where).stream().anyMatch(operand -> operand instanceof Where.Operand.Now))
                .flatMap(where -> Conditions.attributes(where).stream())
                .findFirst()
                .orElse(null);
    }

    private String sortable(String name) {
        Attribute attribute = entity.attributes().get(name);
        if (attribute != null && attribute.type() == Type.Simple.INTEGER) {
            int width = attribute.max() == null
                    ? 10
                    : attribute.max().toBigInteger().toString().length();
            return "{" + name + ":" + (width < 10 ? "0" : "") + width + "}";
        }
        return "{" + name + "}";
    }

    /** The time that newest and oldest go by: that of the creation, where the entity has it. */
    private String time() {
        List<Attribute> times = entity.attributes().values().stream()
                .filter(attribute -> attribute.type().isTime())
                .toList();
        return times.stream()
                .filter(attribute -> attribute.set() == SetOn.ON_CREATE)
                .findFirst()
                .or(() -> times.stream().findFirst())
                .map(Attribute::name)
                .orElse(null);
    }

    /** Global indexes with made-up keys that the entity does not use yet. */
    private List<Table.Index> free() {
        return table.indexes().values().stream().filter(this::isFree).toList();
    }

    private boolean isFree(Table.Index index) {
        boolean isUsed = entities.stream()
                .flatMap(one -> one.indexKeys().stream())
                .anyMatch(keys -> keys.index().equals(index.name()));
        boolean isMadeUp = index.keyNames().stream()
                .allMatch(name -> !table.keyNames().contains(name)
                        && design.entitiesOf(table).stream().allMatch(other -> other.storedAs(name) == null));
        boolean isText = Stream.concat(index.partition().stream(), index.sort().stream())
                .allMatch(key -> key.type() == null || key.type().equals("S"));
        return !isUsed
                && isMadeUp
                && isText
                && !index.local()
                && (index.projection() == Table.Projection.ALL || index.projection() == Table.Projection.UNSTATED)
                && index.partition().size() == 1
                && index.sort().size() == 1;
    }

    /** The next number above this one that no index has, and whose keys are nothing else. */
    private int nextNumber(int above) {
        Set<String> names = new LinkedHashSet<>(table.keyNames());
        table.indexes().values().forEach(index -> names.addAll(index.keyNames()));
        design.entitiesOf(table)
                .forEach(other -> other.attributes().values().forEach(attribute -> names.add(attribute.stored())));
        int number = above + 1;
        while (table.indexes().containsKey("GSI" + number)
                || names.contains(keyName("GSI" + number, true))
                || names.contains(keyName("GSI" + number, false))) {
            number++;
        }
        return number;
    }

    private String keyName(String index, boolean isPartition) {
        boolean isUpper =
                table.partition().name().equals(table.partition().name().toUpperCase(Locale.ROOT));
        String name = index.toLowerCase(Locale.ROOT) + (isPartition ? "pk" : "sk");
        return isUpper ? name.toUpperCase(Locale.ROOT) : name;
    }
}
