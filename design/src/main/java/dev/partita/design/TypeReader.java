package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Named types and the types of attributes. Names are resolved when they are first used, so their order does not matter. */
final class TypeReader {

    private static final int MAX_DEPTH = 10;
    /** Types that use each other twice at every step grow beyond any machine when written out. */
    private static final int MAX_MEMBERS = 5_000;

    private final PartialDesign draft;
    private final Map<String, Node> named;
    private final Set<String> reading = new LinkedHashSet<>();
    private final Map<String, Integer> members = new HashMap<>();

    TypeReader(PartialDesign draft, Map<String, Node> named) {
        this.draft = draft;
        this.named = named;
    }

    void readAll(Node.Mapping types) {
        for (String name : named.keySet()) {
            draft.checkName(name, name, types.placeOfKey(name), "a type");
            if (isBuiltIn(name)) {
                draft.problems.error(
                        ReaderRule.BAD_NAME,
                        name,
                        types.placeOfKey(name),
                        "`" + name + "` is a type already",
                        "choose another name");
            }
            named(name, types.placeOfKey(name));
        }
        // The file's order, whichever was needed first.
        for (String name : named.keySet()) {
            Type type = draft.types.remove(name);
            if (type != null) {
                draft.types.put(name, type);
            }
        }
    }

    /** The type an attribute's {@code type}, {@code enum} or {@code record} gives; {@code any} when it cannot be read. */
    Type of(ConstructReader attribute, String subject) {
        if (attribute.has("enum") || attribute.has("record")) {
            Type type = body(null, attribute, subject);
            if (attribute.has("type") && type != Type.Simple.ANY) {
                Node.Text word = attribute.textNode("type");
                boolean agrees = word != null && word.value().equals(type.tag().equals("S") ? "string" : "map");
                if (word != null && !agrees) {
                    attribute.error(
                            ReaderRule.WRONG_VALUE,
                            word.place(),
                            "an attribute with `" + (attribute.has("enum") ? "enum" : "record") + "` has no other type",
                            Help.edit(new Edit.Drop()));
                }
            }
            return type;
        }
        refuseOpen(attribute);
        if (!attribute.require("type", "write `type: string`, or another type")) {
            return Type.Simple.ANY;
        }
        Node.Text word = attribute.textNode("type");
        return word == null ? Type.Simple.ANY : parse(word.value(), word, 0, attribute.subject());
    }

    /** A type written as text: {@code string}, {@code list of Tag}. */
    Type parse(Node.Text word, String subject) {
        return parse(word.value(), word, 0, subject);
    }

    private Type parse(String text, Node.Text node, int depth, String subject) {
        String word = text.strip();
        for (Type.Simple simple : Type.Simple.values()) {
            if (simple.word().equals(word)) {
                return simple;
            }
        }
        if (word.equals("map")) {
            return new Type.MapOf(Type.Simple.ANY);
        }
        for (String collection : List.of("list of ", "set of ", "map of ")) {
            if (word.startsWith(collection) && depth < MAX_DEPTH) {
                Type element = parse(word.substring(collection.length()), node, depth + 1, subject);
                switch (collection.charAt(0)) {
                    case 'l':
                        return new Type.ListOf(element);
                    case 'm':
                        return new Type.MapOf(element);
                    default:
                        return set(element, node, subject);
                }
            }
        }
        if (named.containsKey(word)) {
            return named(word, node.place());
        }
        List<String> known = new ArrayList<>(named.keySet());
        known.addAll(Vocabulary.SIMPLE_TYPES);
        known.addAll(List.of("map", "list of string", "set of string", "map of string"));
        int at = Math.max(0, node.value().lastIndexOf(word));
        draft.problems.error(
                ReaderRule.UNKNOWN_NAME,
                subject,
                node.part(at, word.length()),
                "there is no type `" + word + "`",
                word.equals("enum") || word.equals("record")
                        ? "write `" + word + ":` in place of `type:`"
                        : word.equals("list") || word.equals("set")
                                ? "say of what: `" + word + " of string`"
                                : Spelling.advice(word, known));
        return Type.Simple.ANY;
    }

