package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A stored name that means different things in one table. */
final class AbbreviationWithTwoMeanings implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Items of several entities lie side by side in exports, streams and indexes. The same short name for an \
                email in one and an error message in the other is misread sooner or later, and an index or a filter on \
                it catches both. Give each meaning its own stored name.""";
    }

    @Override
    public String bad() {
        return """
                design: jobs
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      email: { type: string, stored: em }
                  Job:
                    key: { pk: "JOB#{jobId}" }
                    attributes:
                      jobId: { type: ulid, generate: ulid }
                      errorMessage: { type: string, stored: em }
                      #                                     ^^ abbreviation-with-two-meanings: em is email in User and errorMessage in Job
                patterns:
                  signUp: { create: User }
                """;
    }

    @Override
    public String good() {
        return bad().replace(
                        "errorMessage: { type: string, stored: em }", "errorMessage: { type: string, stored: err }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream().flatMap(table -> {
            Map<String, Entity> first = new LinkedHashMap<>();
            List<Finding> findings = new ArrayList<>();
            for (Entity entity : design.entitiesOf(table)) {
                for (Attribute attribute : entity.attributes().values()) {
                    if (!attribute.isStored() || table.keyNames().contains(attribute.stored())) {
                        continue;
                    }
                    Entity before = first.putIfAbsent(attribute.stored(), entity);
                    Attribute other = before == null || before == entity ? null : before.storedAs(attribute.stored());
                    if (other != null && differ(other, attribute)) {
                        findings.add(found(
                                entity.name() + "." + attribute.name(),
                                Marks.option(entity, attribute, "stored"),
                                attribute.stored() + " is " + meaning(other) + " in " + before.name() + " and "
                                        + meaning(attribute) + " in " + entity.name(),
                                "give one of them another stored name"));
                    }
                }
            }
            return findings.stream();
        });
    }

    private static boolean differ(Attribute a, Attribute b) {
        boolean abbreviated = !a.stored().equals(a.name()) || !b.stored().equals(b.name());
        return abbreviated && !a.name().equals(b.name()) || !Objects.equals(a.prefix(), b.prefix());
    }

    private static String meaning(Attribute attribute) {
        return attribute.prefix() == null
                ? attribute.name()
                : attribute.name() + " with " + attribute.prefix() + " before it";
    }
}
