package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Report;
import dev.partita.design.Source;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The designs that ship, and what the documents they come from ask for. */
final class Systems {

    /** The number of the document each design comes from. */
    static final Map<String, String> SEEDS;

    static {
        Map<String, String> seeds = new LinkedHashMap<>();
        seeds.put("url-checks", "000");
        seeds.put("aura-historia", "001");
        seeds.put("algoitny", "002");
        seeds.put("fus-main", "003");
        seeds.put("notifications", "004");
        SEEDS = java.util.Collections.unmodifiableMap(seeds);
    }

    private Systems() {}

    static List<String> names() {
        return List.copyOf(SEEDS.keySet());
    }

    static Source source(String name) {
        return new Source(name + ".yaml", resource("designs/" + name + ".yaml"));
    }

    /** A design as read; it must be readable without a finding. */
    static Design design(String name) {
        Reading reading = Reader.read(source(name));
        if (!reading.findings().isEmpty()) {
            throw new AssertionError(new Report(source(name), false).text(reading.findings()));
        }
        return reading.design();
    }

    /** A design with its plans. */
    static Compiled compiled(String name) {
        return Compiler.compile(design(name));
    }

    /** Ids of requirements with what they ask for: those of one document and one kind, {@code 000-A}. */
    static Map<String, String> requirements(String prefix) {
        Map<String, String> requirements = new LinkedHashMap<>();
        resource("requirements.txt")
                .lines()
                .filter(line -> line.startsWith(prefix))
                .forEach(line -> {
                    int space = line.indexOf(' ');
                    if (requirements.put(line.substring(0, space), line.substring(space + 1)) != null) {
                        throw new IllegalStateException("twice: " + line);
                    }
                });
        return requirements;
    }

    /** A YAML file of the tests. */
    static Map<String, Object> yaml(String path) {
        return map(new Load(LoadSettings.builder().build()).loadFromString(resource(path)));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    static String resource(String path) {
        try (InputStream in = Systems.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
