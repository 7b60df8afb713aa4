package dev.partita.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the two servers are and where a run keeps its files. */
record Setup(Path java, Path partita, Path dynamoDbLocal, Path runDirectory) {

    /** The layout that {@code bench/run} builds below the project's root. */
    static Setup below(Path root) {
        try {
            Path target = Files.createDirectories(root.resolve("bench/target"));
            return new Setup(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    root.resolve("partita"),
                    root.resolve("oracle/target/dynamodb-local"),
                    Files.createTempDirectory(target, "run-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
