package dev.partita.lint.internal.facts;

import dev.partita.design.internal.text.Wording;

/** Names of things in sentences. */
public final class Nouns {

    public static String a(String name) {
        return Wording.one(name);
    }

    private Nouns() {}
}
