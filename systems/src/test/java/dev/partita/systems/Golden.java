package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text that is kept beside the tests; {@code -Dgolden=update} rewrites it. */
final class Golden {

    private static final Path DIRECTORY = Path.of("src", "test", "resources", "golden");
    private static final boolean UPDATE = "update".equals(System.getProperty("golden"));

    private Golden() {}

    static void check(String name, String actual) {
        checkFile(DIRECTORY.resolve(name), actual);
    }

    static void checkFile(Path file, String actual) {
        try {
            if (UPDATE) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, actual);
            }
            assertThat(actual).as(file + " (-Dgolden=update rewrites it)").isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
