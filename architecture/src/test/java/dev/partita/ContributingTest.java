package dev.partita;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/contributing.md to things that are there: the files it lists are those that know of them. */
class ContributingTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** An attribute's option has its effect wherever that is; what the page lists is where every option is known. */
    @Test
    void anAttributeOptionIsKnownWhereThePageSays() throws IOException {
        List<Path> listed = listed("## An attribute option", 1);
        List<Path> known = new ArrayList<>(knowing("host-in|hostIn"));
        known.removeIf(file -> file.toString().contains("/lint/"));
        known.removeIf(file -> file.startsWith(ROOT.resolve("plan")) && !file.endsWith("OptionCheck.java"));
        assertThat(ofProduct(listed)).containsExactlyInAnyOrderElementsOf(known);
        assertMentions(listed, "host-in|hostIn");
        assertMentions(listed("## An attribute option", 2), "distinct");
    }

    @Test
    void aRuleIsKnownWhereThePageSays() throws IOException {
        assertExact("## A rule", "MixedCasePrefixes|mixed-case-prefixes");
    }

    @Test
    void anOperationIsKnownWhereThePageSays() throws IOException {
        assertExact("## An operation", "DescribeLimits");
    }

    @Test
    void aCommandIsKnownWhereThePageSays() throws IOException {
        List<Path> listed = listed("## A command", 1);
        assertThat(ofProduct(listed)).containsExactlyInAnyOrderElementsOf(knowing("SchemaCommand"));
        assertMentions(listed, "schema");
    }

    @Test
    void aVerbIsKnownWhereThePageSays() throws IOException {
        assertMentions(listed("## A verb", 1), "(?i)restore");
    }

    @Test
    void aWordBesideAVerbIsKnownWhereThePageSays() throws IOException {
        assertMentions(listed("## A word beside a verb", 1), "or-create|orCreate");
        assertMentions(
                listed("## A word beside a verb", 2),
                "or-create|orCreate|OrCreate|item-cannot-be-made|ITEM_CANNOT_BE_MADE");
    }

    private static void assertExact(String heading, String words) throws IOException {
        List<Path> listed = listed(heading, 1);
        assertThat(ofProduct(listed)).containsExactlyInAnyOrderElementsOf(knowing(words));
        assertMentions(listed, words);
    }

    private static void assertMentions(List<Path> files, String words) {
        Pattern pattern = Pattern.compile(words);
        assertThat(files).isNotEmpty().allSatisfy(file -> assertThat(mentions(file, pattern))
                .as(file.toString())
                .isTrue());
    }

    /** The files of one block under a heading, each of which there is exactly once. */
    private static List<Path> listed(String heading, int block) throws IOException {
        String page = Files.readString(ROOT.resolve("docs/contributing.md"));
        String fenced = page.substring(page.indexOf(heading)).split("```")[2 * block - 1];
        List<Path> files = new ArrayList<>();
        for (String line : fenced.strip().lines().toList()) {
            String path = line.split(" ")[0];
            int gap = path.indexOf("/\u2026/");
            if (gap < 0) {
                files.add(ROOT.resolve(path));
                continue;
            }
            String name = path.substring(gap + 3);
            List<Path> found = under(ROOT.resolve(path.substring(0, gap)).resolve("src"))
                    .filter(file -> file.endsWith(name))
                    .toList();
            assertThat(found).as(path).hasSize(1);
            files.addAll(found);
        }
        assertThat(files).allSatisfy(file -> assertThat(file).exists());
        return files;
    }

    private static List<Path> ofProduct(List<Path> files) {
        return files.stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .toList();
    }

    /** The files of all modules' main code that have such words. */
    private static TreeSet<Path> knowing(String words) throws IOException {
        Pattern pattern = Pattern.compile(words);
        TreeSet<Path> knowing = new TreeSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(path -> Files.isDirectory(path.resolve("src/main")))
                    .toList()) {
                under(module.resolve("src/main"))
                        .filter(file -> file.toString().matches(".*\\.(java|json|md)"))
                        .filter(file -> mentions(file, pattern))
                        .forEach(knowing::add);
            }
        }
        return knowing;
    }

    private static boolean mentions(Path file, Pattern words) {
        try {
            return words.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> under(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList().stream();
        }
    }
}
