package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.compile.Compiler;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Changes of a design that several rules propose. */
public final class Repairs {

    /** The template of a key, written anew; null when no line of the file has it. */
    public static Edit template(KeyUse use, String text) {
        if (use.implied()) {
            return null;
        }
        String entity = use.entity().name();
        String value = Edit.quoted(text);
        if (use.index() == null) {
            return Edit.put(value, "entities", entity, "key", use.key());
        }
        String index = use.index().name();
        if (use.entity().node().get(index) instanceof Node.Sequence ways) {
            for (int i = 0; i < ways.items().size(); i++) {
                Node written = ways.items().get(i).get(use.key());
                if (written != null
                        && written.place().line() == use.template().place().line()) {
                    return Edit.put(value, "entities", entity, index, String.valueOf(i), use.key());
                }
            }
            return null;
        }
        return Edit.put(value, "entities", entity, index, use.key());
    }

    /** The use of a template, by which it is found in the file; null when there is none. */
    public static KeyUse use(Design design, Entity entity, Template template) {
        return KeyUse.of(design, entity).stream()
                .filter(use -> use.template() == template)
                .findFirst()
                .orElse(null);
    }

    /** The text of a template with one of its parts written as {@code text}. */
    public static String replaced(Template template, Variable variable, String text) {
        return template.text()
                .replaceFirst(
                        "\\{" + java.util.regex.Pattern.quote(variable.attribute()) + "(:[^}]*)?}",
                        java.util.regex.Matcher.quoteReplacement(text));
    }

    /** A part with one more format behind those it has. */
    public static String formatted(Template template, Variable variable, String format) {
        java.util.regex.Matcher written = java.util.regex.Pattern.compile(
                        "\\{" + java.util.regex.Pattern.quote(variable.attribute()) + "(:[^}]*)?}")
                .matcher(template.text());
        String before = written.find() && written.group(1) != null ? written.group(1) : "";
        return replaced(template, variable, "{" + variable.attribute() + before + ":" + format + "}");
    }

    /** The same list without one of its names; the word goes with the last one. */
    public static Edit without(Pattern pattern, String word, Collection<String> names, String name) {
        List<String> rest = names.stream().filter(other -> !other.equals(name)).toList();
        return rest.isEmpty()
                ? Edit.remove("patterns", pattern.name(), word)
                : Edit.ofPattern(pattern, word, Edit.list(rest));
    }

    /** Takes one attribute out of what an update changes; in words when nothing would be left of it. */
    public static Help unchanged(Pattern pattern, String word, Collection<String> names, String name) {
        long changes = pattern.change().size()
                + pattern.set().size()
                + pattern.add().size()
                + pattern.append().size()
                + pattern.remove().size();
        return changes > 1 && pattern.node().get(word) != null
                ? names == null
                        ? Help.edit(Edit.remove("patterns", pattern.name(), word, name))
                        : Help.edit(without(pattern, word, names, name))
                : Help.words("leave " + name + " as it is");
    }

    /** Fewer people than anyone: a role there is, the owner who is asked for, whoever is signed in. */
    public static String narrower(PatternUses uses, Pattern pattern) {
        Entity entity = uses.entityOf(pattern);
        String owner = entity == null ? null : entity.owner();
        boolean isByOwner = owner != null
                && pattern.by().stream().anyMatch(by -> by.attribute().equals(owner));
        // Whoever likes something adds to what is another's.
        boolean isCount = !pattern.add().isEmpty()
                && pattern.change().isEmpty()
                && pattern.set().isEmpty()
                && pattern.remove().isEmpty();
        boolean isOwn = owner != null && pattern.verb().writes() && !isCount;
        return isByOwner || isOwn
                ? "owner"
                : uses.design().roles().keySet().stream().findFirst().orElse("signed-in");
    }

    /** Who may call a new pattern beside {@code pattern}, as it is written behind its other words. */
    public static String allowed(PatternUses uses, Entity entity, String fallback) {
        boolean isSaid = uses.design().patterns().values().stream()
                .anyMatch(p -> !uses.allowed(p).isEmpty());
        if (!isSaid || !entity.allow().isEmpty() || !uses.design().allow().isEmpty()) {
            return "";
        }
        return ", allow: " + fallback;
    }

    /** A name that no pattern has yet. */
    public static String freePattern(Design design, String verb, Entity entity) {
        String name = verb.isEmpty()
                ? Character.toLowerCase(entity.name().charAt(0)) + entity.name().substring(1)
                : verb + entity.name();
        String free = verb.isEmpty() && design.patterns().containsKey(name) ? "find" + entity.name() : name;
        for (int i = 2; design.patterns().containsKey(free); i++) {
            free = name + i;
        }
        return free;
    }

