package dev.partita.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The design that {@code partita new} begins with. */
public final class Starter {

    public static String text(String name) {
        try (InputStream in = Starter.class.getResourceAsStream("starter.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("NAME_TABLE", name.toUpperCase(Locale.ROOT).replace('-', '_') + "_TABLE")
                    .replace("NAME", name);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private Starter() {}
}
