package dev.partita.design;

import java.util.ArrayList;
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

    /** The file after {@code way}, which helps {@code finding}. */
    public static String into(String design, Finding finding, Help.Way way) {
        String text = design;
        for (Edit edit : way.edits()) {
            Pasted pasted = new Pasted(text);
            text = edit instanceof Edit.Respell respell
                    ? pasted.respelled(finding.place(), respell.word())
                    : edit instanceof Edit.Rewrite rewrite
                            ? pasted.respelled(finding.place(), rewrite.replacement())
                            : edit instanceof Edit.Drop
                                    ? pasted.without(pasted.pathTo(finding.place()))
                                    : pasted.with(edit);
        }
        return text;
    }

    /** The value that {@code outer} writes, with the one that {@code inner} writes at it or inside it. */
    public static String into(Edit.Put outer, Edit.Put inner) {
        List<String> path = new ArrayList<>(List.of("value"));
        path.addAll(inner.path().subList(outer.path().size(), inner.path().size()));
        return new Pasted("value: " + outer.value() + "\n")
                .with(path, inner.value())
                .substring("value: ".length())
                .stripTrailing();
    }

    private String with(Edit edit) {
        if (edit instanceof Edit.Remove remove) {
            return without(remove.path());
        }
        Edit.Put put = (Edit.Put) edit;
        return put.instead() == null ? with(put.path(), put.value()) : instead(put.path(), put.instead(), put.value());
    }

    private Pasted(String text) {
        this.text = text;
        starts.add(0);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                starts.add(i + 1);
            }
        }
    }

    private String respelled(Place place, String word) {
        int from = at(place);
        int to = from + place.length();
        boolean isQuoted = place.length() > 1 && "\"'".indexOf(text.charAt(from)) >= 0;
        return isQuoted ? spliced(from + 1, to - 1, word) : spliced(from, to, word);
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

    /** One entry of a map: where its key begins, where its value begins and ends. */
    private record Entry(int key, int value, int end, boolean inFlow) {}

    private Node root() {
        Node root = Yaml.read(new Source("pasted", text), new Problems());
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

    private String with(List<String> path, String value) {
        Entry there = entry(path);
        if (there != null && there.value == there.key && there.end > there.key) {
            return spliced(there.end, there.end, ": " + value);
        }
        if (there != null) {
            boolean isBelow = there.value >= text.length()
                    || there.value == there.end
                    || "\n#".indexOf(text.charAt(there.value)) >= 0;
            return isBelow
                    ? spliced(colon(there.key) + 1, there.end, " " + value)
                    : spliced(there.value, there.end, value);
        }
        List<String> above = path.subList(0, path.size() - 1);
        String line = path.get(path.size() - 1) + ": " + value;
        if (above.isEmpty()) {
            return (text.endsWith("\n") ? text : text + "\n") + line + "\n";
        }
        Entry parent = entry(above);
        if (parent == null) {
            return above.size() == 1
                    ? with(above, "\n  " + line).replace(above.get(0) + ": \n  " + line, above.get(0) + ":\n  " + line)
                    : with(above, "{ " + line + " }");
        }
        char first = parent.value < text.length() ? text.charAt(parent.value) : '\n';
        if (first == '{') {
            boolean isEmpty = text.substring(parent.value + 1, parent.end - 1).isBlank();
            int end = trimmed(parent.value, parent.end - 1);
            return isEmpty
                    ? spliced(parent.value, parent.end, "{ " + line + " }")
                    : spliced(end, parent.end - 1, ", " + line + " ");
        }
        if ((parent.inFlow || first != '\n' && first != '#')
                && path.get(path.size() - 1).equals("type")) {
            return spliced(parent.value, parent.end, value);
        }
        if (parent.inFlow || first != '\n' && first != '#') {
            // `title: string` is short for `title: { type: string }`.
            return spliced(
                    parent.value,
                    parent.end,
                    "{ type: " + text.substring(parent.value, parent.end) + ", " + line + " }");
        }
        return spliced(parent.end, parent.end, "\n" + " ".repeat(childIndent(parent)) + line);
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

    private String instead(List<String> path, String word, String value) {
        List<String> old = new ArrayList<>(path.subList(0, path.size() - 1));
        old.add(word);
        Entry there = entry(old);
        if (there == null) {
            return with(path, value);
        }
        return spliced(there.key, there.end, path.get(path.size() - 1) + ": " + value);
    }

    private String without(List<String> path) {
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
            return spliced(from, to, "");
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
            return spliced(there.key, to, "");
        }
        int from = there.key;
        while (text.charAt(from - 1) == ' ' || text.charAt(from - 1) == '\n') {
            from--;
        }
        return spliced(text.charAt(from - 1) == ',' ? from - 1 : from, there.end, "");
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

    private String spliced(int from, int to, String with) {
        return text.substring(0, from) + with + text.substring(to);
    }
}