    /** A stored name that means nothing else in the table: the attribute's own name if it is free. */
    public static String freeStored(Design design, Entity entity, Attribute attribute) {
        Table table = design.tableOf(entity);
        Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        if (table != null) {
            taken.addAll(table.keyNames());
            table.indexes().values().forEach(index -> taken.addAll(index.keyNames()));
            if (table.typeAttribute() != null) {
                taken.add(table.typeAttribute());
            }
            if (table.expiry() != null) {
                taken.add(table.expiry());
            }
            design.entitiesOf(table).forEach(other -> other.attributes().values().stream()
                    .filter(a -> a.isStored() && a != attribute)
                    .forEach(a -> taken.add(a.stored())));
        }
        taken.add(attribute.stored());
        String name = attribute.name();
        if (taken.contains(name)) {
            name = Character.toLowerCase(entity.name().charAt(0))
                    + entity.name().substring(1)
                    + Character.toUpperCase(attribute.name().charAt(0))
                    + attribute.name().substring(1);
        }
        String free = name;
        for (int i = 2; taken.contains(free); i++) {
            free = name + i;
        }
        return free;
    }

    /** A version for an entity without one. */
    public static List<Edit> version(Entity entity) {
        List<Edit> edits = new ArrayList<>();
        String name = "version";
        Attribute there = entity.attributes().get(name);
        if (there != null && (there.type() != Type.Simple.INTEGER || there.isComputed())) {
            name = "revision";
            there = entity.attributes().get(name);
        }
        edits.add(Edit.ofEntity(entity, "version", name));
        if (there == null) {
            edits.add(Edit.put("integer", "entities", entity.name(), "attributes", name));
        }
        return edits;
    }

    /** The expiry attribute of a table that has none yet; nothing for one that has. */
    public static List<Edit> expiryAttribute(Table table) {
        return table == null || table.expiry() != null ? List.of() : List.of(Edit.ofTable(table, "expiry", "ttl"));
    }

    /** The time at which an item was made, or null. */
    public static String creation(Entity entity) {
        return entity.attributes().values().stream()
                .filter(a -> a.set() == SetOn.ON_CREATE && TimeParts.isTime(a) && a.type() != Type.Simple.DATE)
                .map(Attribute::name)
                .findFirst()
                .orElse(null);
    }

    /** An attribute of the table's key that tells the items of a partition of the index apart; null when there is none. */
    public static Variable identity(Design design, KeyUse index) {
        Entity entity = index.entity();
        Set<String> there = PatternUses.variables(KeyUse.of(design, entity).stream()
                .filter(use -> use == index || use.index() == index.index() && use.isPartition())
                .map(KeyUse::template)
                .toList());
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .filter(v -> !there.contains(v.attribute()) && v.period() == null)
                .filter(v -> entity.attributes().get(v.attribute()) != null
                        && Uniqueness.mayIdentify(entity.attributes().get(v.attribute())))
                .reduce((earlier, later) -> later)
                .orElse(null);
    }

    /** A part as a template writes it. */
    public static String shown(Template template, Variable variable) {
        java.util.regex.Matcher written = java.util.regex.Pattern.compile(
                        "\\{" + java.util.regex.Pattern.quote(variable.attribute()) + "(:[^}]*)?}")
                .matcher(template.text());
        return written.find() ? written.group() : "{" + variable.attribute() + "}";
    }

