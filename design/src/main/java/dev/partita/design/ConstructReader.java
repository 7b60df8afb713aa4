package dev.partita.design;

import dev.partita.design.internal.text.Quantities;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.internal.text.YamlValues;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Word;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** One construct of the file, read word by word. What has the wrong shape becomes a finding and reads as not stated. */
final class ConstructReader {

    private final Node.Mapping map;
    private final Map<String, Node> entries;
    private final String noun;
    private final String subject;
    private final ReadingProblems problems;
    /** Words by their wrong spelling here: told once, then read as if they were right. */
    private Map<String, String> misspelt = Map.of();

    private final boolean isMap;

    private ConstructReader(Node.Mapping map, boolean isMap, String noun, String subject, ReadingProblems problems) {
        this.map = map;
        this.entries = map.entries();
        this.isMap = isMap;
        this.noun = noun;
        this.subject = subject;
        this.problems = problems;
    }

    /** Words it does not know are findings. A node that is no map is one too, and reads as an empty one. */
    static ConstructReader of(Node node, Vocabulary words, String subject, ReadingProblems problems) {
        ConstructReader fields = open(node, words.noun(), subject, problems);
        fields.allowOnly(words.all());
        return fields;
    }

    /** Without a check of the words; {@link #allowOnly} is the caller's to call. */
    static ConstructReader open(Node node, String noun, String subject, ReadingProblems problems) {
        return open(node, noun, "write `{ word: value }`, or the words on the lines below", subject, problems);
    }

    static ConstructReader open(Node node, String noun, String advice, String subject, ReadingProblems problems) {
        if (node instanceof Node.Mapping map) {
            return new ConstructReader(map, true, noun, subject, problems);
        }
        boolean nothing = node instanceof Node.Text text && text.isNull();
        problems.error(
                ReaderRule.WRONG_KIND,
                subject,
                node.place(),
                noun + " is a map of words, not " + (nothing ? "nothing" : node.kind()),
                advice);
        return new ConstructReader(new Node.Mapping(Map.of(), Map.of(), node.place()), false, noun, subject, problems);
    }

    boolean hasOnly(Set<String> known) {
        for (String word : entries.keySet()) {
            if (!known.contains(word)) {
                return false;
            }
        }
        return true;
    }

    void allowOnly(Set<String> known) {
        if (!hasOnly(known)) {
            allowOnly(known, null);
        }
    }

    /** @param advice what to write for a word of another tool; null, or null of a word, where the nearest known word is meant */
    void allowOnly(Collection<String> known, UnaryOperator<String> advice) {
        for (Map.Entry<String, Place> key : map.keys().entrySet()) {
            if (!known.contains(key.getKey())) {
                // In braces a comma ends a text: `{ about: 12,000 a day }` has a second word.
                boolean cutOff = map.get(key.getKey()) instanceof Node.Text text
                        && text.isNull()
                        && text.value().isEmpty()
                        && key.getKey().matches(".*[^A-Za-z0-9-].*");
                String other = advice == null ? null : advice.apply(key.getKey());
                if (other == null) {
                    misspelt = misspelt.isEmpty() ? new HashMap<>() : misspelt;
                    misspelt.putIfAbsent(Spelling.nearest(key.getKey(), known), key.getKey());
                }
                problems.error(
                        ReaderRule.UNKNOWN_WORD,
                        subject,
                        key.getValue(),
                        "`" + key.getKey() + "` is not a word of " + noun,
                        cutOff
                                ? "put text that contains a comma in quotes"
                                : other == null ? Spelling.advice(key.getKey(), known) : other);
            }
        }
    }

    Node.Mapping map() {
        return map;
    }

    Node node(String word) {
        Node node = entries.get(word);
        if (node == null && !misspelt.isEmpty()) {
            node = entries.get(misspelt.getOrDefault(word, word));
        }
        return node instanceof Node.Text text && text.isNull() ? null : node;
    }

    boolean has(String word) {
        return node(word) != null;
    }

