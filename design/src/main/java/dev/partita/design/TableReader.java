package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables, their keys, indexes and settings. */
final class TableReader {

    private static final Map<String, String> TAGS = Map.of("string", "S", "number", "N", "binary", "B");
    private static final Table.Billing ON_DEMAND = new Table.Billing(true, null, null, null, null);

    private final PartialDesign draft;

    TableReader(PartialDesign draft) {
        this.draft = draft;
    }

    void readAll(Node.Mapping tables) {
        for (Map.Entry<String, Node> entry : tables.entries().entrySet()) {
            String id = entry.getKey();
            Node node = entry.getValue();
            draft.checkName(id.replace('-', '_'), id, tables.placeOfKey(id), "a table");
            draft.tables.put(id, one(id, node));
        }
    }

    private Table one(String id, Node node) {
        ConstructReader f = ConstructReader.of(node, Vocabulary.TABLE, id, draft.problems);
        Table.KeyAttribute partition = null;
        Table.KeyAttribute sort = null;
        if (f.require("key", "write `key: { partition: pk, sort: sk }`")) {
            ConstructReader key = ConstructReader.of(f.node("key"), Vocabulary.TABLE_KEY, id, draft.problems);
            if (key.require("partition", "write `key: { partition: pk, sort: sk }`")) {
                partition = single(key, "partition");
            }
            sort = single(key, "sort");
        }
        if (partition == null) {
            // A stand-in, so that the rest of the file can be read against the table.
            partition = new Table.KeyAttribute("pk", null, f.map().place());
        }
        Table.KeyAttribute own = partition;
        Map<String, Table.Index> indexes = new LinkedHashMap<>();
        Map<String, Node> indexNodes = f.entries("indexes");
        for (Map.Entry<String, Node> entry : indexNodes.entrySet()) {
            String name = entry.getKey();
            Node index = entry.getValue();
            if (Vocabulary.ENTITY.list().contains(name)) {
                draft.problems.error(
                        ReaderRule.BAD_NAME,
                        id + "." + name,
                        f.node("indexes").placeOfKey(name),
                        "`" + name + "` is a word of entities, so an index cannot be called that",
                        Help.edit(new Edit.Rewrite("by" + Character.toUpperCase(name.charAt(0)) + name.substring(1))));
            }
            indexes.put(name, index(id, name, index, own));
        }
        draft.readIgnores(f);
        return new Table(
                id,
                f.text("about"),
                f.has("name") ? f.text("name") : id,
                partition,
                sort,
                f.text("type-attribute"),
                billing(f, ON_DEMAND),
                f.text("expiry"),
                recovery(f),
                backups(f),
                f.choice("stream", Vocabulary.STREAMS),
                encryption(f),
                f.choice("class", Vocabulary.TABLE_CLASSES),
                f.truth("deletion-protection"),
                indexes,
                f.map());
    }

    private Table.Index index(String table, String name, Node node, Table.KeyAttribute tablePartition) {
        ConstructReader f = ConstructReader.of(node, Vocabulary.INDEX, table + "." + name, draft.problems);
        boolean local = f.isTrue("local");
        List<Table.KeyAttribute> partition;
        if (local && !f.has("partition")) {
            partition = List.of(tablePartition);
        } else {
            f.require("partition", "write `partition: attribute`, or `local: true` for the table's own");
            partition = several(f, "partition");
        }
        if (local) {
            f.require("sort", "a local index has the table's partition key and a sort key of its own");
        }
        draft.readIgnores(f);
        Table.Projection projection = Table.Projection.UNSTATED;
        List<String> projected = List.of();
        if (f.node("projection") instanceof Node.Sequence) {
            projection = Table.Projection.INCLUDE;
            projected = f.names("projection");
        } else if (f.has("projection")) {
            String word = f.choice("projection", List.of("all", "keys"));
            projection = "keys".equals(word) ? Table.Projection.KEYS_ONLY : Table.Projection.ALL;
        }
        return new Table.Index(
                name,
                f.text("about"),
                local,
                partition,
                several(f, "sort"),
                projection,
                projected,
                billing(f, null),
                f.map());
    }

