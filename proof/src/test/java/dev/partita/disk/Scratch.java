package dev.partita.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Directories that are made and removed by the thousand: in memory where that is possible, so that no sync costs anything. */
final class Scratch {

    private static final Path MEMORY = Path.of("/dev/shm");

    private Scratch() {}

    static Path make(String name) throws IOException {
        return Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "partita-" + name)
                : Files.createTempDirectory("partita-" + name);
    }

    /** Everything below a directory by its path; directories end in a slash. */
    static Map<String, byte[]> read(Path directory) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.toList()) {
                String name = path.equals(directory) ? "" : "/" + directory.relativize(path);
                if (Files.isDirectory(path)) {
                    files.put(name + "/", new byte[0]);
                } else {
                    files.put(name, Files.readAllBytes(path));
                }
            }
        }
        return files;
    }

    static String head(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }
}
