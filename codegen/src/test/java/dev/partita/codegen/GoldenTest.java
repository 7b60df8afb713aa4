package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GoldenTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

    /** {@code -Dgolden=update} rewrites the files; a change of them is to be read as a change for users. */
    @Test
    void theCodeOfARichDesignIsWhatItWas() throws IOException {
        Map<String, String> files = Designs.files("rich");
        if ("update".equals(System.getProperty("golden"))) {
            update(files);
        }
        List<String> kept = new ArrayList<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            kept.add(file.getKey());
            assertThat(file.getValue()).as(file.getKey()).isEqualTo(Designs.text(golden(file.getKey())));
        }
        try (Stream<Path> all = Files.list(GOLDEN)) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(kept.stream()
                            .map(path -> golden(path).getFileName().toString())
                            .toList());
        }
    }

    @Test
    void theSameDesignGivesTheSameFiles() {
        assertThat(Generator.generate(Designs.read("rich"), new Generator.Options(null)))
                .isEqualTo(Designs.files("rich"));
    }

    private static Path golden(String path) {
        return GOLDEN.resolve(path.substring(path.lastIndexOf('/') + 1) + ".txt");
    }

    private static void update(Map<String, String> files) throws IOException {
        Files.createDirectories(GOLDEN);
        try (Stream<Path> all = Files.list(GOLDEN)) {
            for (Path old : all.toList()) {
                Files.delete(old);
            }
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(golden(file.getKey()), file.getValue());
        }
    }
}
