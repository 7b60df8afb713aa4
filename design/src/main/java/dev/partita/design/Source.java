package dev.partita.design;

import java.util.List;

/** The text of a design file and the name it is shown under. */
public record Source(String name, String text) {

    public List<String> lines() {
        return text.lines().toList();
    }
}
