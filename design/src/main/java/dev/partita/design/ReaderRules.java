package dev.partita.design;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What the reader can find, by the id of the finding: why it is wrong and what to do. All of them are errors. */
public final class ReaderRules {

    public static final Map<String, String> EXPLANATIONS = Collections.unmodifiableMap(
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry(
                                    "unknown-word",
                                    "The language has no such word, or not in this construct. It is read as the word nearest to it, so that the"
                                            + " rest of the file can be checked; write that word, or take the line out."),
                            Map.entry(
                                    "unknown-name",
                                    "Nothing in the file has this name: no entity, attribute, type, index, pattern or role. Attributes go by"
                                            + " their logical names, not by the names they are stored under."),
                            Map.entry("missing", "The construct cannot do without this word."),
                            Map.entry(
                                    "wrong-kind",
                                    "The word wants text, a list or a map, and has another of the three. A template in braces needs quotes."),
                            Map.entry(
                                    "wrong-value",
                                    "The word cannot have this value. Durations and sizes have units: 90 days, 3 KB."),
                            Map.entry(
                                    "bad-name",
                                    "Names become names in code: letters, digits and underscores, a letter first. The design itself has"
                                            + " lower-case letters, digits and hyphens. A few words have a meaning of their own and are taken."),
                            Map.entry(
                                    "bad-template",
                                    "A template is literal text with attributes in braces, each with formats after colons: HIST#{createdAt:date}."),
                            Map.entry(
                                    "bad-condition",
                                    "Conditions compare attributes by = <> < <= > >=, BETWEEN and IN, call begins_with, contains, exists, missing"
                                            + " or size, and are joined by AND, OR and NOT. Text goes in single quotes."),
                            Map.entry(
                                    "two-verbs",
                                    "A pattern does one thing, which its verb says. Make two patterns of it."),
                            Map.entry(
                                    "circular-type",
                                    "A record that contains itself has no end. Use map for the part that has none."),
                            Map.entry(
                                    "duplicate-key",
                                    "YAML keeps one of two equal keys and says nothing. Take one away."),
                            Map.entry(
                                    "key-not-text",
                                    "Keys are text. A number, a truth value or nothing becomes text by quotes."),
                            Map.entry("anchor", "Design files have no anchors: what is used twice is a named type."),
                            Map.entry(
                                    "alias",
                                    "Design files have no aliases: a few of them can stand for more text than any machine holds."),
                            Map.entry("tag", "Design files have no tags: every word knows its type."),
                            Map.entry("several-documents", "One file holds one design."),
                            Map.entry(
                                    "not-yaml",
                                    "The file cannot be read as YAML from this place on. Everything else waits until this is mended."),
                            Map.entry("not-utf-8", "The file is not text in UTF-8. Save it as such."),
                            Map.entry(
                                    "control-character",
                                    "A character that cannot be seen has no place in a text file. Write it as an escape in double quotes."),
                            Map.entry(
                                    "too-large",
                                    "A design file has at most 1 MB, and a type at most 5,000 members in all."),
                            Map.entry("too-deep", "Nothing in a design is nested more than 50 levels deep."),
                            Map.entry(
                                    "too-many-errors",
                                    "After 500 errors the reader stops counting. Mend the first ones; the rest may follow from them."))));

    private ReaderRules() {}
}
