package dev.partita.design.internal.text;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A design file with the changes that a help line proposes. Whatever they do not touch stays as it is written, comments
 * included.
 *
 * <p>Each change is found anew by the place of its words, so that the changes of one way can build upon each other.
 */
public final class Pasted {

    private final String text;
    private final List<Integer> starts = new ArrayList<>();
    private Node root;

    /** The file after {@code way}, which helps {@code finding}. */
    public static String into(String design, Finding finding, Help.Way way) {
        return new Pasted(design).after(finding, way);
    }

    /** A file into which many ways are to be pasted, each by itself. */
    public Pasted(String text) {
        this.text = text;
        starts.add(0);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                starts.add(i + 1);
            }
        }
    }

    /** The file after {@code way}, which helps {@code finding}. */
    public String after(Finding finding, Help.Way way) {
        List<Splice> apart = apart(way.edits());
        if (apart != null) {
            StringBuilder out = new StringBuilder(text);
            apart.forEach(splice -> out.replace(splice.from, splice.to, splice.with));
            return out.toString();
        }
        Pasted pasted = this;
        for (Edit edit : way.edits()) {
            Splice splice = pasted.splice(finding, edit);
            String text = pasted.text;
            pasted = new Pasted(text.substring(0, splice.from) + splice.with + text.substring(splice.to));
        }
        return pasted.text;
    }

    /** Changes that do not touch each other, the last one first, so that the file is read once for all; null when they do. */
    private List<Splice> apart(List<Edit> edits) {
        if (edits.size() < 2 || !edits.stream().allMatch(Edit.Put.class::isInstance)) {
            return null;
        }
        List<Splice> splices = new ArrayList<>();
        edits.forEach(edit -> splices.add(with(edit)));
        splices.sort(Comparator.comparingInt(Splice::from).reversed());
        for (int i = 1; i < splices.size(); i++) {
            if (splices.get(i).to >= splices.get(i - 1).from) {
                return null;
            }
        }
        return splices;
    }

    private Splice splice(Finding finding, Edit edit) {
        return edit instanceof Edit.Respell respell
                ? respelled(finding.place(), respell.word())
                : edit instanceof Edit.Rewrite rewrite
                        ? respelled(finding.place(), rewrite.replacement())
                        : edit instanceof Edit.Drop ? without(pathTo(finding.place())) : with(edit);
    }

    /** The value that {@code outer} writes, with the one that {@code inner} writes at it or inside it. */
    public static String into(Edit.Put outer, Edit.Put inner) {
        List<String> path = new ArrayList<>(List.of("value"));
        path.addAll(inner.path().subList(outer.path().size(), inner.path().size()));
        Pasted value = new Pasted("value: " + outer.value() + "\n");
        Splice splice = value.with(path, inner.value());
        return (value.text.substring(0, splice.from) + splice.with + value.text.substring(splice.to))
                .substring("value: ".length())
                .stripTrailing();
    }

    private Splice with(Edit edit) {
        if (edit instanceof Edit.Remove remove) {
            return without(remove.path());
        }
        Edit.Put put = (Edit.Put) edit;
        return put.instead() == null ? with(put.path(), put.value()) : instead(put.path(), put.instead(), put.value());
    }

    private Splice respelled(Place place, String word) {
        int from = at(place);
        int to = from + place.length();
        boolean isQuoted = place.length() > 1 && "\"'".indexOf(text.charAt(from)) >= 0;
        return isQuoted ? new Splice(from + 1, to - 1, word) : new Splice(from, to, word);
    }

    /** The words that lead to what has its key, or its value, at a place. */
    private List<String> pathTo(Place place) {
        List<String> path = new ArrayList<>();
        if (!find(root(), place, path)) {
            throw new IllegalArgumentException("nothing at " + place + " in\n" + text);
        }
        return path;
    }

    private static boolean find(Node node, Place place, List<String> path) {
        if (node instanceof Node.Mapping map) {
            for (String word : map.entries().keySet()) {
                path.add(word);
                if (map.placeOfKey(word).equals(place)
                        || map.placeOf(word).equals(place)
                        || find(map.get(word), place, path)) {
                    return true;
                }
                path.remove(path.size() - 1);
            }
        } else if (node instanceof Node.Sequence items) {
            for (int i = 0; i < items.items().size(); i++) {
                path.add(String.valueOf(i));
                if (find(items.items().get(i), place, path)) {
                    return true;
                }
                path.remove(path.size() - 1);
            }
        }
        return false;
    }

    /** One stretch of the text, and what stands there afterwards. */
    private record Splice(int from, int to, String with) {}

    /** One entry of a map: where its key begins, where its value begins and ends. */
    private record Entry(int key, int value, int end, boolean inFlow) {}

    private synchronized Node root() {
        if (root == null) {
            root = Yaml.read(text, new ReadingProblems());
        }
        if (root == null) {
            throw new IllegalArgumentException("not YAML:\n" + text);
        }
        return root;
    }

    /** The entry at the end of the path, or null when there is none. */
    private Entry entry(List<String> path) {
        Node node = root();
        boolean inFlow = false;
        Entry entry = null;
        for (String word : path) {
            if (entry != null) {
                inFlow = inFlow || entry.value < text.length() && "{[".indexOf(text.charAt(entry.value)) >= 0;
            }
            if (node instanceof Node.Sequence items) {
                int number = Integer.parseInt(word);
                if (number >= items.items().size()) {
                    return null;
                }
                node = items.items().get(number);
                int value = at(node.place());
                entry = new Entry(value, value, flowEnd(value, true), true);
                continue;
            }
            Node below = node.get(word);
            if (below == null) {
                return null;
            }
            int key = at(node.placeOfKey(word));
            if (below instanceof Node.Text empty && empty.isNull() && inFlow && !text.startsWith(word + ":", key)) {
                // `{ local, sort: a }`: a word without a value.
                return new Entry(key, key, key + word.length(), true);
            }
            entry = entry(key, inFlow);
            node = below;
        }
        return entry;
    }

    private Entry entry(int key, boolean inFlow) {
        int value = colon(key) + 1;
        while (value < text.length() && text.charAt(value) == ' ') {
            value++;
        }
        boolean isBelow = value >= text.length() || text.charAt(value) == '\n' || text.charAt(value) == '#';
        return isBelow && !inFlow
                ? new Entry(key, value, blockEnd(key), false)
                : new Entry(key, value, flowEnd(value, inFlow), inFlow);
    }

    private int colon(int key) {
        boolean isQuoted = "\"'".indexOf(text.charAt(key)) >= 0;
        return text.indexOf(':', isQuoted ? text.indexOf(text.charAt(key), key + 1) : key);
    }

    /** Where a value that begins on its key's line ends. */
    private int flowEnd(int from, boolean inFlow) {
        if (!inFlow && from < text.length() && "{[\"'".indexOf(text.charAt(from)) < 0) {
            return plainEnd(from);
        }
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c == '"' || c == '\'') && (i == from || depth > 0)) {
                i = quoteEnd(i, c);
                if (depth == 0) {
                    return i + 1;
                }
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                if (depth == 0) {
                    return trimmed(from, i);
                }
                if (--depth == 0) {
                    return i + 1;
                }
            } else if (depth == 0 && (c == '\n' || c == '#' && text.charAt(i - 1) == ' ' || inFlow && c == ',')) {
                return trimmed(from, i);
            }
        }
        return trimmed(from, text.length());
    }

    /** Braces are a part of a text that begins without one: {@code route: GET /users/{userId}}. */
    private int plainEnd(int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) != '\n' && !text.startsWith(" #", i)) {
            i++;
        }
        return trimmed(from, i);
    }

    private int quoteEnd(int from, char quote) {
        int i = from + 1;
        while (i < text.length() && text.charAt(i) != quote) {
            i += text.charAt(i) == '\\' && quote == '"' ? 2 : 1;
        }
        return i;
    }

    private int trimmed(int from, int to) {
        int end = to;
        while (end > from && text.charAt(end - 1) == ' ') {
            end--;
        }
        return end;
    }

    /** The end of the last line that stands deeper than the key. */
    private int blockEnd(int key) {
        int indent = column(key);
        int line = line(key);
        int last = line;
        for (int i = line + 1; i < starts.size(); i++) {
            String content = lineText(i);
            String bare = content.strip();
            if (bare.isEmpty() || bare.startsWith("#")) {
                continue;
            }
            int depth = content.length() - content.stripLeading().length();
            if (depth < indent || depth == indent && !bare.startsWith("- ")) {
                break;
            }
            last = i;
        }
        return starts.get(last) + lineText(last).length();
    }

    private Splice with(List<String> path, String value) {
        Entry there = entry(path);
        if (there != null && there.value == there.key && there.end > there.key) {
            return new Splice(there.end, there.end, ": " + value);
        }
        if (there != null) {
            boolean isBelow = there.value >= text.length()
                    || there.value == there.end
                    || "\n#".indexOf(text.charAt(there.value)) >= 0;
            return isBelow
                    ? new Splice(colon(there.key) + 1, there.end, " " + value)
                    : new Splice(there.value, there.end, value);
        }
        List<String> above = path.subList(0, path.size() - 1);
        String line = path.get(path.size() - 1) + ": " + value;
        if (above.isEmpty()) {
            return new Splice(text.length(), text.length(), (text.endsWith("\n") ? "" : "\n") + line + "\n");
        }
        Entry parent = entry(above);
        if (parent == null) {
            Splice section = with(above, above.size() == 1 ? "\n  " + line : "{ " + line + " }");
            return new Splice(section.from, section.to, section.with.replace(": \n", ":\n"));
        }
        char first = parent.value < text.length() ? text.charAt(parent.value) : '\n';
        if (first == '{') {
            boolean isEmpty = text.substring(parent.value + 1, parent.end - 1).isBlank();
            int end = trimmed(parent.value, parent.end - 1);
            return isEmpty
                    ? new Splice(parent.value, parent.end, "{ " + line + " }")
                    : new Splice(end, parent.end - 1, ", " + line + " ");
        }
        if ((parent.inFlow || first != '\n' && first != '#')
                && path.get(path.size() - 1).equals("type")) {
            return new Splice(parent.value, parent.end, value);
        }
        if (parent.inFlow || first != '\n' && first != '#') {
            // `title: string` is short for `title: { type: string }`.
            return new Splice(
                    parent.value,
                    parent.end,
                    "{ type: " + text.substring(parent.value, parent.end) + ", " + line + " }");
        }
        return new Splice(parent.end, parent.end, "\n" + " ".repeat(childIndent(parent)) + line);
    }

    private int childIndent(Entry parent) {
        for (int i = line(parent.key) + 1; i < starts.size(); i++) {
            String content = lineText(i);
            if (!content.isBlank() && !content.strip().startsWith("#")) {
                int indent = content.length() - content.stripLeading().length();
                return indent > column(parent.key) ? indent : column(parent.key) + 2;
            }
        }
        return column(parent.key) + 2;
    }

    private Splice instead(List<String> path, String word, String value) {
        List<String> old = new ArrayList<>(path.subList(0, path.size() - 1));
        old.add(word);
        Entry there = entry(old);
        if (there == null) {
            return with(path, value);
        }
        return new Splice(there.key, there.end, path.get(path.size() - 1) + ": " + value);
    }

    private Splice without(List<String> path) {
        Entry there = entry(path);
        if (there == null) {
            throw new IllegalArgumentException("nothing to remove at " + path + " in\n" + text);
        }
        Node above = root();
        for (String word : path.subList(0, path.size() - 1)) {
            above = above instanceof Node.Sequence items ? items.items().get(Integer.parseInt(word)) : above.get(word);
        }
        if (path.size() > 1
                && above instanceof Node.Mapping map
                && map.entries().size() == 1) {
            // Nothing is left of what it stands in.
            return without(path.subList(0, path.size() - 1));
        }
        if (!there.inFlow) {
            int from = starts.get(line(there.key));
            int to = Math.min(
                    text.length(),
                    starts.get(line(there.end)) + lineText(line(there.end)).length() + 1);
            return new Splice(from, to, "");
        }
        int to = there.end;
        while (to < text.length() && text.charAt(to) == ' ') {
            to++;
        }
        if (text.charAt(to) == ',') {
            to++;
            while (text.charAt(to) == ' ' || text.charAt(to) == '\n') {
                to++;
            }
            return new Splice(there.key, to, "");
        }
        int from = there.key;
        while (text.charAt(from - 1) == ' ' || text.charAt(from - 1) == '\n') {
            from--;
        }
        return new Splice(text.charAt(from - 1) == ',' ? from - 1 : from, there.end, "");
    }

    private int at(Place place) {
        return Math.min(text.length(), starts.get(place.line() - 1) + place.column() - 1);
    }

    private int line(int position) {
        int line = 0;
        while (line + 1 < starts.size() && starts.get(line + 1) <= position) {
            line++;
        }
        return line;
    }

    private int column(int position) {
        return position - starts.get(line(position));
    }

    private String lineText(int line) {
        int end = line + 1 < starts.size() ? starts.get(line + 1) - 1 : text.length();
        return text.substring(starts.get(line), end);
    }
}
