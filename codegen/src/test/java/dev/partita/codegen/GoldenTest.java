package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class GoldenTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

    /** {@code -Dgolden=update} rewrites the files; a change of them is to be read as a change for users. */
    @ParameterizedTest
    @FieldSource("dev.partita.codegen.Designs#OWN")
    void theCodeOfADesignIsWhatItWas(String name) throws IOException {
        Map<String, String> files = new TreeMap<>(Designs.files(name));
        if ("update".equals(System.getProperty("golden"))) {
            update(files, GOLDEN.resolve(name));
        }
        List<String> kept = new ArrayList<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            kept.add(file.getKey());
            assertThat(file.getValue()).as(file.getKey()).isEqualTo(Designs.text(golden(file.getKey())));
        }
        try (Stream<Path> all = Files.list(GOLDEN.resolve(name))) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(kept.stream()
                            .map(path -> golden(path).getFileName().toString())
                            .toList());
        }
    }

    @Test
    void theSameDesignGivesTheSameFilesWhereverItLies() {
        String text = Designs.text(Path.of("src", "test", "resources", "rich.yaml"));

        assertThat(Generator.generate(Designs.of("some/folder/rich.yaml", text), new Generator.Options(null)))
                .isEqualTo(Designs.files("rich"));
    }

    private static Path golden(String path) {
        return GOLDEN.resolve(path + ".txt");
    }

    private static void update(Map<String, String> files, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> all = Files.list(folder)) {
            for (Path old : all.toList()) {
                Files.delete(old);
            }
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(golden(file.getKey()), file.getValue());
        }
    }
}
