package dev.partita.design;

import dev.partita.design.internal.text.Quantities;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.YamlValues;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The attributes of an entity or a record. */
final class AttributeReader {

    /** The least a password has where its {@code length} does not say. */
    private static final int PASSWORD_CHARACTERS = 8;

    // An attribute has two or three words as a rule, out of nearly forty: groups of which it has none are not read.
    private static final Set<String> CONSTRAINING =
            Set.of("required", "unique", "range", "length", "pattern", "host-in", "max-items", "distinct", "moves");
    private static final Set<String> GIVING = Set.of("default", "generate", "set", "derive", "hash-of");
    private static final Set<String> STORING =
            Set.of("stored", "store", "prefix", "absent", "size", "cardinality", "cost");
    private static final Set<String> REFERRING = Set.of("references", "must-exist", "on-delete");
    private static final Set<String> EXPOSING = Set.of("hidden", "read-only", "immutable", "personal", "secret");

    private static final Attribute.Constraints NO_CONSTRAINTS =
            new Attribute.Constraints(false, false, null, null, null, null, null, null, null, false, Map.of());
    private static final Attribute.Origin NO_ORIGIN = new Attribute.Origin(null, null, null, null, null, List.of());
    private static final Attribute.Reference NO_REFERENCE = new Attribute.Reference(null, false, null);
    private static final Attribute.Exposure OPEN = new Attribute.Exposure(false, false, false, false, false);

    private final PartialDesign draft;
    private final TypeReader types;

    AttributeReader(PartialDesign draft, TypeReader types) {
        this.draft = draft;
        this.types = types;
    }

