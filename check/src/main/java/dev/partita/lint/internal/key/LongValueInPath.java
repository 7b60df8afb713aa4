package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.StatedRoutes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.value.PathValues;
import java.util.stream.Stream;

/** A value in the path of a route that does not belong there. */
public final class LongValueInPath implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return StatedRoutes.of(compiled.design())
                .filter(pattern -> compiled.plans().containsKey(pattern.name()))
                .flatMap(pattern -> compiled.plans().get(pattern.name()).arguments().stream()
                        .filter(argument -> pattern.route().variables().contains(argument.name()))
                        .flatMap(argument -> unfit(compiled.design(), pattern, argument)));
    }

    private Stream<Finding> unfit(Design design, Pattern pattern, Argument argument) {
        Entity entity = pattern.entities().isEmpty()
                ? null
                : design.entities().get(pattern.entities().get(0));
        String why = entity == null ? null : PathValues.unfit(entity, argument.attribute(), argument.type());
        return why == null
                ? Stream.empty()
                : Stream.of(found(
                        pattern.name(),
                        pattern.route().node().place(),
                        argument.name() + " " + why,
                        Help.edit(Edit.ofPattern(
                                        pattern,
                                        "route",
                                        Edit.quoted(pattern.route().method() + " "
                                                + pattern.route().path().replace("/{" + argument.name() + "}", ""))))
                                .saying("so that " + argument.name() + " is taken from the "
                                        + (pattern.route().method().equals("GET")
                                                        || pattern.route()
                                                                .method()
                                                                .equals("DELETE")
                                                ? "query"
                                                : "body"))));
    }
}
