package dev.partita.design;

import dev.partita.design.model.Finding;
import java.util.List;

/**
 * What reading a file gave: the design as far as it could be understood, and everything that could not.
 *
 * @param source the file; null when it is not text
 * @param design null only when the file is not YAML or not a map
 */
public record Reading(Source source, Design design, List<Finding> findings) {
    public Reading {
        findings = List.copyOf(findings);
    }

    public boolean isClean() {
        return findings.isEmpty() || findings.stream().noneMatch(Finding::isError);
    }
}
