package dev.partita.lint;

import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.CompilerRule;
import java.util.stream.Stream;

/** A rule whose findings the compiler makes, when it looks for a plan in vain. Here it is only explained. */
record FoundByCompiler(CompilerRule rule) implements Rule.Error {

    @Override
    public String id() {
        return rule.id();
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Stream.empty();
    }
}
