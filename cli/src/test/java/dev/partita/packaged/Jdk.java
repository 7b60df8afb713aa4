package dev.partita.packaged;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JDK on this machine. */
record Jdk(Path home, int version) {

    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    /** The one that runs the tests and, where there is a newer one, the newest. */
    static List<Jdk> toTry() throws IOException {
        Jdk own = new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
        List<Jdk> all = new ArrayList<>(List.of(own));
        installed().stream()
                .filter(jdk -> jdk.version > own.version)
                .max(Comparator.comparingInt(Jdk::version))
                .ifPresent(all::add);
        return all;
    }

    Path tool(String name) {
        return home.resolve("bin").resolve(name);
    }

    /** Where Debian, Fedora, macOS and SDKMAN put them. */
    private static List<Jdk> installed() throws IOException {
        List<Jdk> found = new ArrayList<>();
        List<Path> places = List.of(
                Path.of("/usr/lib/jvm"),
                Path.of("/Library/Java/JavaVirtualMachines"),
                Path.of(System.getProperty("user.home"), ".sdkman", "candidates", "java"));
        for (Path place : places) {
            if (!Files.isDirectory(place)) {
                continue;
            }
            try (Stream<Path> homes = Files.list(place)) {
                for (Path home : homes.toList()) {
                    Path mac = home.resolve("Contents").resolve("Home");
                    add(found, Files.isDirectory(mac) ? mac : home);
                }
            }
        }
        return found;
    }

    private static void add(List<Jdk> found, Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin").resolve("javac")) || !Files.isReadable(release)) {
            return;
        }
        Matcher version = VERSION.matcher(Files.readString(release));
        if (version.find()) {
            found.add(new Jdk(home, Integer.parseInt(version.group(1))));
        }
    }

    @Override
    public String toString() {
        return "JDK " + version;
    }
}
