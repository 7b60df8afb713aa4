package dev.partita.conformance;

import dev.partita.conformance.Comparison.Difference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The list of places where DynamoDB Local is known not to answer as the service does; {@code known-differences.yaml}. */
final class KnownDifferences {

    /** {@code answers} matches their value, a line break, our value; so our side may refer back to groups of theirs. */
    private static final class Entry {
        final String id;
        final Pattern operations;
        final Pattern request;
        final Pattern path;
        final Pattern answers;
        int matches;

        Entry(Map<String, Object> yaml) {
            id = (String) yaml.get("id");
            operations = Pattern.compile((String) yaml.getOrDefault("operation", ".*"));
            request = Pattern.compile((String) yaml.getOrDefault("request", ".*"), Pattern.DOTALL);
            path = Pattern.compile((String) yaml.getOrDefault("path", "outcome"));
            answers = Pattern.compile("(?:" + yaml.get("theirs") + ")\n(?:" + yaml.get("ours") + ")", Pattern.DOTALL);
            if (!(yaml.get("reason") instanceof String reason) || reason.isBlank()) {
                throw new IllegalArgumentException("known difference without a reason: " + id);
            }
        }

        boolean matches(Request asked, Difference difference) {
            return operations.matcher(asked.operation()).matches()
                    && request.matcher(asked.toString()).matches()
                    && path.matcher(difference.path()).matches()
                    && answers.matcher(difference.theirs() + "\n" + difference.ours())
                            .matches();
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    static KnownDifferences read(Path file) {
        KnownDifferences known = new KnownDifferences();
        try {
            Object yaml = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
            Json.list(yaml).forEach(entry -> known.entries.add(new Entry(Json.object(entry))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return known;
    }

    /** The differences that no entry explains. */
    List<Difference> unexplained(Request request, List<Difference> differences) {
        return differences.stream()
                .filter(difference -> !explain(request, difference))
                .toList();
    }

    private boolean explain(Request request, Difference difference) {
        for (Entry entry : entries) {
            if (entry.matches(request, difference)) {
                entry.matches++;
                return true;
            }
        }
        return false;
    }

    /** Entries that explained nothing: either dead, or the run was too short to need them. */
    List<String> unmatched() {
        return entries.stream()
                .filter(entry -> entry.matches == 0)
                .map(entry -> entry.id)
                .toList();
    }

    String counts() {
        StringBuilder out = new StringBuilder();
        entries.forEach(entry -> out.append(String.format("  %6d  %s%n", entry.matches, entry.id)));
        return out.toString();
    }
}