    private Type set(Type element, Node.Text node, String subject) {
        if (element.tag() == null || !List.of("S", "N", "B").contains(element.tag())) {
            draft.problems.error(
                    ReaderRule.WRONG_VALUE,
                    subject,
                    node.place(),
                    "a set cannot hold `" + element.word() + "`",
                    Help.edit(new Edit.Rewrite("list of " + element.word()))
                            .saying("since sets hold text, numbers or binary"));
            return new Type.ListOf(element);
        }
        return new Type.SetOf(element);
    }

    private Type named(String name, Place use) {
        Type known = draft.types.get(name);
        if (known != null) {
            return known;
        }
        if (!reading.add(name)) {
            draft.problems.error(
                    ReaderRule.CIRCULAR_TYPE,
                    name,
                    use,
                    "`" + name + "` contains itself",
                    "use `map` for what has no end");
            return Type.Simple.ANY;
        }
        Node node = named.get(name);
        Type type = node instanceof Node.Text text && !text.isNull()
                ? parse(text, name)
                : body(name, ConstructReader.of(node, Vocabulary.TYPE, name, draft.problems), name);
        reading.remove(name);
        int count = count(type);
        if (count > MAX_MEMBERS) {
            draft.problems.error(
                    ReaderRule.TOO_LARGE,
                    name,
                    use,
                    "`" + name + "` has more than " + MAX_MEMBERS + " members in all",
                    "use `map` for some of them");
            type = Type.Simple.ANY;
            count = 1;
        }
        members.put(name, count);
        draft.types.put(name, type);
        return type;
    }

    private Type body(String name, ConstructReader fields, String subject) {
        if (fields.has("enum") && fields.has("record")) {
            fields.error(
                    ReaderRule.WRONG_VALUE,
                    fields.map().placeOfKey("record"),
                    "a type is an enum or a record, not both",
                    "take one of the two out");
        }
        if (fields.has("enum")) {
            List<String> values = fields.names("enum");
            if (values.isEmpty()) {
                fields.error(
                        ReaderRule.MISSING,
                        fields.map().placeOfKey("enum"),
                        "an enum needs at least one value",
                        "write `enum: [a, b]`");
            }
            return new Type.Enumeration(name, values, fields.isTrue("open"), fields.map());
        }
        refuseOpen(fields);
        if (fields.has("record")) {
            ConstructReader record = ConstructReader.open(fields.node("record"), "a record", subject, draft.problems);
            return new Type.Record(name, new AttributeReader(draft, this).all(record.map(), subject), fields.map());
        }
        fields.require("enum", "write `{ enum: [a, b] }` or `{ record: { name: { type: string } } }`");
        return Type.Simple.ANY;
    }

    private static void refuseOpen(ConstructReader fields) {
        if (fields.has("open")) {
            fields.error(
                    ReaderRule.WRONG_VALUE,
                    fields.map().placeOfKey("open"),
                    "`open` goes with `enum`",
                    Help.edit(new Edit.Drop()).or("add the values"));
        }
    }

    private int count(Type type) {
        if (type.element() != null) {
            return count(type.element());
        }
        if (!(type instanceof Type.Record record)) {
            return 1;
        }
        Integer known = record.name() == null ? null : members.get(record.name());
        if (known != null) {
            return known;
        }
        int count = 1;
        for (Attribute member : record.attributes().values()) {
            count = Math.min(MAX_MEMBERS + 1, count + count(member.type()));
        }
        return count;
    }

    private static boolean isBuiltIn(String name) {
        return Vocabulary.SIMPLE_TYPES.contains(name)
                || name.equals("map")
                || name.equals("list")
                || name.equals("set");
    }
}
