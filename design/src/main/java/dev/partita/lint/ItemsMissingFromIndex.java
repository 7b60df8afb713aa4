package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.KeyTest;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.design.Template.Variable;
import dev.partita.plan.Compiled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A list that never shows some items, because the index it reads is sorted by an attribute they may not have. */
final class ItemsMissingFromIndex implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                An item is in an index only when it has all of the index's key attributes. The caller does not ask for \
                this one, it only sorts the list, so an item without it is missing without a word: the shop that was \
                never crawled is the one the crawler never finds. Give it a default or make it required; if leaving items \
                out is what you want, say so with when: exists(…).""";
    }

    @Override
    public String bad() {
        return """
                design: shops
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byCountry: { partition: country, sort: lastCrawled, projection: all }
                entities:
                  Shop:
                    key: { pk: "SHOP#{domain}" }
                    attributes:
                      domain: { type: string, normalise: [domain] }
                      country: { type: string, required: true, length: 2..2, normalise: [upper] }
                      lastCrawled: { type: timestamp }
                #     ^^^^^^^^^^^ items-missing-from-index: shopsByCountry never shows a Shop without lastCrawled

                patterns:
                  shopsByCountry: { list: Shop, by: country, order: oldest-first, page: 50 }
                """;
    }

    @Override
    public String good() {
        return bad().replace(
                        "lastCrawled: { type: timestamp }",
                        "lastCrawled: { type: timestamp, default: \"1970-01-01T00:00:00Z\" }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        Map<Attribute, Finding> findings = new LinkedHashMap<>();
        uses.reads().filter(ItemsMissingFromIndex::listsAll).forEach(pattern -> {
            Entity entity = uses.entityOf(pattern);
            if (entity != null) {
                optional(design, pattern, entity)
                        .forEach(attribute -> findings.putIfAbsent(attribute, missing(pattern, entity, attribute)));
            }
        });
        return findings.values().stream();
    }

    private static boolean listsAll(Pattern pattern) {
        return pattern.verb() == Verb.LIST || pattern.verb() == Verb.COUNT;
    }

    private Finding missing(Pattern pattern, Entity entity, Attribute attribute) {
        return found(
                entity.name() + "." + attribute.name(),
                Marks.attribute(entity, attribute),
                pattern.name() + " never shows a " + entity.name() + " without " + attribute.name()
                        + ": it is not in the index",
                "give " + attribute.name() + " a default, make it required, or write when: exists(" + attribute.name()
                        + ") in the index key");
    }

    /** Attributes in the keys of the index the pattern reads that an item may lack and the caller does not give. */
    private static List<Attribute> optional(Design design, Pattern pattern, Entity entity) {
        List<Attribute> optional = new ArrayList<>();
        Partition partition = new Served(design).partition(pattern, entity).orElse(null);
        if (partition == null || partition.keys() == null || partition.keys().when() != null) {
            return optional;
        }
        Set<String> given = given(pattern);
        partition.keys().keys().values().stream()
                .flatMap(template -> template.variables())
                .map(Variable::attribute)
                .filter(name ->
                        !given.contains(name) && !Uses.keyAttributes(entity).contains(name))
                .map(entity.attributes()::get)
                .filter(attribute -> attribute != null && mayBeAbsent(attribute))
                .forEach(optional::add);
        return optional;
    }

    private static Set<String> given(Pattern pattern) {
        Set<String> given = new LinkedHashSet<>();
        pattern.by().forEach(variable -> given.add(variable.attribute()));
        if (pattern.each() != null) {
            given.add(pattern.each().attribute());
        }
        if (pattern.pinned() != null) {
            pattern.pinned().key().values().stream()
                    .filter(test -> test.operator() == KeyTest.Operator.EQUALS)
                    .flatMap(test -> test.templates().stream())
                    .flatMap(template -> template.variables())
                    .forEach(variable -> given.add(variable.attribute()));
        }
        return given;
    }

    private static boolean mayBeAbsent(Attribute attribute) {
        return !attribute.required()
                && attribute.defaultValue() == null
                && attribute.generate() == null
                && attribute.sequence() == null
                && attribute.derive() == null
                && attribute.hashOf().isEmpty()
                && (attribute.set() == null || attribute.set().equals("on-delete"));
    }
}
