package dev.partita.cli.internal.design;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The five designs that ship, by name. */
public final class ShippedDesigns {

    public static final List<String> NAMES =
            List.of("url-checks", "aura-historia", "algoitny", "fus-main", "notifications");

    /** The text of a shipped design's file. */
    static String text(String name) {
        try (InputStream in = ShippedDesigns.class.getResourceAsStream("/designs/" + name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private ShippedDesigns() {}
}
