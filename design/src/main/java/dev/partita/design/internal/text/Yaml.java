package dev.partita.design.internal.text;

import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Text to nodes that know their places. Takes any text at all: what is not YAML, or more than a design file needs, is a finding.
 *
 * <p>The tree is built from events, so that nothing is made from an alias and a file stops being read where it gets too deep.
 */
public final class Yaml {

    static final int MAX_CHARACTERS = 1 << 20;
    static final int MAX_DEPTH = 50;

    private static final String DESIGN = "design";

    private final ReadingProblems problems;
    private final SourceLines lines;
    private final Iterator<Event> events;

    /** The file's tree, or null when it has none; then {@code problems} says why. */
    public static Node read(String text, ReadingProblems problems) {
        if (text.length() > MAX_CHARACTERS) {
            problems.error(
                    ReaderRule.TOO_LARGE,
                    DESIGN,
                    Place.START,
                    "the file is larger than 1 MB",
                    "a design file is a few hundred lines; move data out of it");
            return null;
        }
        SourceLines lines = new SourceLines(text);
        return new Yaml(printable(text, lines, problems), lines, problems).document();
    }

    private Yaml(String text, SourceLines lines, ReadingProblems problems) {
        this.problems = problems;
        this.lines = lines;
        LoadSettings settings = LoadSettings.builder()
                .setLabel("design")
                .setCodePointLimit(MAX_CHARACTERS + 1)
                .build();
        // What the library offers for this is in a package that its module does not export.
        this.events = new ParserImpl(settings, new StreamReader(settings, text));
    }

