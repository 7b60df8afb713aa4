package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.model.Node;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PackedDesignTest {

    private static final String SMALL = """
            # Every kind of text that YAML has.
            design: small
            about: >
              Folded,
              twice: "quoted" 'too' \\ and [so] {on}.
            time-zone: "Europe/Berlin"
            tables: { main: { name: 'it''s', key: { partition: pk, sort: "sk" } } }
            entities:
              User:
                about: |
                  Line by line,
                    ändert 日本 \ud83d\ude00 and more.
                key: { pk: "USER#{userId}", sk: "A\\tB" }
                attributes:
                  userId:  string
                  email:   { type: string, default: "null", about: "", ignore: { personal-data-in-key: it is } }
                  age:     { type: integer, default: 007, about: ~ }
                  words:   { type: list of string, default: ["true", 'x', "1.0", no] }
                  price:   { type: decimal, default: 9.90 }
            patterns:
              user: { get: User, by: userId, where: }
            samples:
              User: [ { userId: u1, email: secret@example.com } ]
            """;

    static Stream<Path> designs() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "systems", "designs"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("designs")
    void aDesignThatShipsIsReadAsItsFileIs(Path file) throws IOException {
        assertSame(Reader.read(new Source(file.toString(), Files.readString(file))));
    }

    @Test
    void everyScalarIsTheSame() {
        assertSame(Reader.read(new Source("small.yaml", SMALL)));
    }

    @Test
    void theTextIsPlainAndHasNeitherCommentsNorSamplesNorFolders() {
        String text = packed();

        assertThat(text).startsWith("partita-design 1 ").contains(" small.yaml\n");
        assertThat(text).doesNotContain("Every kind", "secret@example.com", "folder");
        assertThat(text.chars()).allMatch(c -> c >= ' ' && c <= '~' || c == '\n');
    }

    @Test
    void aTextThatIsCutAnywhereIsRefused() {
        String text = packed();
        for (int length = 0; length < text.length(); length++) {
            assertRefused(text.substring(0, length));
        }
    }

    @Test
    void aTextWithAnyBitFlippedIsRefused() {
        String text = packed();
        for (int at = 0; at < text.length(); at++) {
            for (int bit = 0; bit < Character.SIZE; bit++) {
                StringBuilder flipped = new StringBuilder(text);
                flipped.setCharAt(at, (char) (text.charAt(at) ^ 1 << bit));
                assertRefused(flipped.toString());
            }
        }
    }

    /** Whoever computes the checksum anew still gets an answer that can be understood. */
    @Test
    void whatIsNoTreeIsRefusedAlsoWhenItsChecksumIsRight() {
        Design tiny = Reader.read(new Source("tiny.yaml", """
                        design: tiny
                        tables: { main: { key: { partition: "pk" }, about: 'it, \\ is' } }
                        entities:
                          User: { key: { pk: "{id}" }, attributes: { id: { type: string, normalise: [trim, lower] } } }
                        """)).design();
        String body = PackedDesign.pack(tiny).split("\n", 2)[1];
        List<String> bodies = new ArrayList<>();
        for (int at = 0; at < body.length(); at++) {
            bodies.add(body.substring(0, at));
            for (char c : "{}[],:\"'\\\n =A!\u00e4".toCharArray()) {
                bodies.add(body.substring(0, at) + c + body.substring(at + 1));
            }
        }
        bodies.add("[".repeat(100_000) + "\n\n" + "A".repeat(300_000));
        for (String changed : bodies) {
            PackedDesign forged = PackedDesign.of(PackedDesignTest.class, sealed("1", "tiny.yaml\n" + changed));
            try {
                assertThat(forged.design()).isNotNull();
            } catch (PackedDesign.Unreadable expected) {
                assertThat(expected).hasMessageContaining(PackedDesignTest.class.getName());
            }
        }
    }

    @Test
    void aDamagedTextSaysWhatToDo() {
        assertThatThrownBy(() -> PackedDesign.of(String.class, packed().replace("USER#", "USER+"))
                        .design())
                .isInstanceOf(PackedDesign.Unreadable.class)
                .hasMessage("The design in java.lang.String is not as it was generated: its checksum is wrong."
                        + " Generate the code again from its design file, and do not edit it.");
        assertThatThrownBy(
                        () -> PackedDesign.of(String.class, "design: small\n").design())
                .hasMessage("The design in java.lang.String does not begin as one does."
                        + " Generate the code again from its design file.");
    }

    @Test
    void aNewerFormatSaysSo() {
        assertThatThrownBy(() -> PackedDesign.of(String.class, sealed("2", "small.yaml\n<anything at all>"))
                        .design())
                .isInstanceOf(PackedDesign.Unreadable.class)
                .hasMessage(
                        "The design in java.lang.String was generated by a newer Partita: its format is 2, and this one"
                                + " reads formats up to 1. Use the runtime of the version that generated it, or a later one; or"
                                + " generate the code again with this one.");
    }

    @Test
    void aWordOfANewerLanguageIsNamedWithItsPlace() {
        Design design = Reader.read(new Source("small.yaml", SMALL.replace("sk: \"A", "teleport: \"A")))
                .design();

        assertThatThrownBy(() ->
                        PackedDesign.of(String.class, PackedDesign.pack(design)).design())
                .isInstanceOf(PackedDesign.Unreadable.class)
                .hasMessageContaining("small.yaml:13:33: ")
                .hasMessageContaining("teleport")
                .hasMessageEndingWith("generate the code again with this one.");
    }

    @Test
    void itIsReadOnceAndFromAnyPieces() {
        String text = packed();
        PackedDesign packed = PackedDesign.of(String.class, text.substring(0, 7), "", text.substring(7));

        assertThat(packed.design()).isSameAs(packed.design());
    }

    /** In a class path that has no YAML reader. */
    @Test
    void noYamlIsNeeded() throws Exception {
        URL classes = PackedDesign.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader bare = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = bare.loadClass(PackedDesign.class.getName());
            Object packed =
                    type.getMethod("of", Class.class, String[].class).invoke(null, type, new String[] {packed()});
            Object design = type.getMethod("design").invoke(packed);

            assertThat(design.getClass().getMethod("name").invoke(design)).isEqualTo("small");
        }
    }

    private static String packed() {
        return PackedDesign.pack(
                Reader.read(new Source("some/folder/small.yaml", SMALL)).design());
    }

    private static String sealed(String version, String rest) {
        return "partita-design " + version + " " + PackedDesign.checksum(version, rest) + " " + rest;
    }

    private static void assertRefused(String text) {
        assertThatThrownBy(() -> PackedDesign.of(String.class, text).design())
                .as(text)
                .isInstanceOf(PackedDesign.Unreadable.class)
                .hasMessageStartingWith("The design in java.lang.String ")
                .hasMessageContaining("Generate the code again");
    }

    private static void assertSame(Reading reading) {
        assertThat(reading.findings()).isEmpty();
        Design read = reading.design();
        Design unpacked =
                PackedDesign.of(PackedDesignTest.class, PackedDesign.pack(read)).design();

        assertThat(unpacked.source().name())
                .isEqualTo(Path.of(read.source().name()).getFileName().toString());
        assertThat(unpacked.source().text()).isEmpty();
        assertThat(unpacked.samples()).isEmpty();
        Map<String, Object> parts = parts(read);
        assertThat(parts(unpacked)).isEqualTo(parts);
        assertThat(parts).hasSize(Design.class.getRecordComponents().length - 2);
    }

    /** All that is to be the same, with its order. */
    private static Map<String, Object> parts(Design design) {
        Map<String, Object> parts = new LinkedHashMap<>();
        for (RecordComponent component : Design.class.getRecordComponents()) {
            try {
                Object part = component.getAccessor().invoke(design);
                parts.put(component.getName(), part instanceof Map<?, ?> map ? List.copyOf(map.entrySet()) : part);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        parts.keySet().removeAll(List.of("source", "samples"));
        Map<String, Node> tree = new LinkedHashMap<>(((Node.Mapping) design.node()).entries());
        tree.remove("samples");
        parts.put("node", List.copyOf(tree.entrySet()));
        return parts;
    }
}
