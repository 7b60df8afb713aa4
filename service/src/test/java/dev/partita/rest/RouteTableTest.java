package dev.partita.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The APIs of the five designs, whole, for people to read; {@code -Dgolden=update} writes them again. */
class RouteTableTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "routes");

    @SuppressWarnings("unused")
    private static final java.util.List<String> SHIPPED = Designs.SHIPPED;

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void theApiOfEveryDesignThatShips(String name) throws IOException {
        Path file = GOLDEN.resolve(name + ".txt");
        String table = RouteTable.text(Routes.of(Designs.shipped(name)));
        if ("update".equals(System.getProperty("golden"))) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, table);
        }
        assertThat(table).as(file + " (-Dgolden=update rewrites it)").isEqualTo(Files.readString(file));
    }
}
