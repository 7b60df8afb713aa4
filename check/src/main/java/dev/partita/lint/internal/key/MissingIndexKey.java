package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.design.model.Severity;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PlanFacts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Entries;
import dev.partita.plan.internal.read.Step.Query;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Items that a pattern means and an index leaves out, since they lack a part of its key. The compiler finds it; here are pinned requests. */
public final class MissingIndexKey implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return PlanFacts.queries(compiled)
                .filter(read ->
                        read.query().target().index() != null && read.pattern().pinned() != null)
                .flatMap(read -> read.query().entities().stream()
                        .map(entity -> missing(read.pattern(), read.query(), entity))
                        .flatMap(Optional::stream)
                        .map(lack -> new Finding(
                                id(),
                                Severity.WARNING,
                                read.pattern().name(),
                                NamePlaces.pattern(design, read.pattern()),
                                read.pattern().name() + " leaves out every "
                                        + lack.entity().name() + " without " + lack.attribute() + ": it is not in "
                                        + read.query().target().index().name(),
                                Help.edit(Edit.ofAttribute(lack.entity(), lack.attribute(), "required", "true"))
                                        .or("give it a default"))));
    }

    private record Lack(Entity entity, String attribute) {}

    private static Optional<Lack> missing(Pattern pattern, Query query, Entity entity) {
        return entity.indexKeys().stream()
                .filter(keys -> keys.index().equals(query.target().index().name()))
                .flatMap(keys -> {
                    Entries entries = entries(pattern, entity, keys);
                    return keys.keys().values().stream()
                            .flatMap(Template::variables)
                            .map(Variable::attribute)
                            .filter(name -> entity.attributes().containsKey(name) && !entries.have(name));
                })
                .map(name -> new Lack(entity, name))
                .findFirst();
    }

    /** The items that the request means: what it filters by holds of them, and so does what the index says of itself. */
    private static Entries entries(Pattern pattern, Entity entity, Entity.IndexKeys keys) {
        List<Where> conditions = new ArrayList<>(Conditions.all(keys.when()));
        conditions.addAll(Conditions.all(pattern.where()));
        conditions.addAll(Conditions.all(pattern.pinned().filter()));
        Set<String> given = keys.keys().entrySet().stream()
                .filter(entry -> isAskedFor(pattern, entry.getKey()))
                .flatMap(entry -> entry.getValue().variables())
                .map(Variable::attribute)
                .collect(Collectors.toSet());
        return new Entries(entity, given, conditions);
    }

    /** Whether a pinned request wants one value of the key: those without any are not meant. */
    private static boolean isAskedFor(Pattern pattern, String key) {
        return pattern.pinned().key().containsKey(key)
                && pattern.pinned().key().get(key).operator() == Operator.EQUALS;
    }
}
