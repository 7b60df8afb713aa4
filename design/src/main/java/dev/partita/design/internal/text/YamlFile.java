package dev.partita.design.internal.text;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import java.util.List;

/**
 * A YAML file that is no design, read with the same care: every word knows its place, and what is wrong is told in plain words.
 *
 * @param root null when the file is not YAML, or when there is nothing in it
 * @param findings empty when all is well
 */
public record YamlFile(Node root, List<Finding> findings) {

    public static YamlFile read(String text) {
        if (text.lines().allMatch(line -> line.isBlank() || line.stripLeading().startsWith("#"))) {
            return new YamlFile(null, List.of());
        }
        ReadingProblems problems = new ReadingProblems();
        Node root = Yaml.read(text, problems);
        return new YamlFile(root, problems.findings());
    }
}
