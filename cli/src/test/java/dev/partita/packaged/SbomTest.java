package dev.partita.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.document.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What others wrote and the jar brings along, as {@code target/bom.json} lists it. Each is pinned by its version and its checksum in
 * {@code dependencies.txt}, so a new one, another one or another file under the same name is a line that somebody reads;
 * {@code -Dgolden=update} writes it.
 */
class SbomTest {

    private static final Path BOM = Path.of("target", "bom.json");
    private static final Path JAR = Path.of("target", "partita.jar");
    private static final Path LIST = Path.of("src", "test", "resources", "dependencies.txt");
    private static final String OWN = "dev.partita";

    /** All of them ask for nothing but to be named. Where there is a choice, one is enough. */
    private static final Set<String> LICENCES =
            Set.of("Apache-2.0", "MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "Public Domain");

    private record Component(String group, String name, String version, List<String> licences, String sha256) {

        String line() {
            return group + ":" + name + " " + version + " " + String.join("|", licences) + " " + sha256;
        }

        String file() {
            return name + "-" + version + ".jar";
        }

        @Override
        public String toString() {
            return group + ":" + name + ":" + version;
        }
    }

    private static List<Component> all;

    @BeforeAll
    static void read() throws IOException {
        assumeTrue(Files.exists(BOM), "only -Pchecks, and so ./verify, makes " + BOM);
        all = new ArrayList<>();
        Map<String, Object> bom = Json.object(Json.read(Files.readString(BOM)), "a bill of materials");
        assertThat(bom).containsEntry("bomFormat", "CycloneDX");
        for (Object component : Json.list(bom.get("components"), "components")) {
            all.add(component(Json.object(component, "a component")));
        }
    }

    @Test
    void eachIsTheFileThatWasLookedAt() throws IOException {
        String lines = others().map(Component::line).sorted().collect(Collectors.joining("\n")) + "\n";
        if ("update".equals(System.getProperty("golden"))) {
            Files.writeString(LIST, lines);
        }
        assertThat(lines).as(LIST + "; -Dgolden=update writes it").isEqualTo(Files.readString(LIST));
    }

    @Test
    void eachMayBeShipped() {
        assertThat(others())
                .as("dependencies without a licence of %s", LICENCES)
                .allMatch(component -> component.licences().stream().anyMatch(LICENCES::contains));
    }

    @Test
    void eachIsReleasedAndThereOnce() {
        assertThat(others()).noneMatch(component -> component.version().contains("SNAPSHOT"));
        assertThat(all)
                .extracting(component -> component.group() + ":" + component.name())
                .doesNotHaveDuplicates();
    }

    @Test
    void theChecksumsAreThoseOfTheFiles() throws IOException, GeneralSecurityException {
        Map<String, Path> files = classPath();
        for (Component component : others().toList()) {
            assertThat(files).containsKey(component.file());
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(files.get(component.file())));
            assertThat(component.sha256())
                    .as(component.toString())
                    .isEqualTo(HexFormat.of().formatHex(digest));
        }
    }

    /** A list that leaves something out is worse than none. */
    @Test
    void theJarHasNoClassThatIsNotListed() throws IOException {
        Set<String> listed = new HashSet<>();
        Map<String, Path> files = classPath();
        for (Component component : others().toList()) {
            listed.addAll(classes(files.get(component.file())));
        }
        Set<String> shipped = new TreeSet<>(classes(JAR));
        assertThat(shipped).hasSizeGreaterThan(5_000);
        shipped.removeIf(name -> name.startsWith("dev/partita/"));
        shipped.removeAll(listed);
        assertThat(shipped).isEmpty();
    }

    /** Files of other packages are no dependencies, and so in no list but this one. */
    @Test
    void thePageNamesWhatIsUnpackedIntoTheJar() throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"));
        String page = Files.readString(Path.of("..", "docs", "security.md"));
        assertThat(page)
                .contains("lit-html " + property(pom, "lit-html.version"))
                .contains("Swagger UI " + property(pom, "swagger-ui.version"));
    }

    private static String property(String pom, String name) {
        int start = pom.indexOf("<" + name + ">") + name.length() + 2;
        return pom.substring(start, pom.indexOf('<', start));
    }

    private static Stream<Component> others() {
        return all.stream().filter(component -> !component.group().equals(OWN));
    }

    private static Component component(Map<String, Object> tree) {
        List<String> licences = new ArrayList<>();
        for (Object entry : Json.list(tree.get("licenses"), "licenses")) {
            Map<String, Object> one = Json.object(entry, "a licence");
            if (one.get("license") == null) {
                licences.add(String.valueOf(one.get("expression")));
            } else {
                Map<String, Object> licence = Json.object(one.get("license"), "a licence");
                licences.add(String.valueOf(licence.getOrDefault("id", licence.get("name"))));
            }
        }
        String sha256 = null;
        for (Object entry : Json.list(tree.get("hashes"), "hashes")) {
            Map<String, Object> hash = Json.object(entry, "a hash");
            sha256 = hash.get("alg").equals("SHA-256") ? (String) hash.get("content") : sha256;
        }
        return new Component(
                (String) tree.get("group"), (String) tree.get("name"), (String) tree.get("version"), licences, sha256);
    }

    private static Map<String, Path> classPath() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(path.split(File.pathSeparator))
                .map(Path::of)
                .collect(Collectors.toMap(file -> file.getFileName().toString(), file -> file, (one, other) -> one));
    }

    private static Set<String> classes(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .collect(Collectors.toSet());
        }
    }
}
