package dev.partita.lint;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.model.Finding;
import dev.partita.fuzz.Target;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;

/** A design file, read, compiled and judged by every rule. Findings are all there may be, and none that says that we failed. */
public final class DesignTarget implements Target {

    @Override
    public void read(byte[] input) {
        Reading reading = Reader.read("fuzz.yaml", input);
        if (reading.design() == null) {
            return;
        }
        Compiled compiled = Compiler.compile(reading.design());
        // Where the file has errors its model has holes, and check leaves out what fails on them.
        if (!reading.isClean()) {
            Linter.untried(reading, compiled);
            return;
        }
        for (Finding finding : compiled.findings()) {
            if (finding.rule().equals(Compiler.FAILED)) {
                throw new AssertionError(finding.toString());
            }
        }
        // One after the other: what other threads take would not be counted.
        for (Rule rule : Rules.ALL) {
            rule.check(compiled).forEach(finding -> {});
        }
    }
}
