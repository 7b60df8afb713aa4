package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an entity puts into the indexes of its table: as its lines say, and as its attributes imply. */
final class IndexKeysReader {

    private final PartialDesign draft;
    private final ConstructReader entity;
    private final Table table;

    IndexKeysReader(PartialDesign draft, ConstructReader entity, Table table) {
        this.draft = draft;
        this.entity = entity;
        this.table = table;
    }

    List<Entity.IndexKeys> read(Map<String, Attribute> attributes) {
        List<Entity.IndexKeys> all = new ArrayList<>();
        if (table == null) {
            return all;
        }
        for (Table.Index index : table.indexes().values()) {
            Node node = entity.node(index.name());
            boolean word = Vocabulary.ENTITY.all().contains(index.name());
            if (node instanceof Node.Sequence list && !word) {
                for (Node item : list.items()) {
                    all.add(declared(index, item, attributes));
                }
            } else if (node != null && !word) {
                all.add(declared(index, node, attributes));
            }
        }
        for (Table.Index index : table.indexes().values()) {
            Map<String, Template> keys = new LinkedHashMap<>();
            if (!isDeclared(index, all) && isImplied(index, attributes, keys)) {
                all.add(new Entity.IndexKeys(index.name(), keys, null, true, entity.map()));
            }
        }
        return all;
    }

    private static boolean isDeclared(Table.Index index, List<Entity.IndexKeys> all) {
        for (Entity.IndexKeys keys : all) {
            if (keys.index().equals(index.name())) {
                return true;
            }
        }
        return false;
    }

    private Entity.IndexKeys declared(Table.Index index, Node node, Map<String, Attribute> attributes) {
        String subject = entity.subject() + "." + index.name();
        List<String> names = index.keyNames();
        String advice =
                node instanceof Node.Mapping ? null : "give each of its key attributes a template: " + example(names);
        ConstructReader f = ConstructReader.open(node, "an index's key", advice, subject, draft.problems);
        List<String> known = new ArrayList<>(names);
        known.add("when");
        for (Map.Entry<String, Place> entry : f.map().keys().entrySet()) {
            String name = entry.getKey();
            Place place = entry.getValue();
            if (!known.contains(name)) {
                f.error(
                        ReaderRule.UNKNOWN_NAME,
                        place,
                        "`" + name + "` is not a key attribute of " + index.name(),
                        Spelling.advice(name, known));
            }
        }
        TemplateReader reader = new TemplateReader(draft.problems, subject);
        Map<String, Template> keys = new LinkedHashMap<>();
        for (String name : names) {
            Node template = f.map().get(name);
            if (template != null) {
                Template read = reader.read(template);
                if (read != null) {
                    keys.put(name, read);
                }
            } else if (!table.keyNames().contains(name) && node instanceof Node.Mapping) {
                Attribute attribute = storedAs(name, attributes);
                if (attribute != null) {
                    keys.put(name, lone(attribute));
                } else {
                    f.error(
                            ReaderRule.MISSING,
                            f.map().place(),
                            "the key attribute `" + name + "` of " + index.name() + " gets no value",
                            "add `" + name + ": \"…\"`");
                }
            }
        }
        Where when = WhereReader.read(f.node("when"), subject, draft.problems);
        return new Entity.IndexKeys(index.name(), keys, when, false, f.map());
    }

    /** {@code { gsi1pk: "…", gsi1sk: "…" }}. */
    static String example(List<String> keyNames) {
        return "{ " + String.join(": \"…\", ", keyNames) + ": \"…\" }";
    }

    private boolean isImplied(Table.Index index, Map<String, Attribute> attributes, Map<String, Template> keys) {
        for (String name : index.keyNames()) {
            if (table.keyNames().contains(name)) {
                continue;
            }
            Attribute attribute = storedAs(name, attributes);
            if (attribute == null) {
                return false;
            }
            keys.put(name, lone(attribute));
        }
        return !index.keyNames().isEmpty();
    }

    static Attribute storedAs(String name, Map<String, Attribute> attributes) {
        for (Attribute attribute : attributes.values()) {
            if (attribute.isStored() && attribute.stored().equals(name)) {
                return attribute;
            }
        }
        return null;
    }

    private static Template lone(Attribute attribute) {
        Place place = attribute.node().place();
        return new Template(
                "{" + attribute.name() + "}",
                List.of(new Template.Variable(attribute.name(), List.of(), place)),
                place);
    }
}
