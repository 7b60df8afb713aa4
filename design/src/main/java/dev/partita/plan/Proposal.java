package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Table;
import dev.partita.design.Template;
import dev.partita.design.Type;
import dev.partita.design.Where;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is missing for a pattern that nothing serves, and the smallest key or index that would serve it, to be pasted. */
final class Proposal {

    private final Design design;
    private final Pattern pattern;
    private final Entity entity;
    private final Table table;

    private Proposal(Design design, Pattern pattern, Entity entity) {
        this.design = design;
        this.pattern = pattern;
        this.entity = entity;
        this.table = design.tableOf(entity);
    }

    /** @param refused what each table or index lacks */
    static ReadCompiler.Unserved unserved(
            Design design, Pattern pattern, Entity entity, Map<String, KeyMatch.Refusal> refused) {
        int nearest = refused.values().stream()
                .mapToInt(KeyMatch.Refusal::distance)
                .min()
                .orElse(0);
        String rule = refused.values().stream()
                .filter(refusal -> refusal.distance() == nearest)
                .map(KeyMatch.Refusal::rule)
                .findFirst()
                .orElse("no-index-serves");
        String reasons = refused.entrySet().stream()
                .sorted((one, two) -> Integer.compare(
                        one.getValue().distance(), two.getValue().distance()))
                .map(entry -> entry.getKey() + ": " + entry.getValue().getMessage())
                .collect(Collectors.joining("; "));
        Proposal proposal = new Proposal(design, pattern, entity);
        return new ReadCompiler.Unserved(
                rule, "nothing serves `" + proposal.asked() + "` (" + reasons + ")", proposal.advice(rule));
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
            words.add("where: " + Conditions.text(pattern.where()));
        }
        if (pattern.order() != null) {
            words.add("order: " + pattern.order());
        }
        return String.join(", ", words);
    }

    private String advice(String rule) {
        return switch (rule) {
            case "not-projected" -> "project what is missing, name in `return:` what is needed, or add `fetch: whole`";
            case "strong-read-on-gsi" ->
                "leave `consistency: strong` out, or make the attribute `unique:`, so that its lock can be read strongly";
            case "case-lost-in-key" -> spelling();
            case "not-told-apart" -> "give the table a `type-attribute:` and each entity a `type:`";
            default ->
                isContradiction()
                        ? "leave `range:` or `order:` out: one key can bound only what it sorts by"
                        : isOrderMoot()
                                ? "leave `order:` out: what it sorts by is given, so it is the same for all"
                                : "write " + index();
        };
    }

    private String spelling() {
        for (Template.Variable by : pattern.by()) {
            for (Template template : keys()) {
                for (Template.Variable part : template.variables().toList()) {
                    if (part.attribute().equals(by.attribute()) && Bindings.fold(part) != null) {
                        String word = Bindings.fold(part).name().toLowerCase(Locale.ROOT);
                        return "write `normalise: " + word + "` at " + by.attribute()
                                + ", or ask for every spelling with `by: " + by.attribute() + ":" + word + "`";
                    }
                }
            }
        }
        return "write `normalise:` at the attribute";
    }

    /** The templates of every key that the entity has. */
    private List<Template> keys() {
        List<Template> keys = new ArrayList<>(entity.key().values());
        entity.indexKeys().forEach(index -> keys.addAll(index.keys().values()));
        entity.uniques().forEach(unique -> keys.addAll(unique.lock().values()));
        return keys;
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
                && pattern.by().stream().anyMatch(by -> by.attribute().equals(sorted) && Bindings.bucket(by) == null);
    }

    /** The line for the entity, and the index itself when none is free. */
    private String index() {
        Table.Index free = free();
        String name = free == null ? nextName() : free.name();
        String partitionKey =
                free == null ? keyName(name, true) : free.partition().get(0).name();
        String sortKey =
                free == null ? keyName(name, false) : free.sort().get(0).name();
        // What depends on the moment or on the caller cannot say which items are in an index.
        String when = Conditions.all(pattern.where()).stream()
                .filter(Conditions::isLasting)
                .map(Conditions::text)
                .collect(Collectors.joining(" AND "));
        String line = name + ": { "
                + (when.isEmpty() ? "" : "when: " + quoted(when) + ", ")
                + partitionKey + ": \"" + partition() + "\", " + sortKey + ": \"" + sort() + "\" }";
        return free == null
                ? "`" + line + "` in " + entity.name() + ", and `" + name + ": { partition: " + partitionKey
                        + ", sort: " + sortKey + ", projection: all }` among the indexes of " + table.id()
                : "`" + line + "` in " + entity.name();
    }

    private String partition() {
        String type = entity.type() == null ? entity.name().toUpperCase(Locale.ROOT) : entity.type();
        StringBuilder text = new StringBuilder(type);
        pattern.by().forEach(variable -> text.append(design.separator())
                .append('{')
                .append(KeyTerm.shown(variable))
                .append('}'));
        return text.toString();
    }

    private String sort() {
        Set<String> parts = new LinkedHashSet<>();
        Set<String> named = new LinkedHashSet<>();
        pattern.by().stream()
                .filter(variable -> Bindings.bucket(variable) == null)
                .forEach(variable -> named.add(variable.attribute()));
        Ordering ordering = Ordering.of(pattern);
        if (pattern.range() != null) {
            parts.add(sortable(pattern.range().attribute(), ordering));
            named.add(pattern.range().attribute());
        } else if (ordering != null) {
            String attribute = ordering.attribute() == null ? time() : ordering.attribute();
            if (attribute != null && named.add(attribute)) {
                parts.add(sortable(attribute, ordering));
            }
        } else {
            String moment = comparedWithNow();
            if (moment != null && named.add(moment)) {
                parts.add(sortable(moment, null));
            }
        }
        entity.key().values().forEach(template -> template.variables().forEach(variable -> {
            if (named.add(variable.attribute())) {
                parts.add("{"
                        + KeyTerm.shown(
                                new Template.Variable(variable.attribute(), variable.formats(), variable.place()))
                        + "}");
            }
        }));
        return parts.isEmpty() ? "META" : String.join(design.separator(), parts);
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

    private String sortable(String name, Ordering ordering) {
        Attribute attribute = entity.attributes().get(name);
        if (attribute != null && attribute.type() instanceof Type.Simple simple) {
            if (simple.isTime() && simple != Type.Simple.DATE && ordering != null && ordering.isDescending()) {
                return "{" + name + ":newest-first}";
            }
            if (simple == Type.Simple.INTEGER) {
                int width = attribute.max() == null
                        ? 10
                        : attribute.max().toBigInteger().toString().length();
                return "{" + name + ":" + (width < 10 ? "0" : "") + width + "}";
            }
        }
        return "{" + name + "}";
    }

    private String time() {
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.type() instanceof Type.Simple simple && simple.isTime())
                .map(Attribute::name)
                .findFirst()
                .orElse(null);
    }

    /** A global index with made-up keys that the entity does not use yet. */
    private Table.Index free() {
        for (Table.Index index : table.indexes().values()) {
            boolean isUsed =
                    entity.indexKeys().stream().anyMatch(keys -> keys.index().equals(index.name()));
            boolean isMadeUp = index.keyNames().stream()
                    .allMatch(name -> !table.keyNames().contains(name)
                            && design.entitiesOf(table).stream().allMatch(other -> other.storedAs(name) == null));
            if (!isUsed
                    && isMadeUp
                    && !index.local()
                    && index.partition().size() == 1
                    && index.sort().size() == 1) {
                return index;
            }
        }
        return null;
    }

    private String nextName() {
        int number = 1;
        while (table.indexes().containsKey("GSI" + number)) {
            number++;
        }
        return "GSI" + number;
    }

    private String keyName(String index, boolean isPartition) {
        boolean isUpper =
                table.partition().name().equals(table.partition().name().toUpperCase(Locale.ROOT));
        String name = index.toLowerCase(Locale.ROOT) + (isPartition ? "pk" : "sk");
        return isUpper ? name.toUpperCase(Locale.ROOT) : name;
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"") + "\"";
    }
}
