package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A rule whose findings the compiler makes, when it looks for a plan in vain. Here it is explained. */
interface FoundByCompiler extends Rule {

    @Override
    default Severity severity() {
        return Severity.ERROR;
    }

    @Override
    default Stream<Finding> check(Compiled compiled) {
        return Stream.empty();
    }
}