    /** The same text with every character that YAML forbids replaced, and told; a byte order mark is dropped. */
    private static String printable(String text, SourceLines lines, ReadingProblems problems) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            boolean allowed = c >= 0x20 && c <= 0x7e
                    || c == '\n'
                    || c == '\r'
                    || c == '\t'
                    || c == 0x85
                    || c >= 0xa0 && c <= 0xd7ff
                    || c >= 0xe000 && c <= 0xfffd && c != 0xfeff
                    || c >= 0x10000;
            if (allowed) {
                continue;
            }
            if (out == null) {
                out = new StringBuilder(text);
            }
            out.setCharAt(i, i == 0 && c == 0xfeff ? ' ' : '\ufffd');
            if ((i > 0 || c != 0xfeff) && !problems.isFull()) {
                problems.error(
                        ReaderRule.CONTROL_CHARACTER,
                        DESIGN,
                        lines.placeAt(i),
                        String.format("the character U+%04X cannot stand in a text file", c),
                        "delete it, or write it as an escape in double quotes");
            }
        }
        if (out == null) {
            return text;
        }
        if (out.charAt(0) == ' ' && text.charAt(0) == 0xfeff) {
            // Removed, not blanked: a leading space would indent the first line.
            out.deleteCharAt(0);
        }
        return out.toString();
    }

    private Node document() {
        try {
            next();
            if (next().getEventId() == Event.ID.StreamEnd) {
                problems.error(
                        ReaderRule.NOT_YAML, DESIGN, Place.START, "the file is empty", "begin with `design: name`");
                return null;
            }
            Node root = node(next(), null, 1);
            next();
            Event after = next();
            if (after.getEventId() == Event.ID.DocumentStart) {
                problems.error(
                        ReaderRule.SEVERAL_DOCUMENTS,
                        DESIGN,
                        place(after, null),
                        "a second YAML document begins here",
                        "one file holds one design; take out the `---`");
            }
            return root;
        } catch (TooDeep e) {
            return null;
        } catch (YamlEngineException e) {
            YamlErrors.tell(e, lines, problems);
            return null;
        }
    }

    private Event next() {
        return events.next();
    }

    /** @param key where the key stands whose value this is, or null */
    private Node node(Event event, Place key, int depth) {
        Place place = place(event, key);
        if (depth > MAX_DEPTH) {
            problems.error(
                    ReaderRule.TOO_DEEP,
                    DESIGN,
                    place,
                    "the file is nested more than " + MAX_DEPTH + " levels deep",
                    "a design needs no more than ten");
            throw new TooDeep();
        }
        if (event instanceof AliasEvent) {
            problems.error(
                    ReaderRule.ALIAS,
                    DESIGN,
                    place,
                    "design files have no aliases",
                    "write the value here once more, or name a type under `types:`");
            return new Node.Text("", false, place);
        }
        refuseAnchorAndTag((NodeEvent) event, place);
        if (event instanceof ScalarEvent scalar) {
            return new Node.Text(scalar.getValue(), !scalar.isPlain(), place);
        }
        return event.getEventId() == Event.ID.SequenceStart ? sequence(place, depth) : mapping(place, depth);
    }

    private Node sequence(Place place, int depth) {
        List<Node> items = new ArrayList<>();
        for (Event e = next(); e.getEventId() != Event.ID.SequenceEnd; e = next()) {
            items.add(node(e, null, depth + 1));
        }
        return new Node.Sequence(items, place);
    }

    private Node mapping(Place place, int depth) {
        Map<String, Node> entries = new LinkedHashMap<>();
        Map<String, Place> keys = new LinkedHashMap<>();
        for (Event e = next(); e.getEventId() != Event.ID.MappingEnd; e = next()) {
            Node key = node(e, null, depth + 1);
            Node value = node(next(), key.place(), depth + 1);
            if (!(key instanceof Node.Text text)) {
                problems.error(
                        ReaderRule.KEY_NOT_TEXT,
                        DESIGN,
                        key.place(),
                        key.kind() + " cannot be a key",
                        "put text that begins with a brace or bracket in quotes");
            } else if (text.isNull() || !(YamlValues.of(text) instanceof String)) {
                // `{ items: 1,000 }` has two words.
                boolean thousands = value instanceof Node.Text rest
                        && rest.isNull()
                        && text.value().matches("[0-9]{3}");
                problems.error(
                        ReaderRule.KEY_NOT_TEXT,
                        DESIGN,
                        key.place(),
                        "the key `" + text.value() + "` is not text",
                        thousands
                                ? "write numbers without commas: a comma ends a value here"
                                : "put it in quotes: \"" + text.value() + "\"");
            } else if (keys.containsKey(text.value())) {
                problems.error(
                        ReaderRule.DUPLICATE_KEY,
                        DESIGN,
                        key.place(),
                        "`" + text.value() + "` is there already, on line "
                                + keys.get(text.value()).line(),
                        "take one of the two away");
            } else {
                entries.put(text.value(), value);
                keys.put(text.value(), key.place());
            }
        }
        return new Node.Mapping(entries, keys, place);
    }

    private void refuseAnchorAndTag(NodeEvent event, Place place) {
        if (event.getAnchor().isPresent()) {
            problems.error(
                    ReaderRule.ANCHOR,
                    DESIGN,
                    place,
                    "design files have no anchors",
                    "take out `&" + event.getAnchor().get().getValue() + "`");
        }
        Optional<String> tag =
                event instanceof ScalarEvent scalar ? scalar.getTag() : ((CollectionStartEvent) event).getTag();
        if (tag.isPresent()) {
            problems.error(
                    ReaderRule.TAG,
                    DESIGN,
                    place,
                    "design files have no tags",
                    "take out `" + tag.get().replace("tag:yaml.org,2002:", "!!") + "`");
        }
    }

    /** A scalar's own stretch; for a collection the key it stands under, else where it begins. */
    private Place place(Event event, Place key) {
        Mark start = event.getStartMark().orElseThrow();
        if (event instanceof CollectionStartEvent collection) {
            boolean list = event.getEventId() == Event.ID.SequenceStart;
            if (key != null && !(list && collection.isFlow())) {
                return key;
            }
            return collection.isFlow()
                    ? lines.bracketed(start.getLine(), start.getColumn())
                    : lines.word(start.getLine(), start.getColumn());
        }
        Mark end = event.getEndMark().orElse(start);
        boolean nothing = event instanceof ScalarEvent scalar
                && scalar.isPlain()
                && scalar.getValue().isEmpty();
        return nothing && key != null ? key : lines.place(start, end);
    }

    /** Ends the reading of a file that would go on for ever; the finding is made already. */
    private static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooDeep() {
            super(null, null, false, false);
        }
    }
}
