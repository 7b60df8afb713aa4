package dev.partita.cli.internal.terminal;

import dev.partita.design.Report;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.internal.text.YamlFile;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options of a command in a YAML file, each under its name without the dashes. */
public final class SettingsFile {

    /** What is read when it stands in the working directory and no other file is named. */
    public static final String NAME = "partita-config.yaml";

    private record Setting(String value, Place place) {}

    private final Source source;
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    private SettingsFile(Source source) {
        this.source = source;
    }

    static SettingsFile empty() {
        return new SettingsFile(new Source("", ""));
    }

    /**
     * @param known the words it may have
     * @param several those of them that may have a list of values
     * @throws UsageException with the line and what to write instead
     */
    static SettingsFile read(Path file, Collection<String> known, Collection<String> several) {
        Source source;
        try {
            source = new Source(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException problem) {
            throw new UsageException(
                    Files.exists(file)
                            ? "Cannot read the configuration " + file + ": " + problem.getMessage()
                            : "There is no configuration file " + file + ".");
        }
        SettingsFile settings = new SettingsFile(source);
        YamlFile yaml = YamlFile.read(source.text());
        List<Finding> findings = new ArrayList<>(yaml.findings());
        if (findings.isEmpty() && yaml.root() != null) {
            settings.read(yaml.root(), known, several, findings);
        }
        if (!findings.isEmpty()) {
            throw settings.wrong(findings);
        }
        return settings;
    }

    /** Null when the file does not say. */
    String value(String word) {
        Setting setting = settings.get(word);
        return setting == null ? null : setting.value();
    }

    /** Where in the file it says so: {@code partita-config.yaml:3}. */
    String place(String word) {
        return source.name() + ":" + settings.get(word).place().line();
    }

    /** A value that its option refuses, shown in its line. */
    UsageException refusal(String word, String message) {
        Place place = settings.get(word).place();
        return wrong(List.of(new Finding("wrong-value", Severity.ERROR, word, place, message, (String) null)));
    }

    private void read(Node root, Collection<String> known, Collection<String> several, List<Finding> findings) {
        if (!(root instanceof Node.Mapping map)) {
            findings.add(error(root.place(), "the configuration is a map of options, not " + root.kind(), null));
            return;
        }
        map.entries().forEach((word, value) -> {
            if (!known.contains(word)) {
                findings.add(error(
                        map.placeOfKey(word),
                        "`" + word + "` is no option of partita up",
                        Spelling.advice(word, known)));
            } else if (value instanceof Node.Text text) {
                if (!text.isNull()) {
                    settings.put(word, new Setting(text.value(), text.place()));
                }
            } else if (value instanceof Node.Sequence list && several.contains(word)) {
                settings.put(word, new Setting(joined(word, list, findings), list.place()));
            } else {
                findings.add(error(value.place(), "`" + word + "` has one value, not " + value.kind(), null));
            }
        });
    }

    private static String joined(String word, Node.Sequence list, List<Finding> findings) {
        List<String> values = new ArrayList<>();
        for (Node item : list.items()) {
            if (item instanceof Node.Text text && !text.isNull()) {
                values.add(text.value());
            } else {
                findings.add(error(item.place(), "`" + word + "` is a list of texts", null));
            }
        }
        return String.join(",", values);
    }

    private static Finding error(Place place, String message, String advice) {
        return new Finding("configuration", Severity.ERROR, "configuration", place, message, advice);
    }

    private UsageException wrong(List<Finding> findings) {
        return new UsageException("The configuration cannot be used.\n"
                + new Report(source, false).text(findings).stripTrailing());
    }
}
