package dev.partita.design.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.fail;

import dev.partita.design.Reader;
import dev.partita.design.ReaderTest;
import dev.partita.design.Reading;
import dev.partita.design.Report;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever the bytes: a reading, and for what cannot be read a finding. */
class ReaderFuzzTest {

    private static final int TRIES = 20_000;
    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ": ",
        ",",
        "\"",
        "'",
        "#",
        "&a ",
        "*a",
        "!!str ",
        "!",
        "|",
        ">",
        "---",
        "...",
        "%YAML 1.2",
        "\t",
        "\n",
        "\r",
        "\u0000",
        "\ufeff",
        "\u2028",
        "\u0085",
        "é",
        "日本",
        "😀",
        "null",
        "~",
        "true",
        "1e999",
        "0x1F",
        "-",
        "? ",
        "<<: *a",
        "{a:05}",
        "{a:newest-first}",
        "{",
        "a = 1 AND",
        "((((",
        "NOT NOT",
        "1..5",
        "90 days",
        "3 KB",
        "99999999999999999999",
        "- - - -",
        "@",
        "`",
        "  ",
        "list of list of",
        "enum: [",
        "record: {"
    };

    @Test
    void noBytesBringTheReaderDown() throws IOException {
        fuzz(1_000);
    }

    @Test
    @Tag("slow")
    void noBytesBringTheReaderDownHoweverLong() throws IOException {
        fuzz(TRIES);
    }

    private static void fuzz(int tries) throws IOException {
        long seed = Long.getLong("seed", 20260715L);
        Random random = new Random(seed);
        List<byte[]> designs = designs();
        for (int i = 0; i < tries; i++) {
            byte[] bytes = i % 20 == 0 ? noise(random) : mutated(designs.get(random.nextInt(designs.size())), random);
            try {
                Reading reading = Reader.read("fuzz.yaml", bytes);
                if (reading.design() == null) {
                    assertThat(reading.findings()).isNotEmpty();
                }
                if (i % 10 == 0) {
                    check(reading, bytes);
                }
            } catch (Throwable e) {
                Path kept = Files.createTempFile("partita-fuzz", ".yaml");
                Files.write(kept, bytes);
                fail("seed " + seed + ", try " + i + ", kept as " + kept, e);
            }
        }
    }

    @Test
    void bombsGoOffQuietly() {
        quickly("[".repeat(1_000_000));
        quickly("{a: ".repeat(250_000));
        quickly("- ".repeat(500_000));
        quickly("a: &a [x]\nb: *a\n" + "c: [*a, *a]\n".repeat(50_000));
        StringBuilder laughs = new StringBuilder("a0: &a0 [lol, lol]\n");
        for (int i = 1; i < 30; i++) {
            laughs.append("a%d: &a%d [*a%d, *a%d, *a%d]%n".formatted(i, i, i - 1, i - 1, i - 1));
        }
        quickly(laughs.toString());
        quickly("x".repeat(2_000_000));
        quickly("\u0000".repeat(1_000_000));
        quickly("\"" + "a".repeat(1_000_000));
        quickly("k: v\n".repeat(200_000));
        quickly("? ".repeat(400_000));
        quickly(head() + "patterns: { a: { scan: A, where: \"" + "(".repeat(900_000) + "\" } }");
        quickly(head() + "patterns: { a: { scan: A, where: \"" + "NOT ".repeat(1_000) + "id\" } }");
        quickly(head() + "patterns: { a: { scan: A, where: \"id" + " AND id".repeat(580) + "\" } }");
        quickly(head() + "patterns: { a: { scan: A, where: \"" + "a.".repeat(2_000) + "a\" } }");
        quickly(head() + "patterns: { a: { scan: A, where: \"id = '" + "''".repeat(2_000) + "\" } }");
        quickly(head() + "types: { T: " + "list of ".repeat(100_000) + "string }");
        quickly(head() + "types:\n" + manyTypes());
        quickly("design: d\n" + "unknown%d: x\n".repeat(80_000).replace("%d", ""));
        quickly(unknownWords());
    }

    private static void quickly(String text) {
        assertTimeout(Duration.ofSeconds(30), () -> {
            Reading reading = Reader.read("bomb.yaml", text.getBytes(StandardCharsets.UTF_8));
            assertThat(reading.findings()).isNotEmpty().hasSizeLessThanOrEqualTo(ReadingProblems.MOST + 1);
        });
    }

    private static String head() {
        return "design: d\ntables: { t: { key: { partition: pk } } }\nentities: { A: { key: { pk: \"{id}\" }, attributes: { id: string } } }\n";
    }

    /** Each type has two members of the next: written out it would be larger than any machine. */
    private static String manyTypes() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            out.append("  T%d: { record: { a: T%d, b: T%d } }%n".formatted(i, i + 1, i + 1));
        }
        return out.toString();
    }

    private static String unknownWords() {
        StringBuilder out = new StringBuilder("design: d\n");
        for (int i = 0; i < 40_000; i++) {
            out.append("word").append(i).append(": x\n");
        }
        return out.toString();
    }

    /** Places lie in the file, and what is read can be printed. */
    private static void check(Reading reading, byte[] bytes) {
        Source source = new Source("fuzz.yaml", new String(bytes, StandardCharsets.UTF_8));
        int lines = source.lines().size();
        for (Finding finding : reading.findings()) {
            assertThat(finding.place().line()).isBetween(1, lines + 1);
            assertThat(finding.place().column()).isPositive();
            assertThat(finding.place().length()).isPositive();
            assertThat(finding.message()).doesNotEndWith(".");
        }
        assertThat(new Report(source, true).text(reading.findings())).isNotNull();
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[random.nextInt(400)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (bytes[i] & 0x7f);
            }
        }
        return bytes;
    }

    private static byte[] mutated(byte[] design, Random random) {
        StringBuilder text = new StringBuilder(new String(design, StandardCharsets.UTF_8));
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int at = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), at + random.nextInt(random.nextInt(10) == 0 ? 400 : 8));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, to);
                case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.replace(at, to, PIECES[random.nextInt(PIECES.length)]);
                default -> {
                    int from = random.nextInt(text.length() + 1);
                    text.insert(at, text.substring(from, Math.min(text.length(), from + random.nextInt(60))));
                }
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(10) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    /** The shipped designs, cut into pieces of a few entities so that 20,000 tries take seconds, and the file with everything. */
    private static List<byte[]> designs() throws IOException {
        List<byte[]> designs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            designs.add(ReaderTest.resource("everything.yaml"));
        }
        Path shipped = Path.of("..", "systems", "designs");
        try (Stream<Path> files = Files.walk(shipped)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                designs.add(Files.readAllBytes(file));
            }
        }
        return designs;
    }
}