    /**
     * The pattern without its pinned request: what it asks for in logical names. Empty when that cannot be told, as for a
     * prefix that ends inside a part.
     */
    public static List<Edit> unpinned(Design design, PinnedRead read) {
        Pattern pattern = read.pattern();
        Set<String> by = new LinkedHashSet<>();
        String range = null;
        for (Map.Entry<String, KeyTest> entry : pattern.pinned().key().entrySet()) {
            KeyTest test = entry.getValue();
            if (read.templates(entry.getKey()).size() != 1) {
                return List.of();
            }
            Template written = read.templates(entry.getKey()).get(0);
            switch (test.operator()) {
                case EQUALS, BEGINS_WITH -> {
                    if (!begins(written, test.templates().get(0))
                            && !isPrefix(design, written, test.templates().get(0))) {
                        return List.of();
                    }
                    by.addAll(PatternUses.variables(List.of(test.templates().get(0))));
                }
                case BETWEEN, AT_LEAST, AT_MOST, ABOVE, BELOW -> {
                    range = bounded(written, test, by);
                    if (range == null) {
                        return List.of();
                    }
                }
            }
        }
        if (by.stream().anyMatch(name -> !read.entity().attributes().containsKey(name))) {
            return List.of();
        }
        Place place = pattern.node().place();
        Pattern rest = pattern.unpinned(
                by.stream().map(name -> new Variable(name, List.of(), place)).toList(),
                range == null ? null : new Variable(range, List.of(), place));
        if (!Compiler.serves(design, rest)) {
            return List.of();
        }
        List<Edit> edits = new ArrayList<>();
        for (String word : List.of("key", "index", "direction", "limit", "filter")) {
            if (pattern.node().get(word) != null) {
                edits.add(Edit.remove("patterns", pattern.name(), word));
            }
        }
        List<String> all = new ArrayList<>(by);
        if (!all.isEmpty()) {
            edits.add(Edit.ofPattern(pattern, "by", all.size() == 1 ? all.get(0) : Edit.list(all)));
        }
        if (range != null) {
            edits.add(Edit.ofPattern(pattern, "range", range));
        }
        if (pattern.pinned().filter() != null) {
            edits.add(Edit.ofPattern(
                    pattern, "where", Edit.quoted(pattern.pinned().filter().text())));
        }
        if (pattern.pinned().limit() != null && pattern.verb() == Pattern.Verb.LIST) {
            edits.add(Edit.ofPattern(
                    pattern, "page", String.valueOf(pattern.pinned().limit())));
        }
        return edits;
    }

    private static boolean begins(Template written, Template asked) {
        return written.text().equals(asked.text()) || written.text().startsWith(asked.text());
    }

    private static boolean isPrefix(Design design, Template written, Template asked) {
        return written.text().startsWith(asked.text() + design.separator());
    }

    /** The attribute between whose values the request asks, when it is the next part behind known ones; null otherwise. */
    private static String bounded(Template written, KeyTest test, Set<String> by) {
        String range = null;
        for (Template bound : test.templates()) {
            Variable last = bound.end();
            if (last == null) {
                return null;
            }
            String name = last.attribute().replaceFirst("(From|To)$", "");
            List<String> before = bound.variables().map(Variable::attribute).toList();
            List<Variable> there = written.variables().toList();
            int at = before.size() - 1;
            if (at >= there.size() || !there.get(at).attribute().equals(name) || range != null && !range.equals(name)) {
                return null;
            }
            range = name;
            by.addAll(before.subList(0, at));
        }
        return range;
    }

    /** A word of several: {@code a}, or {@code [a, b]}. */
    public static String names(Collection<String> names) {
        return names.size() == 1 ? names.iterator().next() : Edit.list(names);
    }

    /** A quota instead of a guard that counts first: the same count, in the transaction that writes. */
    public static List<Edit> quota(Design design, Pattern guarded) {
        Pattern count = design.patterns().get(guarded.guard().countPattern());
        Entity entity = guarded.entities().isEmpty()
                ? null
                : design.entities().get(guarded.entities().get(0));
        Table table = entity == null ? null : design.tableOf(entity);
        if (count == null
                || table == null
                || count.by().isEmpty()
                || guarded.guard().below() == null
                || hasPinned(design, table)) {
            return List.of();
        }
        List<String> per = count.by().stream()
                .map(v -> v.attribute()
                        + v.formats().stream()
                                .map(f -> ":"
                                        + f.kind()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', '-'))
                                .collect(Collectors.joining()))
                .toList();
        String name =
                Character.toLowerCase(entity.name().charAt(0)) + entity.name().substring(1) + "s";
        if (design.quotas().containsKey(name)) {
            return List.of();
        }
        String key = per.stream()
                .map(part -> design.separator() + "{" + part + "}")
                .collect(Collectors.joining(
                        "", "QUOTA" + design.separator() + entity.name().toUpperCase(Locale.ROOT), ""));
        String item = table.partition().name() + ": " + Edit.quoted(key)
                + (table.sort() == null ? "" : ", " + table.sort().name() + ": QUOTA");
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.remove("patterns", guarded.name(), "guard"));
        edits.add(Edit.put(
                "{ counts: " + entity.name() + ", per: " + names(per) + ", item: { " + item + " }, limit: "
                        + guarded.guard().below() + " }",
                "quotas",
                name));
        return edits;
    }

    /** An index that goes, with the lines that fill it; empty when a request names it. */
    public static List<Edit> withoutIndex(Design design, Table table, Table.Index index) {
        boolean isPinned = design.patterns().values().stream()
                .anyMatch(p ->
                        p.pinned() != null && index.name().equals(p.pinned().index()));
        if (isPinned) {
            return List.of();
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.remove("tables", table.id(), "indexes", index.name()));
        design.entitiesOf(table).stream()
                .filter(entity -> entity.node().get(index.name()) != null)
                .forEach(entity -> edits.add(Edit.remove("entities", entity.name(), index.name())));
        return edits;
    }

