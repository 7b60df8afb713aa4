package dev.partita.plan;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Node;
import dev.partita.design.Pattern;
import dev.partita.design.Place;
import dev.partita.design.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a plan of every pattern of a design, or a finding that says what it would take. */
public final class Compiler {

    private final Design design;
    private final Map<String, ReadPlan> reads = new LinkedHashMap<>();
    private final Set<String> visited = new LinkedHashSet<>();
    private final List<Finding> findings = new ArrayList<>();

    private Compiler(Design design) {
        this.design = design;
    }

    public static Compiled compile(Design design) {
        return new Compiler(design).compile();
    }

    private Compiled compile() {
        for (Pattern pattern : design.patterns().values()) {
            read(pattern);
        }
        WriteCompiler writes = new WriteCompiler(design, findings);
        Map<String, Plan> plans = new LinkedHashMap<>();
        for (Pattern pattern : design.patterns().values()) {
            Plan plan = pattern.verb() != null && pattern.verb().writes()
                    ? writes.compile(pattern)
                    : reads.get(pattern.name());
            if (plan != null) {
                plans.put(pattern.name(), plan);
            }
        }
        return new Compiled(design, plans, findings);
    }

    /** Patterns that a pattern leads to come first; one that leads back to itself finds no plan there. */
    private void read(Pattern pattern) {
        if (pattern == null || pattern.verb() == null || pattern.verb().writes() || !visited.add(pattern.name())) {
            return;
        }
        if (pattern.verb() == Pattern.Verb.GATHER) {
            pattern.entities().forEach(name -> read(design.patterns().get(name)));
        }
        if (pattern.then() != null) {
            read(design.patterns().get(pattern.then()));
        }
        if (pattern.each() != null && pattern.each().fromPattern() != null) {
            read(design.patterns().get(pattern.each().fromPattern()));
        }
        try {
            reads.put(pattern.name(), new ReadCompiler(design, pattern, reads).compile());
        } catch (ReadCompiler.Unserved unserved) {
            if (unserved.rule() != null) {
                findings.add(new Finding(
                        unserved.rule(),
                        Severity.ERROR,
                        pattern.name(),
                        place(pattern.node()),
                        unserved.getMessage(),
                        unserved.advice()));
            }
        }
    }

    private static Place place(Node node) {
        return node == null ? Place.START : node.place();
    }
}
