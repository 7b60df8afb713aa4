package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Type;
import dev.partita.plan.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the Java of a design. */
public final class Generator {

    /** @param packageName the package of the generated classes; null for the design's name without hyphens */
    public record Options(String packageName) {}

    private Generator() {}

    /**
     * The files, by their paths below a source directory; the same for the same design.
     *
     * @throws Refused when the design has errors
     */
    public static Map<String, String> generate(Compiled compiled, Options options) {
        List<Finding> errors =
                compiled.findings().stream().filter(Finding::isError).toList();
        if (!errors.isEmpty()) {
            throw new Refused(compiled.design().name(), errors);
        }
        String packageName = options.packageName() == null ? packageOf(compiled.design()) : options.packageName();
        Map<String, String> files = new TreeMap<>();
        all(Scope.of(compiled, packageName)).forEach(file -> files.put(file.path(), file.text()));
        return files;
    }

    /** The package when nobody names one: {@code urlchecks} for {@code url-checks}. */
    public static String packageOf(Design design) {
        return Names.variable(design.name().replaceAll("[^a-z0-9]", ""));
    }

    private static List<JavaFile> all(Scope scope) {
        List<JavaFile> files = new ArrayList<>();
        Vocabulary vocabulary = scope.vocabulary();
        PatternRecords records = vocabulary.records();
        Records made = new Records(scope);
        scope.design().entities().values().forEach(entity -> files.add(made.of(entity)));
        vocabulary
                .types()
                .forEach((name, type) -> files.add(
                        type instanceof Type.Enumeration options
                                ? new EnumFile(scope, name, options).file()
                                : made.of(name, (Type.Record) type)));
        records.selections().forEach((name, selection) -> files.add(made.of(name, selection)));
        records.collections().forEach((name, all) -> files.add(new CollectionFile(scope, name, all).file()));
        files.add(new DesignFile(scope).file());
        return files;
    }

    /** A design with errors, of which no code can be made. */
    public static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient List<Finding> findings;

        Refused(String design, List<Finding> findings) {
            super("The design " + design + " has errors: "
                    + String.join("; ", findings.stream().map(Finding::message).toList()));
            this.findings = findings;
        }

        /** What is wrong. */
        public List<Finding> findings() {
            return findings;
        }
    }
}
