package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.read.Plan;
import java.util.List;
import java.util.Map;

/**
 * A design with a plan for each pattern that can be served.
 *
 * @param plans by pattern name, in the file's order; a pattern that nothing serves is missing and has a finding
 */
public record Compiled(Design design, Map<String, Plan> plans, List<Finding> findings) {
    public Compiled {
        plans = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(plans));
        findings = List.copyOf(findings);
    }
}
