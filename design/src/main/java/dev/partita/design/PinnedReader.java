package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts of a pattern that give its request literally. */
final class PinnedReader {

    private final PartialDesign draft;
    private final ConstructReader pattern;

    PinnedReader(PartialDesign draft, ConstructReader pattern) {
        this.draft = draft;
        this.pattern = pattern;
    }

    /** Null when the compiler is to find the request. */
    Pattern.Pinned read() {
        if (!isStated()) {
            return null;
        }
        Map<String, Pattern.KeyTest> key = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : pattern.entries("key").entrySet()) {
            String attribute = entry.getKey();
            Node node = entry.getValue();
            Pattern.KeyTest test = test(node);
            if (test != null) {
                key.put(attribute, test);
            }
        }
        String direction = pattern.choice("direction", Vocabulary.DIRECTION);
        return new Pattern.Pinned(
                pattern.text("index"),
                key,
                direction == null ? null : direction.equals("forward"),
                pattern.positive("limit"),
                WhereReader.read(pattern.node("filter"), pattern.subject(), draft.problems),
                pattern.map());
    }

    private boolean isStated() {
        for (String word : Vocabulary.STATED) {
            if (pattern.has(word)) {
                return true;
            }
        }
        return false;
    }

    private Pattern.KeyTest test(Node node) {
        TemplateReader reader = new TemplateReader(draft.problems, pattern.subject());
        if (!(node instanceof Node.Mapping)) {
            Template template = literal(reader, node);
            return template == null
                    ? null
                    : new Pattern.KeyTest(Pattern.KeyTest.Operator.EQUALS, List.of(template), node.place());
        }
        ConstructReader f = ConstructReader.of(node, Vocabulary.KEY_TEST, pattern.subject(), draft.problems);
        if (f.map().entries().size() != 1) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    f.map().place(),
                    "a condition on a key has one operator",
                    "write a template, or for example `{ begins-with: \"HIST#\" }`");
            return null;
        }
        String word = f.map().entries().keySet().iterator().next();
        if (!Vocabulary.KEY_TEST.list().contains(word)) {
            return null;
        }
        Node value = f.map().get(word);
        var operator = Pattern.KeyTest.Operator.valueOf(
                word.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
        List<Node> nodes = new ArrayList<>();
        if (operator == Pattern.KeyTest.Operator.BETWEEN) {
            if (!(value instanceof Node.Sequence bounds) || bounds.items().size() != 2) {
                f.error(
                        ReaderRule.WRONG_KIND,
                        value.place(),
                        "`between` wants two bounds",
                        "write `between: [\"a\", \"b\"]`");
                return null;
            }
            nodes.addAll(bounds.items());
        } else {
            nodes.add(value);
        }
        List<Template> templates = new ArrayList<>();
        for (Node each : nodes) {
            Template template = literal(reader, each);
            if (template == null) {
                return null;
            }
            templates.add(template);
        }
        return new Pattern.KeyTest(operator, templates, f.map().placeOfKey(word));
    }

    /** As a template, but empty text is one too: the linter tells what is wrong with an empty prefix. */
    private static Template literal(TemplateReader reader, Node node) {
        if (node instanceof Node.Text text && text.quoted() && text.value().isEmpty()) {
            return new Template("", List.of(), text.place());
        }
        return reader.read(node);
    }
}
