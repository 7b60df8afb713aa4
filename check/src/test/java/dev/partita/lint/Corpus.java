package dev.partita.lint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The designs of this repository: the rules' examples, those in the docs, and the systems that ship. */
final class Corpus {

    private static final Pattern YAML = Pattern.compile("```yaml\n(design: .*?)```", Pattern.DOTALL);

    static List<String> all() throws IOException {
        List<String> designs = new ArrayList<>();
        Rules.ALL.forEach(rule -> {
            designs.add(rule.bad());
            designs.add(MendedExample.of(rule));
        });
        designs.addAll(docs());
        designs.addAll(systems());
        return designs;
    }

    /** Every whole design in the documentation, but for the page of rules. */
    static List<String> docs() throws IOException {
        List<String> designs = new ArrayList<>();
        for (Path page : files(Path.of("..", "docs"), ".md")) {
            Matcher matcher = YAML.matcher(Files.readString(page));
            while (!page.endsWith("rules.md") && matcher.find()) {
                designs.add(matcher.group(1));
            }
        }
        return designs;
    }

    /** The systems, and the same as their authors wrote them first. */
    static List<String> systems() throws IOException {
        List<String> designs = new ArrayList<>();
        for (Path file : files(Path.of("..", "systems", "designs"), ".yaml")) {
            designs.add(Files.readString(file));
        }
        return designs;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private Corpus() {}
}
