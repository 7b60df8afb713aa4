package dev.partita.runtime;

import java.util.Objects;

/** Where a list goes on: opaque text that a caller may keep, send to a browser and bring back. */
public record Cursor(String text) {

    public Cursor {
        Objects.requireNonNull(text, "text");
    }

    /** From the text of one given out before. */
    public static Cursor of(String text) {
        return new Cursor(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
