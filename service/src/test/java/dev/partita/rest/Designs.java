package dev.partita.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Designs for tests: the five that ship, and short ones in text. */
final class Designs {

    static final List<String> SHIPPED = List.of("algoitny", "aura-historia", "fus-main", "notifications", "url-checks");

    private Designs() {}

    static Design shipped(String name) {
        try {
            return read(name, Files.readAllBytes(Path.of("..", "systems", "designs", name + ".yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Design of(String yaml) {
        return read("test", yaml.getBytes(StandardCharsets.UTF_8));
    }

    private static Design read(String name, byte[] bytes) {
        Reading reading = Reader.read(name + ".yaml", bytes);
        assertThat(reading.findings()).isEmpty();
        return reading.design();
    }
}
