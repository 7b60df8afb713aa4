package dev.partita.lint;

import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.util.List;

/**
 * A design, read, compiled and judged. Whoever shows its findings takes them from {@link #helped}.
 *
 * @param source its text, under the name by which its author knows it
 * @param reading may know the file by another name
 * @param compiled null when there was nothing to compile
 */
public record JudgedDesign(Source source, Reading reading, Compiled compiled, List<Finding> findings) {

    public JudgedDesign {
        findings = List.copyOf(findings);
    }

    /** With help as the rules propose it. */
    public static JudgedDesign of(Source source, Reading reading) {
        Compiled compiled = reading.design() == null ? null : Compiler.compile(reading.design());
        return new JudgedDesign(source, reading, compiled, Linter.untried(reading, compiled));
    }

    /** The same, with help that was tried: it takes a while where there is much to help with. */
    public JudgedDesign helped() {
        return withFindings(Linter.tried(reading, findings));
    }

    public JudgedDesign withoutAdvice() {
        return withFindings(findings.stream()
                .filter(finding -> finding.severity() != Severity.ADVICE)
                .toList());
    }

    public JudgedDesign withFindings(List<Finding> others) {
        return new JudgedDesign(source, reading, compiled, others);
    }

    /** @param strict whether warnings count as errors */
    public boolean fails(boolean strict) {
        return findings.stream()
                .anyMatch(finding -> finding.isError() || strict && finding.severity() == Severity.WARNING);
    }
}
