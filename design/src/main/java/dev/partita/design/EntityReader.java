package dev.partita.design;

import dev.partita.design.internal.text.Quantities;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Entities: their keys, attributes and what becomes of their items. */
final class EntityReader {

    private static final String AFTER = " after ";

    private final PartialDesign draft;
    private final AttributeReader attributeReader;

    EntityReader(PartialDesign draft, TypeReader types) {
        this.draft = draft;
        this.attributeReader = new AttributeReader(draft, types);
    }

    Map<String, Entity> all(Node.Mapping entities) {
        Map<String, Entity> all = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : entities.entries().entrySet()) {
            String name = entry.getKey();
            Node node = entry.getValue();
            draft.checkName(name, name, entities.placeOfKey(name), "an entity");
            all.put(name, one(name, node));
        }
        return all;
    }

    private Entity one(String name, Node node) {
        ConstructReader f = ConstructReader.open(node, Vocabulary.ENTITY.noun(), name, draft.problems);
        Table table = table(f);
        Set<String> known = new LinkedHashSet<>(Vocabulary.ENTITY.all());
        if (table == null) {
            // Which words are indexes cannot be told; only what looks like another word can.
            for (String word : f.map().entries().keySet()) {
                if (Spelling.nearest(word, Vocabulary.ENTITY.list()) == null) {
                    known.add(word);
                }
            }
        } else {
            known.addAll(table.indexes().keySet());
        }
        f.allowOnly(known);

        Node attributesNode = f.node("attributes");
        Map<String, Attribute> attributes = Map.of();
        if (attributesNode != null) {
            attributes = attributeReader.all(
                    ConstructReader.open(attributesNode, "a set of attributes", name, draft.problems)
                            .map(),
                    name);
        } else {
            f.require("attributes", "write `attributes: { id: { type: string } }`");
        }
        Map<String, Template> key = Map.of();
        if (f.require("key", "give each key attribute of the table a template")) {
            key = templates(f, "key", f.node("key"), table == null ? null : table.keyNames());
        }
        List<Entity.IndexKeys> indexKeys = new IndexKeysReader(draft, f, table).read(attributes);
        List<Entity.Unique> uniques = uniques(f, table, attributes);
        draft.readIgnores(f);
        return new Entity(
                name,
                f.text("about"),
                table == null ? f.text("table") : table.id(),
                f.text("type"),
                key,
                indexKeys,
                attributes,
                uniques,
                expiry(f, table, attributes),
                softDelete(f),
                f.text("version"),
                f.text("owner"),
                from(f),
                f.names("allow"),
                f.names("through"),
                ExpectReader.read(f, Vocabulary.ENTITY_EXPECT, draft.problems),
                f.map());
    }

    private Table table(ConstructReader f) {
        Node.Text named = f.textNode("table");
        if (named != null) {
            Table table = draft.tables.get(named.value());
            if (table == null) {
                f.error(
                        ReaderRule.UNKNOWN_NAME,
                        named.place(),
                        "there is no table `" + named.value() + "`",
                        Spelling.advice(named.value(), draft.tables.keySet()));
                // Read on as if it were right: its keys and indexes can then be checked.
                table = draft.tables.get(Spelling.nearest(named.value(), draft.tables.keySet()));
            }
            return table;
        }
        if (draft.tables.size() == 1) {
            return draft.tables.values().iterator().next();
        }
        if (!draft.tables.isEmpty() && !f.has("table")) {
            f.require("table", "there are several tables: " + String.join(", ", draft.tables.keySet()));
        }
        return null;
    }

    /** A template for each of {@code wanted}, in that order; any when the table is unknown. */
    private Map<String, Template> templates(ConstructReader f, String word, Node node, List<String> wanted) {
        if (!(node instanceof Node.Mapping key)) {
            String advice = wanted == null ? "write `{ pk: \"…\" }`" : "write " + IndexKeysReader.example(wanted);
            ConstructReader.open(node, "a key", advice, f.subject(), draft.problems);
            return Map.of();
        }
        TemplateReader reader = new TemplateReader(draft.problems, f.subject());
        Map<String, Template> templates = new LinkedHashMap<>();
        if (wanted == null) {
            for (Map.Entry<String, Node> entry : key.entries().entrySet()) {
                Template template = reader.read(entry.getValue());
                if (template != null) {
                    templates.put(entry.getKey(), template);
                }
            }
            return templates;
        }
        for (Map.Entry<String, Place> entry : key.keys().entrySet()) {
            String attribute = entry.getKey();
            Place place = entry.getValue();
            if (!wanted.contains(attribute)) {
                f.error(
                        ReaderRule.UNKNOWN_NAME,
                        place,
                        "`" + attribute + "` is not a key attribute of the table",
                        Spelling.advice(attribute, wanted));
            }
        }
        for (String attribute : wanted) {
            if (key.get(attribute) == null) {
                f.error(
                        ReaderRule.MISSING,
                        f.map().placeOfKey(word).equals(f.map().place())
                                ? node.place()
                                : f.map().placeOfKey(word),
                        "the key attribute `" + attribute + "` gets no value",
                        "add `" + attribute + ": \"…\"`");
            } else {
                Template template = reader.read(key.get(attribute));
                if (template != null) {
                    templates.put(attribute, template);
                }
            }
        }
        return templates;
    }

    private List<Entity.Unique> uniques(ConstructReader f, Table table, Map<String, Attribute> attributes) {
        List<Entity.Unique> uniques = new ArrayList<>();
        for (Map.Entry<String, Node> entry : f.entries("unique").entrySet()) {
            String name = entry.getKey();
            Node node = entry.getValue();
            ConstructReader u = ConstructReader.of(node, Vocabulary.UNIQUE, f.subject(), draft.problems);
            List<String> on = u.names("on");
            u.require("on", "name the attributes: `on: [email]`");
            Map<String, Template> lock = Map.of();
            if (u.has("lock")) {
                lock = templates(u, "lock", u.node("lock"), table == null ? null : table.keyNames());
            } else if (table != null && !on.isEmpty()) {
                lock = defaultLock(f, table, on, u.map().place());
            }
            uniques.add(new Entity.Unique(name, on, lock, u.map()));
        }
        for (Attribute attribute : attributes.values()) {
            if (!attribute.unique() || table == null) {
                continue;
            }
            List<String> alone = List.of(attribute.name());
            boolean isStated = false;
            for (Entity.Unique unique : uniques) {
                isStated |= unique.attributes().equals(alone);
            }
            if (!isStated) {
                Place place = attribute.node().placeOfKey("unique");
                uniques.add(new Entity.Unique(
                        attribute.name(), alone, defaultLock(f, table, alone, place), attribute.node()));
            }
        }
        return uniques;
    }

    /** {@code USER_EMAIL#{email}} and, with a sort key, {@code UNIQUE}: alike no key a sane entity has. */
    private Map<String, Template> defaultLock(ConstructReader f, Table table, List<String> on, Place place) {
        String type = f.text("type") == null ? f.subject() : f.text("type");
        StringBuilder text = new StringBuilder(type.toUpperCase(Locale.ROOT));
        for (String attribute : on) {
            text.append('_').append(attribute.toUpperCase(Locale.ROOT));
        }
        List<Template.Part> parts = new ArrayList<>();
        String literal = text.toString();
        for (String attribute : on) {
            literal += draft.separator;
            parts.add(new Template.Literal(literal, place));
            parts.add(new Template.Variable(attribute, List.of(), place));
            text.append(draft.separator).append('{').append(attribute).append('}');
            literal = "";
        }
        Map<String, Template> lock = new LinkedHashMap<>();
        lock.put(table.partition().name(), new Template(text.toString(), parts, place));
        if (table.sort() != null) {
            lock.put(
                    table.sort().name(), new Template("UNIQUE", List.of(new Template.Literal("UNIQUE", place)), place));
        }
        return lock;
    }

    /** As the entity says it; or an attribute that is stored as the table's expiry attribute is the moment itself. */
    private Entity.Expiry expiry(ConstructReader f, Table table, Map<String, Attribute> attributes) {
        Attribute moment = table == null ? null : IndexKeysReader.storedAs(table.expiry(), attributes);
        Entity.Expiry stated = expiry(f);
        if (moment == null) {
            return stated;
        }
        if (stated == null) {
            return f.has("expiry") ? null : new Entity.Expiry(0, moment.name(), moment.node());
        }
        if (stated.seconds() != 0 || !stated.after().equals(moment.name())) {
            draft.problems.error(
                    ReaderRule.WRONG_VALUE,
                    f.subject() + "." + moment.name(),
                    moment.node().get("stored") == null
                            ? moment.node().place()
                            : moment.node().placeOf("stored"),
                    "`" + moment.name() + "` is stored as " + table.expiry() + ", and so is the `expiry`",
                    Help.edit(Edit.put(
                            moment.name() + "Time", "entities", f.subject(), "attributes", moment.name(), "stored")));
        }
        return stated;
    }

    private Entity.Expiry expiry(ConstructReader f) {
        Node.Text text = f.textNode("expiry");
        if (text == null) {
            return null;
        }
        String value = text.value();
        int end = value.indexOf(AFTER);
        int from = end + AFTER.length();
        while (end > 0 && value.charAt(end - 1) == ' ') {
            end--;
        }
        while (from < value.length() && value.charAt(from) == ' ') {
            from++;
        }
        String attribute = end < 0 ? "" : value.substring(from);
        Long seconds = isWord(attribute) ? Quantities.seconds(value.substring(0, end)) : null;
        if (seconds == null) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    text.place(),
                    "`" + text.value() + "` does not say when its items expire",
                    "write `90 days after createdAt`");
            return null;
        }
        return new Entity.Expiry(seconds, attribute, text);
    }

    private static boolean isWord(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private Entity.SoftDelete softDelete(ConstructReader f) {
        if (!f.has("soft-delete")) {
            return null;
        }
        ConstructReader s =
                ConstructReader.of(f.node("soft-delete"), Vocabulary.SOFT_DELETE, f.subject(), draft.problems);
        if (!s.has("flag") && !s.has("at")) {
            s.require("flag", "name the attribute that marks: `{ flag: isDeleted }` or `{ at: deletedAt }`");
        }
        return new Entity.SoftDelete(s.text("flag"), s.text("at"), s.text("reason"), s.map());
    }

    private Entity.FanOut from(ConstructReader f) {
        if (!f.has("from")) {
            return null;
        }
        ConstructReader s = ConstructReader.of(f.node("from"), Vocabulary.FROM, f.subject(), draft.problems);
        s.require("entity", "name the entity these items are made from");
        if (s.has("each")) {
            s.require("as", "name the attribute that takes each element: `as: tag`");
        }
        return new Entity.FanOut(s.text("entity"), s.text("each"), s.text("as"), s.map());
    }
}
