package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.KeyTest.Operator;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.design.Template.Variable;
import dev.partita.plan.Compiled;
import dev.partita.plan.Conditions;
import dev.partita.plan.Presence;
import dev.partita.plan.Step.Query;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Items that a list leaves out because they lack a part of the index key. */
final class MissingIndexKey implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                An item without a value for the index key is not in the index: shops never crawled are missing from \
                the list of shops by last crawl, which is just where one looks for them. Make the attribute required \
                or give it a default; if leaving them out is meant, say so with `when:` in the entity's index line.""";
    }

    @Override
    public String bad() {
        return """
                design: shops
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byCrawl: { partition: country, sort: lastCrawled, projection: all }
                entities:
                  Shop:
                    key: { pk: "SHOP#{shopId}" }
                    attributes:
                      shopId: { type: string }
                      country: { type: string, required: true }
                      lastCrawled: { type: timestamp }
                patterns:
                  shopsOfCountry: { list: Shop, by: country }
                # ^^^^^^^^^^^^^^ missing-index-key: shopsOfCountry leaves out
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return Plans.queries(compiled)
                .filter(read ->
                        read.query().target().index() != null && read.pattern().verb() != Verb.GET)
                .flatMap(read -> read.query().entities().stream()
                        .map(entity -> missing(read.pattern(), read.query(), entity))
                        .flatMap(Optional::stream)
                        .map(lack -> found(
                                read.pattern().name(),
                                Marks.pattern(design, read.pattern()),
                                read.pattern().name() + " leaves out every "
                                        + lack.entity().name() + " without " + lack.attribute() + ": it is not in "
                                        + read.query().target().index().name(),
                                Help.edit(Edit.ofAttribute(lack.entity(), lack.attribute(), "required", "true"))
                                        .or("give it a default"))));
    }

    private record Lack(Entity entity, String attribute) {}

    private static Optional<Lack> missing(Pattern pattern, Query query, Entity entity) {
        Set<String> given = pattern.by().stream().map(Variable::attribute).collect(Collectors.toSet());
        given.addAll(Conditions.attributes(pattern.where()));
        if (pattern.each() != null) {
            given.add(pattern.each().attribute());
        }
        return entity.indexKeys().stream()
                .filter(keys -> keys.index().equals(query.target().index().name()) && keys.when() == null)
                .flatMap(keys -> keys.keys().entrySet().stream())
                .filter(entry -> !isAskedFor(pattern, entry.getKey()))
                .flatMap(entry -> entry.getValue().variables())
                .map(Variable::attribute)
                .filter(name -> !given.contains(name) && entity.attributes().containsKey(name))
                .filter(name -> !Presence.isAlwaysThere(entity, name))
                .map(name -> new Lack(entity, name))
                .findFirst();
    }

    /** Whether a pinned request wants one value of the key: those without any are not meant. */
    private static boolean isAskedFor(Pattern pattern, String key) {
        return pattern.pinned() != null
                && pattern.pinned().key().containsKey(key)
                && pattern.pinned().key().get(key).operator() == Operator.EQUALS;
    }
}
