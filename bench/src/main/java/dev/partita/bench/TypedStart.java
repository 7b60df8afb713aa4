package dev.partita.bench;

import dev.partita.embedded.Partita;

/** The first typed read of a process, in one of the ways. Says so when it is answered. */
final class TypedStart {

    private TypedStart() {}

    public static void main(String[] words) {
        try (Partita partita = Partita.inMemory()) {
            Histories.fill(partita, 1);
            Object first = TypedWay.valueOf(words[0]).on(partita).history(Histories.id(0));
            System.out.println(first == null ? "nothing" : "answered");
        }
    }
}
