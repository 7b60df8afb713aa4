package dev.partita.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The designs that ship. */
final class Shipped {

    static final List<String> NAMES = List.of("algoitny", "aura-historia", "fus-main", "notifications", "url-checks");

    private Shipped() {}

    static Design design(String name) {
        Reading reading = Reader.read(name + ".yaml", bytes(name));
        assertThat(reading.findings()).isEmpty();
        return reading.design();
    }

    static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(Path.of("..", "systems", "designs", name + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
