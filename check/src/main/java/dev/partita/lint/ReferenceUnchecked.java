package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A reference that may point to nothing from the start. */
final class ReferenceUnchecked implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                The attribute refers to another entity, and the write does not look whether that exists: a typing error \
                makes an item that belongs to nothing. With must-exist the check is part of the same transaction; the \
                write then costs twice as much, and the check two write units for each kilobyte of the other item. Where \
                the id comes from a trusted place, leave it.""";
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
                    key: { pk: "GROUP#{groupName}", sk: META }
                    attributes:
                      groupName: { type: string }
                  Membership:
                    key: { pk: "USER#{userId}", sk: "GROUP#{groupName}" }
                    attributes:
                      userId: { type: string }
                      groupName: { type: string, references: Group, on-delete: keep }
                    # ^^^^^^^^^ reference-unchecked: join takes any groupName, whether or not there is such a Group
                patterns:
                  join: { create: Membership }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        Volumes volumes = new Volumes(design);
        return design.entities().values().stream()
                .filter(e -> e.from() == null)
                .flatMap(e -> e.attributes().values().stream()
                        .filter(a -> a.references() != null
                                && !a.mustExist()
                                && design.entities().containsKey(a.references()))
                        .filter(a -> !a.name().equals(e.owner()) && !ContendedParent.isContended(volumes, e, a))
                        .flatMap(a -> uses.writesOf(e)
                                .filter(p -> uses.entityOf(p) == e
                                        && uses.chosenByCaller(p).contains(a.name()))
                                .filter(p -> !p.requires().containsKey(a.references()))
                                .limit(1)
                                .map(p -> found(
                                        e.name() + "." + a.name(),
                                        Marks.attribute(e, a),
                                        p.name() + " takes any " + a.name() + ", whether or not there is such a "
                                                + a.references(),
                                        Uses.keyAttributes(design.entities().get(a.references()))
                                                                .size()
                                                        == 1
                                                ? Help.edit(Edit.ofAttribute(e, a.name(), "must-exist", "true"))
                                                : Help.words("ask for it with requires: in " + p.name())))));
    }
}
