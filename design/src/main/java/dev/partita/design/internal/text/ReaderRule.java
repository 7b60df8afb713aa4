package dev.partita.design.internal.text;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What the reader can find. All of it is an error. */
public enum ReaderRule {
    UNKNOWN_WORD(
            "The language has no such word, or not in this construct. It is read as the word nearest to it, so that"
                    + " the rest of the file can be checked; write that word, or take the line out."),
    UNKNOWN_NAME(
            "Nothing in the file has this name: no entity, attribute, type, index, pattern or role. Attributes go by"
                    + " their logical names, not by the names they are stored under."),
    MISSING("The construct cannot do without this word."),
    WRONG_KIND(
            "The word wants text, a list or a map, and has another of the three. A template in braces needs quotes."),
    WRONG_VALUE("The word cannot have this value. Durations and sizes have units: 90 days, 3 KB."),
    BAD_NAME("Names become names in code: letters, digits and underscores, a letter first. The design itself has"
            + " lower-case letters, digits and hyphens. A few words have a meaning of their own and are taken."),
    BAD_TEMPLATE("A template is literal text with attributes in braces, each with formats after colons:"
            + " HIST#{createdAt:date}."),
    BAD_CONDITION("Conditions compare attributes by = <> < <= > >=, BETWEEN and IN, call begins_with, contains, exists,"
            + " missing or size, and are joined by AND, OR and NOT. Text goes in single quotes."),
    TWO_VERBS("A pattern does one thing, which its verb says. Make two patterns of it."),
    CIRCULAR_TYPE("A record that contains itself has no end. Use map for the part that has none."),
    DUPLICATE_KEY("YAML keeps one of two equal keys and says nothing. Take one away."),
    KEY_NOT_TEXT("Keys are text. A number, a truth value or nothing becomes text by quotes."),
    ANCHOR("Design files have no anchors: what is used twice is a named type."),
    ALIAS("Design files have no aliases: a few of them can stand for more text than any machine holds."),
    TAG("Design files have no tags: every word knows its type."),
    SEVERAL_DOCUMENTS("One file holds one design."),
    NOT_YAML("The file cannot be read as YAML from this place on. Everything else waits until this is mended."),
    NOT_UTF_8("The file is not text in UTF-8. Save it as such."),
    CONTROL_CHARACTER(
            "A character that cannot be seen has no place in a text file. Write it as an escape in double quotes."),
    TOO_LARGE("A design file has at most 1 MB, and a type at most 5,000 members in all."),
    TOO_DEEP("Nothing in a design is nested more than 50 levels deep."),
    TOO_MANY_ERRORS("After 500 errors the reader stops counting. Mend the first ones; the rest may follow from them.");

    private final String explanation;

    ReaderRule(String explanation) {
        this.explanation = explanation;
    }

    public static Optional<ReaderRule> find(String id) {
        return Stream.of(values()).filter(rule -> rule.id().equals(id)).findFirst();
    }

    /** As a finding has it: {@code unknown-word}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Why it is wrong and what to do. */
    public String explanation() {
        return explanation;
    }
}
