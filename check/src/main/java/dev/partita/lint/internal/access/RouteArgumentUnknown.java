package dev.partita.lint.internal.access;

import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.StatedRoutes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Argument;
import java.util.List;
import java.util.stream.Stream;

/** A route with a value in its path that the pattern does not take. */
public final class RouteArgumentUnknown implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return StatedRoutes.of(compiled.design())
                .filter(pattern -> compiled.plans().containsKey(pattern.name()))
                .flatMap(pattern -> unknown(
                        pattern,
                        compiled.plans().get(pattern.name()).arguments().stream()
                                .map(Argument::name)
                                .toList()));
    }

    private Stream<Finding> unknown(Pattern pattern, List<String> arguments) {
        return pattern.route().variables().stream()
                .filter(name -> !arguments.contains(name))
                .map(name -> found(
                        pattern.name(),
                        pattern.route().node().place(),
                        pattern.name() + " has no argument " + name,
                        help(pattern, name, arguments)));
    }

    private static Help help(Pattern pattern, String name, List<String> arguments) {
        List<String> free = arguments.stream()
                .filter(argument -> !pattern.route().variables().contains(argument))
                .toList();
        String meant = free.size() == 1 ? free.get(0) : Spelling.nearest(name, free);
        if (meant == null) {
            return Help.words(arguments.isEmpty() ? "it takes none" : Spelling.advice(name, arguments));
        }
        String path = pattern.route().path().replace("{" + name + "}", "{" + meant + "}");
        return Help.edit(
                Edit.ofPattern(pattern, "route", Edit.quoted(pattern.route().method() + " " + path)));
    }
}