    Map<String, Attribute> all(Node.Mapping attributes, String owner) {
        Map<String, Attribute> all = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : attributes.entries().entrySet()) {
            String name = entry.getKey();
            Node node = entry.getValue();
            String subject = owner + "." + name;
            draft.checkAttributeName(name, subject, attributes.placeOfKey(name));
            all.put(name, one(name, node, attributes.placeOfKey(name), subject));
        }
        return all;
    }

    private Attribute one(String name, Node node, Place key, String subject) {
        // `title: string` is short for `title: { type: string }`.
        boolean brief = node instanceof Node.Text text && !text.isNull();
        ConstructReader f = brief
                ? ConstructReader.of(
                        new Node.Mapping(Map.of("type", node), Map.of("type", key), key),
                        Vocabulary.ATTRIBUTE,
                        subject,
                        draft.problems)
                : ConstructReader.open(node, Vocabulary.ATTRIBUTE.noun(), subject, draft.problems);
        if (!brief && !f.hasOnly(Vocabulary.ATTRIBUTE.all())) {
            f.allowOnly(Vocabulary.ATTRIBUTE.all(), word -> BoundWords.advice(f.map(), word));
        }
        Type type = types.of(f, subject);
        draft.readIgnores(f);
        return new Attribute(
                name,
                f.text("about"),
                type,
                constraints(f, type),
                f.choices("normalise", Attribute.NormaliseStep.values()),
                origin(f),
                storage(f, name),
                reference(f),
                exposure(f),
                f.map());
    }

    private static Attribute.Reference reference(ConstructReader f) {
        return f.mayHave(REFERRING)
                ? new Attribute.Reference(
                        f.text("references"),
                        f.isTrue("must-exist"),
                        f.choice("on-delete", Attribute.OnDelete.values()))
                : NO_REFERENCE;
    }

    private static Attribute.Exposure exposure(ConstructReader f) {
        return f.mayHave(EXPOSING)
                ? new Attribute.Exposure(
                        f.isTrue("hidden"),
                        f.isTrue("read-only"),
                        f.isTrue("immutable"),
                        f.isTrue("personal"),
                        f.isTrue("secret"))
                : OPEN;
    }

    private static Attribute.Constraints constraints(ConstructReader f, Type type) {
        if (type != Type.Simple.PASSWORD && !f.mayHave(CONSTRAINING)) {
            return NO_CONSTRAINTS;
        }
        Range range = Range.of(f, "range");
        Range length = Range.of(f, "length");
        boolean isUnbounded = length.low == null && type == Type.Simple.PASSWORD;
        return new Attribute.Constraints(
                f.isTrue("required"),
                f.isTrue("unique"),
                range.low,
                range.high,
                isUnbounded ? Integer.valueOf(PASSWORD_CHARACTERS) : length.lowInt(),
                length.highInt(),
                pattern(f),
                f.text("host-in"),
                f.small("max-items"),
                f.isTrue("distinct"),
                moves(f));
    }

    private static Map<String, List<String>> moves(ConstructReader f) {
        Map<String, List<String>> moves = new LinkedHashMap<>();
        f.entries("moves").forEach((state, next) -> moves.put(state, f.names("moves", next)));
        return moves;
    }

    private Attribute.Origin origin(ConstructReader f) {
        if (!f.mayHave(GIVING)) {
            return NO_ORIGIN;
        }
        return new Attribute.Origin(
                f.has("default") ? YamlValues.of(f.node("default")) : null,
                generate(f),
                sequence(f),
                f.choice("set", Attribute.SetOn.values()),
                derive(f),
                f.names("hash-of"));
    }

    private static Attribute.Storage storage(ConstructReader f, String name) {
        if (!f.mayHave(STORING)) {
            return new Attribute.Storage(name, true, null, false, null, null, null);
        }
        String stored = f.text("stored");
        return new Attribute.Storage(
                stored == null || stored.isEmpty() ? name : stored,
                !Boolean.FALSE.equals(f.truth("store")),
                f.text("prefix"),
                absentIsNull(f),
                f.bytes("size"),
                f.whole("cardinality"),
                f.small("cost"));
    }

    private static String generate(ConstructReader f) {
        if (!(f.node("generate") instanceof Node.Text text)) {
            return null;
        }
        String value = text.value();
        if (value.equals("ulid") || value.equals("uuid") || value.contains("{ulid}") || value.contains("{uuid}")) {
            return value;
        }
        f.error(
                ReaderRule.WRONG_VALUE,
                text.place(),
                "`" + value + "` is nothing `generate` can be",
                value.equals("sequence")
                        ? "say which counter: `{ sequence: Parent.counter }`"
                        : "ulid, uuid, a template such as \"usr_{ulid}\", or `{ sequence: Parent.counter }`");
        return null;
    }

    private Attribute.Sequence sequence(ConstructReader f) {
        Node node = f.node("generate");
        if (node == null || node instanceof Node.Text) {
            return null;
        }
        ConstructReader g = ConstructReader.of(node, Vocabulary.GENERATE, f.subject(), draft.problems);
        if (!g.require("sequence", "name the counter: `{ sequence: Parent.counter }`")) {
            return null;
        }
        Node.Text counter = g.textNode("sequence");
        if (counter == null) {
            return null;
        }
        String[] names = counter.value().split("\\.", -1);
        if (names.length != 2) {
            g.error(
                    ReaderRule.WRONG_VALUE,
                    counter.place(),
                    "`" + counter.value() + "` is not an entity and its counter",
                    "write `Parent.counter`");
            return null;
        }
        return new Attribute.Sequence(names[0], names[1], g.whole("max"), g.map());
    }

    private Template derive(ConstructReader f) {
        Node.Text text = f.textNode("derive");
        if (text == null) {
            return null;
        }
        TemplateReader reader = new TemplateReader(draft.problems, f.subject());
        if (text.value().contains("{")) {
            return reader.read(text);
        }
        Template.Variable variable = reader.variable(text);
        return variable == null ? null : new Template("{" + text.value() + "}", List.of(variable), text.place());
    }

    private static String pattern(ConstructReader f) {
        Node.Text text = f.textNode("pattern");
        if (text == null) {
            return null;
        }
        try {
            java.util.regex.Pattern.compile(text.value());
            return text.value();
        } catch (java.util.regex.PatternSyntaxException e) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    text.part(Math.max(0, e.getIndex()), 1),
                    "this is not a regular expression: " + e.getDescription().toLowerCase(java.util.Locale.ROOT),
                    "write one as Java knows them: `[a-z0-9-]+`");
            return null;
        }
    }

    private static boolean absentIsNull(ConstructReader f) {
        if (f.has("absent")) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    f.map().placeOf("absent"),
                    "`absent` can only be null",
                    Help.edit(new Edit.Drop()));
        }
        return f.map().get("absent") != null;
    }

    /** The bounds of {@code range:} or {@code length:}; null where there is none. */
    private record Range(BigDecimal low, BigDecimal high) {

        private static final Range NONE = new Range(null, null);

        static Range of(ConstructReader f, String word) {
            Node.Text text = f.textNode(word);
            if (text == null) {
                return NONE;
            }
            BigDecimal[] bounds = Quantities.range(text.value());
            BigDecimal exact = Quantities.number(text.value());
            if (bounds == null && exact != null) {
                bounds = new BigDecimal[] {exact, exact};
            }
            boolean length = word.equals("length");
            if (bounds == null || length && !(isLength(bounds[0]) && isLength(bounds[1]))) {
                f.error(
                        ReaderRule.WRONG_VALUE,
                        text.place(),
                        "`" + text.value() + "` is not a range",
                        "write two numbers: `" + word + ": 1..200`");
                return NONE;
            }
            if (bounds[0] != null && bounds[1] != null && bounds[0].compareTo(bounds[1]) > 0) {
                f.error(
                        ReaderRule.WRONG_VALUE,
                        text.place(),
                        "`" + text.value() + "` ends before it begins",
                        Help.edit(new Edit.Rewrite(bounds[1].toPlainString() + ".." + bounds[0].toPlainString())));
                return NONE;
            }
            return new Range(bounds[0], bounds[1]);
        }

        private static boolean isLength(BigDecimal bound) {
            return bound == null
                    || bound.signum() >= 0
                            && bound.stripTrailingZeros().scale() <= 0
                            && bound.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
        }

        Integer lowInt() {
            return low == null ? null : low.intValue();
        }

        Integer highInt() {
            return high == null ? null : high.intValue();
        }
    }
}
