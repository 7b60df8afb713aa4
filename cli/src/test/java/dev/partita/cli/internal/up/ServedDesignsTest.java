package dev.partita.cli.internal.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.cli.internal.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which designs are served side by side. */
class ServedDesignsTest {

    @TempDir
    private Path folder;

    @Test
    void twoDesignsThatDoNotNameTheirTableAreNotServedFromOne() throws IOException {
        List<String> files = List.of(design("shop", ""), design("blog", ""));
        assertThatThrownBy(() -> ServedDesigns.load(files, Map.of(), false))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("The designs shop and blog both have a table main")
                .hasMessageContaining("Write `name: blog` at the table main");
    }

    @Test
    void twoDesignsThatNameTheSameTableShareIt() throws IOException {
        List<String> files = List.of(design("shop", "name: all, "), design("blog", "name: all, "));
        assertThat(ServedDesigns.load(files, Map.of(), false)).hasSize(2);
    }

    private String design(String name, String table) throws IOException {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(file, """
                design: %s
                tables: { main: { %skey: { partition: pk } } }
                entities:
                  Thing:
                    key: { pk: "%s#{thingId}" }
                    attributes: { thingId: { type: ulid, generate: ulid } }
                patterns:
                  thing: { get: Thing, by: thingId }
                """.formatted(name, table, name));
        return file.toString();
    }
}
