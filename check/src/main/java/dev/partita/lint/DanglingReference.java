package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A reference to something that can be deleted, without a word about what happens then. */
final class DanglingReference implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A pattern deletes the items this attribute refers to, and nothing says what becomes of those that refer \
                to them. They stay and point to nothing: lists show empty rows, and a new item with the old id inherits \
                them. Write on-delete: cascade, refuse, or keep if that is what you want.""";
    }

    @Override
    public String bad() {
        return """
                design: groups
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Group:
                    key: { pk: "GROUP#{name}", sk: META }
                    attributes:
                      name: { type: string }
                  Membership:
                    key: { pk: "GROUP#{name}", sk: "USER#{userId}" }
                    attributes:
                      name: { type: string, references: Group }
                    # ^^^^ dangling-reference: deleteGroup leaves Membership items behind whose name points to nothing
                      userId: { type: string }
                patterns:
                  deleteGroup: { delete: Group, by: name }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return design.entities().values().stream()
                .filter(e -> e.from() == null)
                .flatMap(e -> e.attributes().values().stream()
                        .filter(a -> a.onDelete() == null && design.entities().containsKey(a.references()))
                        .flatMap(a -> removers(uses, design.entities().get(a.references()))
                                .limit(1)
                                .map(p -> found(
                                        e.name() + "." + a.name(),
                                        Marks.attribute(e, a),
                                        p.name() + " leaves " + e.name() + " items behind whose " + a.name()
                                                + " points to nothing",
                                        help(design, e, a)))));
    }

    private static Stream<Pattern> removers(Uses uses, Entity entity) {
        return uses.writesOf(entity)
                .filter(p -> p.verb() == Verb.DELETE && uses.entityOf(p) == entity)
                .filter(p -> entity.softDelete() == null || p.hard());
    }

    private static Help help(Design design, Entity entity, Attribute attribute) {
        Help keep = Help.edit(Edit.ofAttribute(entity, attribute.name(), "on-delete", "keep"))
                .saying("if they may stay");
        boolean isFound = Partition.of(design)
                .anyMatch(p -> p.entity() == entity
                        && p.when() == null
                        && Uses.variables(p.templates()).equals(java.util.Set.of(attribute.name())));
        return isFound
                ? keep.or(Edit.ofAttribute(entity, attribute.name(), "on-delete", "cascade"))
                        .or(Edit.ofAttribute(entity, attribute.name(), "on-delete", "refuse"))
                : keep;
    }
}
