package dev.partita.lint;

import dev.partita.design.internal.text.Wording;

/** Names of things in sentences. */
final class Nouns {

    static String a(String name) {
        return Wording.one(name);
    }

    private Nouns() {}
}