    /** Whether a request to the table is pinned: whatever is added beside its items may come with them. */
    public static boolean hasPinned(Design design, Table table) {
        return PinnedRead.of(design).anyMatch(read -> read.table() == table);
    }

    /** Whether a request is pinned for the entity: whoever changes its keys has to change that, too. */
    public static boolean isPinned(Design design, Entity entity) {
        return PinnedRead.of(design)
                .anyMatch(read ->
                        read.entity() == entity || read.pattern().entities().contains(entity.name()));
    }

    /** A template with one part written anew, or words where no line of the file has it. */
    public static Help part(KeyUse use, Variable variable, String text) {
        Edit edit = use == null ? null : template(use, replaced(use.template(), variable, text));
        return edit == null ? Help.words("make a key of its own with " + text) : Help.edit(edit);
    }

    /** A secret or personal part of a key, hashed. */
    public static Help hashed(Design design, Entity entity, Template template, Variable variable) {
        KeyUse use = use(design, entity, template);
        Edit edit =
                use == null || isPinned(design, entity) ? null : template(use, formatted(template, variable, "hash"));
        return edit == null
                ? Help.words("write {" + variable.attribute() + ":hash} in a key of its own")
                : Help.edit(edit);
    }

    /** As many digits as the greatest value has. */
    public static String padding(Attribute attribute) {
        BigDecimal most = attribute.max() != null
                ? attribute.max()
                : attribute.sequence() == null || attribute.sequence().max() == null
                        ? null
                        : BigDecimal.valueOf(attribute.sequence().max());
        int width = most == null ? 10 : most.toBigInteger().toString().length();
        return (width < 10 ? "0" : "") + width;
    }

    /** A type that no other entity of the table has. */
    public static String freeType(Design design, Entity entity) {
        Set<String> taken = design.entitiesOf(design.tableOf(entity)).stream()
                .filter(other -> other != entity && other.type() != null)
                .map(Entity::type)
                .collect(Collectors.toSet());
        String name = entity.name().toUpperCase(Locale.ROOT);
        String free = name;
        for (int i = 2; taken.contains(free); i++) {
            free = name + i;
        }
        return free;
    }

    /** An attribute that names the type of each item, and a type for each entity. */
    public static List<Edit> types(Design design, Table table) {
        List<Edit> edits = new ArrayList<>();
        if (table.typeAttribute() == null) {
            Set<String> taken = new LinkedHashSet<>(table.keyNames());
            design.entitiesOf(table).forEach(e -> e.attributes().values().forEach(a -> taken.add(a.stored())));
            String name = List.of("type", "entityType", "itemType", "_type").stream()
                    .filter(one -> !taken.contains(one))
                    .findFirst()
                    .orElse("_et");
            edits.add(Edit.ofTable(table, "type-attribute", name));
        }
        Set<String> types = new LinkedHashSet<>();
        for (Entity entity : design.entitiesOf(table)) {
            if (entity.type() == null || !types.add(entity.type())) {
                String type = freeType(design, entity);
                for (int i = 2; !types.add(type); i++) {
                    type = entity.name().toUpperCase(Locale.ROOT) + i;
                }
                edits.add(Edit.ofEntity(entity, "type", type));
            }
        }
        return edits;
    }

    /** An index that holds more. */
    public static Help projecting(Table table, Table.Index index, Collection<String> missing) {
        Set<String> all = new LinkedHashSet<>(index.projected());
        all.addAll(missing);
        return Help.edit(Edit.ofIndex(table, index, "projection", Edit.list(all)));
    }

    /** What callers write no more. Patterns that let them change it do so no longer. */
    public static Help readOnly(PatternUses uses, Entity entity, Attribute attribute) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.ofAttribute(entity, attribute.name(), "read-only", "true"));
        boolean isChanged = uses.writesOf(entity)
                .anyMatch(
                        p -> p.change().contains(attribute.name()) && p.change().size() == 1);
        uses.writesOf(entity)
                .filter(p -> p.change().contains(attribute.name()))
                .forEach(p -> edits.add(without(p, "change", p.change(), attribute.name())));
        return isChanged ? Help.words("let no caller write it") : Help.edit(edits.toArray(new Edit[0]));
    }

    /** Capacity on demand, for the table and for its indexes. */
    public static List<Edit> onDemand(Table table) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.ofTable(table, "billing", "on-demand"));
        table.indexes().values().stream()
                .filter(index -> index.billing() != null)
                .forEach(index -> edits.add(Edit.remove("tables", table.id(), "indexes", index.name(), "billing")));
        return edits;
    }

    private Repairs() {}
}