    /** Whether there may be one of these words: where there is none, none of them need be read. */
    boolean mayHave(Set<String> words) {
        if (!misspelt.isEmpty()) {
            return true;
        }
        for (String word : entries.keySet()) {
            if (words.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is a map at all; if not, that has been told and nothing in it is missed. */
    boolean isMap() {
        return isMap;
    }

    /** A finding when the word is not there. */
    boolean require(String word, String advice) {
        if (!has(word)) {
            if (misspelt.containsKey(word) || !isMap) {
                return false;
            }
            error(ReaderRule.MISSING, map.placeOfKey(word), noun + " needs `" + word + "`", advice);
            return false;
        }
        return true;
    }

    Node.Text textNode(String word) {
        Node node = node(word);
        if (node == null || node instanceof Node.Text) {
            return (Node.Text) node;
        }
        wrongKind(word, node, "text");
        return null;
    }

    String text(String word) {
        Node.Text text = textNode(word);
        return text == null ? null : text.value();
    }

    String choice(String word, Collection<String> options) {
        Node.Text text = textNode(word);
        if (text == null || options.contains(text.value())) {
            return text == null ? null : text.value();
        }
        error(
                ReaderRule.WRONG_VALUE,
                text.place(),
                "`" + text.value() + "` is nothing `" + word + "` can be",
                Spelling.advice(text.value(), options));
        return null;
    }

    /** The constant that the word names; null when it is not stated, or names none. */
    <E extends Word> E choice(String word, E[] options) {
        return has(word) ? Word.of(choice(word, Word.all(options)), options) : null;
    }

    boolean isTrue(String word) {
        return Boolean.TRUE.equals(truth(word));
    }

    Boolean truth(String word) {
        Node node = node(word);
        if (node == null) {
            return null;
        }
        if (node instanceof Node.Text text && !text.quoted() && YamlValues.of(text) instanceof Boolean value) {
            return value;
        }
        error(
                ReaderRule.WRONG_VALUE,
                map.placeOf(word),
                "`" + word + "` is true or false",
                "write `" + word + ": true`");
        return null;
    }

    Long whole(String word) {
        Node.Text text = textNode(word);
        BigDecimal number = text == null ? null : Quantities.number(text.value());
        boolean isWhole = number != null
                && number.signum() >= 0
                && number.stripTrailingZeros().scale() <= 0
                && number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
        return told(text, "a whole number, such as 20", isWhole ? number.longValue() : null);
    }

    Integer small(String word) {
        Long value = whole(word);
        if (value != null && value > Integer.MAX_VALUE) {
            error(
                    ReaderRule.WRONG_VALUE,
                    map.placeOf(word),
                    "`" + word + "` is too large",
                    "write a number below two billion");
            return null;
        }
        return value == null ? null : value.intValue();
    }

    /** A number of things of which there is one at least. */
    Integer positive(String word) {
        Integer value = small(word);
        if (value != null && value == 0) {
            error(ReaderRule.WRONG_VALUE, map.placeOf(word), "`" + word + "` is 1 or more", "write `" + word + ": 20`");
            return null;
        }
        return value;
    }

    Long seconds(String word) {
        return seconds(word, "a duration, such as `90 days` or `5 minutes`");
    }

    /** @param wanted what is wanted, as a message says it */
    Long seconds(String word, String wanted) {
        Node.Text text = textNode(word);
        return told(text, wanted, text == null ? null : Quantities.seconds(text.value()));
    }

    Long bytes(String word) {
        Node.Text text = textNode(word);
        return told(text, "a size, such as `3 KB` or `60 bytes`", text == null ? null : Quantities.bytes(text.value()));
    }

    /** What became of a text; a finding when that is nothing. {@code wanted} says in its message what is wanted. */
    <T> T told(Node.Text text, String wanted, T value) {
        if (text != null && value == null) {
            error(ReaderRule.WRONG_VALUE, text.place(), "`" + text.value() + "` is not " + wanted, "write " + wanted);
        }
        return value;
    }

    /** A word's value that may be one text or a list of them. */
    List<Node.Text> texts(String word) {
        Node node = node(word);
        return node == null ? List.of() : texts(word, node);
    }

    private List<Node.Text> texts(String word, Node node) {
        List<Node.Text> texts = new ArrayList<>();
        List<Node> items = node instanceof Node.Sequence list ? list.items() : List.of(node);
        for (Node item : items) {
            if (item instanceof Node.Text text && !text.isNull()) {
                texts.add(text);
            } else {
                error(
                        ReaderRule.WRONG_KIND,
                        item.place(),
                        "`" + word + "` is a list of names, and "
                                + (item instanceof Node.Text ? "an empty item" : item.kind()) + " is none",
                        "write names: `" + word + ": [a, b]`");
            }
        }
        return texts;
    }

    List<String> names(String word) {
        return values(texts(word));
    }

    /** The names in a part of a word's value. */
    List<String> names(String word, Node part) {
        return values(texts(word, part));
    }

    private static List<String> values(List<Node.Text> texts) {
        List<String> names = new ArrayList<>();
        for (Node.Text text : texts) {
            names.add(text.value());
        }
        return List.copyOf(names);
    }

    <E extends Word> List<E> choices(String word, E[] options) {
        if (!has(word)) {
            return List.of();
        }
        List<E> chosen = new ArrayList<>();
        for (Node.Text text : texts(word)) {
            E one = Word.of(text.value(), options);
            if (one != null) {
                chosen.add(one);
            } else {
                error(
                        ReaderRule.WRONG_VALUE,
                        text.place(),
                        "`" + text.value() + "` is nothing `" + word + "` can be",
                        Spelling.advice(text.value(), Word.all(options)));
            }
        }
        return chosen;
    }

    /** The entries of a map whose keys are the author's names. */
    Map<String, Node> entries(String word) {
        Node node = node(word);
        if (node == null) {
            return Map.of();
        }
        if (node instanceof Node.Mapping entries) {
            return entries.entries();
        }
        wrongKind(word, node, "a map");
        return Map.of();
    }

    Map<String, Object> values(String word) {
        if (!has(word)) {
            return Map.of();
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : entries(word).entrySet()) {
            values.put(entry.getKey(), YamlValues.of(entry.getValue()));
        }
        return values;
    }

    void wrongKind(String word, Node node, String wanted) {
        error(
                ReaderRule.WRONG_KIND,
                node.place(),
                "`" + word + "` wants " + wanted + ", not " + node.kind(),
                "write " + wanted + " behind `" + word + ":`");
    }

    void error(ReaderRule rule, Place place, String message, String advice) {
        problems.error(rule, subject, place, message, advice);
    }

    void error(ReaderRule rule, Place place, String message, Help help) {
        problems.error(rule, subject, place, message, help);
    }

    String subject() {
        return subject;
    }
}
