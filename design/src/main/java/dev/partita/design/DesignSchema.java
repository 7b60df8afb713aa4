package dev.partita.design;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema (draft 2020-12) of design files, by which editors complete and check them. */
public final class DesignSchema {

    /** The name under which it is published. */
    public static final String FILE = "partita-design.schema.json";

    public static String text() {
        try (InputStream in = DesignSchema.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DesignSchema() {}
}
