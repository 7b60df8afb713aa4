package dev.partita.design;

import java.util.List;

/**
 * A YAML file that is no design, read with the same care: every word knows its place, and what is wrong is told in plain words.
 *
 * @param root null when the file is not YAML, or when there is nothing in it
 * @param findings empty when all is well
 */
public record YamlFile(Node root, List<Finding> findings) {

    public static YamlFile read(Source source) {
        if (source.lines().stream()
                .allMatch(line -> line.isBlank() || line.stripLeading().startsWith("#"))) {
            return new YamlFile(null, List.of());
        }
        ReadingProblems problems = new ReadingProblems();
        Node root = Yaml.read(source, problems);
        return new YamlFile(root, problems.findings());
    }
}
