package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Type.Simple;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A limit that is stored and never enforced. */
public final class LimitNobodyChecks implements Rule.Advice {

    private static final java.util.regex.Pattern LIMIT =
            java.util.regex.Pattern.compile("max_?(?<most>[A-Z].*)|(?<limit>.*?)_?([Ll]imit|[Qq]uota)");
    private static final java.util.regex.Pattern PER_PERIOD =
            java.util.regex.Pattern.compile(".*[Pp]er_?(Minute|Hour|Day|Week|Month|Year|User)s?$");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Set<String> read = design.quotas().values().stream()
                .flatMap(q -> q.limits().values().stream())
                .filter(limit -> !limit.path().isEmpty())
                .map(limit -> limit.path().get(limit.path().size() - 1))
                .collect(Collectors.toSet());
        return design.entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.type() == Simple.INTEGER && a.isStored() && isOfItems(design, a.name()))
                .filter(a -> !read.contains(a.name()))
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        NamePlaces.attribute(entity, a),
                        "no quota reads " + a.name() + " of " + entity.name()
                                + ", by its name a limit, so nothing keeps to it",
                        "write a quota with limit: " + entity.name() + "." + a.name())));
    }

    // A time limit or a maximal length is no number of items; a limit of something that is an entity here is.
    private static boolean isOfItems(Design design, String name) {
        Matcher matcher = LIMIT.matcher(name);
        if (!matcher.matches()) {
            return false;
        }
        String of = matcher.group("most") == null ? matcher.group("limit") : matcher.group("most");
        return PER_PERIOD.matcher(name).matches()
                || design.entities().keySet().stream()
                        .anyMatch(entity -> of.toLowerCase(Locale.ROOT).startsWith(stem(entity)));
    }

    /** So that Category is found in categories. */
    private static String stem(String entity) {
        String lower = entity.toLowerCase(Locale.ROOT);
        return lower.endsWith("y") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
