package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** One thing that can be wrong with a design. */
public interface Rule {

    /** Stable, in words, as {@code ignore:} writes it: {@code strong-read-on-gsi}. */
    String id();

    Severity severity();

    /** Why it matters and what to do, a short paragraph; shown by the CLI, the console and the docs. */
    String explanation();

    /** A design, as short as can be, that has the fault. */
    String bad();

    /** The same design without it. */
    String good();

    Stream<Finding> check(Compiled compiled);
}
