package dev.partita.design.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One change of a design file that a help line proposes. What is printed and what is pasted are made of the same words, so
 * that they cannot differ.
 */
public sealed interface Edit {

    /** What to do, in words: {@code write `cache: 5 minutes` in userByEmail}. Where it is, is left out for {@code subject}. */
    String text(String subject);

    /** Whether both cannot be made: they write the same word differently, or one takes away what the other writes. */
    default boolean collides(Edit other) {
        boolean isRemoval = this instanceof Remove && other instanceof Remove;
        return !isRemoval
                && !equals(other)
                && touched().stream().anyMatch(here -> other.touched().stream().anyMatch(there -> meet(here, there)));
    }

    /** The words that lead to what it changes; none when that is where the finding points. */
    private List<List<String>> touched() {
        if (this instanceof Put put && put.instead() != null) {
            List<String> instead = new ArrayList<>(parent(put.path()));
            instead.add(put.instead());
            return List.of(put.path(), instead);
        }
        return this instanceof Put put
                ? List.of(put.path())
                : this instanceof Remove remove ? List.of(remove.path()) : List.of();
    }

    private static boolean meet(List<String> one, List<String> other) {
        int common = Math.min(one.size(), other.size());
        return one.subList(0, common).equals(other.subList(0, common));
    }

    /**
     * A word and its value.
     *
     * @param path the words that lead to it, from the top of the file: {@code [patterns, userByEmail, cache]}
     * @param value YAML, as it stands behind the colon
     * @param instead the word beside it that goes for it, or null
     */
    record Put(List<String> path, String value, String instead) implements Edit {
        public Put {
            path = List.copyOf(path);
        }

        @Override
        public String text(String subject) {
            return "write `" + last(path) + ": " + value + "`"
                    + (instead == null ? "" : " instead of `" + instead + ":`")
                    + where(parent(path), subject);
        }
    }

    /** A word that goes, with all below it. */
    record Remove(List<String> path) implements Edit {
        public Remove {
            path = List.copyOf(path);
        }

        @Override
        public String text(String subject) {
            return "remove `" + last(path) + (path.size() > 2 && !isSection(parent(path)) ? ":`" : "`")
                    + where(parent(path), subject);
        }
    }

    /** Another word where the finding points. */
    record Respell(String word) implements Edit {
        @Override
        public String text(String subject) {
            return "did you mean `" + word + "`?";
        }
    }

    /** Another text where the finding points. */
    record Rewrite(String replacement) implements Edit {
        @Override
        public String text(String subject) {
            return "write `" + replacement + "`";
        }
    }

    /** The word where the finding points goes, with all below it. */
    record Drop() implements Edit {
        @Override
        public String text(String subject) {
            return "leave it out";
        }
    }

    /** {@code value} below the words of {@code path}. */
    static Edit put(String value, String... path) {
        return new Put(List.of(path), value, null);
    }

    static Edit remove(String... path) {
        return new Remove(List.of(path));
    }

    /** A word of a pattern. */
    static Edit ofPattern(Pattern pattern, String word, String value) {
        return put(value, "patterns", pattern.name(), word);
    }

    /** A word of an entity. */
    static Edit ofEntity(Entity entity, String word, String value) {
        return put(value, "entities", entity.name(), word);
    }

    /** A word of an attribute. */
    static Edit ofAttribute(Entity entity, String attribute, String word, String value) {
        return put(value, "entities", entity.name(), "attributes", attribute, word);
    }

    /** A word of a table. */
    static Edit ofTable(Table table, String word, String value) {
        return put(value, "tables", table.id(), word);
    }

    /** A word of an index. */
    static Edit ofIndex(Table table, Table.Index index, String word, String value) {
        return put(value, "tables", table.id(), "indexes", index.name(), word);
    }

    /** A list in YAML: {@code [a, b]}. */
    static String list(Collection<String> words) {
        return "[" + String.join(", ", words) + "]";
    }

    /** Text in YAML's double quotes. */
    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String last(List<String> path) {
        return path.get(path.size() - 1);
    }

    private static List<String> parent(List<String> path) {
        return path.subList(0, path.size() - 1);
    }

    /** Whether what stands there are names, not words of the language. */
    private static boolean isSection(List<String> path) {
        return path.size() == 1
                || path.size() == 3 && List.of("attributes", "indexes").contains(path.get(2));
    }

    /** Where {@code path} is, as a phrase. */
    private static String where(List<String> path, String subject) {
        if (path.isEmpty()) {
            return " at the top of the file";
        }
        if (isSection(path)) {
            return " among the " + last(path) + (path.size() == 1 ? "" : " of " + path.get(1));
        }
        List<String> names = new ArrayList<>(path.subList(1, path.size()));
        names.removeIf(
                name -> path.size() > 3 && List.of("attributes", "indexes").contains(name));
        String name = String.join(".", names);
        return name.equals(subject) ? "" : " in " + name;
    }
}
