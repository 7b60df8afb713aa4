package dev.partita.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the two servers' jars are and where a run keeps its files. */
record Setup(Path java, Path partitaJar, List<String> partitaJvmOptions, Path dynamoDbLocal, Path runDirectory) {

    Setup {
        partitaJvmOptions = List.copyOf(partitaJvmOptions);
    }

    /** The layout that {@code bench/run} builds below the project's root. */
    static Setup below(Path root) {
        try {
            Path target = root.resolve("bench/target");
            Files.createDirectories(target);
            return new Setup(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    root.resolve("cli/target/partita.jar"),
                    jvmOptions(root.resolve("cli/jvm.options")),
                    root.resolve("oracle/target/dynamodb-local"),
                    Files.createTempDirectory(target, "run-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> jvmOptions(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }
}
