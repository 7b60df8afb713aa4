package dev.partita.design;

import org.junit.jupiter.api.Test;

/** Files that are not YAML, or more YAML than a design needs. */
class YamlErrorsTest {

    @Test
    void indentedBelowAText() {
        check("""
                design: a
                  b: c
                #  ^ not-yaml: a colon stands where no key can be → put text that contains ": " in quotes, and begin each key on a line of its own
                """);
    }

    @Test
    void aTabIndents() {
        check("""
                design: a
                tables:
                \tmain: {}
                ^ not-yaml: a tab indents this line → YAML is indented by spaces only
                """);
    }

    @Test
    void aQuoteIsNotClosed() {
        check("""
                design: "abc
                #       ^ not-yaml: this text in quotes is not closed → close it with the quote it begins with
                """);
    }

    @Test
    void aTemplateWantsQuotesInBraces() {
        check("""
                design: shop
                tables: { main: { name: shop-{env}, key: x } }
                #                            ^ not-yaml: a brace stands inside text without quotes → put a template in quotes: "USER#{userId}"
                """);
    }

    @Test
    void aBraceIsNotClosed() {
        check("""
                design: shop
                tables: { main: { key: x }
                #       ^^^^^^^^^^^^^^^^^^ not-yaml: this { … } lacks a comma or its closing brace → add what is missing, here or on a line above
                """);
    }

    @Test
    void aBracketIsNotClosed() {
        check("""
                design: shop
                allow: [a, b
                #      ^^^^^ not-yaml: this [ … ] lacks a comma or its closing bracket → add what is missing, here or on a line above
                tables: {}
                """);
    }

    @Test
    void aColonInText() {
        check("""
                design: shop: x
                #           ^ not-yaml: a colon stands where no key can be → put text that contains ": " in quotes, and begin each key on a line of its own
                """);
    }

    @Test
    void aSignNoTextBeginsWith() {
        check("""
                design: @x
                #       ^ not-yaml: text cannot begin with this character → put the text in quotes
                """);
    }

    @Test
    void aLineWithoutAColon() {
        check("""
                design: shop
                tables
                entities: x
                ^ not-yaml: this line is no `word: value` → add a colon and a space after the word
                """);
    }

    @Test
    void anchorsAliasesTagsAndOddKeysAreRefused() {
        check("""
                design: &a shop
                #       ^^^^^^^ anchor: design files have no anchors → take out `&a`
                about: *a
                #      ^^ alias: design files have no aliases → write the value here once more, or name a type under `types:`
                tables: !!map {}
                ^^^^^^ tag: design files have no tags → take out `!!map`
                tables: {}
                ^^^^^^ duplicate-key: `tables` is there already, on line 3 → take one of the two away
                1: x
                ^ key-not-text: the key `1` is not text → put it in quotes: "1"
                true: y
                ^^^^ key-not-text: the key `true` is not text → put it in quotes: "true"
                ? [a]
                # ^^^ key-not-text: a list cannot be a key → put text that begins with a brace or bracket in quotes
                : b
                ---\s
                ^^^ several-documents: a second YAML document begins here → one file holds one design; take out the `---`
                x: y
                """);
    }

    @Test
    void aListIsNoDesign() {
        check("""
                - a
                ^ wrong-kind: a design file is a map of words, not a list → begin with `design: name`
                """);
    }

    @Test
    void aTextIsNoDesign() {
        check("""
                hello
                ^^^^^ wrong-kind: a design file is a map of words, not text → begin with `design: name`
                """);
    }

    @Test
    void aLineBetweenTwoIndentations() {
        check("""
                design: a
                tables:
                    main: x
                  other: y
                # ^ not-yaml: this line does not fit the lines above it → indent it exactly as its neighbours, and write `word: value`
                """);
    }

    @Test
    void aControlCharacter() {
        check("""
                design: a
                ^^^^^^ missing: a design needs `tables` → a design has at least one table
                about: "a\007b"
                #        ^ control-character: the character U+0007 cannot stand in a text file → delete it, or write it as an escape in double quotes
                """);
    }

    @Test
    void wideCharactersAreOneColumnEach() {
        check("""
                design: shop
                about: { 日本: 1, 日本: 2, "😀": 1, "😀": 2 }
                ^^^^^ wrong-kind: `about` wants text, not a map → write text behind `about:`
                #               ^^ duplicate-key: `日本` is there already, on line 2 → take one of the two away
                #                               ^^^^ duplicate-key: `😀` is there already, on line 2 → take one of the two away
                tables: { main: { key: { partition: pk } } }
                """);
    }

    private static void check(String marked) {
        Carets.check(marked, source -> Reader.read(source).findings());
    }
}
