package dev.partita.lint;

/** Names of things in sentences. */
final class Nouns {

    /** {@code a Shop}, {@code an Order}; a U is mostly spoken as in {@code a User}. */
    static String a(String name) {
        boolean vowel = !name.isEmpty() && "AEIOaeio".indexOf(name.charAt(0)) >= 0;
        return (vowel ? "an " : "a ") + name;
    }

    private Nouns() {}
}
