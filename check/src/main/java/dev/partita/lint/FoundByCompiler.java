package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A rule whose findings the compiler makes, when it looks for a plan in vain. Here it is only explained. */
record FoundByCompiler(String id) implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Stream.empty();
    }
}