    private Table.KeyAttribute single(ConstructReader f, String word) {
        Node node = f.node(word);
        if (node instanceof Node.Sequence) {
            f.error(
                    ReaderRule.WRONG_KIND,
                    node.place(),
                    "a table's `" + word + "` is one attribute, not a list",
                    "only global indexes have keys of several attributes");
            return null;
        }
        return node == null ? null : keyAttribute(f, node);
    }

    private List<Table.KeyAttribute> several(ConstructReader f, String word) {
        Node node = f.node(word);
        List<Table.KeyAttribute> all = new ArrayList<>();
        List<Node> items = node == null ? List.of() : node instanceof Node.Sequence list ? list.items() : List.of(node);
        for (Node item : items) {
            Table.KeyAttribute key = keyAttribute(f, item);
            if (key != null) {
                all.add(key);
            }
        }
        if (node instanceof Node.Sequence && all.isEmpty()) {
            f.error(
                    ReaderRule.MISSING,
                    node.place(),
                    "`" + word + "` lists no attribute",
                    "name one to four attributes");
        }
        return all;
    }

    private Table.KeyAttribute keyAttribute(ConstructReader owner, Node node) {
        if (node instanceof Node.Text text && !text.isNull()) {
            return new Table.KeyAttribute(text.value(), null, text.place());
        }
        ConstructReader f = ConstructReader.of(node, Vocabulary.KEY_ATTRIBUTE, owner.subject(), draft.problems);
        if (!f.has("name")) {
            f.require("name", "write `{ name: attribute, type: number }`");
            return null;
        }
        String name = f.text("name");
        String type = f.choice("type", Vocabulary.KEY_TYPES);
        return name == null
                ? null
                : new Table.KeyAttribute(
                        name, type == null ? null : TAGS.get(type), f.map().placeOf("name"));
    }

    private Table.Billing billing(ConstructReader f, Table.Billing unstated) {
        Node node = f.node("billing");
        if (node == null) {
            return unstated;
        }
        if (node instanceof Node.Text text) {
            if (!text.value().equals("on-demand")) {
                f.error(
                        ReaderRule.WRONG_VALUE,
                        text.place(),
                        "`" + text.value() + "` is nothing `billing` can be",
                        "`on-demand`, or provisioned capacity: `{ read: 5, write: 3 }`");
            }
            return ON_DEMAND;
        }
        ConstructReader b = ConstructReader.of(node, Vocabulary.BILLING, f.subject(), draft.problems);
        b.require("read", "write `{ read: 5, write: 3 }`");
        b.require("write", "write `{ read: 5, write: 3 }`");
        return new Table.Billing(
                false, b.whole("read"), b.whole("write"), b.whole("read-up-to"), b.whole("write-up-to"));
    }

    private static Integer recovery(ConstructReader f) {
        String text = f.text("recovery");
        if (text == null) {
            return null;
        }
        if (text.equals("off") || text.equals("false")) {
            return 0;
        }
        if (text.equals("on") || text.equals("true")) {
            return 35;
        }
        Long seconds = f.seconds("recovery", "a number of days, such as `35 days`, or `off`");
        return seconds == null ? null : (int) Math.min(Integer.MAX_VALUE, seconds / 86400);
    }

    private Table.Backups backups(ConstructReader f) {
        Node node = f.node("backups");
        if (node == null) {
            return null;
        }
        ConstructReader b = ConstructReader.of(node, Vocabulary.BACKUPS, f.subject(), draft.problems);
        boolean complete = b.require("every", "write `{ every: 7 days, keep: 90 days }`")
                & b.require("keep", "write `{ every: 7 days, keep: 90 days }`");
        Long every = b.seconds("every");
        Long keep = b.seconds("keep");
        return complete && every != null && keep != null ? new Table.Backups(every / 86400, keep / 86400) : null;
    }

    private static String encryption(ConstructReader f) {
        Node.Text text = f.textNode("encryption");
        if (text == null || text.value().startsWith("arn:")) {
            return text == null ? null : text.value();
        }
        List<String> words = List.of("aws-owned", "aws-managed");
        if (!words.contains(text.value())) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    text.place(),
                    "`" + text.value() + "` is nothing `encryption` can be",
                    "aws-owned, aws-managed, or the ARN of a KMS key");
            return null;
        }
        return text.value();
    }
}
