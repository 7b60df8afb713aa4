package dev.partita.codegen;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** One Java file while it is written: imports are collected as names are used, lines are indented, Javadoc is wrapped. */
public final class JavaFile {

    private static final int WIDTH = 120;

    private final String packageName;
    private final String className;
    private final Set<String> taken;
    private final Map<String, String> imports = new TreeMap<>();
    private final StringBuilder body = new StringBuilder();
    private int depth;

    /** @param taken simple names that mean something else here: the classes of the package, and nested ones */
    public JavaFile(String packageName, String className, Set<String> taken) {
        this.packageName = packageName;
        this.className = className;
        this.taken = Set.copyOf(taken);
    }

    /** How to write a class here: its simple name, imported; or its whole name when another class has the simple one. */
    public String use(String qualified) {
        int dot = qualified.lastIndexOf('.');
        String simple = qualified.substring(dot + 1);
        if (taken.contains(simple) || !imports.getOrDefault(simple, qualified).equals(qualified)) {
            return qualified;
        }
        if (!qualified.equals("java.lang." + simple)) {
            imports.put(simple, qualified);
        }
        return simple;
    }

    public String use(Class<?> type) {
        return use(type.getName());
    }

    /** One line, or several, each indented; an empty one is empty. */
    public JavaFile line(String text) {
        for (String line : text.split("\n", -1)) {
            body.append(line.isEmpty() ? "" : "    ".repeat(depth) + line).append('\n');
        }
        return this;
    }

    public JavaFile blank() {
        return line("");
    }

    /** The head and an opening brace; what follows is indented until {@link #close()}. */
    public JavaFile open(String head) {
        mark();
        line(head + " {");
        depth++;
        return this;
    }

    public JavaFile close() {
        return close("");
    }

    /** @param tail what stands behind the brace */
    public JavaFile close(String tail) {
        depth--;
        return line("}" + tail);
    }

    /** {@code head(a, b)tail} on one line if it fits, else each part on a line of its own. */
    public JavaFile list(String head, Collection<String> parts, String tail) {
        String whole = head + "(" + String.join(", ", parts) + ")" + tail;
        if (whole.length() + 4 * depth <= WIDTH && !whole.contains("\n")) {
            return line(whole);
        }
        line(head + "(");
        depth += 2;
        line(String.join(",\n", parts) + ")" + tail);
        depth -= 2;
        return this;
    }

    /** The same with as many parts on a line as fit. */
    public JavaFile flow(String head, Collection<String> parts, String tail) {
        String whole = head + "(" + String.join(", ", parts) + ")" + tail;
        if (whole.length() + 4 * depth <= WIDTH) {
            return line(whole);
        }
        line(head + "(");
        depth += 2;
        StringBuilder line = new StringBuilder();
        int left = parts.size();
        for (String part : parts) {
            String next = part + (--left == 0 ? ")" + tail : ",");
            if (line.length() > 0 && line.length() + 1 + next.length() + 4 * depth > WIDTH) {
                line(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(next);
        }
        line(line.toString());
        depth -= 2;
        return this;
    }

    /** The same for a head and parts that open a block. */
    public JavaFile openList(String head, Collection<String> parts, String tail) {
        mark();
        list(head, parts, tail + " {");
        depth++;
        return this;
    }

    /**
     * A Javadoc comment.
     *
     * @param paragraphs Javadoc markup, wrapped here; text of the design must have gone through {@link #doc}. Empty and null
     *     ones are left out. One that begins with {@code @} is a tag.
     */
    public JavaFile javadoc(List<String> paragraphs) {
        List<String> all =
                paragraphs.stream().filter(p -> p != null && !p.isBlank()).toList();
        if (all.isEmpty()) {
            return this;
        }
        if (all.size() == 1
                && all.get(0).length() + 4 * depth + 8 <= WIDTH
                && !all.get(0).startsWith("@")) {
            return line("/** " + all.get(0).strip() + " */");
        }
        line("/**");
        boolean wasTag = false;
        for (int i = 0; i < all.size(); i++) {
            boolean isTag = all.get(i).startsWith("@");
            if (i > 0 && !wasTag) {
                line(" *");
            }
            wrap((i == 0 || isTag ? "" : "<p>") + all.get(i).strip(), isTag ? "    " : "");
            wasTag = isTag;
        }
        return line(" */");
    }

    public JavaFile javadoc(String... paragraphs) {
        return javadoc(java.util.Arrays.asList(paragraphs));
    }

    /** Text of a design as it may stand in Javadoc; null stays null. */
    public static String doc(String text) {
        if (text == null) {
            return null;
        }
        return text.strip()
                .replaceAll("\\s+", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("*/", "*&#47;")
                .replace("@", "&#64;")
                .replace("{", "&#123;")
                .replace("\\", "&#92;");
    }

    /** A string literal. */
    public static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\t' -> literal.append("\\t");
                case '\r' -> literal.append("\\r");
                default -> {
                    boolean isPlain = c >= ' ' && c < 127 || Character.isLetter(c) && !Character.isSurrogate(c);
                    literal.append(isPlain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
                }
            }
        }
        return literal.append('"').toString();
    }

    /** Where the file belongs below the source directory: {@code com/shop/User.java}. */
    public String path() {
        return (packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/") + className + ".java";
    }

    /** The whole file. */
    public String text() {
        StringBuilder text = new StringBuilder();
        if (!packageName.isEmpty()) {
            text.append("package ").append(packageName).append(";\n\n");
        }
        List<String> needed = imports.values().stream()
                .filter(name -> !name.equals(packageName + name.substring(name.lastIndexOf('.'))))
                .filter(this::isUsed)
                .sorted()
                .toList();
        needed.forEach(name -> text.append("import ").append(name).append(";\n"));
        return text.append(needed.isEmpty() ? "" : "\n").append(body).toString();
    }

    /** Whoever looks at a method written for another file may have asked for more than it writes. */
    private boolean isUsed(String imported) {
        String simple = imported.substring(imported.lastIndexOf('.') + 1);
        return Pattern.compile("\\b" + Pattern.quote(simple) + "\\b")
                .matcher(body)
                .find();
    }

    /** The class of the file says that nobody wrote it, before its first brace. */
    private void mark() {
        if (depth == 0) {
            line("@" + use("dev.partita.runtime.Generated"));
        }
    }

    private void wrap(String paragraph, String hanging) {
        StringBuilder line = new StringBuilder(" *");
        int width = WIDTH - 4 * depth;
        for (String word : paragraph.split(" ")) {
            if (line.length() + 1 + word.length() > width && line.length() > 2 + hanging.length()) {
                line(line.toString());
                line = new StringBuilder(" * " + hanging).append(word);
            } else {
                line.append(' ').append(word);
            }
        }
        line(line.toString());
    }
}
