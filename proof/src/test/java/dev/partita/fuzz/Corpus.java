package dev.partita.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The inputs in the tree: a few good ones to begin with for each target, and each one that ever was a finding. */
final class Corpus {

    private Corpus() {}

    static Path of(String target) throws Exception {
        return Path.of(Corpus.class.getResource("/fuzz/" + target).toURI());
    }

    /** Words that the target knows, for Jazzer to put in; null if there are none. */
    static Path words(String target) throws Exception {
        Path words = of(target).resolveSibling(target + ".dict");
        return Files.exists(words) ? words : null;
    }

    static List<Path> files(String target) throws Exception {
        try (Stream<Path> files = Files.list(of(target))) {
            return files.sorted().toList();
        }
    }

    static byte[] bytes(Path file) throws IOException {
        return Files.readAllBytes(file);
    }
}
