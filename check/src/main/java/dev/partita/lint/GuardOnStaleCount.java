package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.plan.Compiled;
import java.util.Optional;
import java.util.stream.Stream;

/** A guard that asks a count which is not up to date. */
final class GuardOnStaleCount implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream()
                .filter(p -> p.guard() != null)
                .filter(p -> design.patterns().containsKey(p.guard().countPattern()))
                .flatMap(
                        p -> staleness(compiled, design.patterns().get(p.guard().countPattern()))
                                .map(why -> found(
                                        p.name(),
                                        p.node().placeOf("guard"),
                                        p.name() + " trusts " + p.guard().countPattern() + ", which " + why,
                                        Help.edits(Repairs.quota(design, p), "count them by a quota instead")))
                                .stream());
    }

    private static Optional<String> staleness(Compiled compiled, Pattern count) {
        if (count.cacheSeconds() != null) {
            return Optional.of("answers from a cache up to " + Figures.duration(count.cacheSeconds()) + " old");
        }
        boolean global = new Uses(compiled.design())
                .entitiesOf(count)
                .flatMap(e -> new Served(compiled).partition(count, e).stream())
                .anyMatch(partition -> partition.index() != null);
        if (global) {
            return Optional.of("counts in a global index, a moment behind the table");
        }
        return Boolean.TRUE.equals(count.strong()) ? Optional.empty() : Optional.of("is an eventually consistent read");
    }
}
